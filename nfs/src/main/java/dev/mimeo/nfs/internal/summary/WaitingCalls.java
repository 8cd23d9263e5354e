package dev.mimeo.nfs.internal.summary;

import dev.mimeo.dataseries.module.RotatingMap;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The calls that wait for their replies, by the keys of their messages. Objects of calls that left are used again for calls that
 * come, so that a call allocates nothing. For one thread at a time.
 */
final class WaitingCalls {

    /** Slots of {@link #calls} by key. */
    private final RotatingMap slots = new RotatingMap();

    private @Nullable WaitingCall[] calls = new WaitingCall[1 << 8];
    private int used;

    /** Slots below {@link #used} that no call is in. */
    private int[] free = new int[1 << 8];

    private int freeCount;

    /** Returns the number of calls. */
    int size() {
        return used - freeCount;
    }

    /** Returns the call with a key, or null. */
    @Nullable WaitingCall get(long key) {
        int slot = (int) slots.peek(key, -1);
        return slot < 0 ? null : calls[slot];
    }

    /** Adds a call with a key that no other has, and returns it to be filled. */
    WaitingCall add(long key) {
        int slot = freeCount > 0 ? free[--freeCount] : used++;
        if (slot == calls.length) {
            calls = Arrays.copyOf(calls, 2 * slot);
        }
        WaitingCall call = calls[slot];
        if (call == null) {
            call = new WaitingCall();
            calls[slot] = call;
        }
        slots.put(key, slot);
        return call;
    }

    /** Removes the call with a key and returns it, or null. The object stays as it is until the next {@link #add}. */
    @Nullable WaitingCall take(long key) {
        int slot = (int) slots.take(key, -1);
        if (slot < 0) {
            return null;
        }
        release(slot);
        return calls[slot];
    }

    /** Removes the calls that came before the last rotation. */
    void rotate(Consumer<WaitingCall> removed) {
        slots.rotate((key, slot) -> remove((int) slot, removed));
    }

    /** Removes all calls. */
    void drain(Consumer<WaitingCall> removed) {
        slots.drain((key, slot) -> remove((int) slot, removed));
    }

    private void remove(int slot, Consumer<WaitingCall> removed) {
        WaitingCall call = calls[slot];
        if (call != null) {
            removed.accept(call);
            release(slot);
        }
    }

    private void release(int slot) {
        if (freeCount == free.length) {
            free = Arrays.copyOf(free, 2 * freeCount);
        }
        free[freeCount++] = slot;
    }
}

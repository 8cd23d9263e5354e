package dev.mimeo.nfs.convert;

import dev.mimeo.dataseries.module.RotatingMap;
import dev.mimeo.nfs.Counter;
import dev.mimeo.nfs.Counters;
import dev.mimeo.nfs.internal.rpc.Hash;
import dev.mimeo.nfs.internal.rpc.RpcMessage;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The calls that wait for replies, and those that have got theirs, for a while. A call is found by its transport, both hosts
 * and ports and its number, or, where a client has connected anew, by all of these but its port. Not thread-safe.
 */
final class Transactions {

    /** Calls leave when nobody has asked for them for 10 to 20 minutes; in units of 2^-32 s. */
    private static final long ROTATION = 600L << 32;

    /** More calls than these leave earlier: about 256 MiB. */
    private static final int MAX_CALLS = 1 << 20;

    private static final long MAX_ARGUMENT_BYTES = 256L << 20;

    private final Counters counters;
    private final RotatingMap numbers = new RotatingMap();
    private @Nullable Call[] calls = new Call[1 << 8];
    private int[] free = new int[1 << 8];
    private int freeCount;
    private int used;
    private long argumentBytes;
    private long lastRotation;
    private boolean begun;

    Transactions(Counters counters) {
        this.counters = counters;
    }

    /** Tells the time. */
    void passTime(long now) {
        if (!begun) {
            begun = true;
            lastRotation = now - Long.remainderUnsigned(now, ROTATION);
        }
        boolean full = used - freeCount > MAX_CALLS || argumentBytes > MAX_ARGUMENT_BYTES;
        // True if time has gone back, too. Numbers of times become negative in 2038.
        if (Long.compareUnsigned(now - lastRotation, ROTATION) >= 0 || full) {
            // Periods are the same wherever in a capture conversion starts.
            lastRotation = now - Long.remainderUnsigned(now, ROTATION);
            numbers.rotate((key, number) -> drop((int) number));
        }
    }

    /** Returns the call of which this one is a copy, or null. */
    @Nullable Call original(RpcMessage message) {
        Call call = find(callKey(message, message.sourcePort()));
        if (call != null) {
            return call.isLike(message) ? call : null;
        }
        call = find(callKey(message, -1));
        return call != null && !call.answered && call.isLike(message) ? call : null;
    }

    /** Adds a call, in place of another that has its key. */
    void add(RpcMessage message, Call call) {
        int number = freeCount > 0 ? free[--freeCount] : used++;
        if (number == calls.length) {
            calls = Arrays.copyOf(calls, 2 * number);
        }
        calls[number] = call;
        argumentBytes += call.memoryBytes();
        long key = callKey(message, message.sourcePort());
        long older = numbers.peek(key, -1);
        if (older >= 0) {
            Call before = calls[(int) older];
            if (before != null && !before.answered) {
                counters.count(Counter.BAD_RETRANSMIT);
            }
        }
        replace(key, number);
        replace(callKey(message, -1), number);
    }

    /** Makes a call known under the port of a copy of it. */
    void alias(RpcMessage copy, Call call) {
        long number = numbers.peek(callKey(copy, -1), -1);
        if (number >= 0 && calls[(int) number] == call) {
            replace(callKey(copy, copy.sourcePort()), (int) number);
        }
    }

    private void replace(long key, int number) {
        long older = numbers.take(key, -1);
        if (older != number) {
            if (older >= 0) {
                drop((int) older);
            }
            Call call = calls[number];
            if (call != null) {
                call.keys++;
            }
        }
        numbers.put(key, number);
    }

    /** Returns the call of a reply, or null. */
    @Nullable Call callOf(RpcMessage reply) {
        Call call = find(replyKey(reply, reply.destinationPort()));
        if (call != null) {
            return call.isOf(reply) ? call : null;
        }
        call = find(replyKey(reply, -1));
        if (call != null && !call.answered && call.isOf(reply)) {
            counters.count(Counter.RECONNECTED_REPLIES);
            return call;
        }
        return null;
    }

    /** Tells that a call has got its reply, after which its arguments are not needed. */
    void answer(Call call) {
        call.answered = true;
        argumentBytes -= call.memoryBytes();
        call.forgetArguments();
    }

    private @Nullable Call find(long key) {
        long number = numbers.get(key, -1);
        return number < 0 ? null : calls[(int) number];
    }

    private void drop(int number) {
        Call call = calls[number];
        if (call == null || --call.keys > 0) {
            return;
        }
        if (!call.answered) {
            counters.count(Counter.OUTSTANDING_RPCS);
            argumentBytes -= call.memoryBytes();
        }
        calls[number] = null;
        if (freeCount == free.length) {
            free = Arrays.copyOf(free, 2 * freeCount);
        }
        free[freeCount++] = number;
    }

    /** Shows the calls that have no reply yet. */
    void eachOpen(Consumer<Call> taker) {
        for (int i = 0; i < used; i++) {
            Call call = calls[i];
            if (call != null && !call.answered) {
                taker.accept(call);
            }
        }
    }

    /** Forgets all calls. */
    void finish() {
        numbers.drain((key, number) -> drop((int) number));
    }

    static long callKey(RpcMessage call, int port) {
        return Hash.transaction(
                call.isUdp(),
                call.source(),
                port,
                call.destination(),
                call.destinationPort(),
                call.header().transaction());
    }

    /** Returns the key of the call that a reply is to. */
    static long replyKey(RpcMessage reply, int port) {
        return Hash.transaction(
                reply.isUdp(),
                reply.destination(),
                port,
                reply.source(),
                reply.sourcePort(),
                reply.header().transaction());
    }
}

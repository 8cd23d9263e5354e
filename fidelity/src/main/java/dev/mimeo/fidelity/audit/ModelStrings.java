package dev.mimeo.fidelity.audit;

import dev.mimeo.characterization.mimic.ContentClass;
import dev.mimeo.characterization.mimic.ContextModel;
import dev.mimeo.characterization.mimic.MimicModel;
import dev.mimeo.internal.random.Mixing;
import org.jspecify.annotations.Nullable;

/** Number of occurrences in the original of the strings that a characterization reveals. Not thread-safe. */
final class ModelStrings {

    /** Bytes of the longest string: a context and what follows it. */
    static final int MAX_LENGTH = ContextModel.MAX_ORDER + 1;

    /** By slot: the bytes of a string, right-aligned, and its length above them; 0 where there is none. */
    private long[] keys = new long[1 << 10];

    private int[] counts = new int[1 << 10];
    private int size;
    private int longest;

    /** Takes all strings of a model. */
    ModelStrings(@Nullable MimicModel model) {
        if (model == null) {
            return;
        }
        for (ContentClass content : model.classes()) {
            if (content.model() != null) {
                content.model().forEachString((string, count) -> add(string));
            }
        }
    }

    /** Takes a string of 2 to {@value #MAX_LENGTH} bytes. */
    void add(byte[] string) {
        long bytes = 0;
        for (byte b : string) {
            bytes = bytes << 8 | (b & 0xff);
        }
        longest = Math.max(longest, string.length);
        if (2 * size == keys.length) {
            grow();
        }
        long key = key(bytes, string.length);
        int slot = slot(key);
        if (keys[slot] == 0) {
            keys[slot] = key;
            size++;
        }
    }

    private void grow() {
        long[] old = keys;
        keys = new long[2 * old.length];
        counts = new int[keys.length];
        for (long key : old) {
            if (key != 0) {
                keys[slot(key)] = key;
            }
        }
    }

    private static long key(long bytes, int length) {
        return (long) length << (8 * MAX_LENGTH) | bytes;
    }

    /** Returns where a string is, or where it would be. */
    private int slot(long key) {
        int slot = (int) (Mixing.fibonacci64(key) >>> 32) & (keys.length - 1);
        while (keys[slot] != 0 && keys[slot] != key) {
            slot = (slot + 1) & (keys.length - 1);
        }
        return slot;
    }

    /**
     * Counts the strings that begin in a range.
     *
     * @param limit end of the range
     * @param length end of the bytes that are there
     */
    void count(byte[] data, int from, int limit, int length) {
        for (int i = from; i < limit && size > 0; i++) {
            long bytes = data[i] & 0xff;
            int most = Math.min(longest, length - i);
            for (int n = 1; n < most; n++) {
                bytes = bytes << 8 | (data[i + n] & 0xff);
                long key = key(bytes, n + 1);
                int slot = slot(key);
                if (keys[slot] == key && counts[slot] < Integer.MAX_VALUE) {
                    counts[slot]++;
                }
            }
        }
    }

    /** Returns what was counted. */
    AuditResult.StoredStrings result() {
        return new AuditResult.StoredStrings(size, longest, rarest());
    }

    private int rarest() {
        int least = Integer.MAX_VALUE;
        for (int slot = 0; slot < keys.length; slot++) {
            if (keys[slot] != 0) {
                least = Math.min(least, counts[slot]);
            }
        }
        return size == 0 ? 0 : least;
    }
}

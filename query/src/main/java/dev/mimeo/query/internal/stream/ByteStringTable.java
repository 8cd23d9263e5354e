package dev.mimeo.query.internal.stream;

import dev.mimeo.internal.random.Mixing;
import java.util.Arrays;

/**
 * Numbers byte strings from 0 in the order in which they are met: a hash table over one array of all their bytes. Nothing is
 * allocated but when an array grows. For one thread at a time.
 */
public final class ByteStringTable {

    private static final int FIRST_CAPACITY = 64;
    private static final int MAX_BYTES = Integer.MAX_VALUE - 8;

    /** Numbers plus 1 by their hash; 0 is a free place. At most half full. */
    private int[] places = new int[FIRST_CAPACITY];

    private int[] hashes = new int[FIRST_CAPACITY];

    /** Start of each string, and the end of the last one. */
    private int[] starts = new int[FIRST_CAPACITY + 1];

    private byte[] bytes = new byte[FIRST_CAPACITY * 16];
    private int size;

    /** Makes an empty table. */
    public ByteStringTable() {}

    /** Returns the number of strings. */
    public int size() {
        return size;
    }

    /**
     * Returns the number of a string, a new one if it was not met before.
     *
     * @throws IllegalStateException if all strings together would have more than 2 GiB
     */
    public int number(byte[] array, int offset, int length) {
        int hash = hash(array, offset, length);
        int found = find(hash, array, offset, length);
        return found >= 0 ? found : add(hash, array, offset, length);
    }

    /** Returns the number of a string, or -1 if it was not met. */
    public int find(byte[] array, int offset, int length) {
        return find(hash(array, offset, length), array, offset, length);
    }

    private int find(int hash, byte[] array, int offset, int length) {
        int at = hash & (places.length - 1);
        while (places[at] != 0) {
            int id = places[at] - 1;
            if (hashes[id] == hash
                    && Arrays.equals(bytes, starts[id], starts[id + 1], array, offset, offset + length)) {
                return id;
            }
            at = (at + 1) & (places.length - 1);
        }
        return -1;
    }

    private int add(int hash, byte[] array, int offset, int length) {
        long end = (long) starts[size] + length;
        if (end > MAX_BYTES) {
            throw new IllegalStateException("more than 2 GiB of different strings");
        }
        if (end > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(MAX_BYTES, Math.max(end, 2L * bytes.length)));
        }
        if (size == hashes.length) {
            hashes = Arrays.copyOf(hashes, 2 * size);
            starts = Arrays.copyOf(starts, 2 * size + 1);
        }
        if (2 * (size + 1) > places.length) {
            places = new int[2 * places.length];
            for (int id = 0; id < size; id++) {
                place(id);
            }
        }
        System.arraycopy(array, offset, bytes, starts[size], length);
        hashes[size] = hash;
        starts[size + 1] = (int) end;
        place(size);
        size++;
        return size - 1;
    }

    private void place(int id) {
        int at = hashes[id] & (places.length - 1);
        while (places[at] != 0) {
            at = (at + 1) & (places.length - 1);
        }
        places[at] = id + 1;
    }

    private static int hash(byte[] array, int offset, int length) {
        long hash = length;
        for (int i = offset; i < offset + length; i++) {
            hash = Mixing.fibonacci64(hash ^ array[i]);
            hash ^= hash >>> 32;
        }
        return (int) (hash ^ (hash >>> 32));
    }

    /** Returns a copy of a string. */
    public byte[] bytes(int id) {
        if (id < 0 || id >= size) {
            throw new IndexOutOfBoundsException("string " + id + " of " + size);
        }
        return Arrays.copyOfRange(bytes, starts[id], starts[id + 1]);
    }

    /** Compares two strings byte by byte, unsigned. */
    public int compare(int id, int other) {
        return Arrays.compareUnsigned(bytes, starts[id], starts[id + 1], bytes, starts[other], starts[other + 1]);
    }

    /** Returns the bytes that the table takes. */
    public long memoryBytes() {
        return bytes.length + 4L * (places.length + hashes.length + starts.length);
    }
}

package dev.mimeo.dataseries;

import dev.mimeo.internal.bytes.EitherEndian;
import dev.mimeo.internal.bytes.LittleEndian;
import dev.mimeo.internal.random.SplitMix64;
import java.util.Arrays;

/** Builds the variable part of an extent, storing strings of {@code pack_unique} columns once. */
final class StringPool {

    private static final int MAX_ARRAY = Integer.MAX_VALUE - 16;

    private final boolean bigEndian;
    private byte[] part;
    private int size = 4;

    /** Open addressing; offsets of unique strings, 0 for a free slot. */
    private int[] slots = new int[64];

    private int used;

    StringPool(int expectedBytes, boolean bigEndian) {
        this.part = new byte[Math.max(4, expectedBytes)];
        this.bigEndian = bigEndian;
    }

    /** Adds a string and returns its offset. */
    int add(byte[] array, int offset, int length, boolean unique) {
        if (length == 0) {
            return 0;
        }
        if (!unique) {
            return append(array, offset, length);
        }
        int slot = slot(array, offset, length);
        if (slots[slot] != 0) {
            return slots[slot];
        }
        int entry = append(array, offset, length);
        slots[slot] = entry;
        used++;
        if (used > slots.length / 2) {
            grow();
        }
        return entry;
    }

    byte[] bytes() {
        return size == part.length ? part : Arrays.copyOf(part, size);
    }

    private int append(byte[] array, int offset, int length) {
        int entrySize = VariablePart.entrySize(length);
        long needed = (long) size + entrySize;
        if (entrySize < 0 || needed > MAX_ARRAY) {
            throw new IllegalArgumentException("strings of an extent take more than 2 GiB when packed");
        }
        if (needed > part.length) {
            part = Arrays.copyOf(part, (int) Math.min(MAX_ARRAY, Math.max(needed, 2L * part.length)));
        }
        int entry = size;
        size = VariablePart.append(part, entry, array, offset, length, bigEndian);
        return entry;
    }

    /** The slot that holds the string, or the free one where it belongs. */
    private int slot(byte[] array, int offset, int length) {
        int slot = hash(array, offset, length) & (slots.length - 1);
        while (slots[slot] != 0) {
            int entry = slots[slot];
            int start = entry + 4;
            if (EitherEndian.getInt(part, entry, bigEndian) == length
                    && Arrays.equals(part, start, start + length, array, offset, offset + length)) {
                return slot;
            }
            slot = (slot + 1) & (slots.length - 1);
        }
        return slot;
    }

    /** Mixes eight bytes at a time; the last eight may overlap those before. */
    private static int hash(byte[] array, int offset, int length) {
        long hash = length;
        int last = offset + length - Long.BYTES;
        for (int at = offset; at < last; at += Long.BYTES) {
            hash = SplitMix64.mix64(hash ^ LittleEndian.getLong(array, at));
        }
        return (int) SplitMix64.mix64(
                hash ^ (length < Long.BYTES ? few(array, offset, length) : LittleEndian.getLong(array, last)));
    }

    /** Returns fewer than eight bytes as a number. */
    private static long few(byte[] array, int offset, int length) {
        long number = 0;
        for (int i = 0; i < length; i++) {
            number = number << Byte.SIZE | Byte.toUnsignedLong(array[offset + i]);
        }
        return number;
    }

    private void grow() {
        int[] old = slots;
        slots = new int[old.length * 2];
        for (int entry : old) {
            if (entry != 0) {
                int length = EitherEndian.getInt(part, entry, bigEndian);
                slots[slot(part, entry + 4, length)] = entry;
            }
        }
    }
}

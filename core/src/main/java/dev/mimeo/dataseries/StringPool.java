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

    /**
     * Adds a string unless it was added before as a unique one, and returns its offset.
     *
     * @param likely offset of a unique string that this one may be equal to, 0 for none
     */
    int addUnique(byte[] array, int offset, int length, int likely) {
        if (length == 0) {
            return 0;
        }
        if (likely != 0 && isAt(likely, array, offset, length)) {
            return likely;
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

    /** Adds a string and returns its offset. */
    int append(byte[] array, int offset, int length) {
        if (length == 0) {
            return 0;
        }
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
            if (isAt(slots[slot], array, offset, length)) {
                return slot;
            }
            slot = (slot + 1) & (slots.length - 1);
        }
        return slot;
    }

    /** Returns whether a string is the one at an offset. Eight bytes are compared at a time; the last may overlap those before. */
    private boolean isAt(int entry, byte[] array, int offset, int length) {
        if (EitherEndian.getInt(part, entry, bigEndian) != length) {
            return false;
        }
        int other = entry + Integer.BYTES;
        if (length < Long.BYTES) {
            return few(part, other, length) == few(array, offset, length);
        }
        int last = length - Long.BYTES;
        for (int at = 0; at < last; at += Long.BYTES) {
            if (LittleEndian.getLong(part, other + at) != LittleEndian.getLong(array, offset + at)) {
                return false;
            }
        }
        return LittleEndian.getLong(part, other + last) == LittleEndian.getLong(array, offset + last);
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

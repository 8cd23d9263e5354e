package dev.mimeo.nfs.convert;

import java.util.Arrays;

/** Operations of a compound call, with which its results are decoded: of each its number, handle, name and position. */
final class Compound {

    private static final byte[] NOTHING = {};

    int count;

    /** The minor version, or -1 if it was not captured. */
    int minorVersion;

    private int[] numbers = new int[8];

    /** Of operation i: handle and name start at 2i and 2i + 1; -1 if there is none. */
    private int[] starts = new int[16];

    private int[] lengths = new int[16];
    private long[] offsets = new long[8];
    private long[] sizes = new long[8];
    private int[] objectTypes = new int[8];
    private byte[] text = NOTHING;
    private int textLength;

    void add(int number, Rows.Operation row) {
        if (count == numbers.length) {
            numbers = Arrays.copyOf(numbers, 2 * count);
            starts = Arrays.copyOf(starts, 4 * count);
            lengths = Arrays.copyOf(lengths, 4 * count);
            offsets = Arrays.copyOf(offsets, 2 * count);
            sizes = Arrays.copyOf(sizes, 2 * count);
            objectTypes = Arrays.copyOf(objectTypes, 2 * count);
        }
        numbers[count] = number;
        put(2 * count, row.handle);
        put(2 * count + 1, row.file);
        offsets[count] = row.hasOffset ? row.offset : -1;
        sizes[count] = row.hasLength ? row.length : -1;
        objectTypes[count] = row.objectType;
        count++;
    }

    private void put(int at, OpaqueSlice slice) {
        lengths[at] = slice.length;
        starts[at] = textLength;
        if (slice.length > 0) {
            if (text.length - textLength < slice.length) {
                text = Arrays.copyOf(text, Math.max(2 * text.length, textLength + slice.length + 32));
            }
            System.arraycopy(slice.data, slice.start, text, textLength, slice.length);
            textLength += slice.length;
        }
    }

    int number(int index) {
        return numbers[index];
    }

    boolean hasName(int index) {
        return lengths[2 * index + 1] >= 0;
    }

    OpaqueSlice handle(int index, OpaqueSlice into) {
        return into.set(text, starts[2 * index], lengths[2 * index]);
    }

    OpaqueSlice name(int index, OpaqueSlice into) {
        return into.set(text, starts[2 * index + 1], lengths[2 * index + 1]);
    }

    long offset(int index) {
        return offsets[index];
    }

    long size(int index) {
        return sizes[index];
    }

    /** Returns the type of the object that operation {@code index} makes, 0 if it makes none. */
    int objectType(int index) {
        return objectTypes[index];
    }

    int memoryBytes() {
        return text.length + 44 * numbers.length;
    }
}

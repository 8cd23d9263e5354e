package dev.mimeo.dataseries;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.RandomAccess;

/**
 * The extents of a file, in 12 bytes each, as there may be millions of them. Not changed any more when it is handed out.
 */
final class ExtentIndex extends AbstractList<DataSeriesReader.IndexEntry> implements RandomAccess {

    private long[] offsets;
    private int[] typeNumbers;
    private final List<String> typeNames = new ArrayList<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    private int size;

    ExtentIndex(int capacity) {
        offsets = new long[capacity];
        typeNumbers = new int[capacity];
    }

    /** Returns a number for the name of a type, to be used with {@link #add(long, int)}. */
    int typeNumber(String typeName) {
        return numbers.computeIfAbsent(typeName, name -> {
            typeNames.add(name);
            return typeNames.size() - 1;
        });
    }

    void add(long offset, int typeNumber) {
        if (size == offsets.length) {
            offsets = Arrays.copyOf(offsets, 2 * size + 1);
            typeNumbers = Arrays.copyOf(typeNumbers, 2 * size + 1);
        }
        offsets[size] = offset;
        typeNumbers[size] = typeNumber;
        size++;
    }

    @Override
    public DataSeriesReader.IndexEntry get(int index) {
        Objects.checkIndex(index, size);
        return new DataSeriesReader.IndexEntry(offsets[index], typeNames.get(typeNumbers[index]));
    }

    @Override
    public int size() {
        return size;
    }

    /** Returns where an extent starts. */
    long offset(int index) {
        return offsets[Objects.checkIndex(index, size)];
    }

    /** Returns the place of an extent in the list, or a negative number if none starts there, if offsets rise. */
    int find(long offset) {
        return Arrays.binarySearch(offsets, 0, size, offset);
    }
}

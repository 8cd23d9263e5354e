package dev.mimeo.nfs.convert;

import java.util.Arrays;

/**
 * The objects that the operations of a compound go through as current and saved ones, with their handles, as far as these
 * are known at the end: GETFH tells the handle of an object that has been current before. Used again. Not thread-safe.
 */
final class Objects4 {

    private static final int NONE = -1;

    private int count;
    private int current;
    private int saved;

    /** Of each object: its handle, its name in the call (the number of the operation) and its directory. */
    private OpaqueSlice[] handles = new OpaqueSlice[0];

    private int[] names = new int[0];
    private int[] directories = new int[0];

    /** The object that is current after each operation. */
    private int[] after = new int[16];

    void clear() {
        count = 0;
        current = NONE;
        saved = NONE;
    }

    private int add(int directory, int name) {
        if (count == handles.length) {
            int capacity = Math.max(8, 2 * count);
            handles = Arrays.copyOf(handles, capacity);
            for (int i = count; i < capacity; i++) {
                handles[i] = new OpaqueSlice();
            }
            names = Arrays.copyOf(names, capacity);
            directories = Arrays.copyOf(directories, capacity);
        }
        handles[count].clear();
        names[count] = name;
        directories[count] = directory;
        return count++;
    }

    /**
     * Goes through an operation that succeeded.
     *
     * @param index index of the operation
     * @param handle that it puts or gets
     * @param named whether the call has a name
     */
    void pass(int number, int index, OpaqueSlice handle, boolean named) {
        switch (number) {
            case Operations4.PUTFH -> {
                current = add(NONE, NONE);
                handles[current].set(handle);
            }
            case Operations4.PUTROOTFH, Operations4.PUTPUBFH, Operations4.LOOKUPP, Operations4.OPENATTR ->
                current = add(NONE, NONE);
            case Operations4.LOOKUP, Operations4.CREATE -> current = add(current, index);
            case Operations4.OPEN -> {
                if (named) {
                    current = add(current, index);
                }
            }
            case Operations4.GETFH -> {
                if (current >= 0) {
                    handles[current].set(handle);
                }
            }
            case Operations4.SAVEFH -> saved = current;
            case Operations4.RESTOREFH -> current = saved;
            default -> {}
        }
        if (index >= after.length) {
            after = Arrays.copyOf(after, 2 * index);
        }
        after[index] = current;
    }

    /** Says that an operation has failed or is not known to have been done. */
    void stay(int index) {
        pass(0, index, new OpaqueSlice(), false);
    }

    int after(int index) {
        return after[index];
    }

    /** Gives the handle of an object, if it is known. */
    OpaqueSlice handle(int object, OpaqueSlice into) {
        return object < 0 ? into.clear() : into.set(handles[object]);
    }

    /** Returns the operation that has the name of an object, or -1. */
    int name(int object) {
        return object < 0 ? NONE : names[object];
    }

    int directory(int object) {
        return object < 0 ? NONE : directories[object];
    }

    /** Returns whether an object is the directory of another that has a name. */
    boolean isDirectory(int object) {
        for (int i = 0; i < count; i++) {
            if (object >= 0 && directories[i] == object) {
                return true;
            }
        }
        return false;
    }
}

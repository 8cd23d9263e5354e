package dev.mimeo.nfs.internal.rpc;

import org.jspecify.annotations.Nullable;

/** A few large arrays that are not in use, so that long messages need not have new ones. Not thread-safe. */
final class LargeArrays {

    /** Arrays above this many bytes are kept here, smaller ones by those who use them. */
    static final int LARGE = 1 << 16;

    private static final int PLACES = 8;
    private static final int LARGEST = 1 << 21;

    private final byte[] @Nullable [] free = new byte[PLACES][];

    /** Returns an array of at least {@code bytes} bytes and at most twice as many, of any content. */
    byte[] take(int bytes) {
        for (int i = 0; i < PLACES; i++) {
            byte[] array = free[i];
            if (array != null && array.length >= bytes && array.length <= 2 * bytes) {
                free[i] = null;
                return array;
            }
        }
        return new byte[bytes];
    }

    /** Takes an array back, if it is large and not too large, and there is a place for it. */
    void give(byte[] array) {
        if (array.length <= LARGE || array.length > LARGEST) {
            return;
        }
        for (int i = 0; i < PLACES; i++) {
            if (free[i] == null) {
                free[i] = array;
                return;
            }
        }
    }
}

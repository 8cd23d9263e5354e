package dev.mimeo.internal.bytes;

/** Positions in streams without end. They are less than 2^63, so that a sum does not become negative unnoticed. */
public final class StreamPositions {

    private StreamPositions() {}

    /**
     * Returns the position after a number of bytes.
     *
     * @param position bytes before those, at least 0
     * @param count bytes, at least 0
     * @throws IllegalStateException if it would exceed 2^63 - 1
     */
    public static long after(long position, long count) {
        if (count > Long.MAX_VALUE - position) {
            throw new IllegalStateException("the " + count + " bytes at position " + position
                    + " exceed the 2^63 - 1 bytes that a stream can have: seek to an earlier position");
        }
        return position + count;
    }
}

package dev.mimeo.nfs.internal.rpc;

import org.jspecify.annotations.Nullable;

/** The part that is wanted of a message that comes in several pieces. Not thread-safe. */
final class RecordBuffer {

    private static final int FIRST_CAPACITY = 1 << 12;

    /** So much more than is there is made room for at once, if the mark says that it comes. */
    private static final int GROWTH = 8;

    private final RecordSink sink;
    private byte @Nullable [] bytes;

    /** Bytes of memory that the sink counts for the array. */
    private int reserved;

    private int kept;
    private int wanted;
    private boolean starved;

    RecordBuffer(RecordSink sink) {
        this.sink = sink;
    }

    /** Starts a message, of which all is wanted. */
    void start() {
        starved = false;
        wanted = sink.maxRecord();
        kept = 0;
    }

    /** Says that no more than the first bytes are wanted. */
    void limit(int count) {
        wanted = Math.min(wanted, Math.max(kept, count));
    }

    /** Returns the array that starts with the message, or null if there is none. */
    byte @Nullable [] bytes() {
        return bytes;
    }

    /** Returns how many bytes of the message are kept. */
    int kept() {
        return kept;
    }

    /** Returns whether there was no memory for bytes that are wanted. */
    boolean isStarved() {
        return starved;
    }

    /** Returns whether the array is too large to be kept for the next message. */
    boolean isLarge() {
        return reserved > LargeArrays.LARGE;
    }

    /**
     * Appends the next bytes of the message, as far as they are wanted.
     *
     * @param expected bytes that come in the same fragment, those given included
     */
    void keep(byte[] data, int offset, int available, int expected) {
        int count = Math.min(available, wanted - kept);
        if (count <= 0) {
            return;
        }
        byte[] array = bytes == null ? new byte[0] : bytes;
        if (array.length < kept + count) {
            long needed = (long) kept + count;
            long most = Math.min(Math.max(needed, (long) kept + expected), GROWTH * needed);
            int capacity = powerOfTwo((int) Math.max(FIRST_CAPACITY, most));
            if (!sink.reserve(capacity - reserved)) {
                wanted = kept;
                starved = true;
                return;
            }
            reserved = capacity;
            byte[] larger = capacity > LargeArrays.LARGE ? sink.arrays().take(capacity) : new byte[capacity];
            System.arraycopy(array, 0, larger, 0, kept);
            sink.arrays().give(array);
            array = larger;
            bytes = array;
        }
        System.arraycopy(data, offset, array, kept, count);
        kept += count;
    }

    private static int powerOfTwo(int atLeast) {
        return Integer.highestOneBit(atLeast - 1) << 1;
    }

    /** Leaves the array to somebody else. */
    void giveAway() {
        bytes = null;
    }

    /** Ends the message; a large array is given back. */
    void drop() {
        if (isLarge()) {
            sink.release(reserved);
            reserved = 0;
            if (bytes != null) {
                sink.arrays().give(bytes);
                bytes = null;
            }
        }
    }

    /** Frees all memory. */
    void close() {
        sink.release(reserved);
        reserved = 0;
        bytes = null;
    }
}

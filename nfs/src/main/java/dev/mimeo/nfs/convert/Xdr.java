package dev.mimeo.nfs.convert;

import dev.mimeo.internal.bytes.BigEndian;

/**
 * Reads XDR (RFC 4506) from a part of an array whose end may be missing. What is not there reads as 0 and makes {@link #ok}
 * false from then on, so callers ask once. Not thread-safe.
 */
final class Xdr {

    private byte[] data = {};
    private int at;

    /** End of the captured bytes, and of the message on the wire. */
    private long end;

    private long wireEnd;
    private boolean failed;
    private int start;
    private int length;

    /** Goes to a place. */
    void reset(byte[] bytes, int from, int available, int wireLength) {
        data = bytes;
        at = from;
        end = Math.min(bytes.length, available);
        wireEnd = Math.max(end, wireLength);
        failed = from < 0 || from > end;
        if (failed) {
            at = 0;
            end = 0;
        }
    }

    boolean ok() {
        return !failed;
    }

    void fail() {
        failed = true;
    }

    byte[] data() {
        return data;
    }

    /** Returns where bytes that are there end. */
    long end() {
        return end;
    }

    /** Returns where the message ended on the wire. */
    int wireEnd() {
        return (int) wireEnd;
    }

    int position() {
        return at;
    }

    private boolean has(long bytes) {
        if (failed || bytes > end - at) {
            failed = true;
            return false;
        }
        return true;
    }

    int u32() {
        if (!has(4)) {
            return 0;
        }
        int value = BigEndian.getInt(data, at);
        at += 4;
        return value;
    }

    long u64() {
        if (!has(8)) {
            return 0;
        }
        long value = BigEndian.getLong(data, at);
        at += 8;
        return value;
    }

    boolean bool() {
        return u32() != 0;
    }

    /** Reads the length of an array, which cannot have more elements than bytes are left for. */
    int count(int elementBytes) {
        int count = u32();
        if (count < 0 || (long) count * elementBytes > left()) {
            failed = true;
            return 0;
        }
        return count;
    }

    /** Passes over bytes, a multiple of 4. */
    void skip(int bytes) {
        if (has(bytes)) {
            at += bytes;
        }
    }

    /** Takes bytes without a length before them, a multiple of 4: {@link #start} and {@link #length} tell where they are. */
    void fixed(int bytes) {
        start = at;
        length = 0;
        if (has(bytes)) {
            length = bytes;
            at += bytes;
        }
    }

    /** Takes bytes with their length before them: {@link #start} and {@link #length} tell where they are. */
    void opaque(int max) {
        int bytes = u32();
        start = at;
        length = 0;
        if (bytes < 0 || bytes > max) {
            failed = true;
        } else if (has((bytes + 3L) & ~3L)) {
            length = bytes;
            at += (bytes + 3) & ~3;
        }
    }

    /**
     * Takes the length of data, and passes over them if they are there.
     *
     * @return the length, even if the data are cut off but were on the wire
     */
    int bulk() {
        int bytes = u32();
        if (failed || bytes < 0 || bytes > wireEnd - at) {
            failed = true;
            return 0;
        }
        // The padding of the last data of a message may be missing.
        long next = at + ((bytes + 3L) & ~3L);
        if (next > end && at + (long) bytes <= end) {
            next = end;
        }
        if (next > end) {
            at = (int) end;
            end = at;
            return bytes;
        }
        at = (int) next;
        return bytes;
    }

    int start() {
        return start;
    }

    int length() {
        return length;
    }

    /** Tells how many bytes are left. */
    long left() {
        return end - at;
    }
}

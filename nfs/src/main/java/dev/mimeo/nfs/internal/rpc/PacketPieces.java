package dev.mimeo.nfs.internal.rpc;

import java.util.Arrays;

/**
 * Bytes of a stream from {@link #start} to {@link #end}, and the packets that they came in: piece i ends at {@code ends[i]}, and each starts
 * where the one before ends. Not thread-safe.
 */
final class PacketPieces {

    private static final int FIRST_PIECES = 8;

    byte[] data = {};
    int start;
    int end;
    int count;
    int[] ends = {};
    long[] times = {};
    long[] packets = {};

    /** Whether the first byte was the first of a packet when it became the first one here. */
    private boolean fresh;

    void append(byte[] bytes, int offset, int length, long time, long packet) {
        if (count == 0) {
            fresh = true;
        }
        if (data.length - end < length) {
            data = Arrays.copyOf(data, Math.max(2 * data.length, end + length));
        }
        System.arraycopy(bytes, offset, data, end, length);
        end += length;
        if (count == ends.length) {
            int capacity = Math.max(FIRST_PIECES, 2 * count);
            ends = Arrays.copyOf(ends, capacity);
            times = Arrays.copyOf(times, capacity);
            packets = Arrays.copyOf(packets, capacity);
        }
        ends[count] = end;
        times[count] = time;
        packets[count++] = packet;
    }

    /** Returns how many bytes there are. */
    int length() {
        return end - start;
    }

    /** Returns whether a packet starts at a position. */
    boolean startsPacket(int at) {
        for (int i = 0; i < count; i++) {
            if (ends[i] == at) {
                return true;
            }
        }
        return at == start && fresh;
    }

    /** Forgets what comes before the start, which moves to 0. */
    void compact() {
        fresh = start == 0 && fresh;
        for (int i = 0; i < count; i++) {
            fresh |= ends[i] == start;
        }
        System.arraycopy(data, start, data, 0, end - start);
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (ends[i] > start) {
                ends[kept] = ends[i] - start;
                times[kept] = times[i];
                packets[kept++] = packets[i];
            }
        }
        count = kept;
        end -= start;
        start = 0;
    }

    void clear() {
        start = 0;
        end = 0;
        count = 0;
    }
}

package dev.mimeo.nfs.analyze;

import dev.mimeo.nfs.analyze.AnalysisRequest.Sequentiality.TransferOrder;
import dev.mimeo.query.internal.stream.EntryOrder;
import java.util.Arrays;

/** Reads and writes of a file that follow one another without a long pause, one group at a time. For one thread at a time. */
final class TransferGroup {

    private long[] requests = new long[8];
    private long[] replies = new long[8];
    private long[] offsets = new long[8];
    private int[] lengths = new int[8];
    private boolean[] reads = new boolean[8];
    private int size;
    private long fileKey;
    private int[] order = {};
    private boolean[] used = {};
    private int firstUnused;

    void start(long key) {
        fileKey = key;
        size = 0;
    }

    void add(long request, long reply, long offset, int length, boolean read) {
        if (size == requests.length) {
            int longer = 2 * size;
            requests = Arrays.copyOf(requests, longer);
            replies = Arrays.copyOf(replies, longer);
            offsets = Arrays.copyOf(offsets, longer);
            lengths = Arrays.copyOf(lengths, longer);
            reads = Arrays.copyOf(reads, longer);
        }
        requests[size] = request;
        replies[size] = reply;
        offsets[size] = offset;
        lengths[size] = length;
        reads[size] = read;
        size++;
    }

    /** Returns the 64 bits of the file's handle. */
    long fileKey() {
        return fileKey;
    }

    int size() {
        return size;
    }

    long offset(int transfer) {
        return offsets[transfer];
    }

    int length(int transfer) {
        return lengths[transfer];
    }

    boolean isRead(int transfer) {
        return reads[transfer];
    }

    /** Starts to go through the transfers. */
    void rewind(TransferOrder by) {
        if (by == TransferOrder.REPLY) {
            order = new int[size];
            Arrays.setAll(order, i -> i);
        } else {
            order = EntryOrder.of(size, this::compareRequests);
        }
        used = new boolean[size];
        firstUnused = 0;
    }

    private int compareRequests(int a, int b) {
        int result = Long.compare(requests[a], requests[b]);
        if (result == 0) {
            result = Long.compare(replies[a], replies[b]);
        }
        if (result == 0) {
            result = Long.compare(offsets[a], offsets[b]);
        }
        return result != 0 ? result : Integer.compare(lengths[a], lengths[b]);
    }

    /** Returns whether there is another transfer. */
    boolean hasNext() {
        return firstUnused < size;
    }

    /** Returns the place of the earliest transfer that is left. */
    int earliest() {
        return firstUnused;
    }

    /** Takes the transfer at a place. */
    int take(int place) {
        used[place] = true;
        while (firstUnused < size && used[firstUnused]) {
            firstUnused++;
        }
        return order[place];
    }

    /**
     * Returns where, of the transfers that start before the earliest one that is left has its reply, the one is that goes
     * on where the last ended; else the one that goes back furthest, or skips least.
     *
     * @param end end of the last transfer; negative at the start of a run, where the smallest offset is taken
     * @param slopNanos added to the time of the reply
     */
    int mostSequential(long end, long slopNanos) {
        long limit = replies[order[firstUnused]] + slopNanos;
        int best = firstUnused;
        long target = end < 0 ? 0 : end;
        for (int place = firstUnused; place < size && requests[order[place]] < limit; place++) {
            if (used[place]) {
                continue;
            }
            long offset = offsets[order[place]];
            if (offset == target) {
                best = place;
                break;
            }
            if (offset < offsets[order[best]]) {
                best = place;
            }
        }
        return best;
    }

    long memoryBytes() {
        return 29L * requests.length;
    }
}

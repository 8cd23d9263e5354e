package dev.mimeo.nfs.analyze;

import dev.mimeo.query.internal.stream.EntryOrder;
import java.util.Arrays;

/**
 * Groups of reads and writes that may get more of them. Most have one or two, so all are lists in the same arrays: 33 bytes a
 * transfer and 16 a group, places that are free again are taken first. For one thread at a time.
 */
final class OpenGroups {

    private static final int FIRST_CAPACITY = 64;
    private static final int MOST = 1 << 29;
    private static final int NONE = -1;

    // By transfer.
    private long[] requests = new long[FIRST_CAPACITY];
    private long[] replies = new long[FIRST_CAPACITY];
    private long[] offsets = new long[FIRST_CAPACITY];
    private int[] lengths = new int[FIRST_CAPACITY];
    private boolean[] reads = new boolean[FIRST_CAPACITY];

    /** The next transfer of the group, or the next free place. */
    private int[] next = new int[FIRST_CAPACITY];

    private int transfers;
    private int freeTransfer = NONE;

    // By group.
    private long[] fileKeys = new long[FIRST_CAPACITY];

    /** The first transfer of the group, or the next free place; none while it is empty. */
    private int[] first = new int[FIRST_CAPACITY];

    private int[] last = new int[FIRST_CAPACITY];
    private int groups;
    private int freeGroup = NONE;

    /**
     * Opens a group without transfers.
     *
     * @param fileKey 64 bits of the file's handle
     * @return its number
     */
    int open(long fileKey) {
        int group = freeGroup;
        if (group == NONE) {
            group = groups++;
            if (group == first.length) {
                fileKeys = EntryOrder.grown(fileKeys, groups);
                first = Arrays.copyOf(first, fileKeys.length);
                last = Arrays.copyOf(last, fileKeys.length);
            }
        } else {
            freeGroup = first[group];
        }
        fileKeys[group] = fileKey;
        first[group] = NONE;
        last[group] = NONE;
        return group;
    }

    /** Adds a read or write to a group. */
    void add(int group, long request, long reply, long offset, int length, boolean read) {
        int transfer = place();
        requests[transfer] = request;
        replies[transfer] = reply;
        offsets[transfer] = offset;
        lengths[transfer] = length;
        reads[transfer] = read;
        next[transfer] = NONE;
        if (last[group] == NONE) {
            first[group] = transfer;
        } else {
            next[last[group]] = transfer;
        }
        last[group] = transfer;
    }

    private int place() {
        int transfer = freeTransfer;
        if (transfer != NONE) {
            freeTransfer = next[transfer];
            return transfer;
        }
        if (transfers == MOST) {
            throw new IllegalStateException("more than " + MOST + " reads and writes within the gap of a group");
        }
        transfer = transfers++;
        if (transfer == requests.length) {
            requests = EntryOrder.grown(requests, transfers);
            int capacity = requests.length;
            replies = Arrays.copyOf(replies, capacity);
            offsets = Arrays.copyOf(offsets, capacity);
            lengths = Arrays.copyOf(lengths, capacity);
            reads = Arrays.copyOf(reads, capacity);
            next = Arrays.copyOf(next, capacity);
        }
        return transfer;
    }

    /** Returns the time of the last reply of a group with transfers. */
    long lastReply(int group) {
        return replies[last[group]];
    }

    /** Moves the transfers of a group, in their order, to one that is to be looked at. */
    void moveTo(int group, TransferGroup to) {
        to.start(fileKeys[group]);
        for (int transfer = first[group]; transfer != NONE; ) {
            to.add(requests[transfer], replies[transfer], offsets[transfer], lengths[transfer], reads[transfer]);
            int following = next[transfer];
            next[transfer] = freeTransfer;
            freeTransfer = transfer;
            transfer = following;
        }
        first[group] = NONE;
        last[group] = NONE;
    }

    /** Closes a group without transfers. */
    void close(int group) {
        first[group] = freeGroup;
        freeGroup = group;
    }

    /** Returns the bytes of the arrays. */
    long memoryBytes() {
        return 33L * requests.length + 16L * first.length;
    }
}

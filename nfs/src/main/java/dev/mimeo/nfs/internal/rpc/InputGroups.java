package dev.mimeo.nfs.internal.rpc;

import java.util.Arrays;

/** Finds the groups of inputs that packets are of, by the numbers of packets. Not thread-safe. */
final class InputGroups {

    private static final int FIRST_CAPACITY = 8;

    /** Numbers of the first packets of groups, in increasing order. */
    private long[] starts = new long[FIRST_CAPACITY];

    private int[] groups = new int[FIRST_CAPACITY];
    private int count;

    /** Sets the group of this packet and of the next ones. */
    void setPacket(long packet, int group) {
        if (count > 0 && groups[count - 1] == group) {
            return;
        }
        if (count == starts.length) {
            starts = Arrays.copyOf(starts, 2 * count);
            groups = Arrays.copyOf(groups, 2 * count);
        }
        starts[count] = packet;
        groups[count++] = group;
    }

    /** Returns the group of a packet that was set or follows one that was. */
    int of(long packet) {
        int at = count - 1;
        while (at > 0 && packet < starts[at]) {
            at--;
        }
        return groups[at];
    }
}

package dev.mimeo.nfs.internal.rpc;

import dev.mimeo.nfs.Counter;
import dev.mimeo.nfs.Counters;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Puts fragments of IP packets together: RFC 791, RFC 8200. The first copy of a byte wins. A packet whose fragments do not
 * all come is given up after 30 seconds or when too much waits; if its start is there it is handed on as cut off. Not
 * thread-safe.
 */
final class Fragments {

    /** In units of 2^-32 s. */
    private static final long PATIENCE = 30L << 32;

    private static final long MAX_BYTES = 64L << 20;
    private static final int MAX_LENGTH = 1 << 17;

    /** A packet that is complete is remembered for this many packets, as fragments may be captured twice. */
    private static final int MEMORY = 128;

    private record Key(int source, int destination, int protocol, int id) {}

    /** A packet in the making. */
    static final class Datagram {
        private final Key key;
        final long time;
        final long firstPacket;
        long lastTime;
        byte[] data = new byte[1 << 11];

        /**
         * Pieces received: piece i is from {@code starts[i]} to {@code ends[i]}, in order, and none touches another.
         */
        private int[] starts = new int[4];

        private int[] ends = new int[4];
        private int pieces;

        /** Position of the first bytes that the capture lacks. */
        private int cut = Integer.MAX_VALUE;

        /** The length, once the last fragment is known; -1 before. */
        private int length = -1;

        private long doneAt;

        Datagram(Key key, long time, long firstPacket) {
            this.key = key;
            this.time = time;
            this.firstPacket = firstPacket;
        }

        int source() {
            return key.source;
        }

        int destination() {
            return key.destination;
        }

        int protocol() {
            return key.protocol;
        }

        private boolean isComplete() {
            return length >= 0 && pieces > 0 && starts[0] == 0 && ends[0] >= length;
        }

        /** Returns how many bytes from the start on are there. */
        int available() {
            int contiguous = pieces > 0 && starts[0] == 0 ? ends[0] : 0;
            return Math.min(length < 0 ? contiguous : Math.min(contiguous, length), cut);
        }

        /** Returns the length of the whole, or of what is known of it. */
        int length() {
            return length >= 0 ? length : pieces == 0 ? 0 : ends[pieces - 1];
        }
    }

    private final Counters counters;
    private final Map<Key, Datagram> waiting = new LinkedHashMap<>();
    private final Map<Key, Datagram> done = new LinkedHashMap<>();
    private long bytes;

    Fragments(Counters counters) {
        this.counters = counters;
    }

    /**
     * Takes a fragment.
     *
     * @param number number of the packet in the capture
     * @return the packet, if that completes it
     */
    @Nullable Datagram add(IpPacket packet, long time, long number) {
        Key key = new Key(packet.source, packet.destination, packet.protocol, packet.id);
        Datagram finished = done.get(key);
        if (finished != null) {
            if (number - finished.doneAt < MEMORY) {
                return null;
            }
            done.remove(key);
        }
        int from = packet.fragmentOffset;
        if (packet.length > MAX_LENGTH - from) {
            return null;
        }
        Datagram datagram = waiting.get(key);
        if (datagram == null) {
            datagram = new Datagram(key, time, number);
            waiting.put(key, datagram);
            bytes += datagram.data.length;
        }
        datagram.lastTime = time;
        if (!packet.moreFragments && datagram.length < 0) {
            datagram.length = from + packet.length;
        }
        insert(datagram, packet, from);
        if (!datagram.isComplete()) {
            return null;
        }
        waiting.remove(key);
        bytes -= datagram.data.length;
        datagram.doneAt = number;
        remember(datagram, number);
        counters.count(Counter.FRAGMENT_REASSEMBLED);
        return datagram;
    }

    private void remember(Datagram datagram, long number) {
        Iterator<Datagram> old = done.values().iterator();
        while (old.hasNext() && number - old.next().doneAt >= MEMORY) {
            old.remove();
        }
        Datagram mark = new Datagram(datagram.key, 0, 0);
        mark.doneAt = number;
        mark.data = new byte[0];
        done.put(datagram.key, mark);
    }

    private void insert(Datagram datagram, IpPacket packet, int from) {
        int to = from + packet.length;
        if (packet.captured < packet.length) {
            datagram.cut = Math.min(datagram.cut, from + packet.captured);
        }
        if (datagram.data.length < to) {
            bytes -= datagram.data.length;
            datagram.data = Arrays.copyOf(datagram.data, Math.max(to, 2 * datagram.data.length));
            bytes += datagram.data.length;
        }
        // Fill the holes between the pieces that are there, then join all that touch.
        int at = from;
        int count = 0;
        int[] starts = new int[datagram.pieces + 1];
        int[] ends = new int[datagram.pieces + 1];
        int newStart = from;
        int newEnd = to;
        boolean placed = false;
        for (int i = 0; i < datagram.pieces; i++) {
            int start = datagram.starts[i];
            int end = datagram.ends[i];
            if (end >= from && start <= to) {
                if (start > at) {
                    copy(datagram, packet, from, at, Math.min(start, to));
                }
                countDifferences(datagram, packet, from, Math.max(start, from), Math.min(end, to));
                at = Math.max(at, end);
                newStart = Math.min(newStart, start);
                newEnd = Math.max(newEnd, end);
                continue;
            }
            if (start > to && !placed) {
                starts[count] = newStart;
                ends[count++] = newEnd;
                placed = true;
            }
            starts[count] = start;
            ends[count++] = end;
        }
        if (!placed) {
            starts[count] = newStart;
            ends[count++] = newEnd;
        }
        if (at < to) {
            copy(datagram, packet, from, at, to);
        }
        datagram.starts = starts;
        datagram.ends = ends;
        datagram.pieces = count;
    }

    private static void copy(Datagram datagram, IpPacket packet, int from, int start, int end) {
        int there = Math.min(end, from + packet.captured);
        if (there > start) {
            System.arraycopy(packet.data, packet.offset + start - from, datagram.data, start, there - start);
        }
    }

    private void countDifferences(Datagram datagram, IpPacket packet, int from, int start, int end) {
        int there = Math.min(end, from + packet.captured);
        for (int i = start; i < there; i++) {
            if (datagram.data[i] != packet.data[packet.offset + i - from]) {
                counters.count(Counter.FRAGMENT_OVERLAP_BYTES);
            }
        }
    }

    /** Gives up packets that have waited too long; returns the next one whose start is there, or null if there is none now. */
    @Nullable Datagram expire(long now) {
        return giveUp(datagram -> bytes > MAX_BYTES || now - datagram.time > PATIENCE);
    }

    /** Gives up all packets; returns the next one whose start is there, or null if there is none. */
    @Nullable Datagram giveUp() {
        return giveUp(datagram -> true);
    }

    private @Nullable Datagram giveUp(Predicate<Datagram> isDue) {
        Iterator<Datagram> oldest = waiting.values().iterator();
        while (oldest.hasNext()) {
            Datagram datagram = oldest.next();
            if (!isDue.test(datagram)) {
                return null;
            }
            oldest.remove();
            bytes -= datagram.data.length;
            if (datagram.available() > 0) {
                counters.count(Counter.FRAGMENT_CUT);
                return datagram;
            }
            counters.count(Counter.FRAGMENT_ORPHAN);
        }
        return null;
    }
}

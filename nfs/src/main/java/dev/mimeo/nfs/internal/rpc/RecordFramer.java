package dev.mimeo.nfs.internal.rpc;

import dev.mimeo.internal.bytes.BigEndian;
import dev.mimeo.nfs.Counter;
import org.jspecify.annotations.Nullable;

/**
 * Cuts the bytes of one direction of a TCP connection into messages by their record marks: RFC 5531, section 11. A message
 * in one piece is handed on where it is; of others the part that is wanted is copied. Where the stream has lost bytes the
 * message around them is cut short, and if the place of the next one is lost too it is searched with a {@link StartFinder}.
 * Not thread-safe.
 */
final class RecordFramer {

    static final int MARK = Integer.BYTES;
    private static final int LAST = 0x8000_0000;

    /** From so many bytes on a header is looked at: it has the length of the credentials or of the verifier then. */
    private static final int HEADER = 36;

    private static final int FIRST_CAPACITY = 1 << 12;

    /** So much more than is there is made room for at once, if the mark says that it comes. */
    private static final int GROWTH = 8;

    /** Streams to other ports than those of NFS and of portmap that show no message in so many bytes are left alone. */
    private static final int PATIENCE = 1 << 16;

    private static final int NFS_PORT = 2049;
    private static final int PORTMAP_PORT = 111;

    private enum State {
        /** At a record mark. */
        AT_MARK,
        /** In a fragment of a record. */
        IN_FRAGMENT,
        /** Somewhere; looking for a record mark. */
        LOST,
        /** In something that is not RPC. */
        IGNORING
    }

    private final Flow flow;
    private final RecordSink sink;
    private final StartFinder finder;
    private State state;

    /** Of the packet whose bytes are taken. */
    private long time;

    private int group;

    // The mark, as far as it is known, and the record.
    private int mark;
    private int markBytes;
    private byte @Nullable [] buffer;
    private int reserved;
    private int kept;
    private int wanted;
    private boolean inRecord;
    private boolean checked;
    private boolean damaged;
    private boolean starved;
    private boolean lastFragment;
    private int fragmentLeft;
    private int fragments;
    private int length;
    private int taken;
    private long firstTime;
    private int firstGroup;

    /**
     * Makes a framer.
     *
     * @param atStart whether the first byte is the first of the stream, so that it starts a record mark
     */
    RecordFramer(Flow flow, RecordSink sink, boolean atStart) {
        this.flow = flow;
        this.sink = sink;
        this.finder = new StartFinder(flow, sink);
        this.state = atStart ? State.AT_MARK : State.LOST;
    }

    /** Tells what packet the next bytes are of. */
    void at(long packetTime, int packetGroup) {
        time = packetTime;
        group = packetGroup;
    }

    /** Leaves the rest of the stream alone. */
    void ignore() {
        dropRecord();
        state = State.IGNORING;
    }

    /** Takes the next bytes of the stream. */
    void bytes(byte[] data, int offset, int count) {
        int used = state == State.LOST ? 0 : frame(data, offset, offset + count);
        if (state != State.LOST) {
            return;
        }
        finder.append(data, offset + used, count - used, time, group);
        while (state == State.LOST && finder.find(false)) {
            state = State.AT_MARK;
            replay();
        }
        if (state == State.LOST && flow.records == 0 && flow.resyncBytes > PATIENCE && !isKnownPort()) {
            flow.resyncBytes += finder.drop();
            sink.counters().add(Counter.TCP_RESYNC_BYTES, -flow.resyncBytes);
            sink.counters().add(Counter.TCP_NONRPC_BYTES, flow.resyncBytes);
            flow.nonRpcBytes += flow.resyncBytes;
            flow.resyncBytes = 0;
            state = State.IGNORING;
        }
    }

    private boolean isKnownPort() {
        return flow.sourcePort == NFS_PORT
                || flow.destinationPort == NFS_PORT
                || flow.sourcePort == PORTMAP_PORT
                || flow.destinationPort == PORTMAP_PORT;
    }

    /** Takes the bytes that the finder holds, which start with a record mark. */
    private void replay() {
        long laterTime = time;
        int laterGroup = group;
        StartFinder.Pieces pieces = finder.take();
        int at = pieces.start;
        for (int i = 0; i < pieces.count; i++) {
            int end = pieces.ends[i];
            if (end <= at) {
                continue;
            }
            at(pieces.times[i], pieces.groups[i]);
            if (state != State.LOST) {
                at += frame(pieces.data, at, end);
            }
            if (state == State.LOST) {
                finder.append(pieces.data, at, end - at, time, group);
            }
            at = end;
        }
        at(laterTime, laterGroup);
    }

    /** Tells that the stream goes on after bytes that are not known. */
    void gap(int count) {
        switch (state) {
            case AT_MARK -> {
                if (inRecord || markBytes > 0) {
                    abandon();
                }
                lose();
            }
            case IN_FRAGMENT -> {
                damaged = true;
                int inside = Math.min(count, fragmentLeft);
                fragmentLeft -= inside;
                length += inside;
                if (fragmentLeft == 0 && lastFragment) {
                    emit();
                } else if (fragmentLeft == 0) {
                    state = State.AT_MARK;
                }
                if (count > inside) {
                    if (inRecord) {
                        abandon();
                    }
                    lose();
                }
            }
            case LOST -> {
                while (state == State.LOST && finder.find(true)) {
                    state = State.AT_MARK;
                    replay();
                }
                if (state == State.LOST) {
                    skip(finder.drop());
                } else {
                    gap(count);
                }
            }
            case IGNORING -> {}
        }
    }

    /** Ends the stream. */
    void end() {
        if (state == State.LOST) {
            skip(finder.drop());
        }
        flow.openBytes += markBytes;
        if (inRecord) {
            flow.recordBytes -= taken;
            flow.marks -= fragments;
            flow.openBytes += taken + (long) MARK * fragments;
            dropRecord();
        }
        markBytes = 0;
    }

    private void lose() {
        markBytes = 0;
        state = State.LOST;
    }

    private void skip(long count) {
        flow.resyncBytes += count;
        sink.counters().add(Counter.TCP_RESYNC_BYTES, count);
    }

    /** Counts the bytes of a record that cannot be told where it ends. */
    private void abandon() {
        if (inRecord) {
            flow.recordBytes -= taken;
            flow.marks -= fragments;
            skip(taken + (long) MARK * fragments);
            dropRecord();
        }
        skip(markBytes);
        markBytes = 0;
    }

    /** Takes bytes until none is left or the place in the stream is lost; returns how many were taken. */
    private int frame(byte[] data, int offset, int end) {
        int at = offset;
        while (at < end) {
            if (state == State.IGNORING) {
                flow.nonRpcBytes += end - at;
                sink.counters().add(Counter.TCP_NONRPC_BYTES, end - at);
                return end - offset;
            }
            at = state == State.AT_MARK ? mark(data, at, end) : fragment(data, at, end);
            if (state == State.LOST) {
                break;
            }
        }
        return at - offset;
    }

    private int mark(byte[] data, int offset, int end) {
        int at = offset;
        if (markBytes == 0 && !inRecord) {
            firstTime = time;
            firstGroup = group;
        }
        while (markBytes < MARK && at < end) {
            mark = mark << 8 | Byte.toUnsignedInt(data[at++]);
            markBytes++;
        }
        if (markBytes < MARK) {
            return at;
        }
        int size = mark & ~LAST;
        if (size == 0 || size > sink.maxRecord() - length) {
            fail();
            return at;
        }
        if (!inRecord && mark < 0 && size <= end - at) {
            // The usual case: one fragment in one segment.
            if (!sink.record(flow, data, at, size, size, firstTime, firstGroup, time, 0, false)) {
                fail();
                return at;
            }
            flow.marks++;
            flow.recordBytes += size;
            flow.records++;
            markBytes = 0;
            return at + size;
        }
        if (!inRecord) {
            startRecord();
        }
        markBytes = 0;
        flow.marks++;
        fragments++;
        lastFragment = mark < 0;
        fragmentLeft = size;
        state = State.IN_FRAGMENT;
        return at;
    }

    private void startRecord() {
        inRecord = true;
        checked = false;
        damaged = false;
        starved = false;
        wanted = sink.maxRecord();
        kept = 0;
        length = 0;
        taken = 0;
        fragments = 0;
    }

    private int fragment(byte[] data, int offset, int end) {
        int count = Math.min(end - offset, fragmentLeft);
        if (!damaged && kept < wanted && taken == kept) {
            keep(data, offset, Math.min(count, wanted - kept));
        }
        fragmentLeft -= count;
        length += count;
        taken += count;
        flow.recordBytes += count;
        if (!checked && !damaged && (kept >= HEADER || (fragmentLeft == 0 && lastFragment)) && !check()) {
            // As if nothing had been taken: the search starts behind the first byte of the mark.
            return offset + count;
        }
        if (fragmentLeft == 0) {
            state = State.AT_MARK;
            if (lastFragment) {
                emit();
            }
        }
        return offset + count;
    }

    private void keep(byte[] data, int offset, int count) {
        byte[] old = buffer == null ? new byte[0] : buffer;
        if (old.length < kept + count) {
            long needed = (long) kept + count;
            long expected = Math.min(Math.max(needed, (long) kept + fragmentLeft), GROWTH * needed);
            int capacity = powerOfTwo((int) Math.max(FIRST_CAPACITY, expected));
            if (!sink.reserve(capacity - reserved)) {
                wanted = kept;
                starved = true;
                return;
            }
            reserved = capacity;
            byte[] larger = capacity > LargeArrays.LARGE ? sink.arrays().take(capacity) : new byte[capacity];
            System.arraycopy(old, 0, larger, 0, kept);
            sink.arrays().give(old);
            old = larger;
            buffer = old;
        }
        System.arraycopy(data, offset, old, kept, count);
        kept += count;
    }

    private static int powerOfTwo(int atLeast) {
        return Integer.highestOneBit(atLeast - 1) << 1;
    }

    private boolean check() {
        checked = true;
        byte[] bytes = buffer;
        int needed = bytes == null ? -1 : sink.wanted(flow, bytes, 0, kept);
        if (needed < 0) {
            fail();
            return false;
        }
        wanted = Math.min(wanted, Math.max(kept, needed));
        return true;
    }

    private void emit() {
        byte[] bytes = buffer;
        int flags = damaged ? RpcMessage.TRUNCATED | RpcMessage.CROSSED_GAP : 0;
        if (starved) {
            flags |= RpcMessage.TRUNCATED;
        }
        sink.counters().count(Counter.RECORDS_SPANNING_SEGMENTS);
        flow.records++;
        boolean given = reserved > LargeArrays.LARGE;
        if (bytes == null || !sink.record(flow, bytes, 0, kept, length, firstTime, firstGroup, time, flags, given)) {
            sink.counters().count(Counter.RPC_PARSE_ERROR);
        } else if (given) {
            buffer = null;
        }
        dropRecord();
        state = State.AT_MARK;
    }

    private void dropRecord() {
        inRecord = false;
        length = 0;
        if (reserved > LargeArrays.LARGE) {
            sink.release(reserved);
            reserved = 0;
            byte[] unused = buffer;
            if (unused != null) {
                sink.arrays().give(unused);
                buffer = null;
            }
        }
    }

    /** Frees what the stream holds. */
    void close() {
        end();
        sink.release(reserved);
        reserved = 0;
        buffer = null;
    }

    /** Starts to look for a record mark, behind the first byte of what was taken for one. */
    private void fail() {
        sink.counters().count(Counter.TCP_FRAMING_ERRORS);
        if (!inRecord || (fragments == 1 && markBytes == 0)) {
            byte[] start = new byte[MARK];
            BigEndian.putInt(start, 0, mark);
            finder.append(start, 0, MARK, firstTime, firstGroup);
            if (inRecord) {
                flow.recordBytes -= taken;
                flow.marks--;
                byte[] bytes = buffer;
                if (bytes != null) {
                    finder.append(bytes, 0, kept, time, group);
                }
                skip(taken - kept);
            }
            finder.skipFirst();
            dropRecord();
        } else {
            abandon();
        }
        lose();
    }
}

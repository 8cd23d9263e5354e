package dev.mimeo.nfs.internal.rpc;

import dev.mimeo.internal.bytes.BigEndian;
import dev.mimeo.nfs.Counter;

/**
 * Cuts the bytes of one direction of a TCP connection into messages by their record marks: RFC 5531, section 11. A message
 * in one piece is handed on where it is; of others the part that is wanted is copied. Where the stream has lost bytes the
 * message around them is cut short, and if the place of the next one is lost too it is searched with a {@link StartFinder}.
 * Not thread-safe.
 */
final class RecordFramer {

    static final int MARK = Integer.BYTES;
    private static final int LAST = 0x8000_0000;

    /** A header of at least this many bytes is examined: it has the length of the credentials or of the verifier then. */
    private static final int HEADER = 36;

    /** Streams to other ports than those of NFS and of portmap that show no message in this many bytes are ignored. */
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
    private final RecordBuffer buffer;
    private final FramedRecord record = new FramedRecord();
    private final boolean atStart;
    private State state;

    /** Of the packet whose bytes are taken. */
    private long time;

    private int group;

    // The mark, as far as it is known, and the record.
    private int mark;
    private int markBytes;
    private boolean inRecord;
    private boolean checked;
    private boolean damaged;
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
        this.buffer = new RecordBuffer(sink);
        this.atStart = atStart;
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

    /** Takes the next bytes of the stream, from the start of a packet on. */
    void bytes(byte[] data, int offset, int count) {
        if (inRecord && markBytes == 0 && finder.startsWithRecord(data, offset, count)) {
            // A wrong mark made the record too long: it ends here.
            sink.counters().count(Counter.TCP_FRAMING_ERRORS);
            emit();
        }
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
            record.bytes(data, at, size, size);
            record.seen(firstTime, firstGroup, time);
            if (!sink.record(flow, record)) {
                fail();
                return at;
            }
            flow.marks++;
            flow.recordBytes += size;
            countRecord();
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
        buffer.start();
        length = 0;
        taken = 0;
        fragments = 0;
    }

    private int fragment(byte[] data, int offset, int end) {
        int count = Math.min(end - offset, fragmentLeft);
        if (!damaged && taken == buffer.kept()) {
            buffer.keep(data, offset, count, fragmentLeft);
        }
        fragmentLeft -= count;
        length += count;
        taken += count;
        flow.recordBytes += count;
        if (!checked && !damaged && (buffer.kept() >= HEADER || (fragmentLeft == 0 && lastFragment)) && !check()) {
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

    private boolean check() {
        checked = true;
        byte[] bytes = buffer.bytes();
        int needed = bytes == null ? -1 : sink.wanted(flow, bytes, 0, buffer.kept());
        if (needed < 0) {
            fail();
            return false;
        }
        buffer.limit(needed);
        return true;
    }

    private void emit() {
        byte[] bytes = buffer.bytes();
        sink.counters().count(Counter.RECORDS_SPANNING_SEGMENTS);
        countRecord();
        if (bytes == null || !sink.record(flow, whole(bytes))) {
            sink.counters().count(Counter.RPC_PARSE_ERROR);
        } else if (record.given) {
            buffer.giveAway();
        }
        dropRecord();
        state = State.AT_MARK;
    }

    private void countRecord() {
        flow.records++;
        if (!atStart && !flow.begunBefore) {
            flow.begunBefore = true;
            Flow peer = flow.peer;
            sink.counters().add(Counter.TCP_BEGUN_BEFORE, peer == null || !peer.begunBefore ? 1 : 0);
        }
    }

    private FramedRecord whole(byte[] bytes) {
        record.bytes(bytes, 0, buffer.kept(), length);
        record.seen(firstTime, firstGroup, time);
        record.flags = (damaged ? RpcMessage.TRUNCATED | RpcMessage.CROSSED_GAP : 0)
                | (buffer.isStarved() ? RpcMessage.TRUNCATED : 0);
        record.given = buffer.isLarge();
        return record;
    }

    private void dropRecord() {
        inRecord = false;
        length = 0;
        buffer.drop();
    }

    /** Frees what the stream holds. */
    void close() {
        end();
        buffer.close();
    }

    /** Starts to look for a record mark, behind the first byte of what was taken for one. */
    private void fail() {
        // Streams without a message are mostly of other protocols.
        sink.counters().add(Counter.TCP_FRAMING_ERRORS, flow.records > 0 ? 1 : 0);
        if (!inRecord || (fragments == 1 && markBytes == 0)) {
            byte[] start = new byte[MARK];
            BigEndian.putInt(start, 0, mark);
            finder.append(start, 0, MARK, firstTime, firstGroup);
            if (inRecord) {
                flow.recordBytes -= taken;
                flow.marks--;
                byte[] bytes = buffer.bytes();
                if (bytes != null) {
                    finder.append(bytes, 0, buffer.kept(), time, group);
                }
                skip(taken - buffer.kept());
            }
            finder.skipFirst();
            dropRecord();
        } else {
            abandon();
        }
        lose();
    }
}

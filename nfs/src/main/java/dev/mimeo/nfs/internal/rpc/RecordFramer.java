package dev.mimeo.nfs.internal.rpc;

import dev.mimeo.internal.bytes.BigEndian;
import dev.mimeo.nfs.Counter;

/**
 * Cuts the bytes of one direction of a TCP connection into messages by their record marks: RFC 5531, section 11. A message
 * in one piece is handed on where it is; of others the part that is wanted is copied. Where the stream has lost bytes the
 * message around them is cut short, and if the position of the next one is lost too it is searched with a {@link StartFinder}.
 * Not thread-safe.
 *
 * <p>The flow counts marks and bytes of a record when they come, and {@link #takeBack} corrects that if it turns out not to be one.
 * So each byte of the stream is in one of the counts of the flow: of marks and records, of the search, of what is not RPC, or of the
 * record that is open when the stream ends.
 */
final class RecordFramer {

    static final int MARK = Integer.BYTES;
    private static final int LAST = 0x8000_0000;

    /** Streams to other ports than those of NFS and of portmap that show no message in this many bytes are ignored. */
    private static final int PATIENCE = 1 << 16;

    private static final int NFS_PORT = 2049;
    private static final int PORTMAP_PORT = 111;

    private enum State {
        /** At a record mark, of which some bytes may be known. Its record is open if there were fragments before. */
        AT_MARK,
        /** In a fragment of the open record, which has bytes left. */
        IN_FRAGMENT,
        /** Looking for a record mark among the bytes that the finder holds. No record is open, and no byte of a mark is known. */
        LOST,
        /** In something that is not RPC. */
        IGNORING
    }

    private final Flow flow;
    private final RecordSink sink;
    private final StartFinder finder;
    private final OpenRecord open;
    private final FramedRecord message = new FramedRecord();
    private final boolean atStart;
    private State state;

    /** Of the packet whose bytes are taken. */
    private long time;

    private long packet;

    /** The mark, of which the first {@link #markBytes} are known. */
    private int mark;

    private int markBytes;

    /** Of the packet with the first byte of the mark of a first fragment. */
    private long markTime;

    private long markPacket;

    /** Makes a framer whose first byte is the first of the stream, so that it starts a record mark. */
    static RecordFramer atStart(Flow flow, RecordSink sink) {
        return new RecordFramer(flow, sink, true);
    }

    /** Makes a framer that searches for a record mark first. */
    static RecordFramer searching(Flow flow, RecordSink sink) {
        return new RecordFramer(flow, sink, false);
    }

    private RecordFramer(Flow flow, RecordSink sink, boolean atStart) {
        this.flow = flow;
        this.sink = sink;
        this.finder = new StartFinder(flow, sink);
        this.open = new OpenRecord(sink);
        this.atStart = atStart;
        this.state = atStart ? State.AT_MARK : State.LOST;
    }

    /** Sets the packet that the next bytes are of. */
    void at(long packetTime, long packetNumber) {
        time = packetTime;
        packet = packetNumber;
    }

    /** Leaves the rest of the stream alone. */
    void ignore() {
        open.close();
        state = State.IGNORING;
    }

    /** Takes the next bytes of the stream, from the start of a packet on. */
    void bytes(byte[] data, int offset, int count) {
        if (open.isOpen() && markBytes == 0 && finder.startsWithRecord(data, offset, count)) {
            // A wrong mark made the record too long: it ends here.
            sink.counters().count(Counter.TCP_FRAMING_ERRORS);
            emit();
        }
        int used = state == State.LOST ? 0 : frame(data, offset, offset + count);
        if (state != State.LOST) {
            return;
        }
        finder.append(data, offset + used, count - used, time, packet);
        search(false);
        if (state == State.LOST && flow.records == 0 && flow.resyncBytes > PATIENCE && !isKnownPort()) {
            giveUp();
        }
    }

    /** Tells that the stream goes on after bytes that are not known. */
    void gap(int count) {
        switch (state) {
            case AT_MARK -> {
                if (open.isOpen() || markBytes > 0) {
                    abandon();
                }
                state = State.LOST;
            }
            case IN_FRAGMENT -> gapInFragment(count);
            case LOST -> {
                search(true);
                if (state == State.LOST) {
                    skip(finder.drop());
                } else {
                    gap(count);
                }
            }
            case IGNORING -> {}
        }
    }

    private void gapInFragment(int count) {
        int inside = open.lose(count);
        if (open.isComplete()) {
            emit();
        } else if (open.isFragmentComplete()) {
            state = State.AT_MARK;
        }
        if (count > inside) {
            abandon();
            state = State.LOST;
        }
    }

    /** Ends the stream. */
    void end() {
        if (state == State.LOST) {
            skip(finder.drop());
        }
        flow.openBytes += markBytes;
        markBytes = 0;
        if (open.isOpen()) {
            flow.openBytes += takeBack();
            open.close();
        }
    }

    /** Frees what the stream holds. */
    void close() {
        end();
        open.free();
    }

    /**
     * Searches the bytes of the finder for a message, and takes them from there on.
     *
     * @param last whether the bytes behind them are lost
     */
    private void search(boolean last) {
        while (state == State.LOST && finder.find(last)) {
            state = State.AT_MARK;
            replay();
        }
    }

    /** Takes the bytes that the finder holds, which start with a record mark. */
    private void replay() {
        long laterTime = time;
        long laterPacket = packet;
        PacketPieces pieces = finder.take();
        int at = pieces.start;
        for (int i = 0; i < pieces.count; i++) {
            int end = pieces.ends[i];
            if (end <= at) {
                continue;
            }
            at(pieces.times[i], pieces.packets[i]);
            if (state != State.LOST) {
                at += frame(pieces.data, at, end);
            }
            if (state == State.LOST) {
                finder.append(pieces.data, at, end - at, time, packet);
            }
            at = end;
        }
        at(laterTime, laterPacket);
    }

    /** Ignores a stream in which no message was found. */
    private void giveUp() {
        flow.resyncBytes += finder.drop();
        sink.counters().add(Counter.TCP_RESYNC_BYTES, -flow.resyncBytes);
        sink.counters().add(Counter.TCP_NONRPC_BYTES, flow.resyncBytes);
        flow.nonRpcBytes += flow.resyncBytes;
        flow.resyncBytes = 0;
        state = State.IGNORING;
    }

    private boolean isKnownPort() {
        return flow.sourcePort == NFS_PORT
                || flow.destinationPort == NFS_PORT
                || flow.sourcePort == PORTMAP_PORT
                || flow.destinationPort == PORTMAP_PORT;
    }

    /** Takes bytes until none is left or the position in the stream is lost; returns how many were taken. */
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

    /** Takes bytes of a mark, and the message behind it if that is all there; returns where to go on. */
    private int mark(byte[] data, int offset, int end) {
        int at = offset;
        if (markBytes == 0 && !open.isOpen()) {
            markTime = time;
            markPacket = packet;
        }
        while (markBytes < MARK && at < end) {
            mark = mark << 8 | Byte.toUnsignedInt(data[at++]);
            markBytes++;
        }
        if (markBytes < MARK) {
            return at;
        }
        int size = mark & ~LAST;
        boolean isLast = (mark & LAST) != 0;
        // Libraries of RPC end a record whose bytes they have sent already with a fragment of no bytes.
        boolean isEnd = size == 0 && isLast && open.isOpen();
        if ((size == 0 && !isEnd) || size > sink.maxRecord() - open.length()) {
            fail();
            return at;
        }
        if (!open.isOpen() && isLast && size <= end - at) {
            // The usual case: one fragment in one segment.
            return whole(data, at, size) ? at + size : at;
        }
        if (!open.isOpen()) {
            open.open(markTime, markPacket);
        }
        open.startFragment(size, isLast);
        flow.marks++;
        markBytes = 0;
        state = State.IN_FRAGMENT;
        return isEnd ? fragment(data, at, at) : at;
    }

    /** Hands on a message that is in one piece; false if it is none. */
    private boolean whole(byte[] data, int offset, int size) {
        message.bytes(data, offset, size, size);
        message.seen(markTime, markPacket, time);
        if (!sink.record(flow, message)) {
            fail();
            return false;
        }
        flow.marks++;
        flow.recordBytes += size;
        countRecord();
        markBytes = 0;
        return true;
    }

    /** Takes bytes of a fragment; returns where to go on. */
    private int fragment(byte[] data, int offset, int end) {
        int count = open.take(data, offset, end - offset);
        flow.recordBytes += count;
        if (open.isToBeExamined() && !open.examine(sink, flow)) {
            // The search starts behind the first byte of the mark, as if nothing had been taken.
            fail();
        } else if (open.isComplete()) {
            emit();
        } else if (open.isFragmentComplete()) {
            state = State.AT_MARK;
        }
        return offset + count;
    }

    /** Hands on the open record. */
    private void emit() {
        sink.counters().count(Counter.RECORDS_SPANNING_SEGMENTS);
        countRecord();
        if (!open.describe(message, time) || !sink.record(flow, message)) {
            sink.counters().count(Counter.RPC_PARSE_ERROR);
        } else if (message.given) {
            open.giveAway();
        }
        open.close();
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

    /** Starts to look for a record mark, behind the first byte of what was taken for one. */
    private void fail() {
        // Streams without a message are mostly of other protocols.
        sink.counters().add(Counter.TCP_FRAMING_ERRORS, flow.records > 0 ? 1 : 0);
        boolean inFirstFragment = open.isOpen() && open.fragments() == 1 && markBytes == 0;
        if (open.isOpen() && !inFirstFragment) {
            abandon();
        } else {
            byte[] start = new byte[MARK];
            BigEndian.putInt(start, 0, mark);
            finder.append(start, 0, MARK, markTime, markPacket);
            if (inFirstFragment) {
                takeBack();
                int kept = open.returnTo(finder, time, packet);
                skip(open.taken() - kept);
            }
            finder.skipFirst();
            open.close();
        }
        markBytes = 0;
        state = State.LOST;
    }

    /** Counts the bytes of a record whose end is not known, and those of a mark, as bytes of the search. */
    private void abandon() {
        if (open.isOpen()) {
            skip(takeBack());
            open.close();
        }
        skip(markBytes);
        markBytes = 0;
    }

    /** Corrects the counts of the flow for an open record that is not one; returns how many bytes it had, with its marks. */
    private long takeBack() {
        flow.recordBytes -= open.taken();
        flow.marks -= open.fragments();
        return open.taken() + (long) MARK * open.fragments();
    }

    private void skip(long count) {
        flow.resyncBytes += count;
        sink.counters().add(Counter.TCP_RESYNC_BYTES, count);
    }
}

package dev.mimeo.nfs.internal.rpc;

import dev.mimeo.nfs.Counter;
import org.jspecify.annotations.Nullable;

/**
 * Puts the segments of one direction of a TCP connection in order: RFC 9293. The first copy of a byte wins. Segments ahead
 * of what is expected wait, as copies; what they wait for is given up when the other side has acknowledged it, the
 * connection ends, too much waits or it takes too long. Not thread-safe.
 */
final class TcpStream {

    static final int MAX_SEGMENTS = 2048;
    static final int MAX_BYTES = 4 << 20;

    /** Farther ahead or behind than any window: RFC 7323. */
    private static final int MAX_DISTANCE = 1 << 30;

    private static final class TcpSegment {
        final int sequence;
        final byte[] data;
        final int length;
        final long time;
        final long packet;

        @Nullable TcpSegment next;

        TcpSegment(int sequence, byte[] data, int length, long time, long packet) {
            this.sequence = sequence;
            this.data = data;
            this.length = length;
            this.time = time;
            this.packet = packet;
        }
    }

    private final Flow flow;
    private final RecordSink sink;
    private RecordFramer framer;
    private boolean started;
    private boolean ignoring;
    private int next;

    /** Bytes taken or given up since the start. */
    private long streamed;

    private @Nullable TcpSegment held;
    private int heldSegments;
    private long heldBytes;

    /** The time from which on the stream waits for a hole. */
    private long heldSince;

    /** Time of the last segment. */
    private long lastTime;

    /** The end of the last segment, if that was farther away than any window. */
    private int farEnd;

    private boolean isFar;

    /** Whether no more segments are to come. */
    private boolean closing;

    /** Up to where holes are going to be given up since the other side has got them. */
    private int known;

    private boolean isKnown;

    /** Whether the stream is going to start, or to end. */
    boolean scheduled;

    TcpStream(Flow flow, RecordSink sink) {
        this.flow = flow;
        this.sink = sink;
        this.framer = RecordFramer.searching(flow, sink);
    }

    /** Tells that no more segments are to come, except for those that are late. */
    void close() {
        closing = true;
    }

    @Nullable TcpStream peer() {
        return flow.peer == null ? null : flow.peer.tcp;
    }

    boolean isWaiting() {
        return held != null;
    }

    long heldSince() {
        return heldSince;
    }

    /** Returns whether a number before that of a first byte is that of another stream. */
    boolean isOther(int initial) {
        int distance = initial + 1 - next;
        return started && (distance > 0 || -distance > streamed || streamed > MAX_DISTANCE);
    }

    /**
     * Returns whether a segment is of another stream between the same ports, or of this one behind a loss that hides how much is lost.
     * Segments that are only far away by mistake come one at a time.
     */
    boolean isElsewhere(int sequence, int length, long time) {
        if (!started || ignoring) {
            return false;
        }
        int ahead = sequence - next;
        long pause = time - lastTime;
        if (pause < -CaptureParser.STEP_BACK || pause >= CaptureParser.ROTATION) {
            return ahead + length < 0 || ahead > MAX_BYTES;
        }
        return isOutside(ahead) && isFar && Math.abs((long) (sequence - farEnd)) <= MAX_BYTES;
    }

    /** Ends the stream, of which a segment is {@link #isElsewhere}. Between the two is at least what is counted as lost. */
    void endBefore(int sequence) {
        end();
        if (isFar) {
            long count = Integer.toUnsignedLong(sequence - next);
            flow.streamBytes += count;
            countLost(count);
        }
    }

    private static boolean isOutside(int ahead) {
        return ahead > MAX_DISTANCE || ahead < -MAX_DISTANCE;
    }

    /** Takes the number before that of the first byte. */
    void start(int initial) {
        if (!started) {
            started = true;
            next = initial + 1;
            framer = RecordFramer.atStart(flow, sink);
            if (ignoring) {
                framer.ignore();
            }
            drain();
        }
    }

    /** Leaves the rest of the stream alone. */
    void ignore() {
        ignoring = true;
        framer.ignore();
    }

    /**
     * Takes a segment.
     *
     * @param captured bytes that are there
     * @param length bytes that it had, at least 1
     */
    void segment(int sequence, byte[] data, int offset, int captured, int length, long time, long packet) {
        lastTime = time;
        if (!started) {
            hold(sequence, data, offset, captured, length, time, packet);
            return;
        }
        int ahead = sequence - next;
        isFar = isOutside(ahead);
        if (isFar) {
            farEnd = sequence + length;
            flow.streamBytes += length;
            flow.resyncBytes += length;
            sink.counters().add(Counter.TCP_RESYNC_BYTES, length);
            return;
        }
        if (ahead > 0) {
            hold(sequence, data, offset, captured, length, time, packet);
            return;
        }
        take(-ahead, data, offset, captured, length, time, packet);
        drain();
    }

    /** Takes a segment that starts at or before what is expected. */
    private void take(int known, byte[] data, int offset, int captured, int length, long time, long packet) {
        if (known > 0) {
            sink.counters().add(Counter.TCP_RETRANSMIT_BYTES, Math.min(known, length));
        }
        int fresh = length - known;
        if (fresh <= 0) {
            return;
        }
        int there = Math.max(0, captured - known);
        framer.at(time, packet);
        if (there > 0) {
            framer.bytes(data, offset + known, there);
        }
        if (fresh > there) {
            lost(fresh - there);
        }
        next += fresh;
        streamed += fresh;
        flow.streamBytes += fresh;
    }

    private void lost(int count) {
        countLost(count);
        framer.gap(count);
    }

    private void countLost(long count) {
        flow.gapBytes += count;
        sink.counters().count(Counter.TCP_GAPS);
        sink.counters().add(Counter.TCP_GAP_BYTES, count);
    }

    private void hold(int sequence, byte[] data, int offset, int captured, int length, long time, long packet) {
        if (!sink.reserve(captured)) {
            giveUp();
            if (started && sequence - next <= 0) {
                take(next - sequence, data, offset, captured, length, time, packet);
                drain();
                return;
            }
            if (!started || !sink.reserve(captured)) {
                return;
            }
        }
        byte[] copy = new byte[captured];
        System.arraycopy(data, offset, copy, 0, captured);
        TcpSegment segment = new TcpSegment(sequence, copy, length, time, packet);
        if (held == null) {
            heldSince = time;
        }
        insert(segment);
        heldSegments++;
        heldBytes += captured;
        if (heldSegments > MAX_SEGMENTS || heldBytes > MAX_BYTES) {
            giveUp();
        }
    }

    private void insert(TcpSegment segment) {
        TcpSegment before = null;
        TcpSegment at = held;
        while (at != null && at.sequence - segment.sequence <= 0) {
            before = at;
            at = at.next;
        }
        segment.next = at;
        if (before == null) {
            held = segment;
        } else {
            before.next = segment;
        }
    }

    private void drain() {
        TcpSegment segment = held;
        while (segment != null && segment.sequence - next <= 0) {
            held = segment.next;
            heldSegments--;
            heldBytes -= segment.data.length;
            heldSince = segment.time;
            sink.release(segment.data.length);
            take(
                    next - segment.sequence,
                    segment.data,
                    0,
                    segment.data.length,
                    segment.length,
                    segment.time,
                    segment.packet);
            segment = held;
        }
    }

    /** Returns whether the other side says that it has something that it has not been known to have. */
    boolean isNewlyKnown(int acknowledgement) {
        TcpSegment first = held;
        if (first == null || !started || acknowledgement - first.sequence < 0) {
            return false;
        }
        if (isKnown && acknowledgement - known <= 0) {
            return false;
        }
        isKnown = true;
        known = acknowledgement;
        return true;
    }

    /** Gives up the holes that are going to be given up. */
    void giveUpKnown() {
        if (isKnown) {
            giveUpBefore(known);
        }
    }

    /** Returns whether the stream waits for something that the other side has. */
    boolean waitsBefore(int acknowledgement) {
        TcpSegment first = held;
        return first != null && started && acknowledgement - first.sequence >= 0;
    }

    /** Gives up the holes before what the other side has. */
    void giveUpBefore(int acknowledgement) {
        while (waitsBefore(acknowledgement)) {
            giveUp();
        }
    }

    /** Gives up the first hole. */
    void giveUp() {
        TcpSegment first = held;
        if (first == null) {
            return;
        }
        if (!started) {
            started = true;
            next = first.sequence;
        } else {
            int count = first.sequence - next;
            if (count > 0) {
                framer.at(first.time, first.packet);
                lost(count);
                next += count;
                streamed += count;
                flow.streamBytes += count;
            }
        }
        drain();
    }

    /** Returns whether the stream waits for nothing that is to come: for its start, or for more after its end. */
    boolean isDueSoon() {
        return held != null && (!started || closing);
    }

    /** Gives up what it is time for. */
    void giveUpDue() {
        if (!started) {
            giveUp();
        }
        while (closing && held != null) {
            giveUp();
        }
    }

    /** Gives up all holes. */
    void giveUpAll() {
        while (held != null) {
            giveUp();
        }
    }

    /** Gives up all holes and ends the stream. */
    void end() {
        giveUpAll();
        framer.close();
    }
}

package dev.mimeo.nfs.internal.rpc;

import dev.mimeo.nfs.Counter;
import dev.mimeo.nfs.Counters;
import java.io.IOException;

/**
 * Hands on messages in the order of their first bytes, by the times and then by the numbers of packets. A message waits for earlier ones
 * about a second; one that comes later than that is handed on at once and counted. Not thread-safe.
 */
final class OrderedMessages {

    /** Messages wait this long, in units of 2^-32 s, and for {@link #WAIT_PACKETS} packets. */
    private static final long WAIT = 1L << 32;

    private static final int WAIT_PACKETS = 2 * CaptureParser.REORDERED;
    private static final int MAX_QUEUED = 1 << 16;
    private static final long MAX_QUEUED_BYTES = 64L << 20;

    private final MessageQueue queue;
    private final Counters counters;
    private final MessageSink sink;

    /** Time of the latest message handed on, in units of 2^-32 s since 1970. */
    private long lastReleased;

    OrderedMessages(MessageQueue queue, Counters counters, MessageSink sink) {
        this.queue = queue;
        this.counters = counters;
        this.sink = sink;
    }

    /** Takes the next message for one of another capture, whatever its time. */
    void restart() {
        lastReleased = 0;
    }

    /** Takes back a message that the sink has kept. */
    void recycle(RpcMessage message) {
        queue.recycle(message);
    }

    /** Hands on all messages that wait. */
    void handOnAll() throws IOException {
        for (RpcMessage message = queue.first(); message != null; message = queue.first()) {
            handOn(message);
        }
    }

    /**
     * Hands on the messages that have waited long enough, and those for which there is no room.
     *
     * @param now time of the current packet, in units of 2^-32 s since 1970
     * @param packets number of the current packet
     */
    void handOnRipe(long now, long packets) throws IOException {
        for (RpcMessage message = queue.first(); message != null; message = queue.first()) {
            boolean full = queue.size() > MAX_QUEUED || queue.bytes() > MAX_QUEUED_BYTES;
            boolean ripe = now - message.time > WAIT && packets - message.packet >= WAIT_PACKETS;
            if (!ripe && !full) {
                return;
            }
            handOn(message);
        }
    }

    private void handOn(RpcMessage message) throws IOException {
        queue.removeFirst();
        if (Long.compareUnsigned(message.time, lastReleased) < 0) {
            counters.count(Counter.OUT_OF_ORDER_ROWS);
        } else {
            lastReleased = message.time;
        }
        if (!sink.message(message)) {
            queue.recycle(message);
        }
    }
}

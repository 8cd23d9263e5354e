package dev.mimeo.generate;

import java.io.InputStream;
import java.util.Objects;

/** A number of bytes of a producer as a stream. Not thread-safe. */
final class ProducerStream extends InputStream {

    private final DataProducer producer;
    private final byte[] one = new byte[1];
    private long left;
    private long markedPosition;
    private long markedLeft;

    ProducerStream(DataProducer producer, long length) {
        DataProducer.checkNotNegative("length", length);
        this.producer = producer;
        this.left = length;
        this.markedPosition = producer.position();
        this.markedLeft = length;
    }

    @Override
    public int read() {
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] destination, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, destination.length);
        if (length == 0) {
            return 0;
        }
        if (left == 0) {
            return -1;
        }
        int taken = (int) Math.min(length, left);
        producer.fill(destination, offset, taken);
        left -= taken;
        return taken;
    }

    @Override
    public long skip(long count) {
        long skipped = Math.max(0, Math.min(count, left));
        if (skipped > 0) {
            producer.seek(producer.position() + skipped);
            left -= skipped;
        }
        return skipped;
    }

    @Override
    public int available() {
        return (int) Math.min(left, Integer.MAX_VALUE);
    }

    @Override
    public boolean markSupported() {
        return true;
    }

    @Override
    public synchronized void mark(int limit) {
        markedPosition = producer.position();
        markedLeft = left;
    }

    /** Goes back to the mark, or to the beginning where none was set. */
    @Override
    public synchronized void reset() {
        producer.seek(markedPosition);
        left = markedLeft;
    }
}

package dev.mimeo.generate;

import dev.mimeo.internal.bytes.BulkInputStream;
import dev.mimeo.internal.bytes.StreamPositions;
import java.util.Objects;

/** A number of bytes of a source as a stream. Not thread-safe. */
final class PayloadStream extends BulkInputStream {

    private final PayloadSource source;
    private long left;
    private long markedPosition;
    private long markedLeft;

    PayloadStream(PayloadSource source, long length) {
        if (length < 0) {
            throw new IllegalArgumentException("length must not be negative, got " + length);
        }
        this.source = source;
        this.left = length;
        this.markedPosition = source.position();
        this.markedLeft = length;
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
        source.fill(destination, offset, taken);
        left -= taken;
        return taken;
    }

    @Override
    public long skip(long count) {
        long skipped = Math.max(0, Math.min(count, left));
        if (skipped > 0) {
            source.seek(StreamPositions.after(source.position(), skipped));
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
        markedPosition = source.position();
        markedLeft = left;
    }

    /** Goes back to the mark, or to the beginning where none was set. */
    @Override
    public synchronized void reset() {
        source.seek(markedPosition);
        left = markedLeft;
    }
}

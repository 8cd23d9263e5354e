package dev.mimeo.generate;

import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ReadableByteChannel;

/** A number of bytes of a source as a channel. Not thread-safe. */
final class PayloadChannel implements ReadableByteChannel {

    private final PayloadSource source;
    private long left;
    private boolean open = true;

    PayloadChannel(PayloadSource source, long length) {
        if (length < 0) {
            throw new IllegalArgumentException("length must not be negative, got " + length);
        }
        this.source = source;
        this.left = length;
    }

    @Override
    public int read(ByteBuffer destination) throws ClosedChannelException {
        if (!open) {
            throw new ClosedChannelException();
        }
        int wanted = destination.remaining();
        if (wanted > 0 && left == 0) {
            return -1;
        }
        int taken = (int) Math.min(wanted, left);
        int limit = destination.limit();
        destination.limit(destination.position() + taken);
        try {
            source.fill(destination);
        } finally {
            destination.limit(limit);
        }
        left -= taken;
        return taken;
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public void close() {
        open = false;
    }
}

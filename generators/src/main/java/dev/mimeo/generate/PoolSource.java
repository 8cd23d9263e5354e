package dev.mimeo.generate;

import dev.mimeo.internal.bytes.StreamPositions;
import dev.mimeo.internal.random.SplitMix64;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.Objects;

/** The endless repetition of bytes that were generated before. The array is shared and never changed. */
final class PoolSource implements PayloadSource {

    private final byte[] pool;
    private long position;

    /** The position within the pool: fills are often so short that a division would be much of them. */
    private int at;

    PoolSource(byte[] pool) {
        this.pool = pool;
    }

    /**
     * Makes room for a pool.
     *
     * @throws PayloadFactory.PoolTooLargeException if it would take more than three quarters of the heap, or there is no room for it
     */
    static byte[] allocate(int bytes) {
        long heap = Runtime.getRuntime().maxMemory();
        if (bytes > heap / 4 * 3) {
            throw new PayloadFactory.PoolTooLargeException(bytes, heap);
        }
        try {
            return new byte[bytes];
        } catch (OutOfMemoryError e) {
            // The rest of the heap is the program's, which knows nothing of the pool.
            PayloadFactory.PoolTooLargeException failure = new PayloadFactory.PoolTooLargeException(bytes, heap);
            failure.initCause(e);
            throw failure;
        }
    }

    /** Fills a pool with the first bytes of a stream. */
    static void fill(byte[] pool, DataProducer producer) throws IOException {
        producer.writeTo(new ArrayChannel(ByteBuffer.wrap(pool)), 0, pool.length, written -> {});
    }

    @Override
    public void fill(byte[] destination, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, destination.length);
        StreamPositions.after(position, length);
        for (int done = 0; done < length; ) {
            int taken = Math.min(length - done, pool.length - at);
            System.arraycopy(pool, at, destination, offset + done, taken);
            done += taken;
            advance(taken);
        }
    }

    @Override
    public void fill(ByteBuffer destination) {
        StreamPositions.after(position, destination.remaining());
        while (destination.hasRemaining()) {
            int taken = Math.min(destination.remaining(), pool.length - at);
            destination.put(pool, at, taken);
            advance(taken);
        }
    }

    /** Moves on by what is left of the pool at most. */
    private void advance(int taken) {
        position += taken;
        at += taken;
        if (at == pool.length) {
            at = 0;
        }
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public void seek(long offset) {
        DataProducer.checkNotNegative("offset", offset);
        position = offset;
        at = (int) (offset % pool.length);
    }

    @Override
    public void seekObject(long key) {
        at = (int) Long.remainderUnsigned(SplitMix64.mix64(key), pool.length);
        position = at;
    }

    /** Puts what is written into a buffer, which has room for it. */
    private record ArrayChannel(ByteBuffer buffer) implements WritableByteChannel {

        @Override
        public int write(ByteBuffer source) {
            int bytes = source.remaining();
            buffer.put(source);
            return bytes;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {}
    }
}

package dev.mimeo.generate;

import dev.mimeo.random.SplitMix64;
import java.nio.ByteBuffer;
import java.util.Objects;

/** The endless repetition of bytes that were generated before. The array is shared and never changed. */
final class PoolSource implements PayloadSource {

    private final byte[] pool;
    private long position;

    PoolSource(byte[] pool) {
        this.pool = pool;
    }

    @Override
    public void fill(byte[] destination, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, destination.length);
        int from = (int) (position % pool.length);
        for (int done = 0; done < length; from = 0) {
            int taken = Math.min(length - done, pool.length - from);
            System.arraycopy(pool, from, destination, offset + done, taken);
            done += taken;
        }
        position += length;
    }

    @Override
    public void fill(ByteBuffer destination) {
        int from = (int) (position % pool.length);
        position += destination.remaining();
        while (destination.hasRemaining()) {
            int taken = Math.min(destination.remaining(), pool.length - from);
            destination.put(pool, from, taken);
            from = 0;
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
    }

    @Override
    public void seekObject(long key) {
        position = Long.remainderUnsigned(SplitMix64.mix(key), pool.length);
    }
}

package dev.mimeo.garage.store;

import dev.mimeo.codec.Codec;
import dev.mimeo.codec.Codecs;
import dev.mimeo.garage.internal.codec.ByteSink;
import dev.mimeo.garage.internal.codec.ByteSource;
import java.util.zip.DataFormatException;

/**
 * Runs of bytes inside chunks, compressed with Zstandard (RFC 8878) where that is shorter: the size, the size packed, the
 * bytes. For one thread at a time.
 */
final class PackedBytes implements AutoCloseable {

    /** Bytes that are packed tighter are stored as they are, so that few bytes never ask for much memory. */
    private static final int MAX_RATIO = 1024;

    private final Codec codec = Codecs.open("zstd:3");

    void write(ByteSink bytes, ByteSink out) {
        int size = bytes.size();
        out.writeVariable(size);
        byte[] packed = new byte[Math.max(0, size - 1)];
        int packedSize = codec.compress(bytes.array(), 0, size, packed, 0, packed.length);
        if (packedSize > 0 && size <= (long) packedSize * MAX_RATIO) {
            out.writeVariable(packedSize);
            out.write(packed, 0, packedSize);
        } else {
            out.writeVariable(size);
            out.write(bytes.array(), 0, size);
        }
    }

    ByteSource read(ByteSource in) throws DataFormatException {
        int size = in.readCount(Integer.MAX_VALUE - 8);
        int packedSize = in.readCount(Math.min(size, in.remaining()));
        int start = in.skip(packedSize);
        if (packedSize == size) {
            return new ByteSource(in.array(), start, size);
        }
        if (size > (long) packedSize * MAX_RATIO) {
            throw new DataFormatException("expected bytes of possible size, found " + size + " in " + packedSize);
        }
        byte[] bytes = new byte[size];
        int unpacked = codec.decompress(in.array(), start, packedSize, bytes, 0, size);
        if (unpacked != size) {
            throw new DataFormatException("expected " + size + " bytes, found " + unpacked);
        }
        return new ByteSource(bytes, 0, size);
    }

    @Override
    public void close() {
        codec.close();
    }
}

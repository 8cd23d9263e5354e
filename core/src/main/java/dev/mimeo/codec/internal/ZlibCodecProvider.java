package dev.mimeo.codec.internal;

import dev.mimeo.codec.AbstractCodecProvider;
import dev.mimeo.codec.Codec;
import java.util.Objects;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** Provides {@code zlib:1} to {@code zlib:9}: zlib streams (RFC 1950) by the JDK. */
public final class ZlibCodecProvider extends AbstractCodecProvider {

    /** Used by {@link java.util.ServiceLoader}. */
    public ZlibCodecProvider() {
        super("zlib", 1, 9, 6, ZlibCodec::new);
    }

    private static final class ZlibCodec implements Codec {
        private final int level;
        private final Deflater deflater;
        private final Inflater inflater = new Inflater();

        /** Receives a byte that the destination has no room for, which tells a stream that is too long. */
        private final byte[] spare = new byte[1];

        ZlibCodec(int level) {
            this.level = level;
            this.deflater = new Deflater(level);
        }

        @Override
        public String name() {
            return "zlib:" + level;
        }

        @Override
        public int maxCompressedLength(int length) {
            // The bound of zlib's deflateBound() for the default memory level, rounded up.
            return Codec.checkedBound(length, (length >>> 12) + (length >>> 14) + (length >>> 25) + 32);
        }

        @Override
        public int compress(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset, int dstLength) {
            Objects.checkFromIndexSize(srcOffset, srcLength, src.length);
            Objects.checkFromIndexSize(dstOffset, dstLength, dst.length);
            deflater.reset();
            deflater.setInput(src, srcOffset, srcLength);
            deflater.finish();
            int done = 0;
            while (!deflater.finished()) {
                int count = deflater.deflate(dst, dstOffset + done, dstLength - done);
                if (count == 0) {
                    return -1;
                }
                done += count;
            }
            return done;
        }

        @Override
        public int decompress(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset, int dstLength)
                throws DataFormatException {
            Objects.checkFromIndexSize(srcOffset, srcLength, src.length);
            Objects.checkFromIndexSize(dstOffset, dstLength, dst.length);
            inflater.reset();
            inflater.setInput(src, srcOffset, srcLength);
            int done = 0;
            while (!inflater.finished()) {
                // With the destination full, the stream may still have its trailer to read, but no more bytes to give.
                boolean full = done == dstLength;
                int count = full ? inflater.inflate(spare) : inflater.inflate(dst, dstOffset + done, dstLength - done);
                if (full && count > 0) {
                    throw new Codec.DestinationTooSmallException("zlib", dstLength);
                }
                if (count == 0 && !inflater.finished()) {
                    throw new DataFormatException("zlib block ends early, after " + done + " bytes of " + dstLength);
                }
                done += count;
            }
            if (inflater.getRemaining() > 0) {
                throw new DataFormatException("zlib block is followed by " + inflater.getRemaining() + " other bytes");
            }
            return done;
        }

        @Override
        public void close() {
            deflater.end();
            inflater.end();
        }
    }
}

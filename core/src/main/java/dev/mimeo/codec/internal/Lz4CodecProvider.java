package dev.mimeo.codec.internal;

import dev.mimeo.codec.AbstractCodecProvider;
import dev.mimeo.codec.Codec;
import java.util.Objects;
import java.util.zip.DataFormatException;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;

/**
 * Provides {@code lz4}: raw LZ4 blocks, no frame and no size prefix, by lz4-java (native where the platform has it, pure
 * Java otherwise). What either makes can be read by both, but has not always the same bytes.
 */
public final class Lz4CodecProvider extends AbstractCodecProvider {

    /** Used by {@link java.util.ServiceLoader}. */
    public Lz4CodecProvider() {
        super("lz4", () -> new Lz4Codec("lz4", LZ4Factory.fastestInstance().fastCompressor()));
    }

    /** A raw LZ4 block codec around one compressor; the decoder is the same for all of them. */
    static final class Lz4Codec implements Codec {
        private final String name;
        private final LZ4Compressor compressor;
        private final LZ4SafeDecompressor decompressor =
                LZ4Factory.fastestInstance().safeDecompressor();

        Lz4Codec(String name, LZ4Compressor compressor) {
            this.name = name;
            this.compressor = compressor;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public int maxCompressedLength(int length) {
            return compressor.maxCompressedLength(length);
        }

        @Override
        public int compress(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset, int dstLength) {
            Objects.checkFromIndexSize(srcOffset, srcLength, src.length);
            Objects.checkFromIndexSize(dstOffset, dstLength, dst.length);
            try {
                return compressor.compress(src, srcOffset, srcLength, dst, dstOffset, dstLength);
            } catch (LZ4Exception e) {
                return -1; // the only failure of a compressor: the result does not fit
            }
        }

        @Override
        public int decompress(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset, int dstLength)
                throws DataFormatException {
            Objects.checkFromIndexSize(srcOffset, srcLength, src.length);
            Objects.checkFromIndexSize(dstOffset, dstLength, dst.length);
            try {
                return decompressor.decompress(src, srcOffset, srcLength, dst, dstOffset, dstLength);
            } catch (LZ4Exception e) {
                // Its message counts from the start of the array, not of the block.
                throw new DataFormatException("malformed lz4 block");
            }
        }

        @Override
        public void close() {}
    }
}

package dev.mimeo.benchmarks;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import com.aayushatharva.brotli4j.decoder.Decoder;
import com.aayushatharva.brotli4j.decoder.DecoderJNI;
import com.aayushatharva.brotli4j.decoder.DirectDecompress;
import com.aayushatharva.brotli4j.encoder.BrotliOutputStream;
import com.aayushatharva.brotli4j.encoder.Encoder;
import dev.mimeo.codec.AbstractCodecProvider;
import dev.mimeo.codec.Codec;
import dev.mimeo.codec.StreamCodec;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Provides {@code brotli:0} to {@code brotli:11} (RFC 7932) by brotli4j, to compare what it makes of data. */
public final class BrotliCodecProvider extends AbstractCodecProvider {

    /** Used by {@link java.util.ServiceLoader}. */
    public BrotliCodecProvider() {
        super("brotli", 0, 11, 5, BrotliCodecProvider::load);
    }

    private static Codec load(int level) {
        Brotli4jLoader.ensureAvailability();
        return new BrotliCodec(level);
    }

    private static final class BrotliCodec extends StreamCodec {
        private static final int BUFFER = 1 << 16;

        private final Encoder.Parameters parameters;

        BrotliCodec(int level) {
            super("brotli:" + level);
            parameters = new Encoder.Parameters().setQuality(level);
        }

        @Override
        public int maxCompressedLength(int length) {
            // Incompressible data is stored in pieces of at least 16 KiB with some bytes each.
            return Codec.checkedBound(length, length / 1024 + 64);
        }

        @Override
        protected OutputStream compressor(OutputStream out, int length) throws IOException {
            return new BrotliOutputStream(out, parameters, BUFFER);
        }

        @Override
        protected InputStream decompressor(InputStream in, int length) throws IOException {
            // The library's stream takes output that is still to come for the end of the input, from some MiB on.
            DirectDecompress whole = Decoder.decompress(in.readAllBytes());
            byte[] data = whole.getDecompressedData();
            if (whole.getResultStatus() != DecoderJNI.Status.DONE || data == null) {
                throw new IOException("no whole brotli stream");
            }
            return new ByteArrayInputStream(data);
        }
    }
}

package dev.mimeo.scan.internal;

import dev.mimeo.characterization.ChunkCharacterization;
import dev.mimeo.codec.Codec;
import dev.mimeo.codec.Codecs;
import dev.mimeo.internal.time.CpuClock;
import dev.mimeo.scan.ChunkScanner;
import dev.mimeo.scan.ChunkScannerProvider;
import dev.mimeo.scan.ScannerSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.DataFormatException;

/**
 * Provides {@code compression}: what codecs make of each chunk on its own.
 *
 * <p>Options: {@code codecs}, names joined by {@code +} (default {@code lz4+zlib:6}); {@code times}, {@code true} to measure
 * times too (default {@code false}); {@code repeats}, how often each is measured, of which the shortest counts (default 3).
 */
public final class CompressionScannerProvider implements ChunkScannerProvider {

    /** Used by {@link java.util.ServiceLoader}. */
    public CompressionScannerProvider() {}

    @Override
    public String name() {
        return "compression";
    }

    @Override
    public String description() {
        return "size under codecs, e.g. codecs=lz4+zlib:6, and with times=true compression and decompression time";
    }

    @Override
    public ChunkScanner create(Map<String, String> options) {
        ScannerSpec.checkOptions(name(), options, Set.of("codecs", "times", "repeats"));
        List<String> codecs =
                Codecs.parseList(options.getOrDefault("codecs", "lz4+zlib:6").replace('+', ','));
        boolean times = parseBoolean(options.getOrDefault("times", "false"));
        int repeats = parseRepeats(options.getOrDefault("repeats", "3"));
        return new CompressionScanner(codecs, times ? repeats : 0);
    }

    private static boolean parseBoolean(String text) {
        if (!text.equals("true") && !text.equals("false")) {
            throw new IllegalArgumentException(
                    "option times of scanner compression is true or false, got '" + text + "'");
        }
        return text.equals("true");
    }

    private static int parseRepeats(String text) {
        int repeats;
        try {
            repeats = Integer.parseInt(text);
        } catch (NumberFormatException e) {
            repeats = 0;
        }
        if (repeats < 1 || repeats > 1000) {
            throw new IllegalArgumentException(
                    "option repeats of scanner compression is 1 to 1000, got '" + text + "'");
        }
        return repeats;
    }

    private static final class CompressionScanner implements ChunkScanner {
        private final CpuClock clock = CpuClock.ofThread();
        private final List<Codec> codecs = new ArrayList<>();
        private final int repeats;
        private byte[] compressed = {};
        private byte[] restored = {};

        CompressionScanner(List<String> names, int repeats) {
            for (String name : names) {
                codecs.add(Codecs.open(name));
            }
            this.repeats = repeats;
        }

        @Override
        public void scan(byte[] data, int offset, int length, ChunkCharacterization.Builder out) {
            for (Codec codec : codecs) {
                int bound = codec.maxCompressedLength(length);
                if (compressed.length < bound) {
                    compressed = new byte[bound];
                }
                out.cost(repeats == 0 ? size(codec, data, offset, length) : time(codec, data, offset, length));
            }
        }

        private ChunkCharacterization.CodecCost size(Codec codec, byte[] data, int offset, int length) {
            int size = codec.compress(data, offset, length, compressed, 0, compressed.length);
            return new ChunkCharacterization.CodecCost(codec.name(), size, 0, 0);
        }

        private ChunkCharacterization.CodecCost time(Codec codec, byte[] data, int offset, int length) {
            if (restored.length < length) {
                restored = new byte[length];
            }
            long compressNanos = Long.MAX_VALUE;
            long decompressNanos = Long.MAX_VALUE;
            int size = 0;
            try {
                for (int i = 0; i < repeats; i++) {
                    long start = clock.nanos();
                    size = codec.compress(data, offset, length, compressed, 0, compressed.length);
                    long middle = clock.nanos();
                    codec.decompress(compressed, 0, size, restored, 0, length);
                    long end = clock.nanos();
                    compressNanos = Math.min(compressNanos, middle - start);
                    decompressNanos = Math.min(decompressNanos, end - middle);
                }
            } catch (DataFormatException e) {
                throw new IllegalStateException("codec " + codec.name() + " cannot read what it wrote", e);
            }
            return new ChunkCharacterization.CodecCost(codec.name(), size, compressNanos, decompressNanos);
        }

        @Override
        public void close() {
            codecs.forEach(Codec::close);
        }
    }
}

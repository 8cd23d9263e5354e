package dev.mimeo.scan.internal;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import dev.mimeo.characterization.RepetitionHistogram;
import dev.mimeo.scan.ChunkScanner;
import dev.mimeo.scan.ChunkScannerProvider;
import dev.mimeo.scan.ScannerSpec;
import dev.mimeo.scan.internal.deflate.DeflateParser;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;

/**
 * Provides {@code repetition}: the lengths of the repetitions that default Deflate finds, and its compressed size.
 *
 * <p>Options: {@code noise}, the inverse of the mean absolute value of Laplace noise on how many repetitions of each length
 * there are (default: none); {@code seed}, which decides it; {@code every}, a number N: only about one of N different chunks is
 * parsed, chosen by a hash of its content, and those of one byte value (default: 1, all). Parsing takes most of the time of a scan.
 */
public final class RepetitionScannerProvider implements ChunkScannerProvider {

    /** Used by {@link java.util.ServiceLoader}. */
    public RepetitionScannerProvider() {}

    @Override
    public String name() {
        return "repetition";
    }

    @Override
    public String description() {
        return "repetition lengths of a default Deflate parse, and the zlib ratio";
    }

    @Override
    public ChunkScanner create(Map<String, String> options) {
        ScannerSpec.checkOptions(name(), options, Set.of("every", "noise", "seed"));
        CountNoise noise = CountNoise.of(name(), options);
        int every = every(options);
        Hasher64 hasher = Hashing.xxh3_64();
        DeflateParser parser = new DeflateParser();
        return (data, offset, length, out) -> {
            // Not by its place, as a chunk is scanned for all that are equal to it.
            if (every > 1
                    && !Arrays.equals(data, offset, offset + length - 1, data, offset + 1, offset + length)
                    && Long.remainderUnsigned(hasher.hashBytesToLong(data, offset, length), every) != 0) {
                return;
            }
            parser.parse(data, offset, length);
            RepetitionHistogram exact = parser.histogram();
            out.repetitions(noise == null ? exact : noise.blur(exact)).deflateBytes(parser.deflateBytes());
        };
    }

    private int every(Map<String, String> options) {
        String text = options.getOrDefault("every", "1");
        if (!text.matches("[1-9][0-9]{0,5}")) {
            throw new IllegalArgumentException(
                    "option 'every' of scanner 'repetition' is 1 to 999999, got '" + text + "'");
        }
        return Integer.parseInt(text);
    }
}

package dev.mimeo.scan;

import dev.mimeo.characterization.RepetitionHistogram;
import java.util.Map;
import java.util.Set;

/**
 * Provides {@code repetition}: the lengths of the repetitions that default Deflate finds, and its compressed size.
 *
 * <p>Options: {@code noise}, the inverse of the mean absolute value of Laplace noise on how many repetitions of each length
 * there are (default: none); {@code seed}, which decides it.
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
        ScannerSpec.checkOptions(name(), options, Set.of("noise", "seed"));
        CountNoise noise = CountNoise.of(name(), options);
        DeflateParser parser = new DeflateParser();
        return (data, offset, length, out) -> {
            parser.parse(data, offset, length);
            RepetitionHistogram exact = parser.histogram();
            out.repetitions(noise == null ? exact : noise.blur(exact)).deflateBytes(parser.deflateBytes());
        };
    }
}

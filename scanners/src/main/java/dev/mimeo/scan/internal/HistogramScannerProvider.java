package dev.mimeo.scan.internal;

import dev.mimeo.characterization.ByteHistogram;
import dev.mimeo.scan.ChunkScanner;
import dev.mimeo.scan.ChunkScannerProvider;
import dev.mimeo.scan.ScannerSpec;
import java.util.Map;
import java.util.Set;

/**
 * Provides {@code histogram}: how often each byte value occurs, and with it the entropy.
 *
 * <p>Options: {@code noise}, the inverse of the mean absolute value of Laplace noise on each count (default: none);
 * {@code seed}, which decides it.
 */
public final class HistogramScannerProvider implements ChunkScannerProvider {

    /** Used by {@link java.util.ServiceLoader}. */
    public HistogramScannerProvider() {}

    @Override
    public String name() {
        return "histogram";
    }

    @Override
    public String description() {
        return "byte histogram and entropy";
    }

    @Override
    public ChunkScanner create(Map<String, String> options) {
        ScannerSpec.checkOptions(name(), options, Set.of("noise", "seed"));
        CountNoise noise = CountNoise.of(name(), options);
        return (data, offset, length, out) -> {
            ByteHistogram exact = ByteHistogram.ofBytes(data, offset, length);
            out.bytes(noise == null ? exact : noise.blur(exact));
        };
    }
}

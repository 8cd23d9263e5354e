package dev.mimeo.scan;

import dev.mimeo.characterization.ByteHistogram;
import java.util.Map;
import java.util.Set;

/** Provides {@code histogram}: how often each byte value occurs, and with it the entropy. */
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
        ScannerSpec.checkOptions(name(), options, Set.of());
        return (data, offset, length, out) -> out.bytes(ByteHistogram.ofBytes(data, offset, length));
    }
}

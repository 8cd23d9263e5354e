package dev.mimeo.scan;

import java.util.Map;
import java.util.Set;

/** Provides {@code repetition}: the lengths of the repetitions that default Deflate finds, and its compressed size. */
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
        ScannerSpec.checkOptions(name(), options, Set.of());
        DeflateParser parser = new DeflateParser();
        return (data, offset, length, out) -> {
            parser.parse(data, offset, length);
            out.repetitions(parser.histogram()).deflateBytes(parser.deflateBytes());
        };
    }
}

package dev.mimeo.dataseries;

import dev.mimeo.codec.Codec;
import dev.mimeo.codec.Codecs;
import java.util.EnumMap;
import java.util.Map;

/** The codecs of one thread for reading, opened when first needed. */
final class CodecSet implements AutoCloseable {

    private final Map<CompressionMode, Codec> codecs = new EnumMap<>(CompressionMode.class);

    Codec get(CompressionMode mode) {
        return codecs.computeIfAbsent(mode, wanted -> Codecs.open(wanted.algorithm()));
    }

    @Override
    public void close() {
        codecs.values().forEach(Codec::close);
        codecs.clear();
    }
}

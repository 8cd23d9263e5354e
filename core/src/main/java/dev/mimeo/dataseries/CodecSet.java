package dev.mimeo.dataseries;

import dev.mimeo.codec.Codec;
import dev.mimeo.codec.Codecs;
import java.util.EnumMap;
import java.util.Map;

/** The codecs with which one thread decompresses extents. Each is opened when it is first needed. Not thread-safe. */
final class CodecSet implements AutoCloseable {

    private final Map<CompressionMode, Codec> codecs = new EnumMap<>(CompressionMode.class);

    /** Returns the codec of a mode other than {@link CompressionMode#NONE}; this set closes it. */
    Codec get(CompressionMode mode) {
        return codecs.computeIfAbsent(mode, wanted -> Codecs.open(wanted.algorithm()));
    }

    @Override
    public void close() {
        codecs.values().forEach(Codec::close);
        codecs.clear();
    }
}

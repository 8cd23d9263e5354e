package dev.mimeo.benchmarks;

import dev.mimeo.codec.CodecContract;
import java.util.stream.Stream;

final class BrotliCodecTest extends CodecContract {

    @Override
    protected Stream<String> codecs() {
        return Stream.of("brotli:1", "brotli:5");
    }
}

package dev.mimeo.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.codec.Codec;
import dev.mimeo.codec.Codecs;
import dev.mimeo.testing.CodecContract;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class BrotliCodecTest extends CodecContract {

    @Override
    protected Stream<String> codecs() {
        return Stream.of("brotli:1", "brotli:5");
    }

    @Test
    void readsBackManyMegabytesThatPackWell() throws Exception {
        byte[] data = new byte[8 << 20];
        for (int i = 0; i < data.length; i++) {
            data[i] = (byte) ((i * (i >>> 12)) >>> 6);
        }
        try (Codec codec = Codecs.open("brotli:5")) {
            byte[] packed = new byte[codec.maxCompressedLength(data.length)];
            int size = codec.compress(data, 0, data.length, packed, 0, packed.length);
            byte[] back = new byte[data.length];

            int length = codec.decompress(packed, 0, size, back, 0, back.length);

            assertThat(length).isEqualTo(data.length);
            assertThat(back).isEqualTo(data);
        }
    }
}

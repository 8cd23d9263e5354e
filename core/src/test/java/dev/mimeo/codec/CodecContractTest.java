package dev.mimeo.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.testing.CodecContract;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The codecs of this module keep the contract. */
@Tag("thorough")
final class CodecContractTest extends CodecContract {

    @Override
    protected Stream<String> codecs() {
        return Stream.concat(
                Stream.of(
                        "bzip2:1", "bzip2:9", "lz4", "lz4hc:9", "lzf", "snappy", "zlib:1", "zlib:6", "zlib:9", "zstd:1",
                        "zstd:3", "zstd:19"),
                IntStream.rangeClosed(1, 9).mapToObj(level -> "lzo:" + level));
    }

    @Test
    void allAlgorithmsAreFound() {
        assertThat(Codecs.algorithms())
                .containsExactly("bzip2", "lz4", "lz4hc", "lzf", "lzo", "snappy", "zlib", "zstd");
        assertThat(Codecs.canonicalName("lzo")).isEqualTo("lzo:9");
        assertThat(Codecs.canonicalName("snappy")).isEqualTo("snappy");
        assertThatThrownBy(() -> Codecs.open("bzip2:10")).hasMessageContaining("levels 1 to 9");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 9})
    void bzip2LevelChangesNothingWhereOneBlockIsEnough(int level) throws IOException {
        byte[] data = data(1, 70_000);
        try (Codec codec = Codecs.open("bzip2:" + level)) {
            byte[] compressed = new byte[codec.maxCompressedLength(data.length)];
            int size = codec.compress(data, 0, data.length, compressed, 0, compressed.length);
            compressed[3] = '9';
            try (var in = new BZip2CompressorInputStream(new ByteArrayInputStream(compressed, 0, size))) {
                assertThat(in.readAllBytes()).isEqualTo(data);
            }
        }
    }
}

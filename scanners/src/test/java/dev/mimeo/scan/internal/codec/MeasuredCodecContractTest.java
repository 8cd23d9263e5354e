package dev.mimeo.scan.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.codec.Codecs;
import dev.mimeo.testing.CodecContract;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The codecs of this module keep the contract; those of core are there too. */
@Tag("thorough")
final class MeasuredCodecContractTest extends CodecContract {

    @Override
    protected Stream<String> codecs() {
        return Stream.of("xz:0", "xz:6", "xz:9");
    }

    @Test
    void allAlgorithmsAreFound() {
        assertThat(Codecs.algorithms())
                .containsExactly("bzip2", "lz4", "lz4hc", "lzf", "lzo", "snappy", "xz", "zlib", "zstd");
        assertThat(Codecs.canonicalName("zstd")).isEqualTo("zstd:3");
        assertThatThrownBy(() -> Codecs.open("zstd:20")).hasMessageContaining("levels 1 to 19");
    }
}

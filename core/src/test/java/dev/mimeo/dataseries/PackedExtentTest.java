package dev.mimeo.dataseries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PackedExtentTest {

    @ParameterizedTest
    @ValueSource(strings = {"none", "zlib", "lz4"})
    void whatIsStoredUnpacksToWhatIsRead(String codec) throws IOException {
        for (ByteOrder order : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
            byte[] file = SampleFiles.file(order, 1, codec);
            try (DataSeriesReader reader = DataSeriesReader.read(file, "sample")) {
                for (DataSeriesReader.IndexEntry entry : reader.index()) {
                    byte[] packed = reader.readPacked(entry.offset());
                    assertThat(packed)
                            .isEqualTo(Arrays.copyOfRange(
                                    file, (int) entry.offset(), (int) entry.offset() + packed.length));
                    assertThat(reader.header(entry.offset()).sizeBytes()).isEqualTo(packed.length);
                    ExtentContents.assertSame(reader.unpack(entry.offset(), packed), reader.read(entry.offset()));
                }
            }
        }
    }

    @Test
    void damageIsFound() throws IOException {
        byte[] file = SampleFiles.file(ByteOrder.LITTLE_ENDIAN, 1, "lz4");
        try (DataSeriesReader reader = DataSeriesReader.read(file, "sample")) {
            long offset = reader.index().get(1).offset();
            byte[] packed = reader.readPacked(offset);
            for (int length = 0; length < packed.length; length += 7) {
                byte[] part = Arrays.copyOf(packed, length);
                assertThatThrownBy(() -> reader.unpack(offset, part)).isInstanceOf(DataSeriesException.class);
            }
            for (int bit = 0; bit < 8 * packed.length; bit++) {
                byte[] flipped = packed.clone();
                flipped[bit / 8] ^= (byte) (1 << bit % 8);
                assertThatThrownBy(() -> reader.unpack(offset, flipped))
                        .as("bit %d", bit)
                        .isInstanceOf(DataSeriesException.class);
            }
            file[(int) offset + packed.length - 5] ^= 1;
            assertThatThrownBy(() -> reader.readPacked(offset))
                    .isInstanceOf(DataSeriesException.class)
                    .hasMessageContaining("Adler-32");
            assertThatThrownBy(() -> reader.readPacked(offset + 4)).isInstanceOf(DataSeriesException.class);
        }
    }

    @Test
    void allAreClosedWhicheverFail() {
        List<String> closed = new ArrayList<>();
        List<Closeable> all = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            String name = "c" + i;
            all.add(() -> {
                closed.add(name);
                if (name.endsWith("77")) {
                    throw new IOException(name);
                }
            });
        }
        assertThatThrownBy(() -> ExtentSource.closeAll(all))
                .isInstanceOf(IOException.class)
                .hasMessage("c77")
                .satisfies(e -> assertThat(e.getSuppressed()).hasSize(199));
        assertThat(closed).hasSize(20_000);
    }
}

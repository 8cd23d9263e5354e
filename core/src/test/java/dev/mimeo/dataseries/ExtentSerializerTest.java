package dev.mimeo.dataseries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.internal.bytes.LittleEndian;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ExtentSerializerTest {

    private static TypeLibrary types() throws DataSeriesException {
        TypeLibrary types = new TypeLibrary();
        types.add(SampleFiles.type());
        types.add(SampleFiles.compactType());
        types.add(SampleFiles.emptyType());
        return types;
    }

    private static WriterOptions options(ByteOrder order, String codec) {
        return new WriterOptions(List.of(codec), order, 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "zlib", "lz4", "lzf", "bzip2"})
    void packsWhatAFileHasAndUnpacksWhatWasPacked(String codec) throws IOException {
        for (ByteOrder order : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
            byte[] file = SampleFiles.file(order, 1, codec);
            try (DataSeriesReader reader = DataSeriesReader.read(file, "file");
                    ExtentSerializer serializer = new ExtentSerializer(types(), options(order, codec))) {
                int number = 1;
                for (Extent extent : SampleFiles.extents()) {
                    byte[] packed = serializer.pack(extent);
                    long offset = reader.index().get(number).offset();
                    assertThat(packed).isEqualTo(reader.readPacked(offset));
                    Extent unpacked = serializer.unpack(packed, "message 7");
                    ExtentContents.assertSame(unpacked, extent);
                    assertThat(unpacked.source()).isEqualTo("message 7");
                    assertThat(unpacked.fileOffset()).isEqualTo(-1);
                    ExtentHeader header = serializer.header(packed);
                    assertThat(header.typeName()).isEqualTo(extent.type().name());
                    assertThat(header.rows()).isEqualTo(extent.rows());
                    assertThat((long) header.rows() * extent.type().recordSize() + header.variableSize())
                            .isEqualTo(unpacked.sizeBytes());
                    assertThat(header.checksum())
                            .isEqualTo(reader.header(offset).checksum());
                    number++;
                }
            }
        }
    }

    @Test
    void whatIsDamagedOrUnknownIsRefused() throws IOException {
        WriterOptions options = options(ByteOrder.LITTLE_ENDIAN, "lz4");
        try (ExtentSerializer serializer = new ExtentSerializer(types(), options);
                ExtentSerializer ignorant = new ExtentSerializer(new TypeLibrary(), options)) {
            byte[] packed = serializer.pack(SampleFiles.extents().get(0));
            for (int length = 0; length < packed.length; length++) {
                byte[] part = Arrays.copyOf(packed, length);
                assertThatThrownBy(() -> serializer.unpack(part, "part")).isInstanceOf(DataSeriesException.class);
            }
            byte[] more = Arrays.copyOf(packed, packed.length + 4);
            assertThatThrownBy(() -> serializer.unpack(more, "more")).isInstanceOf(DataSeriesException.class);
            for (int bit = 0; bit < 8 * packed.length; bit++) {
                byte[] flipped = packed.clone();
                flipped[bit / 8] ^= (byte) (1 << bit % 8);
                assertThatThrownBy(() -> serializer.unpack(flipped, "flipped"))
                        .as("bit %d", bit)
                        .isInstanceOf(DataSeriesException.class)
                        .hasMessageStartingWith("flipped: ");
            }
            assertThatThrownBy(() -> ignorant.unpack(packed, "packed"))
                    .isInstanceOf(DataSeriesException.class)
                    .hasMessageContaining("Sample::All");
            assertThatThrownBy(() -> serializer.header(new byte[27])).isInstanceOf(DataSeriesException.class);
        }
    }

    /** Nothing in the records refers to the damaged string, so that only its hash tells; that was not looked at. */
    @Test
    void aDamagedExtentThatWasReadWithoutChecksumsIsRefusedWhenItIsWritten() throws IOException {
        ExtentType type = ExtentType.parse(
                "<ExtentType name=\"Test::Text\"><field type=\"variable32\" name=\"text\" /></ExtentType>");
        ExtentBuilder builder = new ExtentBuilder(type);
        builder.addRow();
        builder.setString(0, "twelve bytes");
        byte[] file = SampleFiles.file(List.of(builder.build()), "none");
        long offset;
        int records;
        int strings;
        try (DataSeriesReader reader = DataSeriesReader.read(file, "file")) {
            offset = reader.index().get(1).offset();
            records = (int) offset + reader.header(offset).fixedStart();
            strings = (int) offset + reader.header(offset).variableStart();
        }
        LittleEndian.putInt(file, records, 0);
        LittleEndian.putInt(file, strings, 1 << 20);
        try (DataSeriesReader reader = DataSeriesReader.read(file, "damaged.ds", Checksums.NONE);
                ExtentSerializer serializer = new ExtentSerializer(new TypeLibrary(), WriterOptions.DEFAULT)) {
            Extent extent = reader.read(offset);
            assertThat(extent.variables(0).utf8(0)).isEmpty();
            assertThatThrownBy(() -> serializer.pack(extent))
                    .isInstanceOf(DataSeriesException.class)
                    .hasMessageStartingWith("damaged.ds: damaged extent")
                    .hasMessageContaining("at byte " + offset)
                    .hasMessageContaining("string of 1048576 bytes");
            for (int threads : new int[] {1, 2}) {
                assertThatThrownBy(() -> write(extent, threads))
                        .isInstanceOf(DataSeriesException.class)
                        .hasMessageStartingWith("damaged.ds: damaged extent");
            }
        }
    }

    private static void write(Extent extent, int threads) throws IOException {
        DataSeriesWriter writer = DataSeriesWriter.create(
                Channels.newChannel(new ByteArrayOutputStream()),
                List.of(extent.type()),
                WriterOptions.DEFAULT.withThreads(threads));
        try {
            writer.write(extent);
            writer.write(extent);
            writer.flush();
        } finally {
            writer.abort();
        }
    }
}

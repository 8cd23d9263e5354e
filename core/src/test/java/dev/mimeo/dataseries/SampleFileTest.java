package dev.mimeo.dataseries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.testing.TraceFixture;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files in the repository, written by this library once and held to ever since; and the behaviour of reader and writer. */
final class SampleFileTest {

    @ParameterizedTest
    @CsvSource({"little-none.ds, LITTLE_ENDIAN, none", "big-none.ds, BIG_ENDIAN, none"})
    void writesTheSameBytesAsEver(String name, String order, String codec) throws IOException {
        assertThat(SampleFiles.file(order(order), 2, codec)).isEqualTo(resource(name));
    }

    @ParameterizedTest
    @ValueSource(strings = {"little-none.ds", "big-none.ds", "little-zlib.ds", "big-lz4.ds", "little-lz4hc.ds"})
    void readsTheFilesOfTheRepository(String name) throws IOException {
        assertRows(resource(name));
    }

    @ParameterizedTest
    @CsvSource({
        "LITTLE_ENDIAN, zlib:9",
        "BIG_ENDIAN, zlib:1",
        "LITTLE_ENDIAN, lz4",
        "BIG_ENDIAN, lz4hc",
        "LITTLE_ENDIAN, none"
    })
    void readsWhatItWrites(String order, String codec) throws IOException {
        assertRows(SampleFiles.file(order(order), 1, codec));
    }

    private static ByteOrder order(String name) {
        return name.equals("BIG_ENDIAN") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    }

    static byte[] resource(String name) throws IOException {
        try (InputStream in =
                Objects.requireNonNull(SampleFileTest.class.getResourceAsStream(name), "no resource " + name)) {
            return in.readAllBytes();
        }
    }

    private static void assertRows(byte[] file) throws IOException {
        List<Extent> expected = SampleFiles.extents();
        try (DataSeriesReader reader = DataSeriesReader.read(file, "sample");
                ExtentSource extents = reader.extents("", 2)) {
            assertThat(reader.types())
                    .containsExactly(SampleFiles.type(), SampleFiles.compactType(), SampleFiles.emptyType());
            assertThat(Objects.requireNonNull(extents.next()).type().name()).isEqualTo("DataSeries: XmlType");
            for (Extent extent : expected) {
                ExtentContents.assertSame(extents.next(), extent);
            }
            assertThat(Objects.requireNonNull(extents.next()).type().name()).isEqualTo("DataSeries: ExtentIndex");
            assertThat(extents.next()).isNull();
        }
    }

    @Test
    void threadsDoNotChangeTheFile() throws IOException {
        byte[] one = SampleFiles.file(ByteOrder.LITTLE_ENDIAN, 1, "zlib:6", "lz4");
        assertThat(SampleFiles.file(ByteOrder.LITTLE_ENDIAN, 4, "zlib:6", "lz4"))
                .isEqualTo(one);
    }

    @Test
    void findsTypesByPattern() throws IOException {
        try (DataSeriesReader reader = DataSeriesReader.read(SampleFiles.file(ByteOrder.LITTLE_ENDIAN, 1), "sample")) {
            assertThat(reader.type("Sample::All")).isEqualTo(SampleFiles.type());
            assertThat(reader.type("Sample::C")).isEqualTo(SampleFiles.compactType());
            assertThat(reader.type("mpty")).isEqualTo(SampleFiles.emptyType());
            assertThatThrownBy(() -> reader.type("Sample"))
                    .isInstanceOf(DataSeriesException.class)
                    .hasMessageContaining("more than one type matches 'Sample'")
                    .hasMessageContaining("Sample::All, Sample::Compact, Sample::Empty");
            assertThatThrownBy(() -> reader.type("none"))
                    .isInstanceOf(DataSeriesException.class)
                    .hasMessageContaining("no type matches 'none'");
            assertThatThrownBy(() -> reader.type("*")).isInstanceOf(DataSeriesException.class);
        }
    }

    @Test
    void streamsTheExtentsOfOneType() throws IOException {
        try (DataSeriesReader reader = DataSeriesReader.read(SampleFiles.file(ByteOrder.LITTLE_ENDIAN, 1), "sample");
                ExtentSource extents = reader.extents("All", 3)) {
            for (int rows : new int[] {20, 0, 3}) {
                assertThat(Objects.requireNonNull(extents.next()).rows()).isEqualTo(rows);
            }
            assertThat(extents.next()).isNull();
        }
    }

    @Test
    void readsFilesByPath(@TempDir Path folder) throws IOException {
        Path path = Files.write(folder.resolve("sample.ds"), SampleFiles.file(ByteOrder.BIG_ENDIAN, 1, "zlib"));
        try (DataSeriesReader reader = DataSeriesReader.open(path)) {
            assertThat(reader.name()).isEqualTo(path.toString());
            DataSeriesReader.IndexEntry entry = reader.index().get(1);
            Extent extent = reader.read(entry.offset());
            assertThat(extent.fileOffset()).isEqualTo(entry.offset());
            ExtentContents.assertSame(extent, SampleFiles.extents().get(0));
        }
    }

    @Test
    void columnsAreDecodedOnce() throws IOException {
        Extent extent = SampleFiles.extents().get(0);
        assertThat(extent.longs(2)).isSameAs(extent.longs(2));
        assertThatThrownBy(() -> extent.ints(2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("field 'time' is of type int64, not int32");
    }

    @ParameterizedTest
    @ValueSource(strings = {"int32", "int64", "double"})
    void longChainsOfRelativeColumnsAreDecoded(String type) throws IOException {
        int columns = 20_000;
        StringBuilder xml = new StringBuilder("<ExtentType name='chain'><field name='f0' type='" + type + "'/>");
        for (int i = 1; i < columns; i++) {
            xml.append("<field name='f" + i + "' type='" + type + "' pack_relative='f" + (i - 1) + "'/>");
        }
        ExtentBuilder builder = new ExtentBuilder(ExtentType.parse(xml + "</ExtentType>"));
        builder.addRow();
        for (int i = 0; i < columns; i++) {
            switch (type) {
                case "int32" -> builder.setInt(i, 3 * i);
                case "int64" -> builder.setLong(i, 3L * i);
                default -> builder.setDouble(i, 3.0 * i);
            }
        }
        Extent built = builder.build();
        byte[] file = TraceFixture.of(built.type()).extents(List.of(built)).bytes();
        try (DataSeriesReader reader = DataSeriesReader.read(file, "chain")) {
            Extent extent = reader.read(reader.index().get(1).offset());
            int last = columns - 1;
            double value = switch (type) {
                case "int32" -> extent.ints(last)[0];
                case "int64" -> extent.longs(last)[0];
                default -> extent.doubles(last)[0];
            };
            assertThat(value).isEqualTo(3.0 * last);
            ExtentContents.assertSame(extent, built);
        }
    }

    @Test
    void buildersAreReusableAndStrict() throws IOException {
        ExtentType type = SampleFiles.type();
        ExtentBuilder builder = new ExtentBuilder(type);
        assertThatThrownBy(() -> builder.setInt(4, 1)).isInstanceOf(IllegalStateException.class);
        builder.addRow();
        assertThatThrownBy(() -> builder.setInt(2, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("int64, not int32");
        assertThatThrownBy(() -> builder.setNull(2)).hasMessageContaining("not nullable");
        assertThatThrownBy(() -> builder.setBytes(10, new byte[4])).hasMessageContaining("takes 5 bytes, got 4");
        builder.setNull(1);
        builder.setString(8, "before");
        builder.clear();
        assertThat(builder.rows()).isZero();
        assertThat(builder.sizeBytes()).isEqualTo(4);
        builder.addRow();
        Extent extent = builder.build();
        assertThat(extent.isNull(1, 0)).isFalse();
        assertThat(extent.variables(8).utf8(0)).isEmpty();
    }

    @Test
    void writersRefuseForeignTypesAndClashingNames() throws IOException {
        ExtentType other = ExtentType.parse("<ExtentType name='Sample::Empty'/>");
        WritableByteChannel out = Channels.newChannel(new ByteArrayOutputStream());
        assertThatThrownBy(() ->
                        DataSeriesWriter.create(out, List.of(SampleFiles.emptyType(), other), WriterOptions.DEFAULT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("two different types are named 'Sample::Empty'");
        try (DataSeriesWriter writer = DataSeriesWriter.create(out, List.of(other), WriterOptions.DEFAULT)) {
            assertThatThrownBy(() -> writer.write(SampleFiles.extents().get(0)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("is not one of the file's types");
        }
        assertThatThrownBy(() -> WriterOptions.DEFAULT.withCodecs("zlib:99"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void abortedFilesAreRecognised() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        DataSeriesWriter writer = DataSeriesWriter.create(
                Channels.newChannel(out), List.of(SampleFiles.type()), WriterOptions.DEFAULT.withThreads(2));
        writer.write(SampleFiles.extents().get(0));
        writer.flush();
        writer.abort();
        writer.close();
        assertThatThrownBy(() -> DataSeriesReader.read(out.toByteArray(), "aborted"))
                .isInstanceOf(DataSeriesException.class)
                .hasMessageStartingWith("aborted: file is truncated, unfinished or damaged at byte ");
    }

    @Test
    void namedFilesAppearWhenTheyAreComplete(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("named.ds");
        List<ExtentType> types = List.of(SampleFiles.type());
        try (DataSeriesWriter writer = DataSeriesWriter.create(file, types, WriterOptions.DEFAULT)) {
            writer.write(SampleFiles.extents().get(0));
            writer.flush();
            assertThat(file).doesNotExist();
        }
        try (DataSeriesReader reader = DataSeriesReader.open(file)) {
            assertThat(reader.types()).isEqualTo(types);
        }
        byte[] bytes = Files.readAllBytes(file);
        assertThatThrownBy(() -> DataSeriesWriter.create(file, types, WriterOptions.DEFAULT))
                .isInstanceOf(FileAlreadyExistsException.class);
        ExtentType same = ExtentType.parse("<ExtentType name=\""
                + SampleFiles.type().name() + "\"><field type=\"bool\" name=\"other\" /></ExtentType>");
        assertThatThrownBy(() -> DataSeriesWriter.create(
                        folder.resolve("other.ds"), List.of(SampleFiles.type(), same), WriterOptions.DEFAULT))
                .isInstanceOf(IllegalArgumentException.class);
        DataSeriesWriter aborted = DataSeriesWriter.create(folder.resolve("aborted.ds"), types, WriterOptions.DEFAULT);
        aborted.write(SampleFiles.extents().get(0));
        aborted.abort();
        aborted.close();
        DataSeriesWriter late = DataSeriesWriter.create(folder.resolve("late.ds"), types, WriterOptions.DEFAULT);
        Files.writeString(folder.resolve("late.ds"), "of somebody else");
        assertThatThrownBy(late::close).isInstanceOf(FileAlreadyExistsException.class);
        assertThat(folder.resolve("late.ds")).hasContent("of somebody else");
        assertThat(file).hasBinaryContent(bytes);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(path -> String.valueOf(path.getFileName())))
                    .containsExactlyInAnyOrder("named.ds", "late.ds");
        }
    }

    @Test
    void filesWhoseWritingFailedAreNotFinished() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        WritableByteChannel full = new WritableByteChannel() {
            @Override
            public int write(ByteBuffer from) throws IOException {
                if (out.size() > 900) {
                    throw new IOException("no space left");
                }
                int count = Math.min(100, from.remaining());
                for (int i = 0; i < count; i++) {
                    out.write(from.get());
                }
                return count;
            }

            @Override
            public boolean isOpen() {
                return true;
            }

            @Override
            public void close() {
                // Nothing to close.
            }
        };
        DataSeriesWriter writer =
                DataSeriesWriter.create(full, List.of(SampleFiles.type()), WriterOptions.DEFAULT.withThreads(2));
        assertThatThrownBy(() -> {
                    while (true) {
                        writer.write(SampleFiles.extents().get(0));
                    }
                })
                .isInstanceOf(IOException.class)
                .hasMessage("no space left");
        int size = out.size();
        writer.close();
        assertThat(out.size()).isEqualTo(size);
    }
}

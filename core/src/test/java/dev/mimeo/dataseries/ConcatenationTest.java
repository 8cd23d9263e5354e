package dev.mimeo.dataseries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.testing.TraceFixture;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Concatenated files hold the extents of their parts as they are stored. */
final class ConcatenationTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private Path file(ByteOrder order, String codec) throws IOException {
        Path file = Files.createTempFile(folder, "in", ".ds");
        Files.write(file, SampleFiles.file(order, 1, codec));
        return file;
    }

    @Test
    void extentsAreCopiedAsTheyAreStored() throws IOException {
        List<Path> inputs = List.of(
                file(ByteOrder.LITTLE_ENDIAN, "lz4"),
                file(ByteOrder.LITTLE_ENDIAN, "zlib"),
                file(ByteOrder.LITTLE_ENDIAN, "none"));
        for (int threads : new int[] {1, 3}) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            Concatenation.Report report = Concatenation.run(
                    inputs, Channels.newChannel(out), WriterOptions.DEFAULT.withThreads(threads), bytes -> {});
            List<StoredExtents.Part> expected = new ArrayList<>();
            for (Path input : inputs) {
                List<StoredExtents.Part> parts = StoredExtents.parts(Files.readAllBytes(input));
                // Without the lists of types and of extents, which have strings and so two parts.
                expected.addAll(parts.subList(2, parts.size() - 2));
            }
            List<StoredExtents.Part> actual = StoredExtents.parts(out.toByteArray());
            assertThat(actual.subList(2, actual.size() - 2)).isEqualTo(expected);
            assertThat(report.repackedExtents()).isZero();
            assertThat(report.outputBytes()).isEqualTo(out.size());
            Path whole = folder.resolve("whole" + threads);
            Files.write(whole, out.toByteArray());
            Verification verification = Verification.of(whole, 2, bytes -> {});
            assertThat(verification.chained()).isTrue();
            assertThat(verification.extents()).isEqualTo(report.extents()).isEqualTo(15);
            assertThat(verification.rows()).isEqualTo(report.rows());
        }
    }

    @Test
    void filesOfTheOtherByteOrderArePackedAnew() throws IOException {
        List<Path> inputs = List.of(file(ByteOrder.BIG_ENDIAN, "lz4"), file(ByteOrder.LITTLE_ENDIAN, "lz4"));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Concatenation.Report report =
                Concatenation.run(inputs, Channels.newChannel(out), WriterOptions.DEFAULT, bytes -> {});
        assertThat(report.repackedExtents()).isEqualTo(5);
        List<String> expected = new ArrayList<>();
        for (Path input : inputs) {
            try (DataSeriesReader reader = DataSeriesReader.open(input)) {
                expected.addAll(texts(reader));
            }
        }
        try (DataSeriesReader reader = DataSeriesReader.read(out.toByteArray(), "whole")) {
            assertThat(reader.order()).isEqualTo(ByteOrder.BIG_ENDIAN);
            assertThat(texts(reader)).isEqualTo(expected);
        }
    }

    private static List<String> texts(DataSeriesReader reader) throws IOException {
        List<String> texts = new ArrayList<>();
        List<DataSeriesReader.IndexEntry> index = reader.index();
        for (DataSeriesReader.IndexEntry entry : index.subList(1, index.size() - 1)) {
            texts.addAll(ExtentContents.texts(reader.read(entry.offset())));
        }
        return texts;
    }

    /** Writes a file of one row of data, one of notes of a tool, and one of notes of another. */
    private Path noted(String dataField, String noteField) throws IOException {
        return TraceFixture.of(type("Data", dataField), type("Info::Tool", noteField), type("Info::Other", "x"))
                .extent("Data")
                .row(0)
                .extent("Info::Tool")
                .row(0)
                .extent("Info::Other")
                .row(0)
                .write(Files.createTempFile(folder, "in", ".ds"));
    }

    private static ExtentType type(String name, String field) throws DataSeriesException {
        return ExtentType.parse(
                "<ExtentType name=\"" + name + "\"><field name=\"" + field + "\" type=\"int32\" /></ExtentType>");
    }

    @Test
    void notesThatDifferAreLeftOut() throws IOException {
        List<Path> inputs = List.of(noted("a", "version1"), noted("a", "version2"), noted("a", "version1"));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Concatenation.Report report =
                Concatenation.run(inputs, Channels.newChannel(out), WriterOptions.DEFAULT, bytes -> {});
        assertThat(report.omittedTypes()).containsExactly("Info::Tool");
        assertThat(report.rows()).isEqualTo(6);
        try (DataSeriesReader reader = DataSeriesReader.read(out.toByteArray(), "whole")) {
            assertThat(reader.types()).extracting(ExtentType::name).containsExactlyInAnyOrder("Data", "Info::Other");
        }
    }

    @Test
    void dataThatDiffersIsRefused() throws IOException {
        List<Path> inputs = List.of(noted("a", "note"), noted("b", "note"));
        assertThatThrownBy(() -> Concatenation.run(
                        inputs, Channels.newChannel(new ByteArrayOutputStream()), WriterOptions.DEFAULT, bytes -> {}))
                .isInstanceOf(DataSeriesException.class)
                .hasMessageContaining(inputs.get(1).toString())
                .hasMessageContaining("type 'Data' is another type in " + inputs.get(0));
    }

    @Test
    void damagedExtentsAreNotCopied() throws IOException {
        Path input = file(ByteOrder.LITTLE_ENDIAN, "none");
        byte[] bytes = Files.readAllBytes(input);
        long second;
        try (DataSeriesReader reader = DataSeriesReader.open(input)) {
            second = reader.index().get(2).offset();
        }
        bytes[(int) second + 100] ^= 4;
        Files.write(input, bytes);
        assertThatThrownBy(() -> Concatenation.run(
                        List.of(file(ByteOrder.LITTLE_ENDIAN, "none"), input),
                        Channels.newChannel(new ByteArrayOutputStream()),
                        WriterOptions.DEFAULT,
                        read -> {}))
                .isInstanceOf(DataSeriesException.class)
                .hasMessageContaining(input.toString())
                .hasMessageContaining("Adler-32")
                .hasMessageContaining("at byte " + second);
    }
}

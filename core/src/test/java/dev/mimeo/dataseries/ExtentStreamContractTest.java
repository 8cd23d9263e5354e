package dev.mimeo.dataseries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.dataseries.module.Prefetch;
import dev.mimeo.dataseries.transform.Repacking;
import dev.mimeo.dataseries.transform.SortOrder;
import dev.mimeo.dataseries.transform.Sorting;
import dev.mimeo.testing.TraceFixture;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Callers that go on after a failure, after closing, or with arguments out of range, and what streams of files answer them. */
final class ExtentStreamContractTest {

    private static final String TYPE = """
            <ExtentType name="One" version="1.0"><field type="int64" name="x" /></ExtentType>
            """;

    @TempDir
    Path folder;

    private Path good = Path.of("");
    private Path damaged = Path.of("");

    @BeforeEach
    void writeFiles() throws IOException {
        TraceFixture fixture = TraceFixture.of(TYPE);
        for (long value = 0; value < 6; value++) {
            fixture.extent().row(value);
        }
        good = fixture.write(folder.resolve("good.ds"));
        byte[] content = Files.readAllBytes(good);
        try (DataSeriesReader reader = DataSeriesReader.open(good)) {
            long third = reader.index().stream()
                    .filter(entry -> entry.typeName().equals("One"))
                    .skip(2)
                    .findFirst()
                    .orElseThrow()
                    .offset();
            ExtentHeader header = reader.header(third);
            content[Math.toIntExact(third + header.sizeBytes()) - header.variableBytes() - header.fixedBytes()] ^= 1;
        }
        damaged = Files.write(folder.resolve("damaged.ds"), content);
    }

    @FunctionalInterface
    private interface Opener {
        ExtentStream open(int threads) throws IOException;
    }

    /** Returns all ways to open a stream of a file, by their names. */
    private static Map<String, Opener> openers(Path file, DataSeriesReader reader) {
        DataSeriesFiles files = DataSeriesFiles.of(List.of(file)).matching("One");
        return new TreeMap<>(Map.of(
                "extents", threads -> reader.extents("One", threads),
                "extents of all types", threads -> reader.extents("", threads),
                "columns", threads -> reader.extents("One", new int[] {0}, threads),
                "files", files::open,
                "packed checksums",
                        threads -> files.withChecksums(Checksums.PACKED).open(threads),
                "bounded", threads -> files.open(threads, 1),
                "ahead", threads -> new Prefetch(files.open(threads))));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void aDamagedExtentIsNeverTheEndOfTheStream(int threads) throws IOException {
        try (DataSeriesReader reader = DataSeriesReader.open(damaged)) {
            for (Map.Entry<String, Opener> opener : openers(damaged, reader).entrySet()) {
                try (ExtentStream stream = opener.getValue().open(threads)) {
                    int before = opener.getKey().equals("extents of all types") ? 3 : 2;
                    for (int i = 0; i < before; i++) {
                        assertThat(stream.next()).as(opener.getKey()).isNotNull();
                    }
                    for (int i = 0; i < 3; i++) {
                        assertThatThrownBy(stream::next)
                                .as(opener.getKey())
                                .isInstanceOf(DataSeriesException.class)
                                .hasMessageContaining("damaged.ds");
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void aClosedStreamHasNoExtentsAndNoEnd(int threads) throws IOException {
        try (DataSeriesReader reader = DataSeriesReader.open(good)) {
            for (Map.Entry<String, Opener> opener : openers(good, reader).entrySet()) {
                ExtentStream stream = opener.getValue().open(threads);
                assertThat(stream.next()).isNotNull();
                stream.close();
                stream.close();
                assertThatThrownBy(stream::next)
                        .as(opener.getKey())
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("closed");
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"0", "-1", "-2", "-2147483648"})
    void aStreamNeedsAThread(int threads) throws IOException {
        try (DataSeriesReader reader = DataSeriesReader.open(good)) {
            for (Map.Entry<String, Opener> opener : openers(good, reader).entrySet()) {
                assertThatThrownBy(() -> opener.getValue().open(threads))
                        .as(opener.getKey())
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage("threads must be at least 1, got " + threads);
            }
        }
        assertThatThrownBy(() -> Verification.of(good, threads, bytes -> {}))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void transformationsNeedAnInput() {
        WritableByteChannel out = Channels.newChannel(new ByteArrayOutputStream());
        Sorting sorting = new Sorting(
                SortOrder.parse("x"),
                new Sorting.Options(WriterOptions.DEFAULT, 1000, 1000),
                Sorting.SpillFiles.inFolderForTemporaryFiles());
        Repacking.Options repacking = new Repacking.Options(WriterOptions.DEFAULT, 1000, 0, false, 0, false);
        assertThatThrownBy(() -> sorting.sort(List.of(), "One", out, bytes -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no files");
        assertThatThrownBy(() -> sorting.merge(List.of(), "One", out, bytes -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no files");
        assertThatThrownBy(() -> Concatenation.run(List.of(), out, WriterOptions.DEFAULT, bytes -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no files");
        assertThatThrownBy(() -> Repacking.run(List.of(), part -> out, repacking, bytes -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no files");
    }
}

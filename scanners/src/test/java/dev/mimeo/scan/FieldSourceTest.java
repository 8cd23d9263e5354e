package dev.mimeo.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.testing.TraceFixture;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A field of a trace is its values, row after row. */
final class FieldSourceTest {

    private static final int CHUNK = 512;

    @TempDir
    Path directory;

    private final ByteArrayOutputStream strings = new ByteArrayOutputStream();
    private final ByteArrayOutputStream opaque = new ByteArrayOutputStream();

    @Test
    void readsTheValuesOfAColumn() throws IOException {
        Path file = trace("trace.ds", 1);
        for (String field : List.of("Test::Trace:text", "Trace:text", "Test::Trace:hash")) {
            byte[] expected = (field.endsWith("text") ? strings : opaque).toByteArray();
            try (ChunkSource source =
                    ChunkSources.openField(List.of(file), field, ChunkSources.SourceOptions.ofChunkSize(CHUNK))) {
                assertThat(source.bytes()).isEqualTo(-1);
                assertThat(ReadChunk.all(source)).isEqualTo(ReadChunk.expected(0, file.toString(), expected, CHUNK));
            }
        }
    }

    @Test
    void samplesAColumnOfManyFiles() throws IOException {
        trace("a.ds", 1);
        trace("b.ds", 2);
        ChunkSources.SourceOptions options = new ChunkSources.SourceOptions(CHUNK, 20, 3, false);
        try (ChunkSource source = ChunkSources.openField(List.of(directory), "Trace:text", options)) {
            List<ReadChunk> chunks = ReadChunk.all(source);
            assertThat(chunks).hasSize(20).doesNotHaveDuplicates();
            assertThat(chunks).extracting(ReadChunk::sourceNumber).contains(0L, 1L);
            assertThat(source.bytes()).isEqualTo(strings.size());
        }
    }

    @Test
    void saysWhatIsWrong() throws IOException {
        Path file = trace("trace.ds", 1);
        assertRead(
                file, "Trace:number", file + ": field 'number' of type 'Test::Trace' holds no byte strings but int32");
        assertRead(file, "Trace:name", file + ": type 'Test::Trace' has no field 'name'");
        Path text = Files.writeString(directory.resolve("text"), "this is not a trace at all".repeat(10));
        assertThatThrownBy(() -> read(text, "Trace:text"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("text");
        assertThatThrownBy(() -> read(file, "Other:text"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Other");
        for (String wrong : List.of("", "text", ":text", "Trace:")) {
            assertThatThrownBy(() -> read(file, wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("a field is written TYPE:FIELD, got '" + wrong + "'");
        }
        assertThatThrownBy(() -> read(Path.of("-"), "Trace:text")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aDamagedFileInATreeIsSkipped() throws IOException {
        Files.writeString(directory.resolve("a.ds"), "this is not a trace at all".repeat(10));
        trace("b.ds", 1);
        try (ChunkSource source = ChunkSources.openField(
                List.of(directory), "Trace:text", ChunkSources.SourceOptions.ofChunkSize(CHUNK))) {
            assertThat(ReadChunk.all(source)).isNotEmpty();
            assertThat(source.skippedCount(ScanSummary.SkippedSource.Reason.UNREADABLE))
                    .isEqualTo(1);
        }
    }

    private static void assertRead(Path file, String field, String message) {
        assertThatThrownBy(() -> read(file, field))
                .isInstanceOf(IOException.class)
                .hasMessage(message);
    }

    private static void read(Path file, String field) throws IOException {
        try (ChunkSource source =
                ChunkSources.openField(List.of(file), field, ChunkSources.SourceOptions.ofChunkSize(CHUNK))) {
            ReadChunk.all(source);
        }
    }

    private Path trace(String name, long seed) throws IOException {
        TraceFixture trace = TraceFixture.of("""
                <ExtentType name="Test::Trace" namespace="example.org" version="1.0">
                  <field type="int32" name="number" />
                  <field type="variable32" name="text" opt_nullable="yes" />
                  <field type="fixedwidth" name="hash" size="20" />
                </ExtentType>
                """);
        Random random = new Random(seed);
        for (int row = 0; row < 5000; row++) {
            byte[] text = new byte[random.nextInt(row % 100 == 0 ? 3000 : 20)];
            random.nextBytes(text);
            boolean isNull = random.nextInt(4) == 0;
            if (!isNull) {
                strings.writeBytes(text);
            }
            byte[] hash = new byte[20];
            random.nextBytes(hash);
            opaque.writeBytes(hash);
            trace.row(row, isNull ? null : text, hash);
            if (row % 700 == 0) {
                trace.extent();
            }
        }
        return trace.write(directory.resolve(name));
    }
}

package dev.mimeo.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.characterization.ByteHistogram;
import dev.mimeo.characterization.ChunkCharacterization;
import dev.mimeo.characterization.DatasetCharacterization;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataScannerTest {

    @TempDir
    Path directory;

    @Test
    void scansATree() throws IOException {
        byte[] b = StructuredData.generate(1, 10_000);
        byte[] a = StructuredData.generate(2, 10_000);
        Files.write(directory.resolve("b"), b);
        Files.createDirectory(directory.resolve("a"));
        Files.write(directory.resolve("a/x"), a);
        Collected found = scan(options(4096, 2), directory);
        assertThat(found.rows).hasSize((a.length + 4095) / 4096 + (b.length + 4095) / 4096);
        assertThat(found.rows.get(0).bytes()).isEqualTo(ByteHistogram.ofBytes(a, 0, Math.min(a.length, 4096)));
        assertThat(found.dataset().bytes()).isEqualTo(a.length + b.length);
        assertThat(found.dataset().duplication()).hasSize(2);
    }

    @Test
    void findsTheSameWhateverTheThreads() throws IOException {
        for (int i = 0; i < 40; i++) {
            Files.write(directory.resolve("file" + i), StructuredData.generate(i % 30, 400_000));
        }
        Collected one = scan(options(4096, 1), directory);
        Collected four = scan(options(4096, 4), directory);
        assertThat(four.rows).isEqualTo(one.rows);
        assertThat(four.dataset()).isEqualTo(one.dataset());
    }

    @Test
    void saysThatThereIsNoData() throws IOException {
        Files.createFile(directory.resolve("empty"));
        assertThatThrownBy(() -> scan(options(4096, 1), directory))
                .isInstanceOf(NoDataException.class)
                .hasMessage("'" + directory + "' holds no data to scan");
    }

    private static ScanOptions options(int chunkSize, int threads) {
        return new ScanOptions(chunkSize, 0, 0, threads, ScanOptions.DEFAULT_SCANNERS, "", false);
    }

    private static Collected scan(ScanOptions options, Path... inputs) throws IOException {
        Collected sink = new Collected();
        try (ChunkSource source =
                ChunkSources.open(List.of(inputs), new ByteArrayInputStream(new byte[0]), options.source())) {
            new DataScanner(options).scan(source, sink, ScanProgress.NONE);
        }
        return sink;
    }

    private static final class Collected implements CharacterizationSink {
        final List<ChunkCharacterization> rows = new ArrayList<>();
        private @Nullable DatasetCharacterization dataset;

        @Override
        public void write(ChunkCharacterization chunk) {
            rows.add(chunk);
        }

        @Override
        public void finish(DatasetCharacterization finished) {
            dataset = finished;
        }

        DatasetCharacterization dataset() {
            DatasetCharacterization result = dataset;
            if (result == null) {
                throw new AssertionError("not finished");
            }
            return result;
        }
    }
}

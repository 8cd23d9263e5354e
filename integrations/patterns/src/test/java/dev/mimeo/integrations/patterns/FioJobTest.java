package dev.mimeo.integrations.patterns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.generate.BundledCharacterizations;
import dev.mimeo.generate.DataProducer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("thorough")
final class FioJobTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @ParameterizedTest
    @CsvSource({"4096, 8, 1048576", "4096, 7, 1048999", "512, 1, 5000", "4096, 3, 12288"})
    void eachBlockOfTheTargetIsWrittenOnce(int blockBytes, int count, long target) throws IOException {
        write(blockBytes, count, new PatternBlocks.Workload("t.dat", target, PatternBlocks.Workload.Access.WRITE));
        List<Map<String, String>> sections = sections();
        Map<String, String> global = sections.remove(0);
        assertThat(global)
                .containsEntry("filename", "t.dat")
                .containsEntry("rw", "write")
                .containsEntry("bs", "" + blockBytes)
                .containsEntry("scramble_buffers", "0");
        assertThat(sections).hasSize(count);
        long step = blockBytes + Long.parseLong(global.getOrDefault("zoneskip", "0"));
        assertThat(count == 1 || "strided".equals(global.get("zonemode"))).isTrue();
        int[] written = new int[(int) (target / blockBytes)];
        for (Map<String, String> section : sections) {
            long offset = number(section, "offset");
            long end = offset + number(section, "size");
            assertThat(end).isLessThanOrEqualTo(target);
            for (long done = 0; done < number(section, "io_size"); done += blockBytes, offset += step) {
                assertThat(offset).isLessThanOrEqualTo(end - blockBytes);
                written[(int) (offset / blockBytes)]++;
            }
        }
        assertThat(written).containsOnly(1);
    }

    @Test
    void randomWritesAreAsManyAnywhere() throws IOException {
        write(4096, 5, new PatternBlocks.Workload("t.dat", 1 << 20, PatternBlocks.Workload.Access.RANDWRITE));
        List<Map<String, String>> sections = sections();
        assertThat(sections.remove(0)).containsEntry("rw", "randwrite").doesNotContainKey("zonemode");
        assertThat(sections)
                .isNotEmpty()
                .allSatisfy(section ->
                        assertThat(section).containsEntry("offset", "0").containsEntry("size", "1048576"));
        assertThat(sections.stream()
                        .mapToLong(section -> number(section, "io_size"))
                        .sum())
                .isEqualTo(1 << 20);
    }

    @Test
    void patternFilesAreOneBlockEachAndNamedAbsolutely() throws IOException {
        PatternBlocks blocks =
                write(4096, 4, new PatternBlocks.Workload("a:b", 1 << 20, PatternBlocks.Workload.Access.WRITE));
        List<Map<String, String>> sections = sections();
        assertThat(sections.remove(0)).containsEntry("filename", "a\\:b");
        for (int i = 0; i < 4; i++) {
            String name = String.valueOf(sections.get(i).get("buffer_pattern"));
            assertThat(name).startsWith("'/").endsWith("'");
            assertThat(Path.of(name.substring(1, name.length() - 1))).hasBinaryContent(blocks.block(i));
        }
        try (var files = Files.list(folder)) {
            assertThat(files.map(file -> String.valueOf(file.getFileName())))
                    .hasSize(5)
                    .allMatch(FioJob::isOwnFile);
        }
    }

    @Test
    void whatFioCannotRunIsRefused() {
        PatternBlocks.Workload workload = new PatternBlocks.Workload("t", 1 << 20, PatternBlocks.Workload.Access.WRITE);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FioJob.check(folder, 4096, 1025, workload))
                .withMessageContaining("at most 1024");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FioJob.check(folder, 4096, 257, workload))
                .withMessageContaining("need a target of at least");
        for (String name : List.of("a'b", "a;b", "a#b", "a\nb", "a\"b")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new PatternBlocks.Workload(name, 4096, PatternBlocks.Workload.Access.WRITE))
                    .withMessageContaining("cannot be named");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> FioJob.check(folder.resolve(name), 4096, 1, workload))
                    .withMessageContaining("cannot be named");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FioJob.check(folder.resolve("${x}"), 4096, 1, workload))
                .withMessageContaining("variable");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PatternBlocks.Workload(" ", 4096, PatternBlocks.Workload.Access.WRITE));
    }

    /** The real program writes the blocks in turn; with one that uses 512 bytes of a pattern, blocks are no larger. */
    @ParameterizedTest
    @ValueSource(strings = {"plain", "with blank, : and %"})
    @Timeout(300)
    void fioWritesTheBlocksInTurn(String name) throws Exception {
        Optional<FioVersion> version = FioVersion.installed();
        assumeThat(version).as("fio is installed").isPresent();
        int blockBytes = version.orElseThrow().writesWholePatterns() ? 4096 : FioVersion.OLD_PATTERN_BYTES;
        folder = Files.createDirectory(folder.resolve(name));
        Path target = folder.resolve("target.dat");
        int count = 10;
        int places = 35;
        long size = (long) places * blockBytes + 100;
        PatternBlocks blocks = write(
                blockBytes,
                count,
                new PatternBlocks.Workload(target.toString(), size, PatternBlocks.Workload.Access.WRITE));
        Process fio = new ProcessBuilder("fio", folder.resolve(FioJob.JOB_FILE).toString())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("fio.log").toFile())
                .start();
        assertThat(fio.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(fio.exitValue())
                .as(Files.readString(folder.resolve("fio.log")))
                .isZero();
        byte[] written = Files.readAllBytes(target);
        assertThat(written.length / blockBytes).isEqualTo(places);
        for (int place = 0; place < places; place++) {
            assertThat(Arrays.copyOfRange(written, place * blockBytes, (place + 1) * blockBytes))
                    .as("block %s of the target", place)
                    .isEqualTo(blocks.block(place % count));
        }
    }

    private PatternBlocks write(int blockBytes, int count, PatternBlocks.Workload workload) throws IOException {
        Characterization characterization = Characterization.read(BundledCharacterizations.bytes("logs"), "logs");
        DataProducer producer = DataProducer.of(characterization).build();
        PatternBlocks blocks = PatternBlocks.choose(characterization, producer, blockBytes, count, 1);
        FioJob.write(folder, folder.toAbsolutePath(), blocks, workload, "made by a test");
        return blocks;
    }

    /** Reads the job as an INI file: the global section first. */
    private List<Map<String, String>> sections() throws IOException {
        List<Map<String, String>> sections = new ArrayList<>();
        for (String line : Files.readAllLines(folder.resolve(FioJob.JOB_FILE))) {
            if (line.startsWith("[")) {
                sections.add(new HashMap<>());
            } else if (!line.isEmpty() && !line.startsWith(";")) {
                int equals = line.indexOf('=');
                sections.get(sections.size() - 1).put(line.substring(0, equals), line.substring(equals + 1));
            }
        }
        return sections;
    }

    private static long number(Map<String, String> section, String name) {
        return Long.parseLong(String.valueOf(section.get(name)));
    }
}

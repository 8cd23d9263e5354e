package dev.mimeo.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mimeo.cli.command.Errors;
import dev.mimeo.garage.compact.Compaction;
import dev.mimeo.garage.compact.CompactionPlan;
import dev.mimeo.garage.load.CounterImport;
import dev.mimeo.garage.load.CounterImportOptions;
import dev.mimeo.garage.load.CounterImportOptions.FilePeriod;
import dev.mimeo.garage.store.GarageTree;
import dev.mimeo.garage.store.PackedFile;
import dev.mimeo.garage.summary.SummaryStore;
import dev.mimeo.garage.summary.Thinning;
import dev.mimeo.garage.summary.ThinningPlan;
import dev.mimeo.testing.FaultyFiles;
import dev.mimeo.testing.FaultyFiles.Fault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Changes of a garage on a disk that is full: an error of one line that names a file, and a garage as it was. Commands that write a
 * file under a name of their own are in {@link FaultInjectionTest}.
 */
@Tag("thorough")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the file system with faults has the paths of POSIX")
final class FullDiskTest {

    @TempDir
    private Path folder;

    private Path counters = Path.of("");
    private Path garage = Path.of("");

    /** The garage on the full disk. */
    private Path full = Path.of("");

    @BeforeEach
    void makeGarage() throws IOException {
        StringBuilder rows = new StringBuilder("serverID,sampleTime,Load\n");
        for (int day = 1; day <= 3; day++) {
            for (int hour = 10; hour < 20; hour++) {
                rows.append("web1,2026-03-0" + day + "T" + hour + ":00:00Z," + (hour * 1.7 + day) + "\n");
            }
        }
        counters = Files.writeString(folder.resolve("counters.csv"), rows);
        garage = Files.createDirectory(folder.resolve("garage"));
        pack(garage);
        full = new FaultyFiles(garage, Fault.FULL).path(garage);
    }

    private void pack(Path root) throws IOException {
        CounterImport.run(
                Map.of("RawData", List.of(counters)),
                root,
                CounterImportOptions.defaults(folder.resolve("tmp")),
                path -> {});
    }

    private Map<String, String> contents() throws IOException {
        Map<String, String> contents = new TreeMap<>();
        for (Path file : GarageTree.files(List.of(garage))) {
            contents.put(file.toString(), Files.readString(file, StandardCharsets.ISO_8859_1));
        }
        return contents;
    }

    private void assertRefused(ThrowingCallable change) throws IOException {
        Map<String, String> before = contents();
        assertThat(before).hasSize(3);
        Throwable failure = catchThrowable(change);
        assertThat(failure).isInstanceOf(IOException.class);
        assertThat(Errors.describe(failure))
                .startsWith(garage + "/")
                .endsWith(": no space left on device: free some, or write elsewhere");
        assertThat(contents()).isEqualTo(before);
        assertThat(garage.toFile().list())
                .isNotEmpty()
                .allMatch(name -> name.equals("summaries") || name.endsWith(".gar"));
    }

    @Test
    void packing() throws IOException {
        Path other = folder.resolve("other");
        Path there = new FaultyFiles(other, Fault.FULL).path(other);
        assertThat(Errors.describe(catchThrowable(() -> pack(there))))
                .startsWith(other + "/web1.2026-03-0")
                .contains(".gar: no space left on device: free some");
        assertThat(other).isEmptyDirectory();
    }

    @Test
    void compaction() throws IOException {
        assertRefused(() -> {
            try (SummaryStore summaries = SummaryStore.open(full)) {
                CompactionPlan plan = CompactionPlan.of(
                        full,
                        GarageTree.files(List.of(full)),
                        new CompactionPlan.Rules(FilePeriod.MONTH, LocalDate.of(2027, 1, 1), null));
                assertThat(plan.groups()).hasSize(1);
                new Compaction(full, summaries, 1, file -> {}).run(plan, result -> {});
            }
        });
    }

    @Test
    void thinning() throws IOException {
        assertRefused(() -> {
            try (SummaryStore summaries = SummaryStore.open(full)) {
                ThinningPlan plan = ThinningPlan.of(
                        full,
                        GarageTree.files(List.of(full)),
                        summaries,
                        new ThinningPlan.Rules(null, null, null, 5, List.of("Load"), null));
                assertThat(plan.steps()).hasSize(3);
                new Thinning(full, summaries, source -> {}).run(plan);
            }
        });
    }

    @Test
    void summaries() throws IOException {
        assertRefused(() -> {
            try (SummaryStore summaries = SummaryStore.open(full)) {
                for (Path file : GarageTree.files(List.of(full))) {
                    try (PackedFile packed = PackedFile.open(file)) {
                        summaries.add(String.valueOf(file.getFileName()), packed);
                    }
                }
                summaries.commit();
            }
        });
        try (SummaryStore summaries = SummaryStore.open(garage)) {
            assertThat(summaries.sources()).isEmpty();
        }
    }

    /** Returns the folder of a real disk of a size, as the engine writes by itself; skips the test where there can be none. */
    private Path mounted(String size) throws Exception {
        Path disk = Files.createDirectory(folder.resolve("disk"));
        assumeTrue(
                new ProcessBuilder("mount", "-t", "tmpfs", "-o", "size=" + size, "tmpfs", disk.toString())
                                .start()
                                .waitFor()
                        == 0,
                "this user cannot mount a small disk");
        return disk;
    }

    private static void unmount(Path disk) throws Exception {
        new ProcessBuilder("umount", disk.toString()).start().waitFor();
    }

    @ParameterizedTest
    @CsvSource({"4k", "64k", "1m"})
    void queries(String size) throws Exception {
        Path disk = mounted(size);
        try {
            String query = "APPLY \"SELECT *, hash(range) AS h FROM RawData, range(5000)\" ON \"**\"";
            for (String suffix : List.of("csv", "gar", "duckdb", "xlsx", "parquet")) {
                String target = disk.resolve("x." + suffix).toString();
                TestRun run = TestRun.of("garage", "query", query, "--garage", garage.toString(), "-o", target);
                assertThat(run.err())
                        .startsWith("mimeo: " + target + ": ")
                        .endsWith(": no space left on device: free some, or write elsewhere\n")
                        .doesNotContain("partial.duckdb");
                assertThat(run.code()).isEqualTo(1);
                assertThat(disk).isEmptyDirectory();
            }
        } finally {
            unmount(disk);
        }
    }

    /** The log of the engine fits into the largest of these, the database does not. */
    @ParameterizedTest
    @CsvSource({"4k", "64k", "256k"})
    void summariesAsADatabase(String size) throws Exception {
        Path disk = mounted(size);
        try {
            String target = disk.resolve("x.duckdb").toString();
            TestRun run = TestRun.of("garage", "summarize", garage.toString(), "-o", target);
            assertThat(run.err())
                    .startsWith("mimeo: " + target + ": ")
                    .endsWith("no space left on device: free some, or write elsewhere\n");
            assertThat(run.code()).isEqualTo(1);
            assertThat(disk).isEmptyDirectory();
        } finally {
            unmount(disk);
        }
    }

    /** Outputs that the engine writes by itself, or that are refused before they are written, have the names that were given. */
    @Test
    void relativeOutputs() throws Exception {
        Path disk = mounted("64k");
        try {
            String query = "SELECT hash(range) AS h, range % 2 AS odd FROM range(50000)";
            Path list = Files.writeString(folder.resolve("list"), "a 1000000\n");
            Path working = Path.of("").toAbsolutePath();
            String x = working.relativize(disk.resolve("x.parquet")).toString();
            for (String[] command : new String[][] {
                {"dssql", query, "-o", x},
                {"dssql", query, "-o", x, "--partition-by", "odd"},
                {"tree", "prose", "--from", list.toString(), "--root", x},
                {"tree", "prose", "--from", list.toString(), "--root=" + x}
            }) {
                TestRun run = TestRun.of(command);
                assertThat(run.err()).startsWith("mimeo: " + x).contains("no space");
                assertThat(run.code()).isNotZero();
            }
        } finally {
            unmount(disk);
        }
    }
}

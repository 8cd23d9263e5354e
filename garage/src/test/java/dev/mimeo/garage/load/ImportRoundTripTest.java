package dev.mimeo.garage.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.mimeo.garage.load.GeneratedSamples.Cell;
import dev.mimeo.garage.load.GeneratedSamples.Format;
import dev.mimeo.garage.query.GarageQuery;
import dev.mimeo.garage.query.QueryRun;
import dev.mimeo.garage.store.ColumnArray;
import dev.mimeo.garage.store.ColumnSchema;
import dev.mimeo.garage.store.GarageTree;
import dev.mimeo.garage.store.PackedFile;
import dev.mimeo.garage.store.TableSchema;
import dev.mimeo.sql.ResultText;
import dev.mimeo.testing.FaultyFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Imports samples into a garage and exports them again: the cells are equal, or there is an error. The oracle is a map of the cells. */
@Tag("slow")
final class ImportRoundTripTest {

    private static final int CASES = 10;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(Format.class)
    void valuesComeBackWhateverTheOrderAndTheFiles(Format format) throws IOException, SQLException {
        for (int i = 0; i < CASES; i++) {
            long seed = 31L * format.name().hashCode() + i;
            String name = format + ", seed " + seed;
            Path place = Files.createDirectories(folder.resolve(name.replace(", seed ", "-")));
            GeneratedSamples samples = new GeneratedSamples(seed, format);
            samples.write(place);
            Path root = place.resolve("garage");
            // Every other case has no room for rows that wait.
            long memory = i % 2 == 0 ? 0 : 1L << 30;
            CounterImport.Report[] report = new CounterImport.Report[1];
            Throwable error = catchThrowable(() -> report[0] = pack(samples.files, root, options(format), memory));
            if (samples.conflicting) {
                assertThat(error)
                        .describedAs(name)
                        .isInstanceOf(LoadException.class)
                        .hasMessageMatching(
                                "(?s).*: (line|row) \\d+: '.*count' of server .* but .* in .*: (line|row) \\d+;.*");
                continue;
            }
            assertThat(error).describedAs(name).isNull();
            assertThat(cells(root)).describedAs(name).isEqualTo(expected(samples));
            assertThat(report[0].warnings())
                    .describedAs(name)
                    .filteredOn(warning -> warning.contains("repeated value"))
                    .hasSize(samples.repeated > 0 ? 1 : 0)
                    .allMatch(warning -> warning.startsWith(samples.repeated + " repeated value"));
            assertThat(report[0].warnings().stream()
                            .filter(warning -> warning.contains("not valid"))
                            .mapToLong(warning -> Long.parseLong(warning.substring(0, warning.indexOf(' '))))
                            .sum())
                    .describedAs(name)
                    .isGreaterThanOrEqualTo(samples.invalid);
            Path csv = place.resolve("all.csv");
            CounterExport.run(
                    GarageTree.files(List.of(root)),
                    new CounterExport.Options(samples.table(), List.of(), 1, place.resolve("tmp")),
                    csv,
                    CounterExport.Form.CSV);
            Path again = place.resolve("again");
            pack(List.of(csv), again, options(Format.WIDE_CSV), memory);
            assertThat(cells(again)).describedAs("%s, unpacked", name).isEqualTo(expected(samples));
            assertThat(counted(root, samples)).describedAs("%s, queried", name).isEqualTo(counts(samples));
        }
    }

    @Test
    void packingAgainGoesOnWhereItEnded() throws IOException, SQLException {
        GeneratedSamples samples = new GeneratedSamples(7, Format.WIDE_CSV);
        samples.write(folder);
        assertThat(samples.conflicting).isFalse();
        Path root = folder.resolve("garage");
        CounterImport.Report first = pack(samples.files, root, options(Format.WIDE_CSV), 0);
        List<Path> files = GarageTree.files(List.of(root));
        assertThat(files).hasSize(first.files()).hasSizeGreaterThan(2);
        byte[] gone = Files.readAllBytes(files.get(1));
        Files.delete(files.get(1));
        CounterImport.Report second = pack(samples.files, root, options(Format.WIDE_CSV), 0);
        assertThat(second.files()).isEqualTo(1);
        assertThat(second.skipped()).isEqualTo(first.files() - 1);
        assertThat(files.get(1)).hasBinaryContent(gone);
        // Another input, or other options, are not what the files were packed from.
        Files.writeString(samples.files.get(0), "serverID,time,count\na," + GeneratedSamples.START + ",1\n");
        assertThatThrownBy(() -> pack(samples.files, root, options(Format.WIDE_CSV), 0))
                .isInstanceOf(FileAlreadyExistsException.class);
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "the file system with faults has the paths of POSIX")
    void theErrorOfAFullDiskNamesTheSpillFile() throws IOException {
        // The day of the first file waits for its rows in the second one.
        List<Path> parts = List.of(folder.resolve("a.csv"), folder.resolve("b.csv"));
        for (int i = 0; i < parts.size(); i++) {
            Files.writeString(parts.get(i), "serverID,time,count\na," + (GeneratedSamples.START + 1000L * i) + ",1\n");
        }
        Path full = Files.createDirectory(folder.resolve("full"));
        CounterImportOptions options = CounterImportOptions.defaults(
                        new FaultyFiles(full, FaultyFiles.Fault.FULL).path(full))
                .withFormat(Format.WIDE_CSV.collector())
                .withThreads(2);
        assertThatThrownBy(() -> pack(parts, folder.resolve("garage"), options, 0))
                .isInstanceOf(FileSystemException.class)
                .hasMessageStartingWith(full.resolve("rows").toString());
    }

    private static CounterImport.Report pack(List<Path> files, Path root, CounterImportOptions options, long memory)
            throws IOException {
        return CounterImport.run(
                Map.of(TableSchema.RAW_DATA, files),
                root,
                options,
                file -> {},
                new CounterImport.RowMemory(memory, memory));
    }

    private CounterImportOptions options(Format format) {
        return CounterImportOptions.defaults(folder.resolve("tmp"))
                .withFormat(format.collector())
                .withThreads(2);
    }

    /** Returns the values that should be there, and the times before. */
    private static Map<Cell, String> expected(GeneratedSamples samples) {
        Map<Cell, String> expected = new HashMap<>();
        boolean hasNames = samples.values.entrySet().stream()
                .anyMatch(cell -> cell.getKey().counter().equals("name")
                        && !cell.getValue().equals("N/A"));
        Map<String, TreeSet<Long>> times = new HashMap<>();
        samples.values.forEach((cell, value) -> {
            times.computeIfAbsent(cell.server(), key -> new TreeSet<>()).add(cell.time());
            boolean isNone = cell.counter().equals("name")
                    ? !hasNames && samples.isUntyped()
                    : value.equals(GeneratedSamples.INVALID);
            if (!isNone) {
                boolean isText = cell.counter().equals("name") || cell.counter().equals("on");
                expected.put(
                        new Cell(cell.server(), cell.time(), cell.instance(), samples.packedName(cell.counter())),
                        isText ? value : number(value));
            }
        });
        for (Cell cell : samples.values.keySet()) {
            Long before = Objects.requireNonNull(times.get(cell.server())).lower(cell.time());
            expected.put(
                    new Cell(cell.server(), cell.time(), cell.instance(), ColumnSchema.PREVIOUS_TIME),
                    String.valueOf(before));
        }
        return expected;
    }

    private static String number(String text) {
        return new BigDecimal(text).stripTrailingZeros().toPlainString();
    }

    /** Returns the values of all files, and the times before. */
    private static Map<Cell, String> cells(Path root) throws IOException {
        Map<Cell, String> cells = new HashMap<>();
        for (Path path : GarageTree.files(List.of(root))) {
            try (PackedFile file = PackedFile.open(path)) {
                for (TableSchema table : file.tables()) {
                    ColumnArray[] values = new ColumnArray[table.columns().size()];
                    for (int i = 0; i < values.length; i++) {
                        values[i] = file.read(table.name(), i)[0];
                    }
                    int instance = table.indexOf(ColumnSchema.INSTANCE);
                    for (int row = 0; row < table.rows(); row++) {
                        for (int i = 2; i < values.length; i++) {
                            String name = table.columns().get(i).name();
                            if (i != instance && (i == 2 || !values[i].isNull(row))) {
                                String replaced = cells.put(
                                        new Cell(
                                                values[0].texts()[row],
                                                values[1].longs()[row],
                                                instance < 0
                                                        ? ""
                                                        : values[instance].texts()[row],
                                                name),
                                        text(values[i], row));
                                assertThat(replaced).isNull();
                            }
                        }
                    }
                }
            }
        }
        assertThat(cells).isNotEmpty();
        return cells;
    }

    private static String text(ColumnArray values, int row) {
        if (values.isNull(row)) {
            return "null";
        }
        return switch (values.type()) {
            case FLOAT32 -> number(Float.toString(values.floats()[row]));
            case FLOAT64 -> number(Double.toString(values.doubles()[row]));
            case INT64, TIMESTAMP -> Long.toString(values.longs()[row]);
            case BOOL -> Boolean.toString(values.booleans()[row]);
            case TEXT -> values.texts()[row];
        };
    }

    /** Returns how many values of a counter of numbers a query finds on each server, where it finds any. */
    private Map<String, Long> counted(Path root, GeneratedSamples samples) throws IOException {
        Map<String, Long> counts = new TreeMap<>();
        String column = "\"\"" + samples.packedName("count") + "\"\"";
        String query = "APPLY \"SELECT serverID, count(" + column + ") AS n, avg(" + column + ") AS a FROM "
                + samples.table()
                + " GROUP BY ALL\" ON \"**\" COMBINE \"SELECT serverID, sum(n), avg(a) FROM ApplyResult"
                + " WHERE n > 0 GROUP BY ALL\"";
        try (QueryRun run = QueryRun.open(
                GarageQuery.parse(query), GarageQuery.Options.of(List.of(root), 1, folder.resolve("query")))) {
            run.run((done, total) -> {});
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            run.print(ResultText.Format.CSV, out);
            out.toString(StandardCharsets.UTF_8)
                    .lines()
                    .skip(1)
                    .map(line -> line.split(","))
                    .forEach(row -> counts.put(row[0], Long.parseLong(row[1])));
        }
        return counts;
    }

    private static Map<String, Long> counts(GeneratedSamples samples) {
        return samples.values.entrySet().stream()
                .filter(cell -> cell.getKey().counter().equals("count")
                        && !cell.getValue().equals(GeneratedSamples.INVALID))
                .collect(Collectors.groupingBy(cell -> cell.getKey().server(), TreeMap::new, Collectors.counting()));
    }
}

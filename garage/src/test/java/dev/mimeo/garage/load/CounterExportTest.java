package dev.mimeo.garage.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.garage.load.CounterExport.PartitionKey;
import dev.mimeo.garage.store.ColumnArray;
import dev.mimeo.garage.store.ColumnSchema;
import dev.mimeo.garage.store.PackedFileWriter;
import dev.mimeo.garage.store.TableSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables of several files as Parquet, read back by DuckDB itself. */
final class CounterExportTest {

    private static final LocalDate DAY = LocalDate.parse("2026-03-01");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private Path pack(String name, String server, @Nullable LocalDate day, String column, ColumnArray values)
            throws IOException {
        Path file = folder.resolve(name);
        try (PackedFileWriter writer = PackedFileWriter.replace(
                file, new PackedFileWriter.FileDescription(server, day, Map.of()), PackedFileWriter.Options.LOSSLESS)) {
            writer.add(
                    new TableSchema(
                            TableSchema.RAW_DATA, values.rows(), List.of(new ColumnSchema(column, values.type()))),
                    List.of(values));
            writer.commit();
        }
        return file;
    }

    private Path pack(String name, String server, @Nullable LocalDate day, String column, double... values)
            throws IOException {
        return pack(name, server, day, column, ColumnArray.ofDoubles(values, null));
    }

    private CounterExport.Report export(List<Path> files, PartitionKey... keys) throws IOException {
        return CounterExport.partitions(
                files,
                new CounterExport.Options("RawData", List.of(), 1, folder.resolve("tmp")),
                Files.createDirectory(folder.resolve("out")),
                List.of(keys),
                done -> {});
    }

    private List<String> rows(String columns) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT concat_ws('|', " + columns + ") FROM read_parquet('"
                        + folder.resolve("out") + "/**/*.parquet', hive_partitioning = true) ORDER BY 1")) {
            while (result.next()) {
                rows.add(result.getString(1));
            }
        }
        return rows;
    }

    @Test
    void eachDayAndServerIsAFolderAndAllFilesHaveAllColumns() throws IOException, SQLException {
        CounterExport.Report report = export(
                List.of(
                        pack("1.gar", "a", DAY, "cpu", 1, 2),
                        pack("2.gar", "a", DAY.plusDays(1), "cpu", ColumnArray.ofLongs(new long[] {3}, null)),
                        pack("3.gar", "b/c", DAY, "DISK", 4),
                        pack("4.gar", "b/c", DAY, "disk", 5),
                        pack("5.gar", "", null, "cpu", 6)),
                PartitionKey.DAY,
                PartitionKey.SERVER);
        assertThat(report).isEqualTo(new CounterExport.Report(6, 4));
        assertThat(folder.resolve("out/day=2026-03-01/server=b%2Fc/data_0.parquet"))
                .isRegularFile();
        assertThat(folder.resolve("out/day=__HIVE_DEFAULT_PARTITION__/server=__HIVE_DEFAULT_PARTITION__"))
                .isDirectory();
        // Without union_by_name DuckDB takes the columns of the first file.
        assertThat(rows("coalesce(day::varchar, '?'), coalesce(server, '?'), coalesce(cpu, -1), coalesce(DISK, -1)"))
                .containsExactly(
                        "2026-03-01|a|1.0|-1.0",
                        "2026-03-01|a|2.0|-1.0",
                        "2026-03-01|b/c|-1.0|4.0",
                        "2026-03-01|b/c|-1.0|5.0",
                        "2026-03-02|a|3.0|-1.0",
                        "?|?|6.0|-1.0");
    }

    @Test
    void aFileOfSeveralDaysIsNotInTheFolderOfOne() throws IOException {
        long day = DAY.toEpochDay() * 86_400_000;
        Path one = pack("1.gar", "a", null, "sampleTime", ColumnArray.ofTimes(new long[] {day, day + 5}, null));
        Path two = pack("2.gar", "a", null, "sampleTime", ColumnArray.ofTimes(new long[] {day - 1, day}, null));
        assertThatThrownBy(() -> export(List.of(one, two), PartitionKey.DAY))
                .isInstanceOf(LoadException.class)
                .hasMessageContaining("2.gar: has samples of 2026-02-28 to 2026-03-01");
        Files.delete(folder.resolve("out"));
        assertThat(export(List.of(one), PartitionKey.DAY)).isEqualTo(new CounterExport.Report(2, 1));
        assertThat(folder.resolve("out/day=2026-03-01/data_0.parquet")).isRegularFile();
    }

    @Test
    void aCounterWithTheNameOfAFolderIsRefused() {
        assertThatThrownBy(() -> export(List.of(pack("1.gar", "a", DAY, "Server", 1)), PartitionKey.SERVER))
                .isInstanceOf(LoadException.class)
                .hasMessageContaining("has a column 'server'");
    }

    @Test
    void aColumnThatNoFileHasIsAnError() throws IOException {
        List<Path> files = List.of(pack("1.gar", "a", DAY, "cpu", 1), pack("2.gar", "b", DAY, "disk", 2));
        Path csv = folder.resolve("out.csv");
        for (List<String> columns : List.of(List.of("cpu", "dsk"), List.of("dsk", "DISK"))) {
            assertThatThrownBy(() -> CounterExport.run(
                            files,
                            new CounterExport.Options("RawData", columns, 1, folder.resolve("tmp")),
                            csv,
                            CounterExport.Form.CSV))
                    .isInstanceOf(LoadException.class)
                    .hasMessage("no file has a column 'dsk' in table 'RawData': check its name");
            assertThat(csv).doesNotExist();
        }
        assertThat(CounterExport.run(
                        files,
                        new CounterExport.Options("RawData", List.of("DISK", "cpu"), 1, folder.resolve("tmp")),
                        csv,
                        CounterExport.Form.CSV))
                .isEqualTo(2);
        assertThat(csv).content().isEqualToIgnoringNewLines("cpu,disk\n1.0,\n,2.0\n");
    }

    /** Otherwise columns that are exported one by one would not have the same rows. */
    @Test
    void aFileWithoutTheChosenColumnsHasRowsOfNulls() throws IOException, SQLException {
        List<Path> files = List.of(
                pack("1.gar", "a", DAY, "cpu", 1, 2),
                pack("2.gar", "b", DAY, "disk", 3, 4, 5),
                pack("3.gar", "c", DAY, "net", 6));
        Path csv = folder.resolve("out.csv");
        assertThat(CounterExport.run(
                        files,
                        new CounterExport.Options("RawData", List.of("DISK"), 1, folder.resolve("tmp")),
                        csv,
                        CounterExport.Form.CSV))
                .isEqualTo(6);
        assertThat(Files.readAllLines(csv)).containsExactly("disk", "", "", "3.0", "4.0", "5.0", "");
        CounterExport.Report report = CounterExport.partitions(
                files,
                new CounterExport.Options("RawData", List.of("net"), 1, folder.resolve("tmp")),
                Files.createDirectory(folder.resolve("out")),
                List.of(PartitionKey.SERVER),
                done -> {});
        assertThat(report).isEqualTo(new CounterExport.Report(6, 3));
        assertThat(rows("server, coalesce(net, -1)"))
                .containsExactly("a|-1.0", "a|-1.0", "b|-1.0", "b|-1.0", "b|-1.0", "c|6.0");
    }

    @Test
    void integersAreNeverRounded() throws IOException {
        long wide = (1L << 53) + 1;
        Path whole = pack("1.gar", "a", DAY, "n", ColumnArray.ofLongs(new long[] {wide}, null));
        Path fraction = pack("2.gar", "b", DAY, "n", ColumnArray.ofFloats(new float[] {0.5f}, null));
        for (List<Path> files : List.of(List.of(whole, fraction), List.of(fraction, whole))) {
            assertThatThrownBy(() -> CounterExport.run(
                            files,
                            new CounterExport.Options("RawData", List.of(), 1, folder.resolve("tmp")),
                            folder.resolve("o"),
                            CounterExport.Form.PARQUET))
                    .isInstanceOf(LoadException.class)
                    .hasMessageContaining("1.gar: column 'n' has integers of more than 53 bits");
        }
        Path text = pack("3.gar", "c", DAY, "n", ColumnArray.ofTexts(new String[] {"x"}, null));
        Path out = folder.resolve("all.csv");
        CounterExport.run(
                List.of(whole, text),
                new CounterExport.Options("RawData", List.of(), 1, folder.resolve("tmp")),
                out,
                CounterExport.Form.CSV);
        assertThat(out).hasContent("n\n" + wide + "\nx");
        long exact = (1L << 53) - 1;
        Path large = pack("4.gar", "d", DAY, "n", ColumnArray.ofLongs(new long[] {exact}, null));
        CounterExport.run(
                List.of(fraction, large),
                new CounterExport.Options("RawData", List.of(), 1, folder.resolve("tmp")),
                out,
                CounterExport.Form.CSV);
        assertThat(out).hasContent("n\n0.5\n9007199254740991.0");
    }
}

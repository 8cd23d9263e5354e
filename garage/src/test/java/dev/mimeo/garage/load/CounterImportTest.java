package dev.mimeo.garage.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.mimeo.garage.load.CounterImportOptions.FilePeriod;
import dev.mimeo.garage.store.Catalog;
import dev.mimeo.garage.store.ColumnArray;
import dev.mimeo.garage.store.ColumnSchema;
import dev.mimeo.garage.store.GarageTree;
import dev.mimeo.garage.store.PackedFile;
import dev.mimeo.garage.store.TableSchema;
import dev.mimeo.internal.files.AtomicFile;
import dev.mimeo.internal.files.FileNames;
import dev.mimeo.testing.SharedData;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import org.assertj.core.api.ThrowableAssert;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("thorough")
final class CounterImportTest {

    /** 2026-03-01T00:00:00Z. */
    private static final long MARCH = 1_772_323_200_000L;

    @TempDir
    private Path folder;

    @Test
    void wideTablesAreCutByServerAndDay() throws IOException {
        Path csv = write("wide.csv", """
                server,sampleTimeMs,"CPU, %%",Disk Idle,note
                b,%d,7,0.5,x
                a,%d,1.5,,y
                a,%d,2.5,0.25,z
                a,%d,3.5,0.125,z
                """.formatted(MARCH, MARCH + 15_000, MARCH, MARCH + 86_400_000));
        Path root = folder.resolve("garage");
        CounterImport.Report report = CounterImport.run(
                Map.of("RawData", List.of(csv)), root, options("hotmail/dc1", List.of(), null), file -> {});
        assertThat(report.files()).isEqualTo(3);
        assertThat(report.rows()).isEqualTo(4);
        assertThat(GarageTree.files(List.of(root)))
                .containsExactly(
                        root.resolve("hotmail/dc1/a.2026-03-01.gar"),
                        root.resolve("hotmail/dc1/a.2026-03-02.gar"),
                        root.resolve("hotmail/dc1/b.2026-03-01.gar"));
        try (PackedFile file = PackedFile.open(root.resolve("hotmail/dc1/a.2026-03-01.gar"))) {
            TableSchema table = Objects.requireNonNull(file.table("rawdata"));
            assertThat(table.columns())
                    .extracting(ColumnSchema::name)
                    .containsExactly("serverID", "sampleTime", "prevSampleTime", "CPU, %", "Disk Idle", "note");
            ColumnArray[] values = file.read("RawData", 0, 1, 2, 3, 4, 5);
            assertThat(values[0].texts()).containsExactly("a", "a");
            assertThat(values[1].longs()).containsExactly(MARCH, MARCH + 15_000);
            assertThat(values[2].isNull(0)).isTrue();
            assertThat(values[2].longs()[1]).isEqualTo(MARCH);
            assertThat(values[3].doubles()).containsExactly(2.5, 1.5);
            assertThat(values[4].doubles()[0]).isEqualTo(0.25);
            assertThat(values[4].isNull(1)).isTrue();
            assertThat(values[5].texts()).containsExactly("z", "y");
        }
        try (PackedFile file = PackedFile.open(root.resolve("hotmail/dc1/a.2026-03-02.gar"))) {
            assertThat(file.read("RawData", 2)[0].longs()).containsExactly(MARCH + 15_000);
        }
    }

    /** Otherwise it would go on to write files of which the caller does not know. */
    @Test
    void anInterruptedImportLeavesNoThreadAtWork() throws IOException {
        StringBuilder rows = new StringBuilder("server,sampleTimeMs,cpu\n");
        for (int day = 0; day < 20; day++) {
            for (int i = 0; i < 2000; i++) {
                rows.append("a,")
                        .append(MARCH + day * 86_400_000L + i * 1000L)
                        .append(',')
                        .append(i)
                        .append('\n');
            }
        }
        Path csv = write("many.csv", rows.toString());
        CounterImportOptions options = options("", List.of(), null).withThreads(2);
        Path root = folder.resolve("garage");
        try {
            assertThatThrownBy(() -> CounterImport.run(
                            Map.of("RawData", List.of(csv)),
                            root,
                            options,
                            file -> Thread.currentThread().interrupt()))
                    .isInstanceOf(InterruptedIOException.class);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(Thread.getAllStackTraces().values())
                .isNotEmpty()
                .noneMatch(stack -> Arrays.stream(stack)
                        .anyMatch(frame -> frame.getClassName().endsWith(".DayPacker")
                                && frame.getMethodName().equals("write")));
    }

    @Test
    void serversWhoseNamesDifferOnlyInCaseDoNotShareAFile() throws IOException {
        Path csv = write("case.csv", "server,sampleTimeMs,cpu\nWeb:9100,%1$d,1\nweb:9100,%1$d,2\n".formatted(MARCH));
        Path root = folder.resolve("garage");
        CounterImportOptions options = options("", List.of(), null);
        if (FileNames.ignoresCase(folder)) {
            assertThatThrownBy(() -> CounterImport.run(Map.of("RawData", List.of(csv)), root, options, file -> {}))
                    .hasMessageContaining("cannot both be in " + root);
            assertThat(GarageTree.files(List.of(root))).isEmpty();
            return;
        }
        CounterImport.run(Map.of("RawData", List.of(csv)), root, options, file -> {});
        assertThat(GarageTree.files(List.of(root)))
                .containsExactly(
                        root.resolve(FileNames.of("Web:9100") + ".2026-03-01.gar"),
                        root.resolve(FileNames.of("web:9100") + ".2026-03-01.gar"));
    }

    @Test
    void narrowTablesBecomeWide() throws IOException {
        Path csv = write("narrow.csv", """
                host,timestamp,counter,value
                a,2026-03-01 00:00:15,cpu,2
                a,2026-03-01 00:00:00,cpu,1
                a,2026-03-01 00:00:00,disk,0.5
                a,2026-03-01 00:00:15,_Total,9
                """);
        Path root = folder.resolve("garage");
        CounterImport.run(Map.of("RawData", List.of(csv)), root, options("", List.of("_*"), null), file -> {});
        try (PackedFile file = PackedFile.open(root.resolve("a.2026-03-01.gar"))) {
            TableSchema table = Objects.requireNonNull(file.table("RawData"));
            assertThat(table.columns())
                    .extracting(ColumnSchema::name)
                    .contains("cpu", "disk")
                    .doesNotContain("_Total");
            ColumnArray[] values = file.read("RawData", table.indexOf("CPU"), table.indexOf("disk"));
            assertThat(values[0].longs()).containsExactly(1, 2);
            assertThat(values[1].isNull(1)).isTrue();
        }
    }

    @Test
    void tablesOfInstancesShareTheFile() throws IOException {
        Path raw = write("raw.csv", "serverID,sampleTime,cpu\ns,1772323200,1\ns,1772323215,2\n");
        Path disks = write("disks.csv", """
                serverID,sampleTime,InstanceID,AvailableSpace
                s,1772323215,1,40
                s,1772323200,1,10
                s,1772323200,2,20
                s,1772323215,2,30
                """);
        Path root = folder.resolve("garage");
        CounterImport.run(
                Map.of("RawData", List.of(raw), "DiskTable", List.of(disks)),
                root,
                options("{serverID}", List.of(), null),
                file -> {});
        try (PackedFile file = PackedFile.open(root.resolve("s/s.2026-03-01.gar"))) {
            assertThat(file.tables()).extracting(TableSchema::name).containsExactlyInAnyOrder("RawData", "DiskTable");
            TableSchema table = Objects.requireNonNull(file.table("DiskTable"));
            ColumnArray[] values =
                    file.read("DiskTable", 2, table.indexOf("InstanceID"), table.indexOf("AvailableSpace"));
            assertThat(values[0].isNull(1)).isTrue();
            assertThat(values[0].longs()).containsExactly(0, 0, MARCH, MARCH);
            assertThat(values[1].longs()).containsExactly(1, 2, 1, 2);
            assertThat(values[2].longs()).containsExactly(10, 20, 40, 30);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TIMESTAMP", "TIMESTAMP_MS", "TIMESTAMP_NS", "TIMESTAMPTZ", "TIMESTAMPTZ_NS"})
    void timesOfParquetHaveAnyType(String type) throws Exception {
        Path parquet = folder.resolve("s1.parquet");
        String time = "CAST('2026-03-01 12:00:00.5+00' AS " + type + ")";
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("SET TimeZone = 'UTC'");
            statement.execute("COPY (SELECT " + time + " AS sampleTime, " + time + " AS boot, 1 AS load) TO '" + parquet
                    + "' (FORMAT parquet)");
        }
        Path root = folder.resolve("garage");
        CounterImport.run(Map.of("RawData", List.of(parquet)), root, options("", List.of(), null), file -> {});
        Path out = folder.resolve("out.csv");
        CounterExport.run(
                List.of(root.resolve("s1.2026-03-01.gar")),
                new CounterExport.Options("RawData", List.of("sampleTime", "boot"), 1, folder.resolve("tmp")),
                out,
                CounterExport.Form.CSV);
        assertThat(out).hasContent("sampleTime,boot\n2026-03-01 12:00:00.5,2026-03-01 12:00:00.5");
    }

    @Test
    void whatIsExportedCanBeImportedAgain() throws IOException {
        Path csv = write("s1.csv", """
                sampleTimeMs,ratio,count,on,text
                %d,0.1,-5,true,"a ""b"", c"
                %d,,9007199254740993,false,
                %d,NaN,0,,é
                """.formatted(MARCH, MARCH + 1, MARCH + 2));
        Path root = folder.resolve("garage");
        CounterImport.run(Map.of("RawData", List.of(csv)), root, options("", List.of(), null), file -> {});
        Path first = root.resolve("s1.2026-03-01.gar");
        for (CounterExport.Form form : CounterExport.Form.values()) {
            String suffix = "." + form.name().toLowerCase(Locale.ROOT);
            Path out = folder.resolve("out" + suffix);
            long rows = CounterExport.run(
                    List.of(first),
                    new CounterExport.Options("RawData", List.of(), 1, folder.resolve("tmp")),
                    out,
                    form);
            assertThat(rows).isEqualTo(3);
            Path again = folder.resolve("again" + suffix);
            CounterImport.run(Map.of("RawData", List.of(out)), again, options("", List.of(), null), file -> {});
            try (PackedFile one = PackedFile.open(first);
                    PackedFile two = PackedFile.open(again.resolve("s1.2026-03-01.gar"))) {
                assertThat(two.tables()).isEqualTo(one.tables());
                ColumnArray[] expected = one.read("RawData", 1, 2, 3, 4, 5, 6);
                ColumnArray[] found = two.read("RawData", 1, 2, 3, 4, 5, 6);
                for (int i = 0; i < expected.length; i++) {
                    for (int row = 0; row < 3; row++) {
                        assertThat(found[i].isNull(row)).isEqualTo(expected[i].isNull(row));
                    }
                }
                assertThat(found[0].longs()).isEqualTo(expected[0].longs());
                assertThat(found[2].doubles()).isEqualTo(expected[2].doubles());
                assertThat(found[3].longs()).isEqualTo(expected[3].longs());
                assertThat(found[5].texts()).isEqualTo(expected[5].texts());
            }
        }
        Path part = folder.resolve("part.csv");
        CounterExport.run(
                List.of(first),
                new CounterExport.Options("rawdata", List.of("COUNT"), 1, folder.resolve("tmp")),
                part,
                CounterExport.Form.CSV);
        assertThat(part).hasContent("count\n-5\n9007199254740993\n0");
        assertThatThrownBy(() -> CounterExport.run(
                        List.of(first),
                        new CounterExport.Options("RawData", List.of("none"), 1, folder.resolve("tmp")),
                        part,
                        CounterExport.Form.CSV))
                .isInstanceOf(LoadException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ts", "TS", "@timestamp", "_time", "TimeGenerated", "epoch", "Time", "sampleTimeMs"})
    void columnsOfTimesHaveTheNamesThatExportersWrite(String name) throws IOException {
        Path csv = write("s1.csv", "cpu,%s\n7,%d\n".formatted(name, MARCH / 1000));
        Path root = folder.resolve("garage");
        CounterImport.run(Map.of("RawData", List.of(csv)), root, options("", List.of(), null), file -> {});
        Path out = folder.resolve("out.csv");
        CounterExport.run(
                List.of(root.resolve("s1.2026-03-01.gar")),
                new CounterExport.Options("RawData", List.of(), 1, folder.resolve("tmp")),
                out,
                CounterExport.Form.CSV);
        assertThat(out).hasContent("serverID,sampleTime,prevSampleTime,cpu\ns1,2026-03-01 00:00:00,,7");
    }

    /** InfluxDB and journald write such times. */
    @ParameterizedTest
    @CsvSource({
        "1772323200, 1772323201, 0",
        "1772323200000, 1772323201000, 0",
        "1772323200000000, 1772323201000000, 0",
        "1772323200000000000, 1772323201000000000, 0",
        "1772323200000000001, 1772323201000000000, 1",
        "1772323200000999.5, 1772323201000000.0, 1"
    })
    void numbersAreTimesInAnyUnit(String first, String second, int rounded) throws IOException {
        Path csv = write("s1.csv", "ts,cpu\n%s,7\n%s,8\n".formatted(first, second));
        Path root = folder.resolve("garage");
        CounterImport.Report report =
                CounterImport.run(Map.of("RawData", List.of(csv)), root, options("", List.of(), null), file -> {});
        assertThat(report.warnings())
                .isEqualTo(
                        rounded == 0
                                ? List.of()
                                : List.of("1 time rounded to milliseconds; first at " + csv + ": line 2"));
        Path out = folder.resolve("out.csv");
        CounterExport.run(
                List.of(root.resolve("s1.2026-03-01.gar")),
                new CounterExport.Options("RawData", List.of("cpu"), 1, folder.resolve("tmp")),
                out,
                CounterExport.Form.CSV);
        assertThat(out).hasContent("cpu\n7\n8");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1772323200 | 1772323201000000 | is in microseconds, those before in seconds; numbers from"
                        + " 100,000,000,000,000 on are microseconds",
                "1772323200000000000 | 1772323201000 | is in milliseconds, those before in nanoseconds; numbers from"
                        + " 100,000,000,000,000,000 on are nanoseconds"
            })
    void numbersOfTwoUnitsAreNotTimes(String first, String second, String problem) throws IOException {
        Path csv = write("s1.csv", "ts,cpu\n%s,7\n%s,8\n".formatted(first, second));
        assertThatThrownBy(() -> CounterImport.run(
                        Map.of("RawData", List.of(csv)),
                        folder.resolve("garage"),
                        options("", List.of(), null),
                        file -> {}))
                .hasMessage(csv + ": line 3: the time " + second + " " + problem);
    }

    @ParameterizedTest
    @CsvSource({
        "20260301, 1",
        "2026, 1",
        "0.5, 1",
        "86400000, 1",
        "20260301120000, 1",
        "1989-12-31T23:59:59Z, 1",
        "1990-01-01, 0",
        "2199-12-31T23:59:59.999Z, 0",
        "2200-01-01, 1",
        "1772323200, 0"
    })
    void timesThatWereHardlyMeantAreWarnedOf(String time, int rows) throws IOException {
        Path csv = write("s1.csv", "date,cpu\n" + time + ",7\n");
        CounterImport.Report report = CounterImport.run(
                Map.of("RawData", List.of(csv)), folder.resolve("garage"), options("", List.of(), null), file -> {});
        assertThat(report.rows()).isEqualTo(1);
        assertThat(report.warnings())
                .isEqualTo(
                        rows == 0
                                ? List.of()
                                : List.of("1 row is of a time before 1990 or after 2199, first at " + csv
                                        + ": line 2: numbers count seconds, milli-, micro- or nanoseconds since 1970, so write dates as"
                                        + " 2026-03-01"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1,5 | 2,25 | 1",
                "1,234 | -7,0 | 1",
                "N/A | 1,5 | 1",
                "1,5 | x | 0",
                "1,5 | 2 | 0",
                "1,2,3 | 4,5 | 0"
            })
    void numbersWithCommasAreWarnedOf(String first, String second, int counters) throws IOException {
        Path csv = write("s1.csv", "ts;cpu;n\n%d;%s;1\n%d;%s;2\n".formatted(MARCH, first, MARCH + 1, second));
        CounterImport.Report report = CounterImport.run(
                Map.of("RawData", List.of(csv)), folder.resolve("garage"), options("", List.of(), null), file -> {});
        assertThat(report.warnings().stream()
                        .filter(warning -> warning.contains("packed as text"))
                        .toList())
                .isEqualTo(
                        counters == 0
                                ? List.of()
                                : List.of(
                                        "1 counter is packed as text, such as 'cpu' in table 'RawData': their numbers have"
                                                + " commas; write 1.5 instead of 1,5, or 1234 instead of 1,234"));
    }

    @Test
    void badTablesAreNamed() throws IOException {
        Path noTime = write("notime.csv", "server,cpu\na,1\n");
        assertThatThrownBy(() -> CounterImport.run(
                        Map.of("RawData", List.of(noTime)),
                        folder.resolve("g"),
                        options("", List.of(), null),
                        file -> {}))
                .isInstanceOf(LoadException.class)
                .hasMessageContaining("notime.csv: has no column of times");
        for (String text : List.of("web,2026-03-01T00:00:00,1.5\n", "1,2,3\n4,5,6\n")) {
            Path noNames = write("nonames.csv", text);
            assertThatThrownBy(() -> CounterImport.run(
                            Map.of("RawData", List.of(noNames)),
                            folder.resolve("g"),
                            options("", List.of(), null),
                            file -> {}))
                    .isInstanceOf(LoadException.class)
                    .hasMessageContaining("nonames.csv: the first line has values in place of the names of columns")
                    .hasMessageEndingWith("put a line such as serverID,sampleTime,CPUUsage before it");
        }
        Path empty = write("empty.csv", "\n");
        assertThatThrownBy(() -> CounterImport.run(
                        Map.of("RawData", List.of(empty)),
                        folder.resolve("g"),
                        options("", List.of(), null),
                        file -> {}))
                .isInstanceOf(LoadException.class)
                .hasMessageEndingWith("there is no line with the names of the columns: add it before the rows");
        Path badName = write("bad.csv", "server,time,cpu\n../../etc,1772323200,1\n");
        assertThatThrownBy(() -> CounterImport.run(
                        Map.of("RawData", List.of(badName)),
                        folder.resolve("g"),
                        options("", List.of(), null),
                        file -> {}))
                .isInstanceOf(LoadException.class)
                .hasMessageContaining(
                        "is not a name for a file: expected 1 to 200 bytes in UTF-8, no slash, backslash or control character");
        // 101 characters of two bytes each; file systems count bytes. Not even the file of the other server is written.
        Path longName =
                write("long.csv", "server,time,cpu\na,1772323200,1\n" + "\u00fc".repeat(101) + ",1772323200,1\n");
        assertThatThrownBy(() -> CounterImport.run(
                        Map.of("RawData", List.of(longName)),
                        folder.resolve("long"),
                        options("", List.of(), null),
                        file -> {}))
                .isInstanceOf(LoadException.class)
                .hasMessageContaining(
                        "line 3: '" + "\u00fc".repeat(80) + "...' is not a name for a file: expected 1 to 200 bytes");
        assertThat(folder.resolve("long")).doesNotExist();
        Path longest = write("longest.csv", "server,time,cpu\n" + "\u00fc".repeat(100) + ",1772323200,1\n");
        CounterImport.run(
                Map.of("RawData", List.of(longest)), folder.resolve("long"), options("", List.of(), null), f -> {});
        assertThat(folder.resolve("long").toFile().list()).hasSize(1);
        Path good = write("good.csv", "server,time,cpu\nx,1772323200,1\n");
        CounterImport.run(Map.of("RawData", List.of(good)), folder.resolve("g"), options("", List.of(), null), f -> {});
        Files.writeString(good, "server,time,cpu\nx,1772323200,2\n");
        assertThatThrownBy(() -> CounterImport.run(
                        Map.of("RawData", List.of(good)), folder.resolve("g"), options("", List.of(), null), f -> {}))
                .isInstanceOf(FileAlreadyExistsException.class);
    }

    /** The other run starts when this one has looked for files that exist, and ends before this one writes its second. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aFileThatAnotherRunPacksMeanwhileIsSkippedIfItHasTheSameInputs(boolean isSame) throws IOException {
        Path root = folder.resolve("garage");
        Path second = root.resolve("b.2026-03-01.gar");
        Path csv = write("c.csv", "server,time,cpu\na,1772323200,1\nb,1772323200,2\n");
        Path other = isSame ? csv : write("other.csv", "server,time,cpu\nb,1772323200,3\n");
        CounterImportOptions one = options("", List.of(), null).withThreads(1);
        List<CounterImport.Report> reports = new ArrayList<>();
        ThrowableAssert.ThrowingCallable run = () -> reports.add(
                CounterImport.run(Map.of("RawData", List.of(csv)), root, one, first -> packMeanwhile(other, root)));
        if (isSame) {
            assertThatCode(run).doesNotThrowAnyException();
            assertThat(reports).extracting("files", "rows", "skipped").containsExactly(tuple(1, 1L, 1));
        } else {
            assertThatThrownBy(run)
                    .isInstanceOf(FileAlreadyExistsException.class)
                    .hasMessage(second.toString());
        }
        assertThat(second).exists();
    }

    private void packMeanwhile(Path csv, Path root) {
        try {
            CounterImport.run(Map.of("RawData", List.of(csv)), root, options("", List.of(), null), file -> {});
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void whatAKilledRunLeftIsRemovedUnlessSomebodyHoldsIt() throws IOException {
        Path root = Files.createDirectories(folder.resolve("garage"));
        Path left = Files.writeString(root.resolve(".x.2026-02-01.gar.0123456789ab.tmp"), "part");
        Path csv = write("c.csv", "server,time,cpu\na,1772323200,1\n");
        try (AtomicFile held = AtomicFile.create(root.resolve("y.2026-02-01.gar"), AtomicFile.Mode.NEW)) {
            CounterImport.run(Map.of("RawData", List.of(csv)), root, options("", List.of(), null), file -> {});
            assertThat(left).doesNotExist();
            assertThat(held.temporary()).exists();
        }
    }

    @Test
    void theCatalogKnowsWhoHasWhat() throws IOException {
        Path csv = write("c.csv", """
                server,time,cpu,disk
                a,1772323200,1,
                b,1772323200,1,2
                b,1772409600,1,2
                """);
        Path root = folder.resolve("garage");
        CounterImport.run(Map.of("RawData", List.of(csv)), root, options("", List.of(), null), file -> {});
        Files.writeString(root.resolve("broken.gar"), "no");
        Catalog catalog = Catalog.of(GarageTree.files(List.of(root)));
        assertThat(catalog.files()).isEqualTo(3);
        assertThat(catalog.failures()).singleElement().asString().contains("broken.gar");
        Catalog.CounterEntry disk = catalog.counters().stream()
                .filter(counter -> counter.name().equals("disk"))
                .findFirst()
                .orElseThrow();
        assertThat(disk.servers()).containsExactly("b");
        assertThat(disk.files()).isEqualTo(2);
        assertThat(disk.types()).containsExactly(ColumnSchema.Type.INT64);
        assertThat(disk.firstDay()).hasToString("2026-03-01");
        assertThat(disk.lastDay()).hasToString("2026-03-02");
    }

    @Test
    void valuesOfARealHostAreThoseOfItsTable() throws IOException {
        Path csv = SharedData.path("counters/hostA_raw.csv.gz");
        Path root = folder.resolve("garage");
        CounterImport.run(Map.of("RawData", List.of(csv)), root, options("", List.of(), "host"), file -> {});
        List<Path> files = GarageTree.files(List.of(root));
        assertThat(files).hasSize(1);
        try (PackedFile file = PackedFile.open(files.get(0));
                BufferedReader lines = new BufferedReader(new InputStreamReader(
                        new GZIPInputStream(Files.newInputStream(csv)), StandardCharsets.UTF_8))) {
            TableSchema table = Objects.requireNonNull(file.table("RawData"));
            String[] names = lines.readLine().split(",", -1);
            int[] columns = new int[names.length];
            for (int i = 0; i < names.length; i++) {
                columns[i] = i == 0 ? 1 : table.indexOf(names[i]);
                assertThat(columns[i]).describedAs(names[i]).isNotNegative();
            }
            ColumnArray[] values = file.read("RawData", columns);
            for (int row = 0; row < table.rows(); row++) {
                String[] texts = lines.readLine().split(",", -1);
                for (int i = 0; i < texts.length; i++) {
                    boolean same = texts[i].isEmpty()
                            ? values[i].isNull(row)
                            : values[i].type().isFloating()
                                    ? values[i].doubles()[row] == Double.parseDouble(texts[i])
                                    : values[i].longs()[row] == Long.parseLong(texts[i]);
                    assertThat(same).describedAs("row %d, %s", row, names[i]).isTrue();
                }
            }
        }
    }

    @Test
    void timesOfParquetAreCountedAsTimesOfRowsAndNeverLost() throws Exception {
        Path rounded = parquet(
                "TIMESTAMP '2026-03-01 00:00:00.0001' AS sampleTime, TIMESTAMP '2026-03-01 00:00:00.000001' AS at");
        CounterImport.Report report = CounterImport.run(
                Map.of("RawData", List.of(rounded)), folder.resolve("g"), options("", List.of(), null), file -> {});
        assertThat(report.warnings())
                .containsExactly("2 times rounded to milliseconds; first at " + rounded + ": row 1");
        for (String type : List.of("TIMESTAMP", "DATE", "TIMESTAMPTZ")) {
            Path counter = parquet("TIMESTAMP '2026-03-01 00:00:00' AS sampleTime, " + type + " 'infinity' AS at");
            assertThatThrownBy(() -> CounterImport.run(
                            Map.of("RawData", List.of(counter)),
                            folder.resolve("other"),
                            options("", List.of(), null),
                            file -> {}))
                    .isInstanceOf(LoadException.class)
                    .hasMessage(counter + ": row 1: counter 'at': a time is not of the years 1 to 9999");
        }
    }

    /** Spark and sums of SQL have such decimals. */
    @Test
    void decimalsWithoutAFractionAreIntegers() throws Exception {
        String time = "TIMESTAMP '2026-03-01 00:00:00' AS sampleTime, ";
        Path garage = folder.resolve("g");
        CounterImport.Report report = CounterImport.run(
                Map.of(
                        "RawData",
                        List.of(parquet(time + "9223372036854775807::DECIMAL(38, 0) AS a, (-7)::DECIMAL(4, 0) AS b"))),
                garage,
                options("", List.of(), null),
                file -> {});
        assertThat(report.warnings()).isEmpty();
        try (PackedFile file = PackedFile.open(garage.resolve("w.2026-03-01.gar"))) {
            ColumnArray[] values = file.read("RawData", 3, 4);
            assertThat(values).extracting(ColumnArray::type).containsOnly(ColumnSchema.Type.INT64);
            assertThat(values[0].longs()).containsExactly(Long.MAX_VALUE);
            assertThat(values[1].longs()).containsExactly(-7);
        }
        Path large = parquet(time + "9223372036854775809::DECIMAL(38, 0) AS a");
        assertThat(CounterImport.run(
                                Map.of("RawData", List.of(large)),
                                folder.resolve("other"),
                                options("", List.of(), null),
                                file -> {})
                        .warnings())
                .containsExactly("1 whole number rounded to 53 bits; first at " + large + ": row 1");
    }

    /** The engine reads them otherwise than they are, so that no value can be seen to be rounded. pyarrow wrote them. */
    @Test
    void columnsOfParquetThatAreNotReadExactlyAreWarnedOf() throws IOException {
        Path file = folder.resolve("inexact-columns.parquet");
        try (InputStream in =
                Objects.requireNonNull(CounterImportTest.class.getResourceAsStream("inexact-columns.parquet"))) {
            Files.copy(in, file);
        }
        CounterImport.Report report = CounterImport.run(
                Map.of("RawData", List.of(file)), folder.resolve("g"), options("", List.of("left"), null), path -> {});
        assertThat(report.warnings())
                .containsExactly(
                        file
                                + ": column 'sampleTime' has times of type INT96, of which nanoseconds are cut: write them as"
                                + " TIMESTAMP with nanoseconds if they have such",
                        file
                                + ": column 'load' has decimals of 60 digits, which are read as doubles: write them as text, or"
                                + " with at most 38 digits, for exact results");
        assertThat(report.rows()).isEqualTo(2);
    }

    private Path parquet(String columns) throws SQLException {
        Path file = folder.resolve("in.parquet");
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("COPY (SELECT 'w' AS serverID, " + columns + ") TO '" + file + "'");
        }
        return file;
    }

    /** Days that are packed one by one, as they come. */
    @Test
    void warningsAreOneLineWhateverCountersAreCalled() throws IOException {
        String head = "serverID,sampleTime,\"cpu\nload\"\n";
        Path file = write("names.csv", head + "web,2026-03-01T00:00:00,1\nweb,2026-03-01T00:00:15,?\n");
        assertThat(pack(folder.resolve("names"), file).warnings())
                .containsExactly("1 value of 'cpu; load' in table 'RawData' not valid, left out; first at " + file
                        + ": line 4, '?'");
    }

    @Test
    void theLastSampleOfTheDayBeforeIsThePreviousOne() throws IOException {
        Path garage = folder.resolve("daily");
        String head = "serverID,sampleTime,load\n";
        Path first = write("first.csv", head + "web,2026-02-28T23:59:30,1\nweb,2026-02-28T23:59:45,2\n");
        Path second = write("second.csv", head + "web,2026-03-01T00:00:00,3\nweb,2026-03-01T00:00:15,4\n");
        Path third = write("third.csv", head + "web,2026-03-03T00:00:00,5\n");
        for (Path file : List.of(first, second, third)) {
            assertThat(pack(garage, file).warnings()).isEmpty();
        }
        long midnight = Instant.parse("2026-03-01T00:00:00Z").toEpochMilli();
        assertThat(previousTimes(garage, "2026-02-28")).containsExactly(null, midnight - 30_000);
        assertThat(previousTimes(garage, "2026-03-01")).containsExactly(midnight - 15_000, midnight);
        assertThat(previousTimes(garage, "2026-03-03")).containsExactly((Long) null);
        Files.writeString(garage.resolve("web.2026-03-01.gar"), "damaged");
        assertThat(pack(garage, write("fourth.csv", head + "web,2026-03-02T00:00:00,5\n"))
                        .warnings())
                .singleElement()
                .asString()
                .startsWith(
                        "1 table has no time before the first sample, as the file of the day before cannot be read; first ")
                .contains("web.2026-03-01.gar");
    }

    /** The days of a period are in one file, with the rows and previous times of the files of its days. */
    @Test
    void severalDaysAreInOneFile() throws IOException {
        StringBuilder csv = new StringBuilder("serverID,sampleTime,load\n");
        Instant start = Instant.parse("2026-01-31T20:00:00Z");
        Random random = new Random(2);
        for (int i = 0; i < 240; i++) {
            csv.append("web,")
                    .append(start.plusSeconds(i * 7200L))
                    .append(',')
                    .append(random.nextInt(500))
                    .append('\n');
        }
        Path file = write("long.csv", csv.toString());
        Map<FilePeriod, List<String>> names = Map.of(
                FilePeriod.WEEK,
                List.of("web.2026-W05.gar", "web.2026-W06.gar", "web.2026-W07.gar", "web.2026-W08.gar"),
                FilePeriod.MONTH,
                List.of("web.2026-01.gar", "web.2026-02.gar"),
                FilePeriod.YEAR,
                List.of("web.2026.gar"));
        Path days = folder.resolve("days");
        long daily = pack(days, file).packedBytes();
        for (FilePeriod period : names.keySet()) {
            Path garage = folder.resolve(period.name());
            CounterImportOptions options = options("", List.of(), null).withPeriod(period);
            Map<String, List<Path>> inputs = Map.of("RawData", List.of(file));
            CounterImport.Report report = CounterImport.run(inputs, garage, options, done -> {});
            assertThat(report.packedBytes()).as("%s", period).isLessThan(daily);
            assertThat(CounterImport.run(inputs, garage, options, done -> {}).skipped())
                    .isEqualTo(report.files());
            assertThat(GarageTree.files(List.of(garage)))
                    .extracting(found -> garage.relativize(found).toString())
                    .isEqualTo(names.get(period));
            assertThat(rows(garage)).as("%s", period).isEqualTo(rows(days)).hasSize(240);
        }
        Catalog.CounterEntry load = Catalog.of(GarageTree.files(List.of(folder.resolve("MONTH")))).counters().stream()
                .filter(counter -> counter.name().equals("load"))
                .findFirst()
                .orElseThrow();
        assertThat(load.firstDay()).isEqualTo("2026-01-31");
        assertThat(load.lastDay()).isEqualTo("2026-02-20");
        // A day that follows a period that was packed before.
        Path next = write("next.csv", "serverID,sampleTime,load\nweb,2026-02-21T01:00:00,1\n");
        pack(folder.resolve("MONTH"), next);
        assertThat(previousTimes(folder.resolve("MONTH"), "2026-02-21"))
                .containsExactly(start.plusSeconds(239 * 7200L).toEpochMilli());
    }

    private static List<List<Long>> rows(Path garage) throws IOException {
        List<List<Long>> found = new ArrayList<>();
        for (Path path : GarageTree.files(List.of(garage))) {
            try (PackedFile file = PackedFile.open(path)) {
                ColumnArray[] columns = file.read("RawData", 1, 2, 3);
                for (int row = 0; row < columns[0].rows(); row++) {
                    long previous = columns[1].isNull(row) ? -1 : columns[1].longs()[row];
                    found.add(List.of(
                            columns[0].longs()[row], previous, columns[2].longs()[row]));
                }
            }
        }
        return found;
    }

    private CounterImport.Report pack(Path garage, Path file) throws IOException {
        return CounterImport.run(Map.of("RawData", List.of(file)), garage, options("", List.of(), null), done -> {});
    }

    private static List<Long> previousTimes(Path garage, String day) throws IOException {
        try (PackedFile file = PackedFile.open(garage.resolve("web." + day + ".gar"))) {
            ColumnArray times = file.read("RawData", file.tables().get(0).indexOf("prevSampleTime"))[0];
            List<Long> found = new ArrayList<>();
            for (int row = 0; row < times.rows(); row++) {
                found.add(times.isNull(row) ? null : times.longs()[row]);
            }
            return found;
        }
    }

    private CounterImportOptions options(String layout, List<String> exclude, @Nullable String server) {
        return CounterImportOptions.defaults(folder.resolve("tmp"))
                .withServerName(server)
                .withContent(CounterImportOptions.Content.LOSSLESS.withExclude(exclude))
                .withLayout(layout);
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }
}

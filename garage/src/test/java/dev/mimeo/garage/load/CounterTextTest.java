package dev.mimeo.garage.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mimeo.garage.store.ColumnArray;
import dev.mimeo.garage.store.ColumnSchema;
import dev.mimeo.garage.store.PackedFile;
import dev.mimeo.garage.store.TableSchema;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The texts were printed by sysstat 12.6.1 and PCP 6.0.3 on a virtual machine. */
final class CounterTextTest {

    @TempDir
    private Path folder;

    @Test
    void whatSadfPrintsIsPacked() throws IOException {
        Path text = resource("sadf.txt");
        try (PackedFile file = pack(CounterText.SADF, text, null, "web1")) {
            assertThat(file.tables())
                    .extracting(TableSchema::name)
                    .containsExactlyInAnyOrder("RawData", "Processor", "Disk", "Network", "Filesystem");
            assertThat(values(file, "RawData", "sampleTime")).hasSize(7).startsWith((double)
                    Instant.parse("2026-11-22T18:26:24Z").toEpochMilli());
            // Values of all CPUs, of different sections, in one row.
            assertThat(values(file, "RawData", "%usr")).startsWith(69.42, 63.28).hasSize(7);
            assertThat(values(file, "RawData", "cswch/s")).startsWith(1754.73, 2982.0);
            assertThat(values(file, "RawData", "ldavg-1")).startsWith(5.59, 5.59);
            assertThat(values(file, "Processor", "InstanceID"))
                    .startsWith(0.0, 1.0, 0.0, 1.0)
                    .hasSize(14);
            assertThat(values(file, "Processor", "%usr")).startsWith(40.5, 98.49, 55.72);
            assertThat(values(file, "Disk", "rkB/s")).contains(1158.21);
            // Every number of the text is in the file.
            double expected = 0;
            for (String line : Files.readAllLines(text)) {
                String[] fields = line.split(";");
                boolean isCounter = !line.startsWith("#");
                int from = isCounter && !fields[3].matches("-?[0-9.]+") ? 4 : 3;
                for (int i = from; isCounter && i < fields.length; i++) {
                    expected += Double.parseDouble(fields[i]);
                }
            }
            // InstanceID of CPUs is a column of numbers, -1 is not.
            assertThat(sum(file)).isCloseTo(expected + 7, within(1e-3));
        }
    }

    @Test
    void whatSarPrintsIsThatOfSadf() throws IOException {
        Path packed;
        try (PackedFile sadf = pack(CounterText.SADF, resource("sar-sadf.txt"), null, "vm")) {
            packed = sadf.path();
        }
        Path moved = Files.move(packed, folder.resolve("sadf.gar"));
        try (PackedFile sar = pack(CounterText.SAR, resource("sar.txt"), null, "vm");
                PackedFile expected = PackedFile.open(moved)) {
            assertThat(sar.tables()).hasSameSizeAs(expected.tables());
            for (TableSchema table : expected.tables()) {
                TableSchema found = Objects.requireNonNull(sar.table(table.name()));
                assertThat(found.columns()).containsExactlyInAnyOrderElementsOf(table.columns());
                for (ColumnSchema column : found.columns()) {
                    if (column.type() != ColumnSchema.Type.TEXT) {
                        assertThat(values(sar, table.name(), column.name()))
                                .describedAs("%s.%s", table.name(), column.name())
                                .isNotEmpty()
                                .isEqualTo(values(expected, table.name(), column.name()));
                    }
                }
            }
        }
    }

    /** Half past eleven in the evening to the next day, with a restart, titles that are repeated, and a second section. */
    @Test
    void hoursOfTwelveAndTheNextDayAreUnderstood() throws IOException {
        String text = """
                Linux 6.1.0 (web1) \t11/22/26 \t_x86_64_\t(2 CPU)

                11:30:00 AM     CPU     %user     %idle
                11:40:00 AM     all      1.00     99.00
                12:10:00 PM     all      2.00     98.00
                Average:        all      1.50     98.50

                12:20:00 PM       LINUX RESTART\t(2 CPU)

                11:50:00 PM     CPU     %user     %idle
                12:00:00 AM     all      3.00     97.00

                12:00:00 AM     CPU     %user     %idle
                12:10:00 AM     all      4.00     96.00
                Average:        all      3.50     96.50

                11:30:00 AM  MBfsfree   %fsused FILESYSTEM
                11:40:00 AM       500     10.00 /dev/mapper/a disk
                12:10:00 AM       400     20.00 /dev/mapper/a disk

                11:30:00 AM      BUS  idvendor    idprod  maxpower manufact product
                11:40:00 AM        1      1d6b         2       500 Linux 6.1 xhci
                """;
        Path file = Files.writeString(folder.resolve("noon.txt"), text);
        List<String> found = read(CounterText.SAR, file);
        assertThat(found)
                .isNotEmpty()
                .allMatch(row -> row.startsWith("RawData,web1,") || row.startsWith("Filesystem,web1,"));
        assertThat(found)
                .filteredOn(row -> row.contains("%user"))
                .containsExactly(
                        "RawData,web1,2026-11-22T11:40:00Z,null,%user,1.0",
                        "RawData,web1,2026-11-22T12:10:00Z,null,%user,2.0",
                        "RawData,web1,2026-11-23T00:00:00Z,null,%user,3.0",
                        "RawData,web1,2026-11-23T00:10:00Z,null,%user,4.0");
        assertThat(found)
                .contains(
                        "Filesystem,web1,2026-11-22T11:40:00Z,/dev/mapper/a disk,MBfsfree,500.0",
                        "Filesystem,web1,2026-11-23T00:10:00Z,/dev/mapper/a disk,%fsused,20.0");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "hello | is this what 'sar' prints",
                "Linux 6.1.0 (a) 22.11.2026 _x86_64_ | S_TIME_FORMAT=ISO",
                "Linux 6.1.0 (a) 22/11/26 _x86_64_ | expected a day",
                "Linux 6.1.0 (a) 2026-11-22 x;;10:00:00 tps;10:00:01 1 2 | line 4: expected 1 fields",
                "Linux 6.1.0 (a) 2026-11-22 x;;10:00:00 tps;10:00:01 x | line 4: expected a number of 'tps'",
                "Linux 6.1.0 (a) 2026-11-22 x;;25:00:00 tps | expected a time",
                "Linux 6.1.0 (a) 2026-11-22 x;;13:00:00 PM tps | expected an hour of 1 to 12",
                "Linux 6.1.0 (a) 2026-11-22 x;10:00:00 1 | expected an empty line"
            })
    void textsThatAreNotOfSarAreRefused(String text, String message) throws IOException {
        Path file = Files.writeString(folder.resolve("wrong.txt"), text.replace(';', '\n'));
        assertThatThrownBy(() -> pack(CounterText.SAR, file, null, "none"))
                .isInstanceOf(LoadException.class)
                .hasMessageContaining(message);
    }

    @Test
    void whatPmrepPrintsIsPacked() throws IOException {
        try (PackedFile file = pack(CounterText.PMREP, resource("pmrep.csv"), "db2", "db2")) {
            assertThat(values(file, "RawData", "kernel.all.load-1 minute")).containsExactly(9.96, 9.96, 9.88, 9.88);
            assertThat(values(file, "RawData", "mem.util.free")).startsWith(19488676.0);
            assertThat(values(file, "Processor", "kernel.percpu.cpu.user"))
                    .containsExactly(956.224, 956.224, 960.395, 970.949, 982.068, 982.068);
            TableSchema disk = Objects.requireNonNull(file.table("Disk"));
            assertThat(file.read("Disk", disk.indexOf("InstanceID"))[0].texts()).containsExactly("vda", "vda", "vda");
            assertThat(values(file, "Network", "network.interface.in.bytes")).hasSize(12);
        }
    }

    /** Printed with {@code --dynamic-header -u}, whose first line has no header; the last value is what a rate of no time would be. */
    @Test
    void instancesOfPmrepMayComeAndGo() throws IOException {
        Path text = Files.writeString(folder.resolve("web1.csv"), """
                2026-12-01 03:31:11
                Time,"kernel.all.load-1 minute","disk.dev.read-vda","disk.dev.scheduler-vda"
                2026-12-01 03:31:12,2.950,4,"mq-deadline"
                2026-12-01 03:31:13
                Time,"kernel.all.load-1 minute","disk.dev.read-loop0","disk.dev.scheduler-loop0","disk.dev.read-vda"
                2026-12-01 03:31:14,NaN,1,"none",-inf
                """);
        assertThat(read(CounterText.PMREP, text))
                .containsExactly(
                        "RawData,web1,2026-12-01T03:31:12Z,null,kernel.all.load-1 minute,2.95",
                        "Disk,web1,2026-12-01T03:31:12Z,vda,disk.dev.read,4.0",
                        "Disk,web1,2026-12-01T03:31:12Z,vda,disk.dev.scheduler,mq-deadline",
                        "RawData,web1,2026-12-01T03:31:14Z,null,kernel.all.load-1 minute,NaN",
                        "Disk,web1,2026-12-01T03:31:14Z,loop0,disk.dev.read,1.0",
                        "Disk,web1,2026-12-01T03:31:14Z,loop0,disk.dev.scheduler,none",
                        "Disk,web1,2026-12-01T03:31:14Z,vda,disk.dev.read,-Infinity");
    }

    /** Printed with {@code -k}, of which the zones are those of {@code -Z EST+5} and {@code -Z IST-5:30}. */
    @ParameterizedTest
    @CsvSource({
        "UTC+0, 2026-12-01T03:31:12Z",
        "UTC-5, 2026-12-01T08:31:12Z",
        "UTC+5:30, 2026-11-30T22:01:12Z",
        "UTC+11, 2026-11-30T16:31:12Z"
    })
    void extendedCsvOfPmrepNamesTheHostAndTheZone(String zone, Instant expected) throws IOException {
        Path text = Files.writeString(folder.resolve("web1.csv"), """
                Host,Interval,Time,"kernel.all.intr","kernel.all.running","kernel.percpu.cpu.user-cpu0"
                vm,0,2026-12-01 03:31:11 ZONE,,,
                vm,1,2026-12-01 03:31:12 ZONE,812.104,4,950.210
                """.replace("ZONE", zone));
        assertThat(read(CounterText.PMREP, text))
                .containsExactly(
                        "RawData,vm," + expected + ",null,kernel.all.intr,812.104",
                        "RawData,vm," + expected + ",null,kernel.all.running,4.0",
                        "Processor,vm," + expected + ",cpu0,kernel.percpu.cpu.user,950.21");
        assertThat(read(CounterText.PMREP, text, "db2")).hasSize(3).allMatch(row -> row.contains(",db2,"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "SADF | a;1;2 | line 1: expected '# hostname;interval;timestamp...' before",
                "SADF | # hostname;interval;timestamp;x!h;2;2026-01-01 00:00:00;1 | line 2: expected a time in UTC",
                "SADF | # hostname;interval;timestamp;x!h;2;2026-13-01 00:00:00 UTC;1 | line 2: expected a time in UTC",
                "SADF | # hostname;interval;timestamp;x!h;2;99999999999999999999;1 | line 2: expected a time in UTC",
                "SADF | # hostname;interval;timestamp;x!h;2;999999999999;1 | line 2: expected a time of the years 1970 to 9999",
                "SADF | # hostname;interval;timestamp;x!h;2;1;1;2 | line 2: expected 4 fields, found 5",
                "SADF | # hostname;interval;timestamp;x!h;2;1;0x1p3 | line 2: expected a number of 'x', found '0x1p3'",
                "SADF | # hostname;interval;timestamp;x!h;2;1;1-2 | line 2: expected a number of 'x', found '1-2'",
                "SADF | # hostname;interval;timestamp;x;[...] | line 1: is cut short: run sadf without -h",
                "SADF | # host;interval;timestamp;x | line 1: expected '# hostname;interval;timestamp...'",
                "SADF | # hostname;interval;timestamp;x!h;-1;1;LINUX-RESTART (2 CPU) | has no values of counters",
                "PMREP | time,x | line 1: expected a header that starts with 'Time,'",
                "PMREP | Time,x!2026-01-01 00:00:00 | line 2: expected 2 fields, found 1",
                "PMREP | Time,x!01:02:03,1 | line 2: expected a time as YYYY-MM-DD HH:MM:SS",
                "PMREP | Time,\"x!2026-01-01 00:00:00,1 | line 1: a quote does not end",
                "PMREP | Time,x!2026-01-01,1 | line 2: expected a time as YYYY-MM-DD HH:MM:SS",
                "PMREP | 2026-01-01 00:00:00 | line 2: expected a header that starts with 'Time,'",
                "PMREP | 2026-01-01 00:00:00,1 | line 1: expected a header that starts with 'Time,'",
                "PMREP | Host,Interval,Time,x!h,0,2026-01-01 00:00:00 EST,1 | line 2: expected a time as",
                "PMREP | Host,Interval,Time,x!h,0,2026-01-01 00:00:00 UTC-5EDT,1 | line 2: expected a time as",
                "PMREP | Time,x | has no values of counters",
            })
    void whatIsNotSuchATextIsAnError(CounterText format, String lines, String message) throws IOException {
        Path file = Files.writeString(folder.resolve("bad.txt"), lines.replace('!', '\n'));
        assertThatThrownBy(() -> pack(format, file, null, "none"))
                .isInstanceOf(LoadException.class)
                .hasMessageContaining("bad.txt: ")
                .hasMessageContaining(message)
                .hasMessageNotContaining("\n");
    }

    @Test
    void linesWithoutEndAndBytesThatAreNoTextAreErrors() throws IOException {
        Path endless = Files.writeString(folder.resolve("endless.txt"), "x".repeat((1 << 20) + 1));
        assertThatThrownBy(() -> pack(CounterText.SADF, endless, null, "none"))
                .isInstanceOf(LoadException.class)
                .hasMessageContaining("line 1: has more than 1048576 characters");
        Path bytes = Files.write(folder.resolve("bytes.txt"), new byte[] {'T', (byte) 0xff, '\n'});
        assertThatThrownBy(() -> pack(CounterText.PMREP, bytes, null, "none"))
                .isInstanceOf(LoadException.class)
                .hasMessageContaining("is not UTF-8 text");
        Path late = folder.resolve("late.txt");
        Files.write(late, "a line\n".repeat(20_000).getBytes(StandardCharsets.UTF_8));
        Files.write(late, new byte[] {'T', (byte) 0xc3, '\n'}, StandardOpenOption.APPEND);
        try (TextLines lines = new TextLines(late)) {
            assertThatThrownBy(() -> {
                        while (lines.next() != null) {
                            // The last line is wrong.
                        }
                    })
                    .hasMessage(late + ": line 20001: is not UTF-8 text: convert it, such as with iconv");
        }
    }

    /** Lines that are longer than what is read at once, also where a character is on its border. */
    @Test
    void linesOfAnyLengthAreReadWithoutTheirEndsAndTheMark() throws IOException {
        List<String> expected = new ArrayList<>();
        for (int length : new int[] {0, 1, 65_535, 0, 65_537, 200_000, 3, (1 << 20) / 2}) {
            expected.add("\u20ac".repeat(length) + "\ud83d\ude00");
        }
        for (String end : List.of("\n", "\r\n")) {
            Path file = Files.writeString(
                    folder.resolve("lines.txt"), "\ufeff" + String.join(end, expected) + (end.equals("\n") ? end : ""));
            List<String> found = new ArrayList<>();
            try (TextLines lines = new TextLines(file)) {
                for (String line = lines.next(); line != null; line = lines.next()) {
                    found.add(line);
                }
            }
            assertThat(found).isEqualTo(expected);
        }
    }

    private PackedFile pack(CounterText format, Path text, @Nullable String server, String name) throws IOException {
        Path root = folder.resolve("garage");
        CounterImport.run(Map.of("RawData", List.of(text)), root, options(format, server), file -> {});
        return PackedFile.open(root.resolve(name + ".2026-11-22.gar"));
    }

    private CounterImportOptions options(CounterText format, @Nullable String server) {
        return CounterImportOptions.defaults(folder.resolve("tmp"))
                .withServerName(server)
                .withFormat(format);
    }

    /** Returns what a text has, as {@code TABLE,SERVER,TIME,INSTANCE,COUNTER,VALUE}. */
    private List<String> read(CounterText format, Path text) throws IOException {
        return read(format, text, null);
    }

    private List<String> read(CounterText format, Path text, @Nullable String server) throws IOException {
        List<String> found = new ArrayList<>();
        format.source(text, options(format, server)).read(new CounterTables(), new SampleSink() {
            private String row = "";

            @Override
            public boolean row(
                    CounterTable table, String server, long time, long previous, @Nullable String instance, long line) {
                row = table.name() + "," + server + "," + Instant.ofEpochMilli(time) + "," + instance;
                return true;
            }

            @Override
            public void value(TableCounter counter, CellKind kind, long bits, @Nullable String value) {
                found.add(row + "," + counter.name() + "," + (value == null ? Double.longBitsToDouble(bits) : value));
            }
        });
        return found;
    }

    /** Returns the values of a column that are not NULL. */
    private static List<Double> values(PackedFile file, String table, String column) throws IOException {
        int index = Objects.requireNonNull(file.table(table)).indexOf(column);
        assertThat(index).describedAs(column).isNotNegative();
        ColumnArray values = file.read(table, index)[0];
        List<Double> present = new ArrayList<>();
        for (int i = 0; i < values.rows(); i++) {
            if (!values.isNull(i)) {
                present.add(values.type().isLong() ? values.longs()[i] : values.doubles()[i]);
            }
        }
        return present;
    }

    private static double sum(PackedFile file) {
        double sum = 0;
        for (TableSchema table : file.tables()) {
            for (int i = 0; i < table.columns().size(); i++) {
                String name = table.columns().get(i).name();
                if (!ColumnSchema.isFixed(name) || name.equals("InstanceID")) {
                    sum += file.statistics(table.name(), i).sum();
                }
            }
        }
        return sum;
    }

    private Path resource(String name) throws IOException {
        Path file = folder.resolve(name);
        try (InputStream in = Objects.requireNonNull(CounterTextTest.class.getResourceAsStream(name))) {
            Files.writeString(file, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
        return file;
    }
}

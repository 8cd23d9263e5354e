package dev.mimeo.garage.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mimeo.garage.store.ColumnValues;
import dev.mimeo.garage.store.PackOptions;
import dev.mimeo.garage.store.PackedFile;
import dev.mimeo.garage.store.TableSchema;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
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
            // Values of all processors, of different sections, in one row.
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
            // InstanceID of processors is a column of numbers, -1 is not.
            assertThat(sum(file)).isCloseTo(expected + 7, within(1e-3));
        }
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
                "PMREP | Time,x!!2026-01-01 00:00:00,high | line 3: expected a number of 'x', found 'high'",
                "PMREP | Time,x | has no values of counters",
            })
    void whatIsNotSuchATextIsAnError(CounterText format, String lines, String message) throws IOException {
        Path file = Files.writeString(folder.resolve("bad.txt"), lines.replace('!', '\n'));
        assertThatThrownBy(() -> format.convert(List.of(file), null, folder.resolve("tables")))
                .isInstanceOf(LoadException.class)
                .hasMessageContaining("bad.txt: ")
                .hasMessageContaining(message)
                .hasMessageNotContaining("\n");
    }

    @Test
    void linesWithoutEndAndBytesThatAreNoTextAreErrors() throws IOException {
        Path endless = Files.writeString(folder.resolve("endless.txt"), "x".repeat((1 << 20) + 1));
        assertThatThrownBy(() -> CounterText.SADF.convert(List.of(endless), null, folder.resolve("tables")))
                .isInstanceOf(LoadException.class)
                .hasMessageContaining("line 1: has more than 1048576 characters");
        Path bytes = Files.write(folder.resolve("bytes.txt"), new byte[] {'T', (byte) 0xff, '\n'});
        assertThatThrownBy(() -> CounterText.PMREP.convert(List.of(bytes), null, folder.resolve("tables")))
                .isInstanceOf(LoadException.class)
                .hasMessageContaining("is no text in UTF-8");
    }

    private PackedFile pack(CounterText format, Path text, @Nullable String server, String name) throws IOException {
        Path root = folder.resolve("garage");
        CounterImport.run(
                format.convert(List.of(text), server, folder.resolve("tables")),
                root,
                new ImportOptions(
                        null,
                        server,
                        null,
                        List.of(),
                        false,
                        "",
                        CounterDeclarations.NONE,
                        PackOptions.LOSSLESS,
                        false,
                        1,
                        folder.resolve("tmp")),
                file -> {});
        return PackedFile.open(root.resolve(name + ".2026-11-22.gar"));
    }

    /** Returns the values of a column that are not NULL. */
    private static List<Double> values(PackedFile file, String table, String column) throws IOException {
        int index = Objects.requireNonNull(file.table(table)).indexOf(column);
        assertThat(index).describedAs(column).isNotNegative();
        ColumnValues values = file.read(table, index)[0];
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
                if (!PackedFile.isFixed(name) || name.equals("InstanceID")) {
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

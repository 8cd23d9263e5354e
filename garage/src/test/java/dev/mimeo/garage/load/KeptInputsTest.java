package dev.mimeo.garage.load;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.garage.load.CounterImport.RowMemory;
import dev.mimeo.garage.load.GeneratedSamples.Format;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Inputs that are parsed once give the same files, warnings and errors as those that are parsed twice, whatever their format. */
final class KeptInputsTest {

    private static final long WAITING = 1L << 28;

    /** Memory for nothing, for a part of an input, for some inputs of several, and for all. */
    private static final long[] LIMITS = {0, 4_000, 120_000, 1L << 28};

    @TempDir
    private Path folder;

    private int runs;

    @ParameterizedTest
    @EnumSource(Format.class)
    void generatedSamplesAreTheSame(Format format) throws IOException, SQLException {
        for (long seed = 0; seed < 3; seed++) {
            GeneratedSamples samples = new GeneratedSamples(seed, format);
            samples.write(Files.createDirectories(folder.resolve("in" + seed)));
            assertSame(samples.files, options(format.collector()), "seed " + seed);
        }
    }

    @ParameterizedTest
    @EnumSource(CounterText.class)
    void textsOfCollectorsAreTheSame(CounterText format) throws IOException {
        assertThat(pack(List.of(text(format)), options(format), 1L << 28).files())
                .as("files and warnings")
                .isNotEmpty();
        assertSame(List.of(text(format)), options(format), format.name());
    }

    /** Returns a text of a format, with exemplars, gaps and the like. */
    private Path text(CounterText format) throws IOException {
        return switch (format) {
            case SADF -> resource("sadf.txt", "host.txt");
            case SAR -> resource("sar.txt", "host.txt");
            case PMREP -> resource("pmrep.csv", "host.csv");
            case VICTORIAMETRICS -> resource("victoriametrics.jsonl", "host.jsonl");
            case COLLECTD -> resource("collectd-if_octets.csv", "host/interface-eth0/if_octets-2026-03-01");
            case PROMETHEUS -> resource("promtool-dump.txt", "dump.txt");
            case OPENMETRICS -> write("metrics.txt", """
                # TYPE a counter
                a_total{instance="h:1",cpu="0"} 1 1772323200.5 # {trace="x"} 1
                a_total{instance="h:1",cpu="1"} 2 1772323200.0005
                a_total{instance="h:1",cpu="1"} 3 1772323215
                b{instance="h:1"} NaN 1772323215
                b{instance="h:2"} 5 1772409615
                b{instance="h:1"} NaN 1772323215
                # EOF
                """);
            case OTLP -> write("metrics.json", """
                {"resourceMetrics":[{"resource":{"attributes":[{"key":"host.name","value":{"stringValue":"h"}}]},
                "scopeMetrics":[{"metrics":[{"name":"m","gauge":{"dataPoints":[
                {"timeUnixNano":"1772323200000000001","asInt":"9007199254740993","exemplars":[{}]},
                {"timeUnixNano":"1772323215000000000","asDouble":1.5},
                {"timeUnixNano":"1772323230000000000"}]}},{"name":"odd"}]}]}]}
                """);
            case RELOG -> write("perf.csv", """
                "(PDH-CSV 4.0) (UTC)(0)","\\\\W\\Memory\\Free","\\\\W\\Disk(0 C:)\\Reads","\\\\W\\Disk(1 D:)\\Reads"
                "03/01/2026 00:00:00.250","1.5","2"," "
                "03/01/2026 00:00:15.250","2.5","","7"
                """);
        };
    }

    @Test
    void valuesThatAreNotPlainAreTheSame() throws IOException {
        StringBuilder csv =
                new StringBuilder("serverID,sampleTime,prevSampleTime,InstanceID,whole,fraction,mixed,word\n");
        for (int i = 0; i < 3_000; i++) {
            csv.append("s")
                    .append(i % 3)
                    .append(',')
                    .append(1_772_323_200L + 60L * (i / 6))
                    .append(i % 50 == 0 ? ".0004" : "");
            csv.append(',')
                    .append(i < 6 ? "" : 1_772_323_200L + 60L * (i / 6 - 1))
                    .append(',')
                    .append(i / 3 % 2);
            csv.append(',')
                    .append(i % 97 == 0 ? "9007199254740993" : i)
                    .append(',')
                    .append(i / 7.0)
                    .append(',');
            csv.append(i % 11 == 0 ? "N/A" : i % 13 == 0 ? "12345678901234567891" : i)
                    .append(",w")
                    .append(i % 5)
                    .append('\n');
            // An empty line moves the lines of the rows behind it.
            csv.append(i % 500 == 0 ? "\n" : "");
        }
        Path first = write("first.csv", csv.toString());
        // Repeats a part of the other one, and has other counters.
        Path second = write(
                "second.csv",
                csv.substring(0, csv.length() / 2)
                        .lines()
                        .reduce("", (a, b) -> a + b + "\n")
                        .replaceFirst("mixed,word", "word,other"));
        assertSame(List.of(first), options(null), "one");
        assertSame(List.of(first, first.resolveSibling("first.csv")), options(null), "twice");
        assertSame(List.of(first, second), options(null), "in conflict");
    }

    @Test
    void errorsAreTheSame() throws IOException {
        String good = "serverID,sampleTime,a\ns,1772323200,1\n";
        byte[] notText = (good + "s,1772323215,#\n").getBytes(UTF_8);
        notText[notText.length - 2] = (byte) 0xff;
        Path value = folder.resolve("value.csv");
        Files.write(value, notText);
        Path conflict = write("conflict.csv", good + "s,1772323200,2\n");
        Path time = write("time.csv", good + "s,soon,2\n");
        Path days = write("days.csv", good + "s,1772409600,2\n");
        assertThat(pack(List.of(value), options(null), 1L << 20).error()).contains("line 3", "not UTF-8");
        assertThat(pack(List.of(value, time), options(null), 1L << 20).error()).contains("time.csv: line 3");
        assertSame(List.of(value), options(null), "not UTF-8");
        assertSame(List.of(value, time), options(null), "two errors, the one of a time first");
        assertSame(List.of(days, value), options(null), "a day is packed before");
        assertSame(List.of(conflict), options(null), "conflict");
        assertSame(List.of(conflict, value), options(null), "conflict before another error");
    }

    /** The time was reported with the line of the row before. */
    @Test
    void aRoundedTimeIsReportedWithItsLine() throws IOException {
        Path csv = write("s.csv", "sampleTime,a\n1772323200,1\n1772323215.0004,2\n1772323230.0004,3\n");
        for (long limit : LIMITS) {
            assertThat(pack(List.of(csv), options(null), limit).warnings())
                    .containsExactly("2 times rounded to milliseconds; first at " + csv + ": line 3");
        }
    }

    @Test
    void anInputThatFitsIsReadOnce() throws IOException {
        CountedSource small = new CountedSource(10);
        CountedSource large = new CountedSource(20_000);
        KeptInputs kept = new KeptInputs(List.of(small, large), 100_000);
        List<List<String>> readings = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            CounterTables tables = i == 0 ? new CounterTables() : small.tables;
            small.tables = tables;
            List<String> seen = new ArrayList<>();
            for (CounterSource input : kept.inputs()) {
                input.read(tables, new Notes(seen));
            }
            readings.add(seen);
        }
        assertThat(readings.get(0))
                .hasSize(2 * 20_010)
                .isEqualTo(readings.get(1))
                .isEqualTo(readings.get(2));
        assertThat(small.readings)
                .as("once, and once more as its rows were forgotten")
                .isEqualTo(2);
        assertThat(large.readings).isEqualTo(3);
        assertThat(kept.forget()).isFalse();
    }

    /** A source of rows with a value each. */
    private static final class CountedSource implements CounterSource {
        private final int rows;
        private CounterTables tables = new CounterTables();
        private int readings;

        CountedSource(int rows) {
            this.rows = rows;
        }

        @Override
        public Path file() {
            return Path.of("counted");
        }

        @Override
        public String label() {
            return "";
        }

        @Override
        public void read(CounterTables of, SampleSink sink) throws IOException {
            readings++;
            CounterTable table = of.table("t");
            for (int row = 0; row < rows; row++) {
                sink.row(
                        table,
                        "s" + row / 100,
                        row,
                        row % 3 == 0 ? row - 1 : SampleSink.NONE,
                        row % 2 == 0 ? "i" : null,
                        row / 2);
                sink.value(
                        table.counter("c" + row % 5),
                        row % 2 == 0 ? CellKind.WHOLE : CellKind.WORD,
                        row % 2 == 0 ? row : 0,
                        row % 2 == 0 ? null : "w" + row);
            }
        }
    }

    /** Writes down rows and values. */
    private record Notes(List<String> seen) implements SampleSink {
        @Override
        public boolean row(
                CounterTable table, String server, long time, long previous, @Nullable String instance, long line) {
            return seen.add(table.name() + server + ' ' + time + ' ' + previous + ' ' + instance + ' ' + line);
        }

        @Override
        public void value(TableCounter counter, CellKind kind, long bits, @Nullable String text) {
            seen.add(counter.name() + ' ' + kind + ' ' + bits + ' ' + text);
        }
    }

    private void assertSame(List<Path> files, CounterImportOptions options, String description) throws IOException {
        Outcome expected = pack(files, options, 0);
        for (long limit : LIMITS) {
            assertThat(pack(files, options, limit))
                    .as("%s, %d bytes", description, limit)
                    .isEqualTo(expected);
        }
    }

    /** The results of a run. */
    private record Outcome(
            Map<String, String> packed,
            List<String> warnings,
            @Nullable String error) {
        List<String> files() {
            return Stream.concat(packed.keySet().stream(), warnings.stream()).toList();
        }
    }

    private Outcome pack(List<Path> files, CounterImportOptions options, long kept) throws IOException {
        Path root = folder.resolve("garage" + runs++);
        List<String> warnings = List.of();
        String error = null;
        try {
            warnings = CounterImport.run(
                            Map.of("RawData", files), root, options, file -> {}, new RowMemory(WAITING, kept))
                    .warnings();
        } catch (IOException e) {
            error = e.getClass() + ": " + e.getMessage();
        }
        Map<String, String> packed = new TreeMap<>();
        if (Files.exists(root)) {
            try (Stream<Path> paths = Files.walk(root)) {
                for (Path path : paths.filter(Files::isRegularFile).toList()) {
                    packed.put(root.relativize(path).toString(), HexFormat.of().formatHex(Files.readAllBytes(path)));
                }
            }
        }
        return new Outcome(packed, warnings, error == null ? null : error.replace(root.toString(), "ROOT"));
    }

    private CounterImportOptions options(@Nullable CounterText format) {
        return new CounterImportOptions(
                format,
                CounterImportOptions.Keys.DEFAULTS,
                CounterImportOptions.Content.LOSSLESS,
                "",
                CounterImportOptions.FilePeriod.DAY,
                false,
                1,
                folder.resolve("tmp"));
    }

    private Path write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.writeString(file, text);
        return file;
    }

    private Path resource(String name, String as) throws IOException {
        Path file = folder.resolve(as);
        Files.createDirectories(file.getParent());
        if (!Files.exists(file)) {
            try (InputStream in = KeptInputsTest.class.getResourceAsStream(name)) {
                Files.copy(Objects.requireNonNull(in), file);
            }
        }
        return file;
    }
}

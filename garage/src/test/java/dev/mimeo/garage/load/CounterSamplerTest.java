package dev.mimeo.garage.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.garage.store.ColumnArray;
import dev.mimeo.garage.store.PackedFile;
import dev.mimeo.garage.store.PackedFileWriter;
import dev.mimeo.garage.store.TableSchema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CounterSamplerTest {

    /** 2026-03-01T00:00:00Z. */
    private static final long MARCH = 1_772_323_200_000L;

    private static final long DAY = 86_400_000;

    @TempDir
    private Path folder;

    private Path proc;
    private Path garage;

    @BeforeEach
    void makeProc() throws IOException {
        proc = folder.resolve("proc");
        garage = folder.resolve("garage");
        write("sys/kernel/hostname", "web1\n");
        setContextSwitches(100);
        write("loadavg", "0.52 1.00 2.25 3/215 23943\n");
        write("meminfo", "MemTotal:       24684084 kB\nActive(anon):    9 kB\nHugePages_Total:       0\n");
        write("vmstat", "nr_free_pages 4850667\nmemtotal 7\n");
        write("diskstats", """
                   7       0 loop0 0 0 0 0 0 0 0 0 0 0 0
                 254       0 vda 10 1 80 5 20 2 160 6 0 7 11 1 2 3 4 5 6
                 254       1 vda1 1 2 3 4 5 6 7 8 9 10 11
                """);
        write("net/dev", """
                Inter-|   Receive                                                |  Transmit
                 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
                    lo: 5642 38    0    0    0     0          0         0 5642 38    0    0    0     0       0          0
                eth0:0:12 1    2    3    4     5          6         7 8 9    10    11    12     13       14          15
                """);
    }

    private void setContextSwitches(long count) throws IOException {
        write("stat", """
                cpu  30 4 22 12 1 0 5 4 0 0
                cpu0 10 2 11 6 1 0 5 2 0 0
                cpu1 20 2 11 6 0 0 0 2 0 0
                intr 244 0 0 7
                ctxt %d
                btime 1795345347
                processes 5
                procs_running 1
                procs_blocked 0
                softirq 127 0 11 18446744073709551615
                """.formatted(count));
    }

    private void write(String name, String text) throws IOException {
        Path file = proc.resolve(name);
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        Files.writeString(file, text);
    }

    @Test
    void countersOfTheKernelArePacked() throws IOException {
        try (CounterSampler sampler = open(garage)) {
            assertThat(sampler.server()).isEqualTo("web1");
            assertThat(sampler.sample(MARCH + 1_000)).isTrue();
            setContextSwitches(250);
            assertThat(sampler.sample(MARCH + 16_000)).isTrue();
        }
        try (PackedFile file = PackedFile.open(garage.resolve("web1.2026-03-01.gar"))) {
            assertThat(column(file, "RawData", "sampleTime").longs()).containsExactly(MARCH + 1_000, MARCH + 16_000);
            assertThat(column(file, "RawData", "prevSampleTime").isNull(0)).isTrue();
            assertThat(column(file, "RawData", "prevSampleTime").longs()[1]).isEqualTo(MARCH + 1_000);
            assertThat(column(file, "RawData", "ctxt").longs()).containsExactly(100, 250);
            assertThat(column(file, "RawData", "cpu_idle").longs()).containsExactly(12, 12);
            assertThat(column(file, "RawData", "load15").doubles()).containsExactly(2.25, 2.25);
            assertThat(column(file, "RawData", "MemTotal").longs()).containsExactly(24_684_084, 24_684_084);
            assertThat(column(file, "RawData", "vmstat_memtotal").longs()).containsExactly(7, 7);
            assertThat(column(file, "Processor", "InstanceID").longs()).containsExactly(0, 1, 0, 1);
            assertThat(column(file, "Processor", "user").longs()).containsExactly(10, 20, 10, 20);
            assertThat(column(file, "Disk", "InstanceID").texts()).containsExactly("vda", "vda1", "vda", "vda1");
            assertThat(column(file, "Disk", "ms_flushing").longs()[0]).isEqualTo(6);
            assertThat(column(file, "Disk", "ms_flushing").isNull(1)).isTrue();
            assertThat(column(file, "Disk", "weighted_ms_io").longs()[1]).isEqualTo(11);
            assertThat(column(file, "Network", "InstanceID").texts()).startsWith("lo", "eth0:0");
            assertThat(column(file, "Network", "tx_bytes").longs()).startsWith(5642, 8);
        }
    }

    @Test
    void aDayEndsAtMidnight() throws IOException {
        try (CounterSampler sampler = open(garage)) {
            sampler.sample(MARCH + DAY - 1);
            assertThat(garage.resolve("web1.2026-03-01.gar")).doesNotExist();
            sampler.sample(MARCH + DAY);
            assertThat(logs(garage)).containsExactly(".web1.2026-03-02.samples");
            try (PackedFile file = PackedFile.open(garage.resolve("web1.2026-03-01.gar"))) {
                assertThat(column(file, "RawData", "sampleTime").longs()).containsExactly(MARCH + DAY - 1);
            }
            // A clock that was put back ends no day again.
            assertThat(sampler.sample(MARCH + DAY - 1)).isFalse();
            assertThat(sampler.sample(MARCH + DAY)).isFalse();
        }
        try (PackedFile file = PackedFile.open(garage.resolve("web1.2026-03-02.gar"))) {
            assertThat(column(file, "RawData", "prevSampleTime").longs()).containsExactly(MARCH + DAY - 1);
        }
        // A later sampler goes on with that day, and a still later one packs what was left of it.
        try (CounterSampler sampler = open(garage)) {
            sampler.sample(MARCH + DAY + 15_000);
        }
        try (CounterSampler sampler = open(garage)) {
            sampler.sample(MARCH + 3 * DAY);
        }
        try (PackedFile file = PackedFile.open(garage.resolve("web1.2026-03-02.gar"))) {
            assertThat(column(file, "RawData", "sampleTime").longs())
                    .containsExactly(MARCH + DAY, MARCH + DAY + 15_000);
            assertThat(column(file, "RawData", "prevSampleTime").longs()).containsExactly(MARCH + DAY - 1, MARCH + DAY);
        }
        assertThat(logs(garage)).containsExactly(".web1.2026-03-04.samples");
    }

    @Test
    void whateverEndsTheProgramCostsTheLastSampleAtMost() throws IOException {
        String name = ".web1.2026-03-01.samples";
        byte[] whole;
        try (CounterSampler sampler = open(garage)) {
            for (int i = 0; i < 5; i++) {
                setContextSwitches(i);
                sampler.sample(MARCH + i * 15_000L);
            }
            whole = Files.readAllBytes(garage.resolve(name));
        }
        String text = new String(whole, StandardCharsets.UTF_8);
        for (int cut = whole.length; cut >= 0; cut -= cut > whole.length - 40 || cut < 40 ? 1 : 97) {
            int samples = (text.substring(0, cut) + "\n").split("\nE\n", -1).length - 1;
            samples -= cut > 0
                            && text.startsWith("\nE", cut - 2)
                            && !text.substring(0, cut).endsWith("\n")
                    ? 1
                    : 0;
            Path copy = folder.resolve("copy" + cut);
            Files.createDirectories(copy);
            Files.write(copy.resolve(name), Arrays.copyOf(whole, cut));
            try (CounterSampler sampler = open(copy)) {
                sampler.sample(MARCH + DAY - 15_000);
            }
            try (PackedFile file = PackedFile.open(copy.resolve("web1.2026-03-01.gar"))) {
                long[] times = column(file, "RawData", "sampleTime").longs();
                assertThat(times)
                        .describedAs("cut at %d of %d", cut, whole.length)
                        .hasSize(samples + 1);
                assertThat(column(file, "RawData", "ctxt").longs()[samples]).isEqualTo(4);
                assertThat(column(file, "Network", "tx_bytes").rows()).isEqualTo(2 * (samples + 1));
            }
        }
    }

    @Test
    void filesOfOthersAndSamplersAtWorkAreLeftAlone() throws IOException {
        Files.createDirectories(garage);
        Files.writeString(garage.resolve("web1.2026-03-01.gar"), "of another");
        try (CounterSampler sampler = open(garage)) {
            assertThatThrownBy(() -> sampler.sample(MARCH)).isInstanceOf(FileAlreadyExistsException.class);
            sampler.sample(MARCH + DAY);
            assertThatThrownBy(() -> open(garage))
                    .isInstanceOf(LoadException.class)
                    .hasMessageContaining("another sampler");
        }
        assertThat(garage.resolve("web1.2026-03-01.gar")).hasContent("of another");
        Files.writeString(garage.resolve(".web1.2026-03-02.samples"), "S\t1\n");
        assertThatThrownBy(() -> open(garage))
                .isInstanceOf(LoadException.class)
                .hasMessageEndingWith("line 1: expected a line of a sample");
    }

    /** Within a process, Java itself notices that a file is locked. */
    @Test
    void aSamplerOfAnotherProcessIsRefused() throws Exception {
        try (CounterSampler first = open(garage)) {
            first.sample(MARCH);
        }
        // This one reads the log that is there.
        try (CounterSampler second = open(garage)) {
            second.sample(MARCH + 15_000);
            Path log = garage.resolve(".web1.2026-03-01.samples");
            // Not its content: this process would lose the lock with the channel that it reads through.
            long size = Files.size(log);
            Process other = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            OtherSampler.class.getName(),
                            log.toString())
                    .redirectErrorStream(true)
                    .start();
            String said = new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(other.waitFor()).describedAs(said).isZero();
            assertThat(said).isEqualTo(log + ": another sampler writes to it");
            assertThat(Files.size(log)).isEqualTo(size);
            assertThat(second.sample(MARCH + 30_000)).isTrue();
        }
        try (PackedFile file = PackedFile.open(garage.resolve("web1.2026-03-01.gar"))) {
            assertThat(column(file, "RawData", "sampleTime").longs())
                    .containsExactly(MARCH, MARCH + 15_000, MARCH + 30_000);
        }
    }

    /** A program that opens the log of a sampler, and prints why it cannot. */
    static final class OtherSampler {

        private OtherSampler() {}

        public static void main(String[] args) throws IOException {
            try {
                SampleLog.open(Path.of(args[0])).close();
            } catch (LoadException e) {
                System.out.print(e.getMessage());
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "stat | ctxt many | stat: line 1: expected a number, found 'many'",
                "stat | cpux 1 2 | stat: line 1: expected a number, found 'x'",
                "stat | cpu0 | stat: line 1: expected counters of '0'",
                "stat | ctxt | stat: line 1: expected 2 fields, found 1",
                "loadavg | 1 2 3 | loadavg: line 1: expected a load with a fraction, found '1'",
                "meminfo | MemFree 1 | meminfo: line 1: expected a name and a colon, found 'MemFree'",
                "vmstat | a 1x | vmstat: line 1: expected a number, found '1x'",
                "diskstats | 7 0 | diskstats: line 1: expected 3 fields, found 2",
                "diskstats | 7 0 sda | ",
            })
    void linesThatTheKernelDoesNotWriteAreErrors(String name, String line, String message) throws IOException {
        write(name, line + "\n");
        try (CounterSampler sampler = open(garage)) {
            if (message == null) {
                assertThat(sampler.sample(MARCH)).isTrue();
            } else {
                assertThatThrownBy(() -> sampler.sample(MARCH))
                        .isInstanceOf(LoadException.class)
                        .hasMessageEndingWith(message);
            }
        }
    }

    @Test
    void aFolderThatIsNoProcIsAnError() throws IOException {
        Path none = Files.createDirectories(folder.resolve("none"));
        try (CounterSampler sampler = CounterSampler.open(
                garage, "x", none, CounterDeclarations.NONE, PackedFileWriter.Options.LOSSLESS, false)) {
            assertThatThrownBy(() -> sampler.sample(MARCH)).hasMessageContaining("is this the /proc of Linux?");
        }
        assertThatThrownBy(() -> CounterSampler.open(
                        garage, "../x", none, CounterDeclarations.NONE, PackedFileWriter.Options.LOSSLESS, false))
                .isInstanceOf(LoadException.class);
    }

    private CounterSampler open(Path target) throws IOException {
        return CounterSampler.open(
                target, null, proc, CounterDeclarations.NONE, PackedFileWriter.Options.LOSSLESS, false);
    }

    private static List<String> logs(Path target) throws IOException {
        try (var files = Files.list(target)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> name.endsWith(".samples"))
                    .toList();
        }
    }

    private static ColumnArray column(PackedFile file, String table, String column) throws IOException {
        TableSchema schema = Objects.requireNonNull(file.table(table));
        assertThat(schema.indexOf(column)).describedAs(column).isNotNegative();
        return file.read(table, schema.indexOf(column))[0];
    }
}

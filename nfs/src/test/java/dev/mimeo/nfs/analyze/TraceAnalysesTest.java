package dev.mimeo.nfs.analyze;

import static dev.mimeo.nfs.analyze.TraceMaker.CLIENT;
import static dev.mimeo.nfs.analyze.TraceMaker.SERVER;
import static dev.mimeo.nfs.analyze.TraceMaker.hex;
import static dev.mimeo.nfs.analyze.TraceMaker.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mimeo.dataseries.Checksums;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("thorough")
final class TraceAnalysesTest {

    /** 2023. */
    private static final long START = 1_700_000_000_000_000L;

    private static final int GETATTR = 1;
    private static final int LOOKUP = 3;
    private static final int READ = 6;
    private static final int WRITE = 7;

    @TempDir
    private Path folder;

    /** A trace with all tables, the same in all generations. */
    private Path mixed(int generation) throws IOException {
        TraceMaker trace = new TraceMaker(generation);
        Random random = new Random(23);
        for (int i = 0; i < 3000; i++) {
            long at = START + i * 4000L;
            trace.packet(at, 100 + random.nextInt(1000));
            switch (random.nextInt(3)) {
                case 0 -> {
                    long reply = trace.exchange(at, 1 + random.nextInt(500), i, GETATTR, "getattr");
                    trace.attributes(reply, "handle" + i % 7, "", "", "file", i);
                }
                case 1 -> {
                    long reply = trace.exchange(at, 1 + random.nextInt(500), i, LOOKUP, "lookup");
                    trace.attributes(reply, "handle" + i % 7, "dir", "name" + i % 7, "file", i);
                }
                default -> {
                    long reply = trace.exchange(at, 1 + random.nextInt(500), i, READ, "read");
                    trace.attributes(reply, "handle" + i % 7, "", "", "file", 1 << 20);
                    trace.readWrite(reply, "handle" + i % 7, true, random.nextInt(1 << 20), 4096);
                }
            }
        }
        return trace.write(folder.resolve("mixed" + generation + ".ds"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hostinfo:2",
                "latency",
                "missing",
                "filesize",
                "rwextent",
                "fhops",
                "sequentiality",
                "ipbw:1,0.1",
                "ipseries",
                "ippairs",
                "ipcube"
            })
    void generationsDoNotMatter(String request) throws IOException {
        String newest = TraceMaker.analyze(mixed(2), TraceScan.Options.all(1), ResultWriter.Format.CSV, request);
        assertThat(newest.lines().count()).isGreaterThan(2);
        String oldest = TraceMaker.analyze(mixed(0), TraceScan.Options.all(2), ResultWriter.Format.CSV, request);
        String middle = TraceMaker.analyze(mixed(1), TraceScan.Options.all(1), ResultWriter.Format.CSV, request);
        if (request.startsWith("ipbw")) {
            // Windows are whole units, which differ: only their number is the same.
            assertThat(middle).isEqualTo(newest);
            assertThat(oldest.lines().count()).isEqualTo(newest.lines().count());
        } else {
            assertThat(oldest).isEqualTo(newest);
            assertThat(middle).isEqualTo(newest);
        }
    }

    /** Otherwise readers of CSV would need a table for each change between two. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "hostinfo:1",
                "hostinfo:1,incremental=1",
                "latency",
                "missing",
                "filesize",
                "rwextent",
                "fhops",
                "sequentiality",
                "ipbw:1,0.1"
            })
    void eachTableComesOnce(String request) throws IOException {
        String csv = TraceMaker.analyze(mixed(2), TraceScan.Options.all(1), ResultWriter.Format.CSV, request);
        assertThat(csv.lines().filter(line -> line.startsWith("# ")))
                .isNotEmpty()
                .doesNotHaveDuplicates();
        if (request.startsWith("hostinfo")) {
            assertThat(csv).contains("# nfs_hostinfo_rates\n", "# nfs_hostinfo_rate_quantiles\n");
        }
    }

    /** The minimum of no sizes is not a number. */
    @Test
    void statisticsOfNoValuesAreEmpty() throws IOException {
        Path trace = new TraceMaker(2).write(folder.resolve("none.ds"));
        TraceScan.Options options = TraceScan.Options.all(1);
        assertThat(TraceMaker.analyze(trace, options, ResultWriter.Format.CSV, "rwextent"))
                .contains("\nread_size,0,0,0,,\n");
        assertThat(TraceMaker.analyze(trace, options, ResultWriter.Format.CSV, "latency"))
                .contains("\n,,0,0,0,0,,,,,\n");
        assertThat(TraceMaker.analyze(trace, options, ResultWriter.Format.TEXT, "rwextent"))
                .containsPattern("\nread_size +0 +0 +0 +- +- *\n");
        assertThat(TraceMaker.analyze(trace, options, ResultWriter.Format.JSON, "rwextent"))
                .contains("\"min\":null,\"max\":null");
    }

    @Test
    void anAdviceOnIntervalsNamesShorterOnes() throws IOException {
        TraceMaker trace = new TraceMaker(2);
        trace.exchange(START, 1, 0, GETATTR, "getattr");
        Path file = trace.write(folder.resolve("one.ds"));
        assertThat(notes(file, "hostinfo:60"))
                .singleElement()
                .asString()
                .endsWith("take shorter intervals, as in hostinfo:1 or hostinfo:rolling=10ms");
        assertThat(notes(file, "hostinfo:1"))
                .singleElement()
                .asString()
                .endsWith("take shorter intervals, as in hostinfo:rolling=10ms");
    }

    private static List<String> notes(Path file, String request) throws IOException {
        TraceScan scan = TraceScan.of(
                List.of(file), List.of(AnalysisRequest.parse(request)), AnalysisOutput.NONE, TraceScan.Options.all(1));
        scan.run(bytes -> {});
        scan.finish();
        return scan.notes();
    }

    @Test
    void aScanReadsItsTracesOnceWithAThread() throws IOException {
        Path file = mixed(2);
        TraceScan scan = TraceScan.of(
                List.of(file),
                List.of(AnalysisRequest.parse("latency")),
                AnalysisOutput.NONE,
                TraceScan.Options.all(1));
        scan.run(bytes -> {});
        assertThatThrownBy(() -> scan.run(bytes -> {})).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> TraceScan.Options.all(0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void eachMessageIsSentAndReceivedOnce() throws IOException {
        List<String> cells = rows(mixed(2), "nfs_hostinfo_cube", "hostinfo:2");
        assertThat(cells).anyMatch(row -> row.startsWith("2,,,send,,,6000,"));
        assertThat(cells).contains("2,,,,,,12000,150");
        assertThat(cells).contains("2,10.0.0.1,,send,,request,3000,100");
    }

    @Test
    void groupsPrintedEarlyAddUpToTheSame() throws IOException {
        Path trace = mixed(2);
        List<String> whole = rows(trace, "nfs_hostinfo_cube", "hostinfo:1");
        List<String> parts = rows(trace, "nfs_hostinfo_cube", "hostinfo:1,incremental=1");
        assertThat(parts).containsExactlyInAnyOrderElementsOf(whole);
        for (String table : new String[] {"nfs_hostinfo_rates", "nfs_hostinfo_rate_quantiles"}) {
            assertThat(rows(trace, table, "hostinfo:1,incremental=1"))
                    .isNotEmpty()
                    .isEqualTo(rows(trace, table, "hostinfo:1"));
        }
    }

    @Test
    void ratesAreOfCompleteGroups() throws IOException {
        TraceMaker trace = new TraceMaker(2);
        int number = 0;
        // 7 calls in the second second, none in the third, 2 in the fourth.
        for (int[] second : new int[][] {{0, 1}, {1, 7}, {3, 2}, {4, 5}}) {
            for (int i = 0; i < second[1]; i++) {
                trace.message(START + second[0] * 1_000_000L + i, CLIENT, SERVER, true, number, READ, "read", 1024);
                number++;
            }
        }
        Path file = trace.write(folder.resolve("rates.ds"));
        assertThat(rows(file, "nfs_hostinfo_rates", "hostinfo")).contains("1,10.0.0.1,send,read,request,3,3072");
        assertThat(rows(file, "nfs_hostinfo_rate_quantiles", "hostinfo"))
                .contains("1,10.0.0.1,send,read,request,0.33,0,0", "1,10.0.0.1,send,read,request,0.34,2,2048");
        // A call of each second that is not complete counts, but has no part in the rates.
        assertThat(TraceMaker.analyze(file, TraceScan.Options.all(1), ResultWriter.Format.TEXT, "hostinfo")
                        .lines()
                        .map(line -> line.replaceAll(" +", " ")))
                .containsExactly(
                        "hostinfo: payload bytes of a call and of a reply, calls/s in intervals of 1 s",
                        "operation calls call reply mean/s 50 %/s 99 %/s",
                        "all 15 1024 3.00 2.00 7.00",
                        "read 15 1024 3.00 2.00 7.00",
                        "host calls sent received MiB sent received",
                        "10.0.0.1 15 0 0.01 0.00",
                        "192.168.1.2 0 15 0.00 0.01",
                        "");
    }

    /** Intervals without a call count as 0, also if all complete ones are without. */
    @Test
    void ratesOfOperationsThatNoCompleteGroupHasAreZero() throws IOException {
        TraceMaker trace = new TraceMaker(2);
        trace.message(START, CLIENT, SERVER, true, 1, READ, "read", 1024);
        trace.message(START + 5_000_000L, CLIENT, SERVER, true, 2, READ, "read", 1024);
        Path file = trace.write(folder.resolve("pause.ds"));
        assertThat(TraceMaker.analyze(file, TraceScan.Options.all(1), ResultWriter.Format.TEXT, "hostinfo")
                        .lines()
                        .map(line -> line.replaceAll(" +", " ")))
                .contains("all 2 1024 0.00 0.00 0.00", "read 2 1024 0.00 0.00 0.00");
    }

    @Test
    void theOverviewOfHostsFitsAScreen() throws IOException {
        TraceMaker trace = new TraceMaker(2);
        for (int i = 0; i < 400; i++) {
            trace.message(
                    START + i * 10_000L, CLIENT + i, SERVER, true, i, i % 22, Operations.name(i % 22), 123_456_789);
        }
        Path file = trace.write(folder.resolve("many.ds"));
        for (String request : new String[] {"hostinfo", "hostinfo:60", "hostinfo:1,no_cube_host,no_print_rates"}) {
            String text = TraceMaker.analyze(file, TraceScan.Options.all(1), ResultWriter.Format.TEXT, request);
            assertThat(text.lines())
                    .hasSizeLessThanOrEqualTo(24)
                    .allMatch(line -> line.length() <= 80, "at most 80 columns")
                    .anyMatch(line -> line.startsWith("and 12 other operations;"));
        }
    }

    @Test
    void latencyIsFromTheFirstCall() throws IOException {
        TraceMaker trace = new TraceMaker(2);
        trace.message(START, CLIENT, SERVER, true, 1, READ, "read", 0);
        trace.message(START + 3000, CLIENT, SERVER, true, 1, READ, "read", 0);
        trace.message(START + 5000, SERVER, CLIENT, false, 1, READ, "read", 0);
        trace.message(START + 6000, SERVER, CLIENT, false, 1, READ, "read", 0);
        trace.message(START + 7000, SERVER, CLIENT, false, 2, READ, "read", 0);
        trace.message(START + 8000, CLIENT, SERVER, true, 3, READ, "read", 0);
        trace.message(START + 3_000_000, CLIENT, SERVER, true, 4, READ, "read", 0);
        Path file = trace.write(folder.resolve("latency.ds"));
        assertThat(rows(file, "server_latency_basic", "latency"))
                .contains("192.168.1.2,read,2,1,5.5,0.5,5,5,6,6,6", ",,2,1,5.5,0.5,5,5,6,6,6");
        assertThat(rows(file, "server_latency_basic", "latency:lastlat")).contains(",,2,1,2.5,0.5,2,2,3,3,3");
        assertThat(rows(file, "server_latency_total", "latency")).containsExactly("1,1,1,1");
    }

    @Test
    void latencyHasARowForEachServerAndOperation() throws IOException {
        TraceMaker trace = new TraceMaker(2);
        for (int i = 0; i < 200; i++) {
            trace.message(START + i * 1000L, CLIENT, SERVER, true, i, READ, "reclaim_complete", 0);
            trace.message(START + i * 1000L + i, SERVER, CLIENT, false, i, READ, "reclaim_complete", 0);
        }
        Path file = trace.write(folder.resolve("rows.ds"));
        String csv = TraceMaker.analyze(file, TraceScan.Options.all(1), ResultWriter.Format.CSV, "latency");
        assertThat(csv.lines().filter(line -> line.startsWith("#")))
                .containsExactly("# server_latency_basic", "# server_latency_total");
        assertThat(rows(file, "server_latency_quantile", "latency:distribution"))
                .hasSize(4 * 99);
        String text = TraceMaker.analyze(file, TraceScan.Options.all(1), ResultWriter.Format.TEXT, "latency");
        assertThat(text.lines())
                .isNotEmpty()
                .allMatch(line -> line.length() <= 100, "at most 100 columns")
                .anyMatch(line -> line.startsWith("192.168.1.2     reclaim_complete        200       0"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void lostCallsAreCounted(boolean swapped) throws IOException {
        TraceMaker trace = new TraceMaker(2);
        int lost = 0;
        for (int i = 0; i < 20_000; i++) {
            if (i % 25 == 24 && i < 19_900) {
                lost++;
                continue;
            }
            int transaction = swapped ? Integer.reverseBytes(i + 77) : i + 77;
            trace.message(START + i * 500L, CLIENT, SERVER, true, transaction, WRITE, "write", 0);
        }
        Path file = trace.write(folder.resolve("lost.ds"));
        String[] total = rows(file, "nfs_missing", "missing").get(0).split(",");
        assertThat(Integer.parseInt(total[4])).isEqualTo(20_000 - lost);
        assertThat(Integer.parseInt(total[6])).isEqualTo(lost);
        assertThat(rows(file, "nfs_missing_after", "missing")).containsExactly("write," + lost + "," + lost);
    }

    @Test
    void sizesAreTheLargestOfEachFile() throws IOException {
        TraceMaker trace = new TraceMaker(2);
        for (int i = 0; i < 1000; i++) {
            long reply = trace.exchange(START + i, 1, i, GETATTR, "getattr");
            trace.attributes(reply, "handle" + i % 200, "", "", i % 200 == 0 ? "directory" : "file", i);
        }
        Path file = trace.write(folder.resolve("sizes.ds"));
        assertThat(rows(file, "nfs_file_size", "filesize")).containsExactly("199,1,900,57.4456264653803,801,999");
        int sampled = Integer.parseInt(
                rows(file, "nfs_file_size", "filesize:sample=4").get(0).split(",")[0]);
        assertThat(sampled).isBetween(25, 80);
    }

    @Test
    void pathsGoUpThroughLookups() throws IOException {
        TraceMaker trace = new TraceMaker(2);
        String[][] lookups = {
            {"root", "home", "home"}, {"home", "eric", "eric"}, {"eric", "x", "x.txt"}, {"y", "y", "loop"}
        };
        for (int i = 0; i < lookups.length; i++) {
            long reply = trace.exchange(START + 10L * i, 1, i, LOOKUP, "lookup");
            trace.attributes(reply, lookups[i][1], lookups[i][0], lookups[i][2], "file", 1);
        }
        Path file = trace.write(folder.resolve("paths.ds"));
        assertThat(rows(file, "nfs_path", "path:" + hex("x") + "," + hex("new") + "," + hex("y")))
                .containsExactly(
                        hex("x") + ",FH:" + hex("root") + "/home/eric/x.txt",
                        hex("new") + ",FH:" + hex("new"),
                        hex("y") + ",FH:" + hex("y") + "/loop");
    }

    @Test
    void sequentialReadsAreOneRun() throws IOException {
        TraceMaker trace = new TraceMaker(2);
        for (int i = 0; i < 64; i++) {
            long reply = trace.exchange(START + 1000L * i, 100, i, READ, "read");
            // The last reads come without attributes.
            if (i < 60) {
                trace.attributes(reply, "file", "", "", "file", 100 * 8192);
            }
            trace.readWrite(reply, "file", true, i * 8192L, 8192);
        }
        Path file = trace.write(folder.resolve("sequential.ds"));
        assertThat(rows(file, "nfs_sequentiality_general", "sequentiality"))
                .containsExactly("\"distinct client, distinct server\",reply_order,0,64,0");
        List<String> quantiles = rows(file, "nfs_sequentiality_quantile", "sequentiality");
        String prefix = "\"distinct client, distinct server\",reply_order,";
        assertThat(quantiles)
                .contains(
                        prefix + "total_count,0.5,64",
                        prefix + "total_bytes,0.5,524288",
                        prefix + "read_file_bytes_fraction,0.5,0.64",
                        prefix + "sequentiality_bytes_fraction,0.5,1");
    }

    @Test
    void reorderedReadsAreMadeSequentialAgain() throws IOException {
        TraceMaker trace = new TraceMaker(2);
        int[] order = {0, 2, 1, 3, 5, 4, 7, 6};
        List<Long> calls = new ArrayList<>();
        for (int i = 0; i < order.length; i++) {
            calls.add(trace.message(START + i, CLIENT, SERVER, true, i, READ, "read", 0));
        }
        for (int i = 0; i < order.length; i++) {
            long reply = trace.message(START + 1000 + i, SERVER, CLIENT, false, i, READ, "read", 0);
            assertThat(reply - calls.get(i)).isEqualTo(order.length);
            trace.readWrite(reply, calls.get(i), "file", true, order[i] * 4096L, 4096);
        }
        Path file = trace.write(folder.resolve("reordered.ds"));
        assertThat(value(rows(file, "nfs_sequentiality_quantile", "sequentiality:request_order")))
                .isLessThan(0.5);
        assertThat(value(rows(file, "nfs_sequentiality_quantile", "sequentiality:overlapping_reorder")))
                .isEqualTo(1);
    }

    private static double value(List<String> quantiles) {
        String row = quantiles.stream()
                .filter(line -> line.contains("sequentiality_count_fraction,0.5,"))
                .findFirst()
                .orElseThrow();
        return Double.parseDouble(row.substring(row.lastIndexOf(',') + 1));
    }

    /** Three rates on top of each other: 24 Mbps for 10 s, then 160 Mbps more for 1 s, 960 Mbps more for 0.1 s of it. */
    @Test
    void peaksOfBandwidthDependOnTheWindow() throws IOException {
        TraceMaker trace = new TraceMaker(1);
        long end = 10_000_000;
        for (long at = 0; at < end; at++) {
            if (at % 333 == 0) {
                trace.packet(START + at, 1000);
            }
            if (at >= 5_000_000 && at < 6_000_000 && at % 100 == 0) {
                trace.packet(START + at, 2000);
            }
            if (at >= 5_500_000 && at < 5_600_000 && at % 25 == 0) {
                trace.packet(START + at, 3000);
            }
        }
        Path file = trace.write(folder.resolve("peaks.ds"));
        List<String> rows = rows(file, "ip_bw_rolling", "ipbw:5,0.5,0.05");
        assertThat(peak(rows, "0.05")).isCloseTo(1144, within(4.0));
        assertThat(peak(rows, "0.5")).isCloseTo(24.02 + 160 + 960 * 0.2, within(2.0));
        assertThat(peak(rows, "5")).isCloseTo(24.02 + 32 + 19.2, within(0.5));
    }

    private static double peak(List<String> rows, String interval) {
        String row = rows.stream()
                .filter(line -> line.matches("Mbps," + interval.replace(".", "\\.") + ",[^,]*,[0-9]+,1,.*"))
                .findFirst()
                .orElseThrow();
        return Double.parseDouble(row.substring(row.lastIndexOf(',') + 1));
    }

    @Test
    void pausesDoNotTakeForever() throws IOException {
        TraceMaker trace = new TraceMaker(0);
        trace.packet(START, 100);
        trace.packet(START + 1000, 100);
        // Eighty years.
        trace.packet(START + 2_500_000_000_000_000L, 100);
        trace.packet(START + 2_500_000_000_500_000L, 100);
        Path file = trace.write(folder.resolve("pause.ds"));
        assertThat(rows(file, "ip_bw_rolling", "ipbw:0.001")).isNotEmpty();
    }

    /** More than 10^10 windows of a millisecond, of which those with packets are few. */
    @Test
    void countsWindowsOfPausesWithoutGoingThroughThem() throws IOException {
        TraceMaker trace = new TraceMaker(0);
        long last = 199 * 3_540_000_000L;
        for (int i = 0; i < 200; i++) {
            trace.packet(START + i * 3_540_000_000L, 1000);
        }
        List<String> rows = rows(trace.write(folder.resolve("pauses.ds")), "ip_bw_rolling", "ipbw:0.001");
        long windows = (last - 1000) / 50;
        assertThat(rows).contains("Mbps,0.001,5e-05," + windows + ",0.5,0", "Mbps,0.001,5e-05," + windows + ",0.99,0");
        assertThat(peak(rows, "0.001")).isCloseTo(8, within(1e-9));
    }

    @Test
    void timesOutsideAreLeftOut() throws IOException {
        Path trace = mixed(2);
        long from = (START / 1000 + 4000) * 1_000_000;
        TraceScan.Options options = new TraceScan.Options(from, from + 2_000_000_000L, Checksums.ALL, 1);
        String text =
                TraceMaker.analyze(trace, options, ResultWriter.Format.CSV, "ipseries", "rwextent", "hostinfo:10");
        assertThat(text).contains("1700000004,1,250,", "1700000005,1,250,").doesNotContain("1700000003", "1700000006");
        String whole = TraceMaker.analyze(trace, TraceScan.Options.all(1), ResultWriter.Format.CSV, "rwextent");
        assertThat(reads(text)).isBetween(reads(whole) / 8, reads(whole) / 4);
    }

    private static long reads(String text) {
        return text.lines()
                .filter(line -> line.startsWith("read_size,"))
                .mapToLong(line -> Long.parseLong(line.split(",")[1]))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nosuch",
                "hostinfo:0",
                "hostinfo:x",
                "hostinfo:1,,",
                "hostinfo:seconds=1,seconds=2",
                "filesize:sample=3",
                "path",
                "path:xyz",
                "missing:by=day",
                "sequentiality:gap=0",
                "sequentiality:gap=1,overlapping_reorder=0.5",
                "sequentiality:reply_order,request_order",
                "ipbw:-1",
                "ipbw:9e-7",
                "ipbw:1,1e-300",
                "ipcube:top=0.5,min_bytes=3"
            })
    void badRequestsAreRefused(String request) {
        assertThatIllegalArgumentException().isThrownBy(() -> AnalysisRequest.parse(request));
    }

    @ParameterizedTest
    @EnumSource(ResultWriter.Format.class)
    void aTraceWithoutRowsIsAnalysed(ResultWriter.Format format) throws IOException {
        Path file = new TraceMaker(2).write(folder.resolve("empty.ds"));
        for (String analysis : AnalysisRequest.descriptions().keySet()) {
            boolean needsHandles = analysis.equals("path") || analysis.equals("fhlog");
            String request = needsHandles ? analysis + ":" + hex("x") : analysis;
            assertThat(TraceMaker.analyze(file, TraceScan.Options.all(1), format, request))
                    .doesNotContain("NaN", "Infinity");
        }
    }

    /** Values that no converter writes: times far apart and back, sizes below 0, handles of any length. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void nonsenseIsAnalysed(int generation) throws IOException {
        TraceMaker trace = new TraceMaker(generation);
        Random random = new Random(29);
        for (int i = 0; i < 3000; i++) {
            long at = random.nextBoolean() ? START + random.nextInt() : random.nextLong();
            long call =
                    trace.message(at, random.nextInt(4), random.nextInt(4), true, i % 9, 99, "?" + i, random.nextInt());
            long reply = 1 + call;
            trace.message(
                    random.nextLong(), random.nextInt(4), random.nextInt(4), false, i % 7, 200, "", random.nextInt());
            trace.attributes(
                    random.nextInt(3) == 0 ? random.nextLong() : reply,
                    "x".repeat(random.nextInt(100)),
                    "",
                    "n".repeat(random.nextInt(3)),
                    "file",
                    random.nextLong());
            trace.readWrite(
                    random.nextInt(3) == 0 ? random.nextLong() : reply,
                    "x".repeat(random.nextInt(3)),
                    random.nextBoolean(),
                    random.nextLong(),
                    random.nextInt());
            trace.packet(
                    random.nextBoolean() ? START + random.nextInt(20_000_000) : random.nextLong(), random.nextInt());
        }
        Path file = trace.write(folder.resolve("nonsense.ds"));
        for (ResultWriter.Format format : ResultWriter.Format.values()) {
            String text = TraceMaker.analyze(
                    file,
                    TraceScan.Options.all(1),
                    format,
                    "hostinfo:1,incremental=10",
                    "latency",
                    "missing",
                    "filesize",
                    "path:" + hex("x"),
                    "rwextent",
                    "fhops",
                    "fhlog:" + hex("x"),
                    "sequentiality",
                    "sequentiality:overlapping_reorder=1",
                    "ipbw",
                    "ipbw:1,reorder=5",
                    "ipseries",
                    "ippairs",
                    "ipcube");
            assertThat(text).isNotEmpty();
        }
    }

    /** Results of different releases can be compared. */
    @ParameterizedTest
    @CsvSource({
        "0, null",
        "3, root",
        "7, writecache",
        "17, fsstat",
        "18, access",
        "23, commit",
        "32, compound",
        "33, close",
        "42, open",
        "70, sequence",
        "92, removexattr",
        "93, illegal",
        "94, cb_compound",
        "107, cb_offload",
        "108, cb_illegal"
    })
    void numbersStay(int number, String name) {
        assertThat(Operations.name(number)).isEqualTo(name);
    }

    @Test
    void operationsOfAllVersions() {
        assertThat(Operations.name(Operations.number(2, 17))).isEqualTo("fsstat");
        assertThat(Operations.name(Operations.number(3, 16))).isEqualTo("readdir");
        assertThat(Operations.number(2, 6)).isEqualTo(Operations.READ);
        assertThat(Operations.number(3, 6)).isEqualTo(Operations.READ);
        assertThat(Operations.number(4, 25)).isEqualTo(Operations.READ);
        assertThat(Operations.name(Operations.number(4, 18))).isEqualTo("open");
        assertThat(Operations.name(Operations.number(4, 53))).isEqualTo("sequence");
        assertThat(Operations.name(Operations.number(4, 75))).isEqualTo("removexattr");
        assertThat(Operations.name(Operations.number(4, 131))).isEqualTo("cb_getattr");
        assertThat(Operations.number(9, 3)).isEqualTo(Operations.UNKNOWN);
        for (int number = 0; number < 256; number++) {
            String name = Operations.name(number);
            assertThat(name.equals("unknown") || Operations.ofName(name) == number)
                    .isTrue();
        }
    }
}

package dev.mimeo.nfs.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.mimeo.nfs.Counter;
import dev.mimeo.nfs.ParserOptions;
import dev.mimeo.nfs.summary.LatencyBounds;
import dev.mimeo.nfs.summary.SummaryOptions;
import dev.mimeo.nfs.summary.TrafficSummary;
import dev.mimeo.nfs.summary.TrafficSummary.ErrorLine;
import dev.mimeo.nfs.summary.TrafficSummary.Latency;
import dev.mimeo.nfs.summary.TrafficSummary.Line;
import dev.mimeo.testing.MarkdownPage;
import dev.mimeo.testing.SharedData;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Summaries of captures against what is counted one by one in their tables. */
@Tag("slow")
final class CaptureSummaryTest {

    private static final int SENT_AGAIN = 2;
    private static final int SECOND_REPLY = 4;
    private static final double MILLIS = 1e3 / (1L << 32);

    static CaptureGroups.Input input(byte[] capture) {
        return new CaptureGroups.Input() {
            @Override
            public String name() {
                return "capture";
            }

            @Override
            public InputStream open() {
                return new ByteArrayInputStream(capture);
            }
        };
    }

    static Stream<Path> captures() throws IOException {
        Path example = MarkdownPage.ROOT.resolve("examples/nfs/office.pcap");
        Path shared = MarkdownPage.ROOT.resolve("../shared/data/nfs/captures");
        if (!Files.isDirectory(shared)) {
            return Stream.of(example);
        }
        try (Stream<Path> files = Files.list(SharedData.path("nfs/captures"))) {
            return Stream.concat(Stream.of(example), files.sorted().toList().stream());
        }
    }

    private static TrafficSummary summary(byte[] capture, LatencyBounds bounds) throws IOException {
        CaptureSummary summary = new CaptureSummary(ParserOptions.DEFAULT, SummaryOptions.DEFAULT.withBounds(bounds));
        summary.read(input(capture));
        return summary.finish();
    }

    private static String text(Map<String, String> row, String column) {
        return Objects.requireNonNull(row.get(column), column);
    }

    private static long number(Map<String, String> row, String column) {
        return text(row, column).equals("null") ? 0 : Long.parseLong(text(row, column));
    }

    private static boolean isCall(Map<String, String> row) {
        return text(row, "is_request").equals("true");
    }

    private static boolean isError(Map<String, String> row) {
        return number(row, "rpc_status") != 0 || number(row, "rpc_error") != 0;
    }

    private static String operation(Map<String, String> row) {
        return "v" + text(row, "nfs_version") + " " + text(row, "operation");
    }

    private static Map<String, Long> count(List<Map<String, String>> rows, Predicate<Map<String, String>> condition) {
        Map<String, Long> counts = new TreeMap<>();
        rows.stream().filter(condition).forEach(row -> counts.merge(operation(row), 1L, Long::sum));
        return counts;
    }

    /** By operation, as far as there are any. */
    private static Map<String, Long> counts(List<Line> lines, ToLongFunction<Line> value) {
        Map<String, Long> counts = new TreeMap<>();
        lines.forEach(line -> counts.put(line.name(), value.applyAsLong(line)));
        counts.values().removeIf(count -> count == 0);
        return counts;
    }

    @ParameterizedTest
    @MethodSource("captures")
    void countsAreThoseOfTheTables(Path capture) throws IOException {
        byte[] bytes = UnpackedCaptures.bytes(capture);
        Converted tables = Converted.of(bytes);
        TrafficSummary summary = summary(bytes, LatencyBounds.FIRST);
        List<Map<String, String>> rows = tables.common();
        assertThat(counts(summary.operations(), line -> line.load().calls()))
                .isEqualTo(count(rows, row -> isCall(row) && (number(row, "flags") & SENT_AGAIN) == 0));
        assertThat(counts(summary.operations(), line -> line.load().errors()))
                .isEqualTo(count(
                        rows, row -> !isCall(row) && (number(row, "flags") & SECOND_REPLY) == 0 && isError(row)));
        assertThat(summary.errors().stream().mapToLong(ErrorLine::count).sum())
                .isEqualTo(summary.all().errors());
        assertThat(summary.all().retransmissions())
                .isEqualTo(rows.stream()
                        .filter(row -> isCall(row) && (number(row, "flags") & SENT_AGAIN) != 0)
                        .count());
        assertThat(summary.all().calls())
                .isEqualTo(summary.all().unanswered() + summary.all().latency().replies());
        List<Map<String, String>> transfers = tables.table("Trace::NFS::read-write");
        assertThat(summary.all().readBytes()).isEqualTo(bytes(transfers, "true"));
        assertThat(summary.all().writtenBytes()).isEqualTo(bytes(transfers, "false"));
        assertThat(summary.files().lines().stream()
                        .mapToLong(line -> line.load().calls())
                        .sum())
                .isLessThanOrEqualTo(transfers.size());
    }

    private static long bytes(List<Map<String, String>> transfers, String isRead) {
        return transfers.stream()
                .filter(row -> text(row, "is_read").equals(isRead))
                .mapToLong(row -> number(row, "bytes"))
                .sum();
    }

    @ParameterizedTest
    @MethodSource("captures")
    void latenciesAreThoseOfTheTables(Path capture) throws IOException {
        byte[] bytes = UnpackedCaptures.bytes(capture);
        List<Map<String, String>> rows = Converted.of(bytes).common();
        for (LatencyBounds bounds : LatencyBounds.values()) {
            String column = bounds == LatencyBounds.FIRST ? "packet_at" : "last_packet_at";
            Map<String, List<Double>> expected = latencies(rows, column);
            Map<String, Latency> found = new TreeMap<>();
            summary(bytes, bounds).operations().stream()
                    .filter(line -> line.load().latency().replies() > 0)
                    .forEach(line -> found.put(line.name(), line.load().latency()));
            assertThat(found.keySet()).isEqualTo(expected.keySet());
            found.forEach((operation, latency) -> {
                List<Double> values = Objects.requireNonNull(expected.get(operation));
                Collections.sort(values);
                assertThat(latency.replies()).isEqualTo(values.size());
                assertThat(latency.max()).isCloseTo(values.get(values.size() - 1), tolerance());
                assertThat(latency.sum())
                        .isCloseTo(
                                values.stream().mapToDouble(Double::doubleValue).sum(), within(2e-6 * values.size()));
                check(latency.quantiles().get(0), 0.5, values);
                check(latency.quantiles().get(1), 0.9, values);
                check(latency.quantiles().get(2), 0.99, values);
            });
        }
    }

    private static Offset<Double> tolerance() {
        return within(2e-6);
    }

    /** The ranks of quantiles are off by half a percent, and a rank. */
    private static void check(double value, double quantile, List<Double> sorted) {
        double slack = 0.005 * sorted.size() + 1;
        int low = (int) Math.max(0, Math.floor(quantile * sorted.size() - slack));
        int high = (int) Math.min(sorted.size() - 1, Math.ceil(quantile * sorted.size() + slack));
        assertThat(value).isBetween(sorted.get(low) - 2e-6, sorted.get(high) + 2e-6);
    }

    /** Milliseconds from the first call to its first reply, by operation. */
    private static Map<String, List<Double>> latencies(List<Map<String, String>> rows, String column) {
        Map<String, Long> calls = new HashMap<>();
        Map<String, List<Double>> latencies = new TreeMap<>();
        for (Map<String, String> row : rows) {
            long flags = number(row, "flags");
            String key = text(row, "transaction_id") + " "
                    + (isCall(row)
                            ? text(row, "source") + " " + text(row, "dest")
                            : text(row, "dest") + " " + text(row, "source"));
            if (isCall(row) && (flags & SENT_AGAIN) == 0) {
                calls.put(key, number(row, column));
            } else if (!isCall(row) && (flags & SECOND_REPLY) == 0) {
                double millis = (number(row, column) - Objects.requireNonNull(calls.get(key))) * MILLIS;
                latencies
                        .computeIfAbsent(operation(row), name -> new ArrayList<>())
                        .add(millis);
            }
        }
        return latencies;
    }

    /** The names are those that tshark shows. */
    @Test
    void errorsHaveTheNamesOfTheProtocol() throws IOException {
        Frames frames = new Frames();
        byte[] root = new byte[32];
        int[] statuses = {2, 13, 70, 10008, 12345};
        for (int i = 0; i < statuses.length; i++) {
            Xdrs lookup = new Xdrs().opaque(root).text("name");
            frames.udp(1_000_000L + 2000L * i, true, Xdrs.call(i, Xdrs.NFS, 3, 3, lookup.bytes()));
            frames.udp(
                    1_001_000L + 2000L * i,
                    false,
                    Xdrs.reply(i, new Xdrs().u32(statuses[i]).u32(0).bytes()));
        }
        TrafficSummary summary = summary(frames.pcap(), LatencyBounds.FIRST);
        assertThat(summary.errors().stream().map(error -> error.operation() + " " + error.status()))
                .containsExactlyInAnyOrder(
                        "v3 lookup NFS3ERR_NOENT",
                        "v3 lookup NFS3ERR_ACCES",
                        "v3 lookup NFS3ERR_STALE",
                        "v3 lookup NFS3ERR_JUKEBOX",
                        "v3 lookup status 12345");
        assertThat(summary.all().latency().max()).isEqualTo(1.0);
    }

    @Test
    void filesHaveTheirPaths() throws IOException {
        byte[] bytes = Files.readAllBytes(MarkdownPage.ROOT.resolve("examples/nfs/office.pcap"));
        CaptureSummary summary = new CaptureSummary(ParserOptions.DEFAULT, SummaryOptions.DEFAULT.withMost(100));
        assertThat(summary.read(input(bytes))).isNull();
        TrafficSummary traffic = summary.finish();
        assertThat(traffic.files().lines().stream().map(Line::name).filter(name -> name.endsWith("/report-3.txt")))
                .hasSize(1);
        assertThat(traffic.files().exact()).isTrue();
        assertThat(summary.counters().get(Counter.NFSV3_REQUEST))
                .isEqualTo(traffic.all().calls());
    }

    /** More clients than are counted at a time: the busiest are among those that are found. */
    @Test
    void theBusiestOfManyFilesAreFound() throws IOException {
        Frames frames = new Frames();
        int xid = 0;
        for (int round = 0; round < 3000; round++) {
            for (int file : new int[] {round + 10, 1, 2}) {
                byte[] handle = new byte[32];
                handle[0] = (byte) file;
                handle[1] = (byte) (file >> 8);
                Xdrs write = new Xdrs().opaque(handle).u64(0).u32(100).u32(2).opaque(new byte[100]);
                Xdrs stored = new Xdrs().u32(0).u32(0).u32(0).u32(100).u32(2).u64(0);
                frames.udp(1_000_000L + 20L * xid, true, Xdrs.call(xid, Xdrs.NFS, 3, 7, write.bytes()));
                frames.udp(1_000_010L + 20L * xid, false, Xdrs.reply(xid, stored.bytes()));
                xid++;
            }
        }
        TrafficSummary summary = summary(frames.pcap(), LatencyBounds.FIRST);
        assertThat(summary.files().exact()).isFalse();
        assertThat(summary.files().lines().subList(0, 2))
                .extracting(line -> line.load().calls(), line -> line.load().writtenBytes())
                .containsOnly(tuple(3000L, 300_000L));
        assertThat(summary.all().writtenBytes()).isEqualTo(900_000);
    }
}

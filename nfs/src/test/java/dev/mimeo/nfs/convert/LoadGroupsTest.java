package dev.mimeo.nfs.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mimeo.nfs.ParserOptions;
import dev.mimeo.nfs.summary.LatencyBounds;
import dev.mimeo.nfs.summary.LoadInterval;
import dev.mimeo.nfs.summary.SummaryOptions;
import dev.mimeo.nfs.summary.SummaryOptions.LoadKey;
import dev.mimeo.nfs.summary.TrafficSummary;
import dev.mimeo.nfs.summary.TrafficSummary.SlowCall;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Loads of groups and slow calls of captures against what is counted one by one in their tables. */
@Tag("slow")
final class LoadGroupsTest {

    private static final int REPEATED = 2 | 4;
    private static final long SECOND = 1_000_000_000L;

    private static long number(Map<String, String> row, String column) {
        return Long.parseLong(Objects.requireNonNull(row.get(column), column));
    }

    private static long nanos(Map<String, String> row) {
        long raw = number(row, "packet_at");
        return (raw >>> 32) * SECOND + (((raw & 0xffffffffL) * SECOND) >>> 32);
    }

    private static boolean isCall(Map<String, String> row) {
        return "true".equals(row.get("is_request"));
    }

    private static boolean isFirst(Map<String, String> row) {
        return (number(row, "flags") & REPEATED) == 0;
    }

    private static String operation(Map<String, String> row) {
        return "v" + row.get("nfs_version") + " " + row.get("operation");
    }

    private static TrafficSummary summary(byte[] capture, SummaryOptions options) throws IOException {
        CaptureSummary summary = new CaptureSummary(ParserOptions.DEFAULT, options);
        summary.read(CaptureSummaryTest.input(capture));
        return summary.finish();
    }

    /** Calls count in the second of the call, replies in that of the reply. */
    @ParameterizedTest
    @MethodSource("dev.mimeo.nfs.convert.CaptureSummaryTest#captures")
    void intervalsHaveTheMessagesOfTheTables(Path capture) throws IOException {
        byte[] bytes = UnpackedCaptures.bytes(capture);
        Map<String, Long> expected = new TreeMap<>();
        for (Map<String, String> row : Converted.of(bytes).common()) {
            if (isFirst(row)) {
                String message = isCall(row) ? "call" : "reply";
                expected.merge(operation(row) + " " + message, 1L, Long::sum);
                expected.merge(message + " " + nanos(row) / SECOND, 1L, Long::sum);
            }
        }
        Map<String, Long> found = new TreeMap<>();
        long[] last = {Long.MIN_VALUE};
        summary(
                bytes,
                SummaryOptions.DEFAULT.withGrouping(new SummaryOptions.LoadGrouping(
                        Set.of(LoadKey.OPERATION, LoadKey.CLIENT), SECOND, interval -> {
                            assertThat(interval.startNanos()).isGreaterThan(last[0]);
                            last[0] = interval.startNanos();
                            assertThat(interval.overflow()).isZero();
                            for (LoadInterval.Group group : interval.groups()) {
                                long calls = group.load().calls();
                                long replies = group.load().latency().replies();
                                found.merge(group.operation() + " call", calls, Long::sum);
                                found.merge(group.operation() + " reply", replies, Long::sum);
                                found.merge("call " + interval.startNanos() / SECOND, calls, Long::sum);
                                found.merge("reply " + interval.startNanos() / SECOND, replies, Long::sum);
                            }
                        })));
        found.values().removeIf(count -> count == 0);
        // A message that is late in its capture counts in the interval of those around it.
        boolean ordered = expected.keySet().equals(found.keySet());
        if (ordered) {
            assertThat(found).isEqualTo(expected);
        } else {
            expected.keySet().removeIf(key -> key.startsWith("call ") || key.startsWith("reply "));
            found.keySet().removeIf(key -> key.startsWith("call ") || key.startsWith("reply "));
            assertThat(found).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.mimeo.nfs.convert.CaptureSummaryTest#captures")
    void groupsOfTheWholeAddUp(Path capture) throws IOException {
        byte[] bytes = UnpackedCaptures.bytes(capture);
        for (Set<LoadKey> keys :
                List.of(Set.<LoadKey>of(), Set.of(LoadKey.SERVER, LoadKey.USER), Set.of(LoadKey.values()))) {
            List<LoadInterval> whole = new ArrayList<>();
            TrafficSummary summary = summary(
                    bytes, SummaryOptions.DEFAULT.withGrouping(new SummaryOptions.LoadGrouping(keys, 0, whole::add)));
            if (summary.all().calls() == 0) {
                continue;
            }
            assertThat(whole).hasSize(1);
            List<LoadInterval.Group> groups = whole.get(0).groups();
            assertThat(groups.stream().mapToLong(group -> group.load().calls()))
                    .isSortedAccordingTo((one, other) -> Long.compare(other, one));
            assertThat(groups.stream().mapToLong(group -> group.load().calls()).sum())
                    .isEqualTo(summary.all().calls());
            assertThat(groups.stream().mapToLong(group -> group.load().errors()).sum())
                    .isEqualTo(summary.all().errors());
            assertThat(groups.stream()
                            .mapToLong(group -> group.load().unanswered())
                            .sum())
                    .isEqualTo(summary.all().unanswered());
            assertThat(groups.stream()
                            .mapToLong(group -> group.load().readBytes())
                            .sum())
                    .isEqualTo(summary.all().readBytes());
            if (keys.isEmpty()) {
                assertThat(groups.get(0).load().latency())
                        .isEqualTo(summary.all().latency());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("dev.mimeo.nfs.convert.CaptureSummaryTest#captures")
    void slowCallsAreThoseOfTheTables(Path capture) throws IOException {
        byte[] bytes = UnpackedCaptures.bytes(capture);
        Converted tables = Converted.of(bytes);
        Map<String, Map<String, String>> transfers = new HashMap<>();
        tables.table("Trace::NFS::read-write")
                .forEach(row -> transfers.put(Objects.requireNonNull(row.get("reply_id")), row));
        long slow = 300_000;
        Map<String, Long> calls = new HashMap<>();
        List<String> expected = new ArrayList<>();
        for (Map<String, String> row : tables.common()) {
            String key = row.get("transaction_id") + " "
                    + (isCall(row)
                            ? row.get("source") + " " + row.get("dest")
                            : row.get("dest") + " " + row.get("source"));
            if (!isFirst(row)) {
                continue;
            }
            if (isCall(row)) {
                calls.put(key, nanos(row));
            } else if (nanos(row) - Objects.requireNonNull(calls.get(key)) >= slow) {
                Map<String, String> transfer = transfers.get(Objects.requireNonNull(row.get("record_id")));
                expected.add(operation(row) + " " + calls.get(key) + " "
                        + (transfer == null ? "-1 -1" : transfer.get("offset") + " " + transfer.get("bytes")));
            }
        }
        TrafficSummary.Slow found =
                summary(bytes, SummaryOptions.DEFAULT.withSlowNanos(slow)).slow();
        assertThat(found.total()).isEqualTo(expected.size());
        assertThat(found.calls().stream()
                        .map(call -> call.operation() + " " + call.nanos() + " " + call.offset() + " " + call.bytes()))
                .containsExactlyInAnyOrderElementsOf(expected);
        assertThat(found.calls().stream().mapToLong(SlowCall::nanos)).isSorted();
        assertThat(found.calls())
                .filteredOn(call -> call.latencyMillis() < slow / 1e6)
                .isEmpty();
    }

    /** A lookup is about what it finds, a failed one about its directory. */
    @Test
    void slowCallsNameTheirFiles() throws IOException {
        Frames frames = new Frames();
        byte[] directory = Xdrs.handle(1);
        Xdrs found = new Xdrs()
                .u32(0)
                .opaque(Xdrs.handle(2))
                .u32(1)
                .attributes(10, 2)
                .u32(0);
        Xdrs lookup = new Xdrs().opaque(directory).text("name");
        frames.udp(1_000_000L, true, Xdrs.call(1, Xdrs.NFS, 3, 3, lookup.bytes()));
        frames.udp(1_080_000L, false, Xdrs.reply(1, found.bytes()));
        Xdrs missing = new Xdrs().u32(2, 1).attributes(10, 1);
        frames.udp(1_100_000L, true, Xdrs.call(2, Xdrs.NFS, 3, 3, lookup.bytes()));
        frames.udp(1_150_000L, false, Xdrs.reply(2, missing.bytes()));
        frames.udp(1_200_000L, true, Xdrs.call(3, Xdrs.NFS, 3, 3, lookup.bytes()));
        frames.udp(1_249_000L, false, Xdrs.reply(3, missing.bytes()));
        TrafficSummary.Slow slow = summary(
                        frames.pcap(),
                        SummaryOptions.DEFAULT.withBounds(LatencyBounds.LAST).withSlowNanos(50_000_000))
                .slow();
        assertThat(slow.calls()).extracting(SlowCall::status).containsExactly("", "NFS3ERR_NOENT");
        assertThat(slow.calls().get(0).latencyMillis()).isCloseTo(80, within(1e-3));
        String path = "FH:" + HexFormat.of().formatHex(directory);
        assertThat(slow.calls()).extracting(SlowCall::file).containsExactly(path + "/name", path);
    }
}

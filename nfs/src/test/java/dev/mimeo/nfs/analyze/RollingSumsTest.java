package dev.mimeo.nfs.analyze;

import static dev.mimeo.nfs.analyze.TraceMaker.CLIENT;
import static dev.mimeo.nfs.analyze.TraceMaker.SERVER;
import static dev.mimeo.nfs.analyze.TraceMaker.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.mimeo.internal.statistics.RollingSums;
import dev.mimeo.internal.text.CNumberFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("thorough")
final class RollingSumsTest {

    private static final long START = 1_700_000_000_000_000L;
    private static final int GETATTR = 1;
    private static final int READ = 6;

    @TempDir
    private Path folder;

    /**
     * Counts of all windows that are over at a time, each between the first time that is in it and the first behind it.
     *
     * @param times in order
     */
    private static List<Long> windows(long[] times, long start, long end, long length) {
        List<Long> counts = new ArrayList<>();
        int first = 0;
        int behind = 0;
        for (long at = start; end > at + length; at += length / RollingSums.STEPS) {
            while (first < times.length && times[first] < at) {
                first++;
            }
            while (behind < times.length && times[behind] <= at + length) {
                behind++;
            }
            counts.add((long) (behind - first));
        }
        return counts;
    }

    @ParameterizedTest
    @ValueSource(longs = {20, 40, 1000, 1019, 100_000, 100_007, 3_000_000})
    void windowsHoldWhatIsInThem(long length) {
        for (int seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            // Bursts with long gaps, in which most windows are empty.
            long[] times = new long[200];
            long time = 1_000_000;
            for (int i = 0; i < times.length; i++) {
                times[i] = time;
                time += random.nextInt(10) == 0 ? random.nextInt(50_000) : random.nextInt(30);
            }
            List<Long> counts = new ArrayList<>();
            RollingSums sums = new RollingSums(length, (bytes, count) -> counts.add(count), Long.MAX_VALUE);
            sums.start(900_000);
            for (long at : times) {
                sums.add(at, 1);
            }
            sums.advance(time);
            assertThat(counts).as("seed " + seed).isEqualTo(windows(times, 900_000, time, length));
        }
    }

    @Test
    void ratesAreThoseOfAllWindows() throws IOException {
        TraceMaker trace = new TraceMaker(2);
        Random random = new Random(3);
        List<Long> all = new ArrayList<>();
        List<Long> reads = new ArrayList<>();
        long at = 0;
        for (int i = 0; i < 500; i++) {
            boolean read = i > 100 && random.nextBoolean();
            trace.message(START + at, CLIENT, SERVER, true, i, read ? READ : GETATTR, read ? "read" : "getattr", 10);
            // Replies do not count.
            trace.message(START + at, SERVER, CLIENT, false, i, GETATTR, "getattr", 10);
            all.add(at);
            if (read) {
                reads.add(at);
            }
            at += 1 + random.nextInt(20_000);
        }
        long end = all.get(all.size() - 1);
        Path file = trace.write(folder.resolve("rates.ds"));
        for (String operation : new String[] {"", "read"}) {
            List<Long> of = operation.isEmpty() ? all : reads;
            List<Long> counts = windows(of.stream().mapToLong(Long::longValue).toArray(), 0, end, 1_000_000);
            counts.sort(null);
            assertThat(rows(file, "nfs_hostinfo_rolling", "hostinfo:rolling=1ms..1s"))
                    .contains("1,0.05," + operation + "," + counts.size() + "," + mean(counts) + ",0.5,"
                            + counts.get((counts.size() + 1) / 2 - 1))
                    .contains("1,0.05," + operation + "," + counts.size() + "," + mean(counts) + ",1,"
                            + counts.get(counts.size() - 1));
        }
    }

    private static String mean(List<Long> counts) {
        double mean = counts.stream().mapToLong(Long::longValue).average().orElse(0);
        return CNumberFormat.general(mean, 15);
    }

    @Test
    void rangesHaveTheUsualLengths() throws IOException {
        TraceMaker trace = new TraceMaker(2);
        trace.message(START, CLIENT, SERVER, true, 1, READ, "read", 10);
        trace.message(START + 7_000_000_000L, CLIENT, SERVER, true, 2, READ, "read", 10);
        Path file = trace.write(folder.resolve("long.ds"));
        assertThat(rows(file, "nfs_hostinfo_rolling", "hostinfo:rolling=500ms..3600s").stream()
                        .map(row -> row.substring(0, row.indexOf(',')))
                        .distinct())
                .containsExactly("0.5", "1", "10", "60", "600", "3600");
        for (String range : new String[] {"", "1us", "0ms", "2s..1s", "1ms..", "1..7200"}) {
            assertThatIllegalArgumentException()
                    .as(range)
                    .isThrownBy(() -> AnalysisRequest.parse("hostinfo:rolling=" + range));
        }
    }
}

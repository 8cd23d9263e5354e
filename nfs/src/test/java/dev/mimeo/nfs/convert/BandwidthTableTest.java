package dev.mimeo.nfs.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mimeo.nfs.internal.pcap.Packet;
import java.io.IOException;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The table of bandwidths against sums over all packets of each window. */
@Tag("thorough")
final class BandwidthTableTest {

    private static final String TABLE = "Summary::Network::IP::bandwidth-rolling";
    private static final int HEADERS = 14 + 20 + 8;

    private static void add(List<Frames.Frame> frames, long from, long micros, int every, int size) {
        byte[] packet = Frames.ethernet(Frames.ipv4(true, 17, 1, 0, Frames.udp(true, new byte[size - HEADERS])));
        for (long at = from; at < from + micros; at += every) {
            frames.add(new Frames.Frame(at, packet));
        }
    }

    /** 24 Mbps for 10 s, 160 Mbps more for a second of them, and 960 Mbps more for a tenth of that. */
    private static List<Frames.Frame> peaks() {
        List<Frames.Frame> frames = new ArrayList<>();
        add(frames, 0, 10_000_000, 333, 1000);
        add(frames, 4_000_000, 1_000_000, 100, 2000);
        add(frames, 4_500_000, 100_000, 25, 3000);
        frames.sort((a, b) -> Long.compare(a.micros(), b.micros()));
        return frames;
    }

    private static List<Map<String, String>> rows(List<Frames.Frame> frames) throws IOException {
        return Converted.of(Frames.pcap(frames, ByteOrder.BIG_ENDIAN, false)).table(TABLE);
    }

    private static long units(long micros) {
        return Packet.time(micros / 1_000_000, micros % 1_000_000, 1_000_000);
    }

    private static List<Double> megabits(List<Frames.Frame> frames, int intervalMicros) {
        long length = (long) (intervalMicros / 1e6 * 0x1p32);
        long start = units(frames.get(0).micros());
        long end = units(frames.get(frames.size() - 1).micros());
        List<Double> values = new ArrayList<>();
        int first = 0;
        for (long at = start; end > at + length; at += length / 20) {
            while (units(frames.get(first).micros()) < at) {
                first++;
            }
            long bytes = 0;
            for (int i = first; i < frames.size() && units(frames.get(i).micros()) <= at + length; i++) {
                bytes += frames.get(i).bytes().length;
            }
            values.add(bytes * 8.0 / intervalMicros);
        }
        Collections.sort(values);
        return values;
    }

    /** So few windows that their quantiles are exact. */
    @ParameterizedTest
    @CsvSource({"100000, 1130, 1160", "1000000, 275, 285", "5000000, 70, 80"})
    void quantilesAreThoseOfAllWindows(int micros, double leastPeak, double mostPeak) throws IOException {
        List<Frames.Frame> frames = peaks();
        List<Double> values = megabits(frames, micros);
        assertThat(values.get(values.size() - 1)).isBetween(leastPeak, mostPeak);
        int rows = 0;
        for (Map<String, String> row : rows(frames)) {
            if (!String.valueOf(micros).equals(row.get("interval_us"))) {
                continue;
            }
            rows++;
            assertThat(row.get("sample_us")).isEqualTo(String.valueOf(micros / 20));
            assertThat(row.get("count")).isEqualTo(String.valueOf(values.size()));
            double quantile = Double.parseDouble(row.get("quantile"));
            int rank = (int) Math.ceil(values.size() * (quantile - 1e-15));
            assertThat(Double.parseDouble(row.get("mbps"))).isCloseTo(values.get(rank - 1), within(1e-9));
        }
        assertThat(rows).isEqualTo(19 + (values.size() >= 10_000 ? 6 : values.size() >= 1000 ? 2 : 0));
    }

    @Test
    void packetsAreAddedInTheOrderOfTheirTimes() throws IOException {
        List<Frames.Frame> frames = peaks();
        List<Frames.Frame> mixed = new ArrayList<>(frames);
        Collections.shuffle(mixed.subList(1, mixed.size()), new Random(1));
        assertThat(rows(mixed)).isEqualTo(rows(frames));
    }

    @Test
    void windowsWithoutPacketsAreZero() throws IOException {
        List<Frames.Frame> frames = new ArrayList<>();
        add(frames, 0, 1, 1, 1000);
        // In twenty windows or one more.
        add(frames, 500_010, 1, 1, 1000);
        add(frames, 1_000_000, 1, 1, 1000);
        List<Map<String, String>> rows = rows(frames).stream()
                .filter(row -> "1000".equals(row.get("interval_us")))
                .toList();
        // Windows from 0 to 999 ms, but the last, which is not over.
        assertThat(rows.get(0).get("count")).isEqualTo("19981");
        assertThat(rows.get(0).get("mbps")).isEqualTo("0.0");
        assertThat(rows.get(rows.size() - 1).get("quantile")).isEqualTo("0.9995");
        assertThat(rows.get(rows.size() - 1).get("mbps")).isEqualTo("8.0");
    }

    /** A packet every fifty minutes for years. */
    @Test
    void pausesCostNothing() throws IOException {
        List<Frames.Frame> frames = new ArrayList<>();
        add(frames, 0, 30_000L * 3_000_000_000L, 2_000_000_000, 100);
        List<Map<String, String>> rows = rows(frames);
        assertThat(rows.get(0).get("mbps")).isEqualTo("0.0");
        assertThat(Long.parseLong(rows.get(0).get("count"))).isGreaterThan(1_000_000_000_000L);
    }

    @Test
    void noPacketsGiveNoRows() throws IOException {
        assertThat(rows(List.of())).isEmpty();
    }
}

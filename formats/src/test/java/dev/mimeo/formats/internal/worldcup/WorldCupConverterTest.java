package dev.mimeo.formats.internal.worldcup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.MimeoException;
import dev.mimeo.formats.trace.GoldenFolder;
import dev.mimeo.formats.trace.TraceConversions;
import dev.mimeo.formats.trace.TraceConversions.Converted;
import dev.mimeo.formats.trace.TraceConverter;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class WorldCupConverterTest {

    private final TraceConverter converter = TraceConverter.named("wc98");

    @Test
    void realLogComesBackAsItIs() throws IOException {
        byte[] log = GoldenFolder.read("shipped/wc_day50_4.head.gz");
        Converted converted = TraceConversions.convert(converter, log, TraceConverter.Options.DEFAULT);
        assertThat(converted.summary()).isEqualTo(new TraceConverter.Summary(10_000, 200_000, 0, 0));
        assertThat(TraceConversions.print(converter, converted.file(), TraceConverter.Options.DEFAULT))
                .isEqualTo(log);
    }

    @Test
    void rowsAddUpToThePublishedFigures() throws IOException {
        byte[] log = GoldenFolder.read("shipped/wc_day50_4.head.gz");
        String rows = TraceConversions.rows(TraceConversions.convert(converter, log, TraceConverter.Options.DEFAULT)
                .file());
        List<long[]> values = rows.lines()
                .map(line -> List.of(line.split(" ")).stream()
                        .mapToLong(Long::parseLong)
                        // A size of -1 is one that is not known; the figures take it as 0.
                        .map(value -> Math.max(0, value))
                        .toArray())
                .toList();
        long total = values.stream().mapToLong(row -> row[3]).sum();
        Map<Long, Integer> servers = new TreeMap<>();
        values.forEach(row -> servers.merge(row[7], 1, Integer::sum));
        StringBuilder text = new StringBuilder();
        line(text, "Total Requests", Integer.toString(values.size()));
        line(text, "Total Bytes", Long.toString(total));
        line(text, "Mean Transfer Size", String.format(Locale.ROOT, "%.6f", (double) total / values.size()));
        bounds(text, values, 1, "Client ID");
        bounds(text, values, 2, "Object ID");
        bounds(text, values, 3, "Size");
        bounds(text, values, 0, "Time");
        line(text, "Start Time", Long.toString(values.get(0)[0]));
        line(text, "Finish Time", Long.toString(values.get(values.size() - 1)[0]));
        line(text, "Out of Order", "0");
        line(text, "Unique Servers", Integer.toString(servers.size()));
        servers.forEach((server, count) ->
                text.append("Server ").append(server).append(": ").append(count).append('\n'));
        assertThat(new String(GoldenFolder.read("shipped/wc_day50_4.analysis"), UTF_8))
                .startsWith(text);
    }

    private static void bounds(StringBuilder text, List<long[]> rows, int field, String name) {
        line(
                text,
                "Min " + name,
                Long.toString(rows.stream().mapToLong(row -> row[field]).min().orElseThrow()));
        line(
                text,
                "Max " + name,
                Long.toString(rows.stream().mapToLong(row -> row[field]).max().orElseThrow()));
    }

    private static void line(StringBuilder text, String name, String value) {
        text.append(String.format(Locale.ROOT, "%18s: %s%n", name, value));
    }

    @Test
    void wholeRecordsOfAnyBytesComeBackAsTheyAre() throws IOException {
        for (int seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            byte[] bytes = new byte[20 * (seed == 0 ? (1 << 15) : random.nextInt(40_000))];
            random.nextBytes(bytes);
            assertThat(TraceConversions.roundTrip(converter, bytes, TraceConverter.Options.DEFAULT))
                    .as("seed " + seed)
                    .isEqualTo(bytes);
        }
    }

    @Test
    void cutRecordIsAnErrorThatSaysWhere() {
        assertThatThrownBy(() -> TraceConversions.convert(converter, new byte[47], TraceConverter.Options.DEFAULT))
                .isInstanceOf(MimeoException.class)
                .hasMessage("the last record has 7 of 20 bytes, at byte 40");
    }
}

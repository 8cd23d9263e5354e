package dev.mimeo.nfs.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ResultWriterTest {

    private static final ResultTable HANDLES = ResultTable.of("handles", "server:a", "handle:t", "count:i", "mean:r");

    private final StringBuilder text = new StringBuilder();
    private final ResultWriter writer = new ResultWriter(ResultWriter.Format.TEXT, text);

    @Test
    void columnsOfTextAreAsWideAsTheirLongestValue() throws IOException {
        String handle = "a".repeat(48);
        writer.row(HANDLES, 0x7f000001L, handle, 39L, 447.75);
        writer.row(HANDLES, null, "", 1_234_567_890_123L, Double.NaN);
        writer.text("between\n");
        writer.row(HANDLES, 0x0a000001L, "b", 1L, 2.0);
        writer.end();

        String wide = "%-9s  %-48s  %13s  %6s%n";
        String narrow = "%-8s  %-6s  %5s  %4s%n";
        assertThat(text.toString().lines().map(String::stripTrailing))
                .containsExactlyElementsOf(("handles\n"
                                + wide.formatted("server", "handle", "count", "mean")
                                + wide.formatted("127.0.0.1", handle, "39", "447.75")
                                + wide.formatted("*", "", "1234567890123", "-")
                                + "\nbetween\nhandles\n"
                                + narrow.formatted("server", "handle", "count", "mean")
                                + narrow.formatted("10.0.0.1", "b", "1", "2")
                                + "\n")
                        .lines()
                        .map(String::stripTrailing)
                        .toList());
        assertThat(text.toString().lines()).isNotEmpty().noneMatch(line -> line.endsWith(" "));
    }

    @Test
    void rowsOfLongTablesArePrintedOnceAndInOrder() throws IOException {
        for (long row = 0; row < 3000; row++) {
            writer.row(HANDLES, 1L, row == 2000 ? "x".repeat(80) : "handle", row, 0.5);
        }
        writer.end();

        List<String> lines = text.toString().lines().toList();
        assertThat(lines).hasSize(3003);
        for (int row = 0; row < 3000; row++) {
            assertThat(lines.get(row + 2).split(" +")[2]).isEqualTo(Integer.toString(row));
        }
        assertThat(lines.get(2500)).hasSameSizeAs(lines.get(2)).hasSameSizeAs(lines.get(1002));
    }
}

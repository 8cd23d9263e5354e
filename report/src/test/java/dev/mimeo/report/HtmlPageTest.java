package dev.mimeo.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mimeo.report.PageTable.Cell;
import dev.mimeo.report.PageTable.Column;
import dev.mimeo.report.PageTable.Mark;
import dev.mimeo.report.plot.CategoryPlot;
import dev.mimeo.report.plot.Plot;
import dev.mimeo.report.plot.PlotAxis;
import dev.mimeo.report.plot.PlotAxis.Scale;
import dev.mimeo.testing.Browser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HtmlPageTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path directory;

    private static final Plot PLOT = Plot.of(
            "<t>",
            PlotAxis.linear("x, s"),
            PlotAxis.fromZero("y"),
            Plot.Style.LINES,
            List.of(new Plot.Line("a & b", new double[] {1, 2}, new double[] {3, 4})));

    private static String html(HtmlPage page) throws IOException {
        StringBuilder out = new StringBuilder();
        page.write(out);
        return out.toString();
    }

    @Test
    void figuresAndTablesAreNumberedInTheirOrder() throws IOException {
        String html = html(HtmlPage.of("Page")
                .figure(PageFigure.wide("First.", PLOT))
                .table(PageTable.of("One.", List.of("name", "value"), List.of(List.of("a", "1"))))
                .figure(PageFigure.of("Second.", List.of(PLOT, PLOT)))
                .table(PageTable.of("Two.", List.of("name"), List.of())));
        assertThat(html)
                .containsSubsequence(
                        "<b>Figure 1.</b> First.",
                        "<b>Table 1.</b> One.",
                        "<b>Figure 2.</b> Second.",
                        "<b>Table 2.</b> Two.");
        // A wide chart is there a second time for narrow pages; the data is there once.
        assertThat(html.split("<svg class=\"chart wide\"", -1)).hasSize(2);
        assertThat(html.split("<svg class=\"chart narrow\"", -1)).hasSize(2);
        assertThat(html.split("<svg class=\"chart\"", -1)).hasSize(3);
        assertThat(html).contains("chart,series,\"x, s\",y\n".replace("\"", "&quot;"));
    }

    @Test
    void textIsEscaped() throws IOException {
        String text = "<b>&\"${x}$1\\";
        String html = html(HtmlPage.of(text)
                .summary(HtmlPage.Status.FAIL, text, List.of(text))
                .facts(Map.of(text, text))
                .section(text)
                .paragraph(text)
                .figure(PageFigure.of(text, List.of(PLOT)))
                .table(new PageTable(
                        text, List.of(new Column(text, text, true)), List.of(List.of(new Cell(text, Mark.BAD))), text))
                .recipe(new PageRecipe(List.of(text), Map.of(text, text))));
        assertThat(html).doesNotContain("<b>&").doesNotContain("<t>");
        assertThat(html.split("&lt;b&gt;&amp;&quot;\\$\\{x}\\$1\\\\", -1)).hasSize(18);
    }

    @Test
    void columnsOfAGroupHaveOneHead() throws IOException {
        String html = html(HtmlPage.of("")
                .table(new PageTable(
                        "",
                        List.of(
                                Column.ofText("codec"),
                                Column.ofNumbers("ratio", "a"),
                                Column.ofNumbers("ratio", "b"),
                                Column.ofNumbers("time", "a")),
                        List.of(List.of(Cell.of("x"), Cell.of("1"), Cell.of("2"), new Cell("3", Mark.NOISE))),
                        "")));
        assertThat(html)
                .contains("colspan=\"1\"></th><th class=\"group start\" scope=\"colgroup\" colspan=\"2\">ratio</th>"
                        + "<th class=\"group start\" scope=\"colgroup\" colspan=\"1\">time</th>")
                .contains("<td class=\"number start plain\">1</td>", "<td class=\"number start noise\">3</td>");
    }

    @Test
    void numbersAreAlignedToTheRight() throws IOException {
        String html = html(HtmlPage.of("")
                .table(PageTable.of(
                        "", List.of("1", "text", "n"), List.of(List.of("1", "a", "-"), List.of("2", "b", "+1 %")))));
        assertThat(html)
                .contains(
                        "<td class=\"text plain\">1</td><td class=\"text plain\">a</td><td class=\"number plain\">-</td>");
    }

    /** Addresses, dates and names may begin with digits. */
    @ParameterizedTest
    @ValueSource(strings = {"10.6.137.47", "2001:db8::1", "2014-12-22 11:23:14", "100mb.dat", "3/4"})
    void textsThatBeginWithDigitsAreAlignedToTheLeft(String text) throws IOException {
        String html = html(HtmlPage.of("")
                .table(PageTable.of(
                        "", List.of("", "text", "n"), List.of(List.of("", text, ""), List.of("", "-", "1")))));
        assertThat(html).contains("<td class=\"text plain\">" + text + "</td>", "<td class=\"number plain\">1</td>");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"0", "-1.5", "−3.0", "+0.9", "1,605", "24.2 KiB", "17%", "0 %", "1e-05", "<0.001", "-3 ± 2 ~"})
    void numbersMayHaveSignsAndUnits(String number) throws IOException {
        String html = html(HtmlPage.of("")
                .table(PageTable.of("", List.of("", "n"), List.of(List.of("a", number), List.of("b", "-")))));
        assertThat(html).contains("<td class=\"number plain\">-</td>");
    }

    @Test
    void partsThatDoNotFitAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PageTable.of("", List.of("a", "b"), List.of(List.of("1"))));
        assertThatIllegalArgumentException().isThrownBy(() -> PageFigure.of("", List.of()));
        CategoryPlot bars = CategoryPlot.bars("", "", List.of(), List.of());
        assertThatIllegalArgumentException().isThrownBy(() -> new PageFigure("", List.of(bars, bars), true));
    }

    /** Many and long names, long titles, large and small numbers: nothing of a chart is cut or lies on another text of it. */
    @Test
    @Tag("thorough")
    void aBrowserShowsLongLegendsWhole() throws Exception {
        Optional<Path> browser = Browser.find();
        assumeTrue(browser.isPresent(), "no chromium on the path");
        String page = html(crowdedPage());
        for (int width : new int[] {420, 1400}) {
            Browser.PageCheck check = Browser.check(browser.get(), directory, page, width);
            assertThat(check.overflow()).as("pixels beyond %d", width).isZero();
            assertThat(check.faults()).as("at a width of %d", width).isEmpty();
            assertThat(check.savedSvg()).hasSize(4);
        }
    }

    private static HtmlPage crowdedPage() {
        List<Plot.Line> lines = new ArrayList<>();
        List<CategoryPlot.Values> series = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            String name =
                    i % 4 == 3 ? "server-" + i + ".Storage.EXAMPLE.COM:/export/homes/of/all/users/" + i : "op " + i;
            lines.add(new Plot.Line(name, new double[] {1.7e9, 1.7e9 + 3e4}, new double[] {i, 1e9 * i}));
            series.add(new CategoryPlot.Values(name, List.of(i + 0.5, 1e7 * i), List.of()));
        }
        PlotAxis bytes = PlotAxis.of("bytes that were read or written in an interval of five minutes", Scale.BYTES);
        Plot times = Plot.of(
                "calls by operation, server and file system in all intervals of the trace",
                PlotAxis.of("time", Scale.TIME),
                bytes,
                Plot.Style.MARKED_LINES,
                lines);
        return HtmlPage.of("Crowded")
                .figure(PageFigure.wide("Wide.", times))
                .figure(PageFigure.of("Three.", List.of(times, times, times)))
                .figure(PageFigure.of(
                        "Bars.",
                        List.of(CategoryPlot.bars(
                                "bars",
                                "calls",
                                List.of("read", "a category with a long name: " + "lookup ".repeat(9)),
                                series))))
                .figure(PageFigure.of("Few.", List.of(PLOT)));
    }
}

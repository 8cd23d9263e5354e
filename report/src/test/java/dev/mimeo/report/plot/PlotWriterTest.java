package dev.mimeo.report.plot;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.mimeo.report.plot.PlotAxis.Scale;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class PlotWriterTest {

    private static final double[] X = {0, 0.5, 1};

    private static Plot plot(boolean log, Plot.Line... lines) {
        PlotAxis y = PlotAxis.of("bytes", log ? Scale.LOGARITHMIC : Scale.LINEAR);
        return Plot.of("a < b & 'c'", PlotAxis.linear("share"), y, Plot.Style.LINES, List.of(lines));
    }

    private static byte[] bytes(Chart chart, Plot.PlotFormat format) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PlotWriter.write(chart, format, 600, 400, out);
        return out.toByteArray();
    }

    /** Returns the heights of the last line of a picture, in pixels from the top. */
    private static List<Double> heights(Plot plot) throws Exception {
        NodeList lines = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(bytes(plot, Plot.PlotFormat.SVG)))
                .getElementsByTagName("polyline");
        String points = ((Element) lines.item(lines.getLength() - 1)).getAttribute("points");
        List<Double> heights = new ArrayList<>();
        for (String point : points.split(" ")) {
            heights.add(Double.parseDouble(point.substring(point.indexOf(',') + 1)));
        }
        return heights;
    }

    @Test
    void aLongLegendLeavesTheDataItsRoom() {
        List<Plot.Line> lines = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            lines.add(new Plot.Line("operation number " + i, X, new double[] {0, 25, 100}));
        }
        String few = PlotWriter.element(plot(false, lines.get(0), lines.get(1)), 420, 260, "c");
        String many = PlotWriter.element(plot(false, lines.toArray(Plot.Line[]::new)), 420, 260, "c");
        assertThat(few).contains("viewBox=\"0 0 420 260\"");
        // Two entries fit into a line.
        assertThat(many).contains("viewBox=\"0 0 420 " + (260 + 5 * 18) + "\"");
    }

    /** Whatever the names: the legend is above the data, which keeps its room, and all entries are shown or counted. */
    @ParameterizedTest
    @CsvSource({"2, 5", "7, 30", "7, 200", "40, 8", "40, 60", "300, 25"})
    void aLegendIsNeitherCutNorOnTheData(int entries, int letters) throws Exception {
        List<Plot.Line> lines = new ArrayList<>();
        List<CategoryPlot.Values> series = new ArrayList<>();
        for (int i = 0; i < entries; i++) {
            String name = i + "W".repeat(letters);
            lines.add(new Plot.Line(name, X, new double[] {0, 25, 100}));
            series.add(new CategoryPlot.Values(name, List.of(1.0), List.of()));
        }
        for (int width : new int[] {200, 400, 1080}) {
            for (Chart chart : List.of(
                    plot(false, lines.toArray(Plot.Line[]::new)),
                    CategoryPlot.bars("t", "calls", List.of("a category " + "W".repeat(letters)), series))) {
                for (int height : new int[] {300, Math.max(200, PlotWriter.height(chart, width, 300))}) {
                    checkLegend(chart, width, height, entries);
                }
            }
        }
    }

    private static void checkLegend(Chart chart, int width, int height, int entries) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PlotWriter.write(chart, Plot.PlotFormat.SVG, width, height, out);
        Element root = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(out.toByteArray()))
                .getDocumentElement();
        NodeList grid = root.getElementsByTagName("polyline");
        double top = Double.MAX_VALUE;
        double bottom = 0;
        for (int i = 0; i < grid.getLength(); i++) {
            Element line = (Element) grid.item(i);
            if (line.getAttribute("class").equals("line-grid")) {
                for (String point : line.getAttribute("points").split(" ")) {
                    double y = Double.parseDouble(point.substring(point.indexOf(',') + 1));
                    top = Math.min(top, y);
                    bottom = Math.max(bottom, y);
                }
            }
        }
        assertThat(bottom - top).as("height of the data").isGreaterThanOrEqualTo(90);
        int shown = 0;
        int counted = 0;
        NodeList texts = root.getElementsByTagName("text");
        for (int i = 0; i < texts.getLength(); i++) {
            Element text = (Element) texts.item(i);
            String content = text.getTextContent();
            if (content.matches("[0-9]+.*W")) {
                shown++;
                assertThat(Double.parseDouble(text.getAttribute("y"))).isLessThan(top);
                double end = Double.parseDouble(text.getAttribute("x")) + TextWidth.of(content, 12);
                assertThat(end).isLessThanOrEqualTo(width);
            } else if (content.matches("and [0-9]+ more")) {
                counted = Integer.parseInt(content.split(" ")[1]);
                assertThat(Double.parseDouble(text.getAttribute("y"))).isLessThan(top);
            }
        }
        assertThat(shown + counted).as("%d × %d", width, height).isEqualTo(entries);
    }

    @Test
    void thePointerShowsValuesAndWholeNames() throws Exception {
        Plot points = new Plot(
                "",
                PlotAxis.of("time", Scale.TIME),
                PlotAxis.linear("calls/s"),
                Plot.Style.POINTS,
                List.of(new Plot.Line("<a>", new double[] {0, 1.5}, new double[] {3, 4})));
        assertThat(PlotWriter.element(points, 400, 300, "c"))
                .contains("<title>&lt;a&gt;: time 1970-01-01T00:00:01.500Z, calls/s 4</title>");
        String name = "a name that is much too long for a legend of 400 pixels, whose end differs: 1";
        assertThat(PlotWriter.element(plot(false, new Plot.Line(name, X, X), new Plot.Line("b", X, X)), 400, 300, "c"))
                .contains("<title>" + name + "</title>", "…", "differs: 1<");
        CategoryPlot.Values values = new CategoryPlot.Values("s", List.of(1.0), List.of(0.25));
        assertThat(PlotWriter.element(
                        new CategoryPlot(
                                "", PlotAxis.linear("%"), List.of("x"), List.of(values), 0, CategoryPlot.Marks.DOTS, 0),
                        400,
                        300,
                        "c"))
                .contains("<title>s, x: 1 ± 0.25 (%)</title>");
    }

    /** A line through one point has no length: the legend would name what is not to be seen. */
    @ParameterizedTest
    @EnumSource(Plot.Style.class)
    void aSinglePointIsSeen(Plot.Style style) {
        Plot plot = new Plot(
                "",
                PlotAxis.linear("x"),
                PlotAxis.linear("y"),
                style,
                List.of(new Plot.Line("many", X, X), new Plot.Line("one", new double[] {2}, new double[] {99})));
        String svg = PlotWriter.element(plot, 400, 300, "c");
        assertThat(svg).contains("<title>one: x 2, y 99</title>");
        assertThat(svg).doesNotContainPattern("points=\"[^ \"]*\"");
    }

    @Test
    void heightsAreInProportion() throws Exception {
        List<Double> heights = heights(plot(false, new Plot.Line("a", X, new double[] {0, 25, 100})));
        double range = heights.get(0) - heights.get(2);
        assertThat(range).isPositive();
        assertThat(heights.get(0) - heights.get(1)).isCloseTo(range / 4, within(0.02));
    }

    @Test
    void heightsOfLogarithmsAreInProportion() throws Exception {
        List<Double> heights = heights(plot(true, new Plot.Line("a", X, new double[] {1, 100, 10_000})));
        double range = heights.get(0) - heights.get(2);
        assertThat(heights.get(0) - heights.get(1)).isCloseTo(range / 2, within(0.02));
    }

    /** The last mark may be where the data end, and its label is wider than the margin there. */
    @ParameterizedTest
    @ValueSource(ints = {300, 420, 840, 1080})
    void labelsAcrossAreNotCutOff(int width) throws Exception {
        Plot plot = Plot.of(
                "",
                PlotAxis.of("time", Scale.TIME),
                PlotAxis.fromZero("calls/s"),
                Plot.Style.LINES,
                List.of(new Plot.Line("a", new double[] {1_419_247_380, 1_419_247_800}, new double[] {1, 2})));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PlotWriter.write(plot, Plot.PlotFormat.SVG, width, 300, out);
        NodeList texts = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(out.toByteArray()))
                .getElementsByTagName("text");
        int times = 0;
        double end = 0;
        for (int i = 0; i < texts.getLength(); i++) {
            Element text = (Element) texts.item(i);
            if (text.getTextContent().matches("[0-9:]*:[0-9:]*")) {
                times++;
                assertThat(text.getAttribute("text-anchor")).isEqualTo("middle");
                double half = TextWidth.of(text.getTextContent(), 12) / 2;
                double middle = Double.parseDouble(text.getAttribute("x"));
                assertThat(middle).isBetween(half - 0.1, width - half + 0.1);
                assertThat(middle - half)
                        .as("space before %s", text.getTextContent())
                        .isGreaterThan(end);
                end = middle + half + 4;
            }
        }
        assertThat(times).isGreaterThan(1);
    }

    /** Round times of UTC are marked; midnight has its date. */
    @ParameterizedTest
    @CsvSource({
        "1700000000, 1700000011, 22:13:20 22:13:22 22:13:24 22:13:26 22:13:28 22:13:30",
        "1700000000, 1700000000.5, 20.000 20.100 20.200 20.300 20.400 20.500",
        "1700000000, 1700010000, 22:30 23:00 23:30 11-15 00:30 01:00",
        "1699920000, 1700179200, 11-14 12:00 11-15 12:00 11-16 12:00 11-17"
    })
    void timesAreMarked(double from, double to, String marks) throws IOException {
        Plot plot = Plot.of(
                "",
                PlotAxis.of("time", Scale.TIME),
                PlotAxis.fromZero("calls/s"),
                Plot.Style.LINES,
                List.of(new Plot.Line("a", new double[] {from, to}, new double[] {1, 2})));
        String svg = new String(bytes(plot, Plot.PlotFormat.SVG), UTF_8);
        String shown = Pattern.compile(">([0-9]{2}[:.-][0-9:.]+)<")
                .matcher(svg)
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.joining(" "));
        assertThat(shown).isEqualTo(marks);
        assertThat(new String(bytes(plot, Plot.PlotFormat.GNUPLOT), UTF_8)).contains("set xdata time");
        JsonNode x = JsonMapper.builder()
                .build()
                .readTree(bytes(plot, Plot.PlotFormat.VEGA_LITE))
                .get("encoding")
                .get("x");
        assertThat(x.get("type").asString()).isEqualTo("temporal");
    }

    @Test
    void aLogarithmicAxisLeavesOutWhatItCannotHave() {
        Plot plot = plot(
                true, new Plot.Line("a", X, new double[] {0, 1, 2}), new Plot.Line("gone", X, new double[] {0, -1, 0}));
        assertThat(plot.lines()).hasSize(1);
        assertThat(plot.lines().get(0).size()).isEqualTo(2);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Plot(
                        "",
                        PlotAxis.linear(""),
                        PlotAxis.of("", Scale.LOGARITHMIC),
                        Plot.Style.LINES,
                        List.of(new Plot.Line("a", X, new double[] {0, 1, 2}))));
        assertThatIllegalArgumentException().isThrownBy(() -> new Plot.Line("a", X, new double[] {0, 1}));
        assertThatIllegalArgumentException().isThrownBy(() -> new Plot.Line("a", X, new double[] {0, 1, Double.NaN}));
    }

    @Test
    void imagesShowTheLine() throws IOException {
        BufferedImage image = ImageIO.read(new ByteArrayInputStream(bytes(
                plot(false, new Plot.Line("a", X, new double[] {1, 2, 3}), new Plot.Line("b", X, new double[] {3, 2, 1
                })),
                Plot.PlotFormat.PNG)));
        assertThat(image.getWidth()).isEqualTo(1200);
        assertThat(image.getHeight()).isEqualTo(800);
        long orange = 0;
        for (int x = 0; x < image.getWidth(); x++) {
            for (int y = 0; y < image.getHeight(); y++) {
                orange += (image.getRGB(x, y) & 0xffffff) == 0xd55e00 ? 1 : 0;
            }
        }
        // The second line is that of the second colour.
        assertThat(orange).isGreaterThan(500);
    }

    @Test
    void scriptsHaveTheData() throws IOException {
        String script = new String(
                bytes(plot(true, new Plot.Line("it's", X, new double[] {1, 2, 3})), Plot.PlotFormat.GNUPLOT), UTF_8);
        assertThat(script)
                .contains("set title 'a < b & ''c'''\n", "set logscale y\n", "$line0 << EOD\n0 1\n0.5 2\n1 3\nEOD\n")
                .endsWith("plot $line0 using 1:2 with lines title 'it''s'\n");
    }

    @Test
    void vegaLiteHasTheData() throws IOException {
        JsonNode root = JsonMapper.shared()
                .readTree(bytes(plot(true, new Plot.Line("a", X, new double[] {1, 2, 3})), Plot.PlotFormat.VEGA_LITE));
        assertThat(root.at("/data/values")).hasSize(3);
        assertThat(root.at("/data/values/1/y").doubleValue()).isEqualTo(2);
        assertThat(root.at("/encoding/y/scale/type").stringValue()).isEqualTo("log");
        assertThat(root.at("/encoding/x/scale/type").stringValue()).isEqualTo("linear");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1, false",
        "0, 0, false",
        "5, 5, false",
        "-3, 1e9, false",
        "1e-9, 1e300, true",
        "7, 7, true",
        "1, 10, true"
    })
    void axesHaveFewTicksAroundAllValues(double least, double most, boolean logarithmic) {
        Axis axis = Axis.of(PlotAxis.of("", logarithmic ? Scale.LOGARITHMIC : Scale.LINEAR), least, most, 8);
        assertThat(axis.place(least)).isBetween(-1e-9, 1 + 1e-9);
        assertThat(axis.place(most)).isBetween(-1e-9, 1 + 1e-9);
        assertThat(axis.ticks()).hasSizeBetween(2, 12).isSorted();
    }

    @Test
    void logarithmicAxesAreMarkedRegularly() {
        PlotAxis ratio = PlotAxis.of("ratio", Scale.LOGARITHMIC);
        assertThat(texts(Axis.of(ratio, 2.1, 40, 6))).isEqualTo("2 5 10 20 50");
        assertThat(texts(Axis.of(ratio, 3, 400, 5))).isEqualTo("1 10 100 1000");
        assertThat(texts(Axis.of(ratio, 3, 400, 8))).isEqualTo("2 5 10 20 50 100 200 500");
        assertThat(texts(Axis.of(ratio, 0.02, 0.03, 5))).isEqualTo("0.02 0.05");
        PlotAxis size = PlotAxis.of("size", Scale.BYTES);
        assertThat(texts(Axis.of(size, 3000, 1 << 20, 5))).isEqualTo("2 KiB 8 KiB 32 KiB 128 KiB 512 KiB");
    }

    @Test
    void axesMayHaveGivenEnds() {
        assertThat(texts(Axis.of(PlotAxis.between("", 0, 1), 0.2, 0.4, 5))).isEqualTo("0 0.2 0.4 0.6 0.8 1");
        assertThat(texts(Axis.of(PlotAxis.between("", 0, 256), 3, 4, 6))).isEqualTo("0 50 100 150 200 250");
        Axis fromZero = Axis.of(PlotAxis.fromZero(""), 70, 90, 5);
        assertThat(fromZero.place(0)).isZero();
        assertThat(fromZero.place(90)).isBetween(0.8, 1.0);
    }

    @Test
    void aSingleValueIsInTheMiddle() {
        assertThat(texts(Axis.of(PlotAxis.linear("ratio"), 2, 2, 5))).isEqualTo("1.6 1.8 2 2.2 2.4");
        assertThat(texts(Axis.of(PlotAxis.linear("ratio"), 1024, 1024, 5))).isEqualTo("800 900 1000 1100 1200 1300");
        assertThat(texts(Axis.of(PlotAxis.linear("ratio"), 0, 0, 5))).isEqualTo("-1 -0.5 0 0.5 1");
    }

    private static String texts(Axis axis) {
        return axis.ticks().stream().map(axis::text).collect(Collectors.joining(" "));
    }

    @Test
    void stepsKeepTheHeightUpToTheNextPoint() {
        Plot.Line line = new Plot.Line("a", new double[] {0, 1, 2}, new double[] {0, 1, 0});
        Plot steps =
                new Plot("", PlotAxis.between("", 0, 2), PlotAxis.between("", 0, 1), Plot.Style.STEPS, List.of(line));
        String svg = PlotWriter.element(steps, 400, 300, "chart");
        String points =
                svg.substring(svg.lastIndexOf("points=\"") + 8, svg.indexOf('"', svg.lastIndexOf("points=\"") + 8));
        assertThat(points.split(" ")).hasSize(5);
        String[] first = points.split(" ")[0].split(",");
        String[] second = points.split(" ")[1].split(",");
        assertThat(second[1]).isEqualTo(first[1]);
        assertThat(second[0]).isNotEqualTo(first[0]);
    }

    @Test
    void categoriesHaveABarOrADotForEachValue() {
        CategoryPlot.Values values = new CategoryPlot.Values("a", List.of(1.0, -2.0), List.of());
        CategoryPlot bars = CategoryPlot.bars("t", "seconds", List.of("x", "y"), List.of(values));
        String svg = PlotWriter.element(bars, 400, 1, "chart");
        assertThat(svg.split("<rect ", -1)).hasSize(3);
        assertThat(bars.rows()).containsExactly(List.of("t", "a", "x", "1", ""), List.of("t", "a", "y", "-2", ""));
        CategoryPlot.Values uncertain = new CategoryPlot.Values("a", List.of(1.0, -2.0), List.of(0.5, 0.0));
        CategoryPlot dots = new CategoryPlot(
                "", PlotAxis.linear("%"), List.of("x", "y"), List.of(uncertain), 1, CategoryPlot.Marks.DOTS, 5);
        // One shade for the limit; one line for the uncertainty of a value, and one circle for each.
        assertThat(PlotWriter.element(dots, 400, 1, "chart").split("<rect ", -1))
                .hasSize(2);
        assertThat(PlotWriter.element(dots, 400, 1, "chart").split("line-s1", -1))
                .hasSize(4);
        assertThatIllegalArgumentException().isThrownBy(() -> CategoryPlot.bars("", "", List.of("x"), List.of(values)));
    }

    private static CategoryPlot someBars() {
        return CategoryPlot.bars(
                "t",
                "calls",
                List.of(
                        new CategoryPlot.Bar("mon", "read", 3),
                        new CategoryPlot.Bar("mon", "say \"x\"", -1),
                        new CategoryPlot.Bar("tue", "read", 4)));
    }

    @Test
    void aSeriesNeedNotHaveABarInEachCategory() throws IOException {
        CategoryPlot plot = someBars();
        assertThat(plot.labels()).containsExactly("read", "say \"x\"");
        assertThat(plot.rows())
                .containsExactly(
                        List.of("t", "mon", "read", "3", ""),
                        List.of("t", "mon", "say \"x\"", "-1", ""),
                        List.of("t", "tue", "read", "4", ""),
                        List.of("t", "tue", "say \"x\"", "", ""));
        String svg = new String(bytes(plot, Plot.PlotFormat.SVG), UTF_8);
        // The background, three bars and two entries of the legend.
        assertThat(svg.split("<rect ", -1)).hasSize(1 + 1 + 3 + 2);
        assertThat(svg).doesNotContain("NaN").contains(">read<", ">tue<");
        assertThat(ImageIO.read(new ByteArrayInputStream(bytes(plot, Plot.PlotFormat.PNG)))
                        .getWidth())
                .isEqualTo(1200);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CategoryPlot.bars(
                        "", "", List.of(new CategoryPlot.Bar("a", "b", 1), new CategoryPlot.Bar("a", "b", 2))))
                .withMessageContaining("'b'");
    }

    @Test
    void scriptsAndSpecificationsHaveTheBars() throws IOException {
        assertThat(new String(bytes(someBars(), Plot.PlotFormat.GNUPLOT), UTF_8))
                .contains("set ylabel 'calls'\n", "$bars << EOD\nread\t3\t4\nsay 'x'\t-1\t?\nEOD\n")
                .endsWith("plot $bars using 2:xtic(1) title 'mon', \\\n     $bars using 3 title 'tue'\n");
        JsonNode root = JsonMapper.shared().readTree(bytes(someBars(), Plot.PlotFormat.VEGA_LITE));
        assertThat(root.at("/mark").stringValue()).isEqualTo("bar");
        assertThat(root.at("/data/values")).hasSize(3);
        assertThat(root.at("/data/values/1/category").stringValue()).isEqualTo("say \"x\"");
        assertThat(root.at("/data/values/2/value").doubleValue()).isEqualTo(4);
    }

    @Test
    void chartsOfCategoriesAreAsHighAsTheseNeed() {
        assertThat(PlotWriter.height(someBars(), 600, 400)).isEqualTo(96 + 2 * (8 + 2 * 15));
        assertThat(PlotWriter.height(plot(false), 600, 400)).isEqualTo(400);
    }

    @Test
    void formatsGoBySuffix() {
        assertThat(Plot.PlotFormat.of("a.b/x.SVG")).isEqualTo(Plot.PlotFormat.SVG);
        assertThat(Plot.PlotFormat.of("x.gp")).isEqualTo(Plot.PlotFormat.GNUPLOT);
        assertThatIllegalArgumentException().isThrownBy(() -> Plot.PlotFormat.of("x"));
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> PlotWriter.write(plot(false), Plot.PlotFormat.SVG, 10, 400, new ByteArrayOutputStream()));
    }

    @Test
    void chartsWithoutATitleHaveALabelToo() {
        Plot plot = Plot.of("", PlotAxis.linear("share"), PlotAxis.linear("calls/s"), Plot.Style.LINES, List.of());
        assertThat(PlotWriter.element(plot, 600, 400, "c")).contains(" aria-label=\"calls/s by share\"");
        assertThat(PlotWriter.element(plot(false), 600, 400, "c"))
                .contains(" aria-label=\"a &lt; b &amp; 'c': bytes by share\"");
        assertThat(PlotWriter.element(someBars(), 600, 400, "c")).contains(" aria-label=\"t: calls\"");
    }

    @Test
    void aPlotMayBeEmpty() throws IOException {
        for (Plot.PlotFormat format : Plot.PlotFormat.values()) {
            assertThat(bytes(plot(true), format)).isNotEmpty();
        }
        assertThat(PlotWriter.element(plot(true), 600, 400, "chart")).contains(">no values<");
    }

    /** An axis of sizes from 0 would begin at the logarithm of 0, and have no first mark. */
    @ParameterizedTest
    @CsvSource({
        "BYTES, 0, NaN",
        "BYTES, NaN, 0",
        "LOGARITHMIC, -1, 5",
        "LOGARITHMIC, 0, 0",
        "LINEAR, 2, 1",
        "TIME, 2, 1",
        "LINEAR, -Infinity, 1",
        "TIME, 0, Infinity"
    })
    void axesWithoutPlacesAreRefused(Scale scale, double least, double most) {
        assertThatIllegalArgumentException().isThrownBy(() -> new PlotAxis("x", scale, least, most));
    }

    @ParameterizedTest
    @EnumSource(Scale.class)
    void axesOfAllScalesTakeEndsAboveZero(Scale scale) throws IOException {
        for (double[] ends : new double[][] {{1, 1}, {1, 1024}, {Double.MIN_NORMAL, Double.NaN}, {Double.NaN, 1e300}}) {
            PlotAxis axis = new PlotAxis("x", scale, ends[0], ends[1]);
            Plot.Line line = new Plot.Line("a", new double[] {1, 2}, new double[] {3, 4});
            Plot plot = new Plot("t", axis, PlotAxis.linear("y"), Plot.Style.LINES, List.of(line));
            assertThat(new String(bytes(plot, Plot.PlotFormat.SVG), UTF_8)).contains("</svg>");
        }
    }
}

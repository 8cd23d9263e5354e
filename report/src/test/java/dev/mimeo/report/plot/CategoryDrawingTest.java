package dev.mimeo.report.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class CategoryDrawingTest {

    private static String bars(double... values) {
        List<CategoryPlot.Bar> bars = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            bars.add(new CategoryPlot.Bar("a", "row " + i, values[i]));
        }
        return PlotWriter.element(CategoryPlot.bars("", "calls", bars), 600, 1, "chart");
    }

    /** Returns the left ends and the widths of the bars in pixels. */
    private static List<double[]> extents(String svg) {
        return Pattern.compile("<rect [^>]*?x=\"([-0-9.]+)\" y=\"[-0-9.]+\" width=\"([0-9.]+)\"")
                .matcher(svg)
                .results()
                .map(match -> new double[] {Double.parseDouble(match.group(1)), Double.parseDouble(match.group(2))})
                .toList();
    }

    @Test
    void barsBelowZeroAreInTheChartAndInProportion() {
        for (List<double[]> extents : List.of(extents(bars(-1, -5)), extents(bars(-1, -5, 3)))) {
            assertThat(extents).hasSizeGreaterThanOrEqualTo(2);
            assertThat(extents.get(1)[1]).isCloseTo(5 * extents.get(0)[1], within(1.0));
            assertThat(extents.get(1)[0]).isBetween(0.0, 600.0);
            // Both end at 0.
            assertThat(extents.get(0)[0] + extents.get(0)[1])
                    .isCloseTo(extents.get(1)[0] + extents.get(1)[1], within(0.3));
        }
    }

    @Test
    void valuesBesideBarsAreNotRoundedToHundreds() {
        assertThat(bars(5812, 317, 999.6, 123_456, 12_345_678, 0.25, 1e-9, 0))
                .contains(">5812<", ">317<", ">999.6<", ">123456<", ">1.23e7<", ">0.25<", ">1e-9<", ">0<");
    }
}

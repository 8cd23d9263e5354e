package dev.mimeo.report.plot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.report.plot.PlotAxis.Scale;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AxisTest {

    private static List<String> marks(Scale scale, double least, double most) {
        Axis axis = Axis.of(PlotAxis.of("x", scale), least, most, 8);
        return axis.ticks().stream().map(axis::text).toList();
    }

    /** Whatever the numbers: marks that look the same would show a line where there is none. */
    @ParameterizedTest
    @CsvSource({
        "LINEAR, 1000000, 1000000.9",
        "LINEAR, 1e15, 1000000000000009",
        "LINEAR, -12345678.25, -12345678.125",
        "LINEAR, 0.1000001, 0.1000002",
        "LINEAR, 4e-300, 9e-300",
        "LINEAR, -1e300, 1e300",
        "TIME, 1790000000, 1790000000.002",
        "TIME, 1790000000, 1790000000.00002",
        "TIME, 1789999999.9, 1790000000.2"
    })
    void noTwoMarksLookTheSame(Scale scale, double least, double most) {
        assertThat(marks(scale, least, most)).hasSizeGreaterThan(2).doesNotHaveDuplicates();
    }

    @Test
    void largeNumbersHaveTheDigitsOfTheStep() {
        assertThat(marks(Scale.LINEAR, 1_000_000, 1_000_000.3))
                .containsExactly(
                        "1000000", "1000000.05", "1000000.1", "1000000.15", "1000000.2", "1000000.25", "1000000.3");
        assertThat(marks(Scale.LINEAR, 0, 5e6)).startsWith("0", "1e6", "2e6");
    }

    /** Marks show a part of a time, so the title names the rest of it. */
    @Test
    void theTitleOfAnAxisOfTimesHasItsStart() {
        Axis times = Axis.of(PlotAxis.of("time (UTC)", Scale.TIME), 1_700_000_000, 1_700_000_010.5, 5);
        assertThat(times.title("time (UTC)")).isEqualTo("time (UTC) from 2023-11-14 22:13:20");
        assertThat(Axis.of(PlotAxis.linear("share"), 0, 1, 5).title("share")).isEqualTo("share");
    }

    @Test
    void datesOfMoreThanOneYearHaveTheYear() {
        assertThat(marks(Scale.TIME, 1_703_900_000, 1_704_160_000)).contains("2023-12-31", "2024-01-01");
        assertThat(marks(Scale.TIME, 1_699_920_000, 1_700_179_200)).contains("11-14", "11-15");
    }
}

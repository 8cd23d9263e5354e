package dev.mimeo.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SimilarNamesTest {

    private static final List<String> NAMES =
            List.of("scan", "generate", "compare", "prose", "logs", "characterizations", "tables", "dsinfo", "dssort");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "scna | scan",
                "sacn | scan",
                "scann | scan",
                "can | scan",
                "proze | prose",
                "log | logs",
                "gennerrate | generate",
                "char | characterizations",
                "dsort | dssort",
                "table | tables",
                "x | ''",
                "xyz | ''",
                "frobnicate | ''",
                "ge | ''"
            })
    void namesAtASmallDistanceAreSuggested(String wrong, String expected) {
        assertThat(SimilarNames.suggestion(wrong, NAMES))
                .isEqualTo(expected.isEmpty() ? "" : " (did you mean " + expected + "?)");
    }

    @ParameterizedTest
    @CsvSource({"dsxxxx, ''", "dsinf, ' (did you mean dsinfo?)'"})
    void onlyTheMostSimilarAreSuggested(String wrong, String expected) {
        assertThat(SimilarNames.suggestion(wrong, NAMES)).isEqualTo(expected);
    }

    @Test
    void namesCanBeComparedInAnyCase() {
        List<String> names = List.of("CPUUsage", "cpuusage", "Load");
        assertThat(SimilarNames.suggestion("CPUUSGE", names)).isEmpty();
        assertThat(SimilarNames.suggestion("CPUUSGE", names, name -> name.toLowerCase(Locale.ROOT)))
                .isEqualTo(" (did you mean CPUUsage?)");
    }
}

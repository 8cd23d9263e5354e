package dev.mimeo.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class CsvLinesTest {

    @Test
    void quotesOnlyWhereACommaAQuoteOrALineEndIs() {
        assertThat(CsvLines.line(List.of("a b", "1,5", "say \"no\"", "", "two\nlines", "'x'")))
                .isEqualTo("a b,\"1,5\",\"say \"\"no\"\"\",,\"two\nlines\",'x'\n");
    }
}

package dev.mimeo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ParagraphsTest {

    @Test
    void joinsLinesOfAParagraphOnly() {
        assertThat(Paragraphs.join(
                        "Summary.", "", "One line", "and its end.", "  a list", "  of two", "More,", "still more."))
                .containsExactly("Summary.", "", "One line and its end.", "  a list", "  of two", "More, still more.");
    }

    @Test
    void takesNoLines() {
        assertThat(Paragraphs.join()).isEmpty();
    }
}

package dev.mimeo.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class AlignedTextTest {

    @Test
    void columnsAreAsWideAsThePatternSaysWhereAllCellsFit() {
        AlignedText text = new AlignedText("%-6s | %5s %4s  | %-s")
                .addTitles("", "sizes", "x")
                .add("name", "bytes", "dev%", "of")
                .add("lz4", 12, "+1.0", "a");
        assertThat(text).hasToString("""
                       |    sizes    | x
                name   | bytes dev%  | of
                lz4    |    12 +1.0  | a
                """);
    }

    @Test
    void columnsAreAsWideAsTheirLongestCell() {
        AlignedText text = new AlignedText("%-4s | %5s %4s | %2s")
                .addTitles("", "sizes")
                .add("name", "bytes", "dev%", "n")
                .add("a long name", 1_234_567, "+1.0", 1)
                .add("b", 1, "+2853240.1", 1000);
        assertThat(text).hasToString("""
                            |       sizes        |
                name        |   bytes       dev% |    n
                a long name | 1234567       +1.0 |    1
                b           |       1 +2853240.1 | 1000
                """);
    }

    @Test
    void cellsAtTheEndMayBeMissingAndWideCharactersTakeTwoColumns() {
        AlignedText text = new AlignedText("%-2s%3s %s|")
                .add("\ud83d\ude00\ud83d\ude00\ud83d\ude00", 1)
                .add("abcdef", 2, "|");
        assertThat(text).hasToString("\ud83d\ude00\ud83d\ude00\ud83d\ude00  1  |\nabcdef  2 ||\n");
    }

    @Test
    void isEmptyWithoutLines() {
        assertThat(new AlignedText("%5s")).hasToString("");
    }
}

package dev.mimeo.repository;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.testing.MarkdownPage;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rows of the tables in the pages of the repository have a cell for each column. */
final class TablesTest {

    @Test
    void everyRowHasACellForEachColumn() {
        List<String> wrong = new ArrayList<>();
        int rows = 0;
        for (MarkdownPage page : MarkdownPage.all()) {
            String header = null;
            for (String line : page.text().split("\n", -1)) {
                String row = line.strip();
                if (!row.startsWith("|")) {
                    header = null;
                    continue;
                }
                rows++;
                if (header == null) {
                    header = row;
                } else if (cells(row) != cells(header)) {
                    wrong.add(page.name() + ": " + row);
                }
            }
        }
        assertThat(rows).isGreaterThan(500);
        assertThat(wrong).isEmpty();
    }

    /** Returns the number of cells; a bar that is part of a cell's text follows a backslash. */
    private static int cells(String row) {
        return row.replace("\\|", "").split("\\|", -1).length - 2;
    }
}

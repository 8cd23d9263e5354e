package dev.mimeo.benchmarks;

import java.util.List;

/** Tables for a README. */
final class Markdown {

    private Markdown() {}

    /** Returns a table of a column of names and others of numbers. */
    static String table(List<String> head, List<List<String>> rows) {
        StringBuilder text = new StringBuilder();
        text.append("| ").append(String.join(" | ", head)).append(" |\n|---|");
        text.append("---:|".repeat(head.size() - 1)).append('\n');
        for (List<String> row : rows) {
            text.append("| ").append(String.join(" | ", row)).append(" |\n");
        }
        return text.toString();
    }
}

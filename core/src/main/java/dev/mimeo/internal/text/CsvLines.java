package dev.mimeo.internal.text;

import java.util.List;
import java.util.stream.Collectors;

/** Writes CSV as RFC 4180 has it, with line feeds. Thread-safe. */
public final class CsvLines {

    private CsvLines() {}

    /** Returns a line of some values, which are quoted where necessary, with a line feed at its end. */
    public static String line(List<String> values) {
        return values.stream().map(CsvLines::field).collect(Collectors.joining(",", "", "\n"));
    }

    /** Returns a value as it is written in a line: quoted if it has a comma, a quote or the end of a line. */
    public static String field(String value) {
        boolean quoted = value.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return quoted ? '"' + value.replace("\"", "\"\"") + '"' : value;
    }
}

package dev.mimeo.formats.csv;

import dev.mimeo.dataseries.ExtentType;
import java.util.List;

/**
 * Syntax of text to read back.
 *
 * @param types types of the rows, besides those that the text describes
 * @param separator text between two values, not empty
 * @param csv whether values are quoted as in CSV
 * @param decodeHex whether strings of hexadecimal digits become the bytes they stand for, where these are not printable
 * @param extentSize uncompressed bytes at which extents end, besides where the text starts a new one
 * @param maxLineBytes longest line that is read; bounds memory
 * @param threads threads that read rows, at least 1
 */
public record TextImportOptions(
        List<ExtentType> types,
        String separator,
        boolean csv,
        boolean decodeHex,
        long extentSize,
        int maxLineBytes,
        int threads) {

    /** Options for the output of {@code ds2txt} without options; extents of 64 KiB, lines up to 64 MiB. */
    public static final TextImportOptions DEFAULT =
            new TextImportOptions(List.of(), " ", false, false, 64 << 10, 64 << 20, 1);

    /**
     * Checks the options.
     *
     * @throws IllegalArgumentException if the separator is empty or holds a line end, or there is no thread
     */
    public TextImportOptions {
        types = List.copyOf(types);
        if (separator.isEmpty() || separator.contains("\n")) {
            throw new IllegalArgumentException("the separator must not be empty or hold a line end");
        }
        if (threads < 1) {
            throw new IllegalArgumentException("threads must be at least 1, got " + threads);
        }
    }

    /** Returns where the values of a line end: in CSV before a carriage return. */
    int withoutReturn(byte[] text, int from, int to) {
        return csv && to > from && text[to - 1] == '\r' ? to - 1 : to;
    }
}

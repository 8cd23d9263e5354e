package dev.mimeo.formats.csv;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.HexFormat;

/**
 * Syntax of a CSV file. Texts are compared as UTF-8 bytes.
 *
 * @param separator text between two fields, not empty; {@code 0x…} means the bytes of these hexadecimal digits
 * @param commentPrefix lines that start with it are left out; empty for no comments
 * @param nullText text of a field without a value, where the field is nullable; quoted or not
 * @param hexStrings whether values of {@code variable32} fields are hexadecimal digits
 * @param header whether the first line that is not a comment names the columns, which may be in any order then
 * @param maxRecordBytes longest line, or sequence of lines with line ends in quotes, that is read; bounds memory
 * @param threads threads that parse, at least 1
 */
public record CsvOptions(
        String separator,
        String commentPrefix,
        String nullText,
        boolean hexStrings,
        boolean header,
        int maxRecordBytes,
        int threads) {

    /** Comma, {@code #}, {@code null}, no header, lines up to 64 MiB, one thread. */
    public static final CsvOptions DEFAULT = new CsvOptions(",", "#", "null", false, false, 64 << 20, 1);

    /** Longest separator, so that errors can show it. */
    private static final int MAX_SEPARATOR = 1024;

    /**
     * Checks the options.
     *
     * @throws IllegalArgumentException if the separator is empty, starts with a quote or holds a line end, or a number is
     *     less than 1
     */
    public CsvOptions {
        byte[] bytes = separatorBytes(separator);
        if (bytes.length == 0 || bytes.length > MAX_SEPARATOR) {
            throw new IllegalArgumentException("the field separator must have 1 to " + MAX_SEPARATOR + " bytes");
        }
        if (bytes[0] == '"') {
            throw new IllegalArgumentException("the field separator must not start with a quote");
        }
        for (byte each : bytes) {
            if (each == '\n' || each == '\r') {
                throw new IllegalArgumentException("the field separator must not hold a line end");
            }
        }
        if (maxRecordBytes < 1 || threads < 1) {
            throw new IllegalArgumentException("threads and the longest line must be at least 1");
        }
    }

    private static byte[] separatorBytes(String separator) {
        if (!separator.startsWith("0x")) {
            return separator.getBytes(UTF_8);
        }
        try {
            return HexFormat.of().parseHex(separator.substring(2));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "the field separator '" + separator + "' should have pairs of hexadecimal digits after 0x", e);
        }
    }

    byte[] separatorBytes() {
        return separatorBytes(separator);
    }

    /** Returns these options with another separator. */
    public CsvOptions withSeparator(String text) {
        return new CsvOptions(text, commentPrefix, nullText, hexStrings, header, maxRecordBytes, threads);
    }

    /** Returns these options with another comment prefix. */
    public CsvOptions withCommentPrefix(String text) {
        return new CsvOptions(separator, text, nullText, hexStrings, header, maxRecordBytes, threads);
    }

    /** Returns these options with another text for null. */
    public CsvOptions withNullText(String text) {
        return new CsvOptions(separator, commentPrefix, text, hexStrings, header, maxRecordBytes, threads);
    }

    /** Returns these options for strings in hexadecimal digits. */
    public CsvOptions withHexStrings() {
        return new CsvOptions(separator, commentPrefix, nullText, true, header, maxRecordBytes, threads);
    }

    /** Returns these options for text whose first line names the columns. */
    public CsvOptions withHeader() {
        return new CsvOptions(separator, commentPrefix, nullText, hexStrings, true, maxRecordBytes, threads);
    }

    /** Returns these options with another limit of the length of lines. */
    public CsvOptions withMaxRecordBytes(int bytes) {
        return new CsvOptions(separator, commentPrefix, nullText, hexStrings, header, bytes, threads);
    }

    /** Returns these options with another number of threads. */
    public CsvOptions withThreads(int count) {
        return new CsvOptions(separator, commentPrefix, nullText, hexStrings, header, maxRecordBytes, count);
    }
}

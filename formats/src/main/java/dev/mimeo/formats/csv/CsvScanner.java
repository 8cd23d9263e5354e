package dev.mimeo.formats.csv;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Cuts lines into records and records into values.
 *
 * <p>A value that starts with a quote runs to the closing one; two quotes in it stand for one, and it may hold line ends.
 * Any other value runs to the separator or the line end, which is a line feed with or without a carriage return. Empty
 * lines and comments are left out. Not thread-safe.
 */
final class CsvScanner {

    /** Takes the values of records. */
    interface Sink {
        /** Is told, before a record starts, how many lines came before it in the current text. */
        default void lines(int before) {}

        /** Starts a record. */
        void startRecord();

        /**
         * Takes values from the start of a record on by a faster way, up to the first that it does not know: one in quotes,
         * for example. Scanning goes on from there.
         *
         * @param separator text that ends a value; never part of a number or a word
         * @return where the first value starts that was not taken; if all of the record were, {@code ~at} of its line feed
         */
        default int takePlain(byte[] text, int at, byte separator) {
            return at;
        }

        /** Returns how many values {@link #takePlain} took. */
        default int plainColumns() {
            return 0;
        }

        /** Takes a value; the array is only lent. */
        void value(int column, byte[] text, int from, int to) throws TextFault;

        /**
         * Ends a record.
         *
         * @param columns number of its values
         */
        void endRecord(int columns) throws TextFault;
    }

    /** Separators that are not part of a number or a word. */
    private static final String PLAIN_SEPARATORS = ",;:|/ \t\0";

    private final byte[] separator;
    private final byte first;
    private final byte[] comment;
    private final int maxRecord;
    private final boolean plain;

    private byte[] unquoted = new byte[256];
    private int next;
    private int openAt;
    private int records;
    private int lines;
    private int emptyLines;
    private int commentLines;

    /** Line feeds within the current record. */
    private int breaks;

    private int column;
    private @Nullable TextFault fault;
    private int faultColumn;
    private int faultAt;

    CsvScanner(CsvOptions options) {
        this.separator = options.separatorBytes();
        this.first = separator[0];
        this.comment = options.commentPrefix().getBytes(UTF_8);
        this.maxRecord = options.maxRecordBytes();
        this.plain = separator.length == 1 && PLAIN_SEPARATORS.indexOf(separator[0]) >= 0;
    }

    /**
     * Scans lines, up to a fault, a number of records, or the end.
     *
     * @param length ends behind a line feed
     * @param maxRecords records after which to stop
     */
    void scan(byte[] in, int start, int length, Sink sink, int maxRecords) {
        openAt = -1;
        fault = null;
        records = 0;
        lines = 0;
        emptyLines = 0;
        commentLines = 0;
        int at = start;
        while (at < length && records < maxRecords) {
            int data = skipLine(in, at, length);
            if (data != at) {
                lines++;
                if (isComment(in, at, length)) {
                    commentLines++;
                } else {
                    emptyLines++;
                }
                at = data;
                continue;
            }
            column = 0;
            breaks = 0;
            try {
                sink.lines(lines);
                sink.startRecord();
                int end = record(in, at, length, sink);
                if (end < 0) {
                    openAt = at;
                    return;
                }
                sink.endRecord(column + 1);
                if (end - at > maxRecord) {
                    throw new TextFault(
                            "it is longer than " + maxRecord + " bytes", "look for a quote that is not closed");
                }
                at = end;
            } catch (TextFault e) {
                fault = e;
                faultColumn = column;
                faultAt = at;
                return;
            }
            records++;
            lines += 1 + breaks;
        }
        next = at;
    }

    /** Returns where the next line starts if this one is empty or a comment, else where it started. */
    private int skipLine(byte[] in, int at, int length) {
        if (in[at] == '\n') {
            return at + 1;
        }
        if (in[at] == '\r' && in[at + 1] == '\n') {
            return at + 2;
        }
        if (isComment(in, at, length)) {
            int end = at;
            while (in[end] != '\n') {
                end++;
            }
            return end + 1;
        }
        return at;
    }

    private boolean isComment(byte[] in, int at, int length) {
        return comment.length > 0
                && in[at] == comment[0]
                && length - at >= comment.length
                && Arrays.equals(in, at, at + comment.length, comment, 0, comment.length);
    }

    /** Scans a record and returns where the next line starts, or -1 if the end comes within quotes. */
    private int record(byte[] in, int start, int length, Sink sink) throws TextFault {
        int at = start;
        if (plain) {
            at = sink.takePlain(in, start, first);
            column = sink.plainColumns();
            if (at < 0) {
                column--;
                return ~at + 1;
            }
        }
        byte single = first;
        boolean multi = separator.length > 1;
        while (true) {
            if (in[at] == '"') {
                at = quoted(in, at + 1, length, sink);
                if (at < 0) {
                    return -1;
                }
            } else {
                int from = at;
                // The line feed at the end stops every loop.
                byte b = in[at];
                while (b != '\n' && b != '\r' && !(b == single && (!multi || isSeparator(in, at, length)))) {
                    at++;
                    b = in[at];
                }
                sink.value(column, in, from, at);
            }
            byte stop = in[at];
            if (stop == '\n') {
                return at + 1;
            }
            if (stop == '\r') {
                if (in[at + 1] != '\n') {
                    throw new TextFault(
                            "a carriage return without a line feed behind it", "end lines with a line feed");
                }
                return at + 2;
            }
            if (stop != single || (multi && !isSeparator(in, at, length))) {
                throw new TextFault("there is text behind the closing quote", "double each quote inside a value");
            }
            at += separator.length;
            column++;
        }
    }

    private boolean isSeparator(byte[] in, int at, int length) {
        return length - at >= separator.length
                && Arrays.equals(in, at, at + separator.length, separator, 0, separator.length);
    }

    /** Scans the rest of a quoted value and returns what is behind it, or -1 if it does not end. */
    private int quoted(byte[] in, int start, int length, Sink sink) throws TextFault {
        int from = start;
        int size = 0;
        int at = start;
        while (at < length) {
            if (in[at] != '"') {
                breaks += in[at] == '\n' ? 1 : 0;
                at++;
                continue;
            }
            boolean pair = at + 1 < length && in[at + 1] == '"';
            if (!pair && size == 0) {
                sink.value(column, in, from, at);
                return at + 1;
            }
            int end = pair ? at + 1 : at;
            if (unquoted.length - size < end - from) {
                unquoted = Arrays.copyOf(unquoted, Math.max(2 * unquoted.length, size + end - from));
            }
            System.arraycopy(in, from, unquoted, size, end - from);
            size += end - from;
            if (!pair) {
                sink.value(column, unquoted, 0, size);
                return at + 1;
            }
            at += 2;
            from = at;
        }
        return -1;
    }

    /** Returns where scanning went on to: behind the records scanned. */
    int next() {
        return next;
    }

    /** Returns how many records were complete. */
    int records() {
        return records;
    }

    /** Returns the lines of the records that were complete, and of those left out. */
    int lines() {
        return lines;
    }

    /** Returns the empty lines that were left out. */
    int emptyLines() {
        return emptyLines;
    }

    /** Returns the comments that were left out. */
    int commentLines() {
        return commentLines;
    }

    /** Returns where the record starts that the end of the text cut within quotes, or -1 if there is none. */
    int openAt() {
        return openAt;
    }

    /** Returns what was wrong, or null. */
    @Nullable TextFault fault() {
        return fault;
    }

    /** Returns where the record with the fault starts. */
    int faultAt() {
        return faultAt;
    }

    /** Returns the column of the fault, from 0. */
    int faultColumn() {
        return faultColumn;
    }

    /** Counts the line feeds in a part of a text. */
    static int countLines(byte[] in, int from, int to) {
        int lines = 0;
        for (int i = from; i < to; i++) {
            lines += in[i] == '\n' ? 1 : 0;
        }
        return lines;
    }
}

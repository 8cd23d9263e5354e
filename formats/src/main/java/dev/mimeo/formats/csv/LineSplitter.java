package dev.mimeo.formats.csv;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/** Cuts lines into values, at a separator or as CSV. Not thread-safe. */
final class LineSplitter implements CsvScanner.Sink {

    private final byte[] separator;
    private final boolean csv;
    private final CsvScanner scanner;
    private byte[] text = new byte[256];
    private int[] ends = new int[64];
    private int count;

    LineSplitter(TextImportOptions options) {
        this.separator = options.separator().getBytes(UTF_8);
        this.csv = options.csv();
        this.scanner = new CsvScanner(CsvOptions.DEFAULT
                .withSeparator(csv ? options.separator() : ",")
                .withCommentPrefix(""));
    }

    /**
     * Cuts a line.
     *
     * @param to end of the line, where there is a line feed, or a carriage return before it
     */
    void split(byte[] line, int from, int to) throws TextFault {
        startRecord();
        if (csv) {
            scanner.scan(line, from, to + 1, this, 1);
            TextFault fault = scanner.fault();
            if (fault != null) {
                throw fault;
            }
            if (scanner.openAt() >= 0) {
                throw new TextFault("a quote is not closed on its line", "close it");
            }
            return;
        }
        int at = from;
        int start = from;
        while (at < to) {
            if (line[at] == separator[0]
                    && to - at >= separator.length
                    && Arrays.equals(line, at, at + separator.length, separator, 0, separator.length)) {
                value(count, line, start, at);
                at += separator.length;
                start = at;
            } else {
                at++;
            }
        }
        value(count, line, start, to);
    }

    @Override
    public void startRecord() {
        count = 0;
    }

    @Override
    public void value(int column, byte[] in, int from, int to) {
        if (count + 1 > ends.length) {
            ends = Arrays.copyOf(ends, 2 * ends.length);
        }
        int start = start(count);
        int end = start + to - from;
        if (end > text.length) {
            text = Arrays.copyOf(text, Math.max(end, 2 * text.length));
        }
        System.arraycopy(in, from, text, start, to - from);
        ends[count] = end;
        count++;
    }

    @Override
    public void endRecord(int columns) {}

    /** Returns how many values the line has. */
    int count() {
        return count;
    }

    /** Returns the bytes of all values. */
    byte[] text() {
        return text;
    }

    int start(int value) {
        return value == 0 ? 0 : ends[value - 1];
    }

    int end(int value) {
        return ends[value];
    }

    String string(int value) {
        return new String(text, start(value), end(value) - start(value), UTF_8);
    }

    /** Returns some values with the separators between them. */
    byte[] joined(int first, int last) {
        int between = last - first;
        byte[] all = new byte[end(last) - start(first) + between * separator.length];
        int at = 0;
        for (int i = first; i <= last; i++) {
            int size = end(i) - start(i);
            System.arraycopy(text, start(i), all, at, size);
            at += size;
            if (i < last) {
                System.arraycopy(separator, 0, all, at, separator.length);
                at += separator.length;
            }
        }
        return all;
    }
}

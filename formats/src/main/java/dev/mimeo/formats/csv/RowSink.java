package dev.mimeo.formats.csv;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.internal.text.Counts;
import java.util.Arrays;

/** Makes rows of records. Not thread-safe. */
final class RowSink implements CsvScanner.Sink {

    private final ExtentBuilder rows;
    private final FieldParser[] parsers;
    private final boolean[] nullable;
    private final byte[] nullText;
    private final PlainValues plain;
    private int plainColumns;

    /**
     * Makes a sink.
     *
     * @param fields index of the field of each column
     */
    RowSink(ExtentType type, int[] fields, CsvOptions options) {
        this.rows = new ExtentBuilder(type);
        this.parsers = new FieldParser[fields.length];
        this.nullable = new boolean[fields.length];
        for (int i = 0; i < fields.length; i++) {
            parsers[i] = FieldParser.of(type.fields().get(fields[i]), options.hexStrings());
            nullable[i] = type.fields().get(fields[i]).nullable();
        }
        this.nullText = options.nullText().getBytes(UTF_8);
        this.plain = new PlainValues(type, fields, options, rows);
    }

    /** Returns the rows made so far, the last of which may not be complete. */
    ExtentBuilder rows() {
        return rows;
    }

    @Override
    public void startRecord() {
        rows.addRow();
    }

    @Override
    public int takePlain(byte[] text, int start, byte separator) {
        int at = start;
        int last = parsers.length - 1;
        for (int column = 0; column < last; column++) {
            int end = plain.take(column, text, at, separator);
            if (end < 0) {
                plainColumns = column;
                return at;
            }
            at = end + 1;
        }
        int end = last < 0 ? -1 : plain.take(last, text, at, (byte) '\n');
        plainColumns = end < 0 ? Math.max(0, last) : last + 1;
        return end < 0 ? at : ~end;
    }

    @Override
    public int plainColumns() {
        return plainColumns;
    }

    @Override
    public void value(int column, byte[] text, int from, int to) throws TextFault {
        if (column >= parsers.length) {
            throw TextFault.ofCount("more values than the " + Counts.of(parsers.length, "field") + " of the type");
        }
        FieldParser parser = parsers[column];
        if (nullable[column]
                && to - from == nullText.length
                && Arrays.equals(text, from, to, nullText, 0, nullText.length)) {
            rows.setNull(parser.field());
        } else {
            parser.parse(text, from, to, rows);
        }
    }

    @Override
    public void endRecord(int columns) throws TextFault {
        if (columns != parsers.length) {
            throw TextFault.ofCount(
                    Counts.of(columns, "value") + ", but the type has " + Counts.of(parsers.length, "field"));
        }
    }
}

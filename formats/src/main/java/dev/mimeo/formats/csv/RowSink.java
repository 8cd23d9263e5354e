package dev.mimeo.formats.csv;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentType;
import java.util.Arrays;

/** Makes rows of records. Not thread-safe. */
final class RowSink implements CsvScanner.Sink {

    private final ExtentBuilder rows;
    private final FieldParser[] parsers;
    private final boolean[] nullable;
    private final byte[] nullText;

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
    public void value(int column, byte[] text, int from, int to) throws TextFault {
        if (column >= parsers.length) {
            throw new TextFault("more values than the " + parsers.length + " fields of the type");
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
            throw new TextFault(columns + " values, but the type has " + parsers.length + " fields");
        }
    }
}

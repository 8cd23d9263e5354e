package dev.mimeo.formats.internal.srt;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.formats.internal.trace.LineBuffer;
import dev.mimeo.formats.internal.trace.LineCursor;
import dev.mimeo.formats.internal.trace.LineFormat;
import dev.mimeo.formats.internal.trace.RowValues;

/** Lines of 42 values. Times are on a grid of microseconds, as they are packed. */
final class SrtLine implements LineFormat {

    private static final int TIMES_PADDED = SrtConverter.TYPE.indexOf("times_padded");

    private static final Field[] FIELDS =
            SrtConverter.TYPE.fields().subList(0, TIMES_PADDED).toArray(Field[]::new);

    private static final byte[] NULL = "null".getBytes(US_ASCII);

    private static final int DECIMALS = 6;
    private static final long MICROS = 1_000_000;

    /** Up to here microseconds are exact in a double. */
    private static final long MAX_SECONDS = (1L << 52) / MICROS;

    @Override
    public boolean parse(LineCursor line, RowValues row) {
        row.set(TIMES_PADDED, true);
        for (Field field : FIELDS) {
            if (field.index() > 0) {
                line.expect(' ');
            }
            if (!(field.nullable() && line.accept(NULL))) {
                parseValue(line, row, field);
            }
            if (line.isFailed()) {
                return false;
            }
        }
        line.expect('\n');
        return line.isComplete();
    }

    private static void parseValue(LineCursor line, RowValues row, Field field) {
        switch (field.type()) {
            case DOUBLE -> parseTime(line, row, field.index());
            case INT32 -> {
                long value = line.signedDecimal();
                if (value != (int) value) {
                    line.fail();
                }
                row.set(field.index(), value);
            }
            case INT64 -> row.set(field.index(), line.signedDecimal());
            case BYTE -> row.set(field.index(), line.decimal(255));
            default -> {
                boolean value = line.accept('T');
                if (!value) {
                    line.expect('F');
                }
                row.set(field.index(), value);
            }
        }
    }

    private static void parseTime(LineCursor line, RowValues row, int field) {
        boolean negative = line.accept('-');
        long micros = line.decimal(MAX_SECONDS) * MICROS;
        int decimals = 0;
        if (line.accept('.')) {
            int start = line.position();
            long fraction = line.decimal(MICROS - 1);
            decimals = line.position() - start;
            for (int i = decimals; i < DECIMALS; i++) {
                fraction *= 10;
            }
            micros += fraction;
        }
        if (decimals > DECIMALS) {
            line.fail();
        }
        if (decimals != DECIMALS) {
            row.set(TIMES_PADDED, false);
        }
        row.setDouble(field, (negative ? -micros : micros) / (double) MICROS);
    }

    @Override
    public void print(RowValues row, LineBuffer out) {
        boolean padded = row.isTrue(TIMES_PADDED);
        for (Field field : FIELDS) {
            int index = field.index();
            if (index > 0) {
                out.append(' ');
            }
            if (row.isNull(index)) {
                out.append(NULL);
            } else if (field.type() == FieldType.DOUBLE) {
                printTime(row.real(index), padded, out);
            } else if (field.type() == FieldType.BOOL) {
                out.append(row.isTrue(index) ? 'T' : 'F');
            } else {
                out.appendDecimal(row.number(index));
            }
        }
        out.append('\n');
    }

    private static void printTime(double seconds, boolean padded, LineBuffer out) {
        long micros = (long) Math.rint(seconds * MICROS);
        if (micros < 0) {
            out.append('-');
        }
        out.appendDecimal(Math.abs(micros / MICROS));
        long fraction = Math.abs(micros % MICROS);
        int decimals = DECIMALS;
        while (!padded && decimals > 0 && fraction % 10 == 0) {
            fraction /= 10;
            decimals--;
        }
        if (decimals > 0) {
            out.append('.');
            out.appendDecimal(fraction, decimals);
        }
    }
}

package dev.mimeo.formats.internal.blkparse;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.mimeo.formats.internal.trace.LineBuffer;
import dev.mimeo.formats.internal.trace.LineCursor;
import dev.mimeo.formats.internal.trace.LineFormat;
import dev.mimeo.formats.internal.trace.RowValues;

/**
 * Lines such as {@code   8,0    3        1     0.000000000   697  G   W 223490 + 8 [kjournald]}: columns of fixed widths,
 * then what depends on the action.
 */
final class BlkparseLine implements LineFormat {

    private static final int TIME = field("time");
    private static final int SEQUENCE = field("sequence");
    private static final int MAJOR = field("major");
    private static final int MINOR = field("minor");
    private static final int CPU = field("cpu");
    private static final int PID = field("pid");
    private static final int ACTION = field("action");
    private static final int RWBS = field("rwbs");
    private static final int SECTOR = field("sector");
    private static final int BLOCKS = field("blocks");
    private static final int REST = field("rest");

    /** Widths of the columns, from the default format of blkparse(1): {@code %D %2c %8s %5T.%9t %5p %2a %3d}. */
    private static final int DEVICE_WIDTH = 3;

    private static final int CPU_WIDTH = 2;
    private static final int SEQUENCE_WIDTH = 8;
    private static final int SECONDS_WIDTH = 5;
    private static final int FRACTION_WIDTH = 9;
    private static final int PID_WIDTH = 5;
    private static final int ACTION_WIDTH = 2;
    private static final int RWBS_WIDTH = 3;

    private static final byte[] PLUS = " + ".getBytes(US_ASCII);
    private static final byte[] MESSAGE = "m".getBytes(US_ASCII);
    private static final long NANOS = 1_000_000_000;
    private static final long MAX_SECONDS = Long.MAX_VALUE / NANOS - 1;

    private static int field(String name) {
        return BlkparseConverter.TYPE.indexOf(name);
    }

    @Override
    public boolean parse(LineCursor line, RowValues row) {
        row.set(MAJOR, number(line));
        line.expect(',');
        row.set(MINOR, number(line));
        row.set(CPU, number(line));
        row.set(SEQUENCE, number(line));
        skipSpaces(line);
        long seconds = line.decimal(MAX_SECONDS);
        line.expect('.');
        row.set(TIME, seconds * NANOS + line.decimal(NANOS - 1));
        row.set(PID, number(line));
        word(line, row, ACTION);
        word(line, row, RWBS);
        line.expect(' ');
        if (!row.is(ACTION, MESSAGE)) {
            parseSector(line, row);
        }
        int end = line.find('\n');
        row.set(REST, line.text(), line.position(), end - line.position());
        line.moveTo(end);
        line.expect('\n');
        return line.isComplete();
    }

    private static long number(LineCursor line) {
        skipSpaces(line);
        return line.decimal(Integer.MAX_VALUE);
    }

    private static void skipSpaces(LineCursor line) {
        while (line.accept(' ')) {
            // Padding.
        }
    }

    private static void word(LineCursor line, RowValues row, int field) {
        skipSpaces(line);
        int end = line.find(' ');
        row.set(field, line.text(), line.position(), end - line.position());
        line.moveTo(end);
    }

    private static void parseSector(LineCursor line, RowValues row) {
        int next = line.peek();
        if (next < '0' || next > '9') {
            return;
        }
        row.set(SECTOR, line.decimal());
        if (line.accept(PLUS)) {
            row.set(BLOCKS, line.decimal(Integer.MAX_VALUE));
        }
    }

    @Override
    public void print(RowValues row, LineBuffer out) {
        out.appendRight(row.number(MAJOR), DEVICE_WIDTH);
        out.append(',');
        int minor = out.size();
        out.appendDecimal(row.number(MINOR));
        while (out.size() < minor + DEVICE_WIDTH) {
            out.append(' ');
        }
        column(row, CPU, CPU_WIDTH, out);
        column(row, SEQUENCE, SEQUENCE_WIDTH, out);
        out.append(' ');
        long time = row.number(TIME);
        out.appendRight(time / NANOS, SECONDS_WIDTH);
        out.append('.');
        out.appendDecimal(Math.abs(time % NANOS), FRACTION_WIDTH);
        column(row, PID, PID_WIDTH, out);
        wordColumn(row, ACTION, ACTION_WIDTH, out);
        wordColumn(row, RWBS, RWBS_WIDTH, out);
        out.append(' ');
        if (!row.isNull(SECTOR)) {
            out.appendDecimal(row.number(SECTOR));
        }
        if (!row.isNull(BLOCKS)) {
            out.append(PLUS);
            out.appendDecimal(row.number(BLOCKS));
        }
        row.append(REST, out);
        out.append('\n');
    }

    private static void column(RowValues row, int field, int width, LineBuffer out) {
        out.append(' ');
        out.appendRight(row.number(field), width);
    }

    private static void wordColumn(RowValues row, int field, int width, LineBuffer out) {
        out.append(' ');
        for (int i = row.length(field); i < width; i++) {
            out.append(' ');
        }
        row.append(field, out);
    }
}

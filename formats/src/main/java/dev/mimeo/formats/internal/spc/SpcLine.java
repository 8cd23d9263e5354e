package dev.mimeo.formats.internal.spc;

import dev.mimeo.formats.internal.trace.LineBuffer;
import dev.mimeo.formats.internal.trace.LineCursor;
import dev.mimeo.formats.internal.trace.LineFormat;
import dev.mimeo.formats.internal.trace.RowValues;

/** Lines such as {@code 0,20941264,8192,W,0.551706,Alpha/NT}. */
final class SpcLine implements LineFormat {

    private static final int TIMESTAMP = field("timestamp");
    private static final int ASU = field("asu");
    private static final int LBA = field("lba");
    private static final int SIZE = field("size");
    private static final int IS_READ = field("is_read");
    private static final int LOWER_CASE = field("lower_case");
    private static final int CARRIAGE_RETURN = field("carriage_return");
    private static final int OPTIONAL = field("optional");

    private static final long MICROS = 1_000_000;
    private static final long MAX_SECONDS = Long.MAX_VALUE / MICROS - 1;

    private static int field(String name) {
        return SpcConverter.TYPE.indexOf(name);
    }

    @Override
    public boolean parse(LineCursor line, RowValues row) {
        row.set(ASU, line.decimal(Integer.MAX_VALUE));
        line.expect(',');
        row.set(LBA, line.decimal());
        line.expect(',');
        row.set(SIZE, line.decimal());
        line.expect(',');
        boolean lower = line.peek() >= 'a';
        row.set(LOWER_CASE, lower);
        boolean isRead = line.accept(lower ? 'r' : 'R');
        if (!isRead) {
            line.expect(lower ? 'w' : 'W');
        }
        row.set(IS_READ, isRead);
        line.expect(',');
        long seconds = line.decimal(MAX_SECONDS);
        line.expect('.');
        row.set(TIMESTAMP, seconds * MICROS + line.decimal(MICROS - 1));
        if (line.accept(',')) {
            int end = line.findLineEnd();
            row.set(OPTIONAL, line.text(), line.position(), end - line.position());
            line.moveTo(end);
        }
        row.set(CARRIAGE_RETURN, line.accept('\r'));
        line.expect('\n');
        return line.isComplete();
    }

    @Override
    public void print(RowValues row, LineBuffer out) {
        out.appendDecimal(row.number(ASU));
        out.append(',');
        out.appendDecimal(row.number(LBA));
        out.append(',');
        out.appendDecimal(row.number(SIZE));
        out.append(',');
        int operation = row.isTrue(IS_READ) ? 'R' : 'W';
        out.append(row.isTrue(LOWER_CASE) ? Character.toLowerCase(operation) : operation);
        out.append(',');
        long timestamp = row.number(TIMESTAMP);
        out.appendDecimal(timestamp / MICROS);
        out.append('.');
        out.appendDecimal(Math.abs(timestamp % MICROS), 6);
        if (!row.isNull(OPTIONAL)) {
            out.append(',');
            row.append(OPTIONAL, out);
        }
        if (row.isTrue(CARRIAGE_RETURN)) {
            out.append('\r');
        }
        out.append('\n');
    }
}

package dev.mimeo.formats.internal.msr;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.mimeo.formats.internal.trace.LineBuffer;
import dev.mimeo.formats.internal.trace.LineCursor;
import dev.mimeo.formats.internal.trace.LineFormat;
import dev.mimeo.formats.internal.trace.RowValues;

/** Lines such as {@code 128166372003061629,hm,1,Read,383496192,32768,113736}. */
final class MsrCambridgeLine implements LineFormat {

    private static final int TIMESTAMP = field("timestamp");
    private static final int HOSTNAME = field("hostname");
    private static final int DISK_NUMBER = field("disk_number");
    private static final int IS_READ = field("is_read");
    private static final int OFFSET = field("offset");
    private static final int SIZE = field("size");
    private static final int RESPONSE_TIME = field("response_time");
    private static final int CARRIAGE_RETURN = field("carriage_return");

    private static final byte[] READ = ",Read,".getBytes(US_ASCII);
    private static final byte[] WRITE = ",Write,".getBytes(US_ASCII);

    private static int field(String name) {
        return MsrCambridgeConverter.TYPE.indexOf(name);
    }

    @Override
    public boolean parse(LineCursor line, RowValues row) {
        row.set(TIMESTAMP, line.decimal());
        line.expect(',');
        int hostEnd = line.find(',');
        row.set(HOSTNAME, line.text(), line.position(), hostEnd - line.position());
        line.moveTo(hostEnd);
        line.expect(',');
        row.set(DISK_NUMBER, line.decimal(Integer.MAX_VALUE));
        boolean isRead = line.accept(READ);
        if (!isRead) {
            line.expect(WRITE);
        }
        row.set(IS_READ, isRead);
        row.set(OFFSET, line.decimal());
        line.expect(',');
        row.set(SIZE, line.decimal());
        line.expect(',');
        row.set(RESPONSE_TIME, line.decimal());
        row.set(CARRIAGE_RETURN, line.accept('\r'));
        line.expect('\n');
        return line.isComplete();
    }

    @Override
    public void print(RowValues row, LineBuffer out) {
        out.appendDecimal(row.number(TIMESTAMP));
        out.append(',');
        row.append(HOSTNAME, out);
        out.append(',');
        out.appendDecimal(row.number(DISK_NUMBER));
        out.append(row.isTrue(IS_READ) ? READ : WRITE);
        out.appendDecimal(row.number(OFFSET));
        out.append(',');
        out.appendDecimal(row.number(SIZE));
        out.append(',');
        out.appendDecimal(row.number(RESPONSE_TIME));
        if (row.isTrue(CARRIAGE_RETURN)) {
            out.append('\r');
        }
        out.append('\n');
    }
}

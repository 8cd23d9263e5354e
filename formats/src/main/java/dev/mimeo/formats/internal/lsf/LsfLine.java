package dev.mimeo.formats.internal.lsf;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.formats.internal.trace.LineBuffer;
import dev.mimeo.formats.internal.trace.LineCursor;
import dev.mimeo.formats.internal.trace.LineFormat;
import dev.mimeo.formats.internal.trace.RowValues;

/**
 * Lines of numbers and of strings in double quotes, a space between two; quotes in strings are doubled. The fields are in
 * the order of the line.
 */
final class LsfLine implements LineFormat {

    private static final Field[] FIELDS =
            LsfConverter.TYPE.fields().subList(0, field("rest")).toArray(Field[]::new);

    private static final int ASKED_HOSTS = field("asked_hosts");
    private static final int EXEC_HOSTS = field("exec_hosts");
    private static final int HOST_FACTOR = field("host_factor");
    private static final int HOST_FACTOR_TEXT = field("host_factor_text");
    private static final int USER_TIME = field("user_time");
    private static final int SYSTEM_TIME = field("system_time");
    private static final int RUSAGE = field("rusage");
    private static final int REST = field("rest");

    private static final byte[] JOB_FINISH = "\"JOB_FINISH\"".getBytes(US_ASCII);

    private static final int RUSAGE_NUMBERS = 19;

    private byte[] unquoted = new byte[256];
    private int unquotedSize;

    private static int field(String name) {
        return LsfConverter.TYPE.indexOf(name);
    }

    @Override
    public boolean parse(LineCursor line, RowValues row) {
        unquotedSize = 0;
        line.expect(JOB_FINISH);
        for (Field field : FIELDS) {
            parseField(line, row, field);
            if (line.isFailed()) {
                return false;
            }
        }
        int end = line.find('\n');
        row.set(REST, line.text(), line.position(), end - line.position());
        line.moveTo(end);
        line.expect('\n');
        return line.isComplete();
    }

    private void parseField(LineCursor line, RowValues row, Field field) {
        int index = field.index();
        if (index == HOST_FACTOR) {
            line.expect(' ');
            parseHostFactor(line, row);
        } else if (index == RUSAGE) {
            line.expect(' ');
            parseUsage(line, row);
        } else if (index == ASKED_HOSTS || index == EXEC_HOSTS) {
            parseHosts(line, row, index);
        } else if (field.type() == FieldType.INT64) {
            line.expect(' ');
            row.set(index, line.signedDecimal());
        } else if (isString(index)) {
            line.expect(' ');
            parseString(line, row, index);
        }
    }

    private static boolean isString(int index) {
        return index != HOST_FACTOR_TEXT && index != USER_TIME && index != SYSTEM_TIME;
    }

    private static void parseHostFactor(LineCursor line, RowValues row) {
        int start = line.position();
        double factor = real(line);
        row.setDouble(HOST_FACTOR, factor);
        int length = line.position() - start;
        boolean oneDecimal = length > 2 && line.text()[line.position() - 2] == '.';
        if (!oneDecimal) {
            row.set(HOST_FACTOR_TEXT, line.text(), start, length);
        }
    }

    private static void parseUsage(LineCursor line, RowValues row) {
        int start = line.position();
        row.setDouble(USER_TIME, real(line));
        line.expect(' ');
        row.setDouble(SYSTEM_TIME, real(line));
        for (int i = 2; i < RUSAGE_NUMBERS; i++) {
            line.expect(' ');
            real(line);
        }
        row.set(RUSAGE, line.text(), start, line.position() - start);
    }

    /** Takes a number that may have a sign and decimals. */
    private static double real(LineCursor line) {
        boolean negative = line.accept('-');
        double value = line.decimal();
        if (line.accept('.')) {
            int start = line.position();
            double fraction = line.decimal();
            value += fraction / Math.pow(10, line.position() - start);
        }
        return negative ? -value : value;
    }

    /** Takes as many strings as the number before says. */
    private void parseHosts(LineCursor line, RowValues row, int field) {
        long count = row.number(field - 1);
        int start = line.position() + 1;
        for (long i = 0; i < count && !line.isFailed(); i++) {
            line.expect(' ');
            parseString(line, row, field);
        }
        int length = Math.max(0, line.position() - start);
        row.set(field, line.text(), Math.min(start, line.position()), length);
    }

    private void parseString(LineCursor line, RowValues row, int field) {
        line.expect('"');
        byte[] text = line.text();
        int start = line.position();
        int end = line.end();
        boolean doubled = false;
        int at = start;
        while (at < end && !(text[at] == '"' && (at + 1 == end || text[at + 1] != '"'))) {
            boolean quote = text[at] == '"';
            doubled |= quote;
            at += quote ? 2 : 1;
        }
        if (doubled) {
            setUnquoted(row, field, text, start, Math.min(at, end));
        } else {
            row.set(field, text, start, Math.min(at, end) - start);
        }
        line.moveTo(Math.min(at, end));
        line.expect('"');
    }

    private void setUnquoted(RowValues row, int field, byte[] text, int start, int end) {
        if (unquoted.length - unquotedSize < end - start) {
            // Strings of this row that were parsed before keep the old array.
            unquoted = new byte[Math.max(2 * unquoted.length, end - start)];
            unquotedSize = 0;
        }
        int from = unquotedSize;
        for (int at = start; at < end; at++) {
            unquoted[unquotedSize] = text[at];
            unquotedSize++;
            if (text[at] == '"') {
                at++;
            }
        }
        row.set(field, unquoted, from, unquotedSize - from);
    }

    @Override
    public void print(RowValues row, LineBuffer out) {
        out.append(JOB_FINISH);
        for (Field field : FIELDS) {
            printField(row, field, out);
        }
        row.append(REST, out);
        out.append('\n');
    }

    private static void printField(RowValues row, Field field, LineBuffer out) {
        int index = field.index();
        if (index == HOST_FACTOR) {
            out.append(' ');
            printHostFactor(row, out);
        } else if (index == RUSAGE) {
            out.append(' ');
            row.append(RUSAGE, out);
        } else if (index == ASKED_HOSTS || index == EXEC_HOSTS) {
            if (row.length(index) > 0) {
                out.append(' ');
            }
            row.append(index, out);
        } else if (field.type() == FieldType.INT64) {
            out.append(' ');
            out.appendDecimal(row.number(index));
        } else if (isString(index)) {
            out.append(' ');
            out.append('"');
            row.appendDoubled(index, '"', out);
            out.append('"');
        }
    }

    private static void printHostFactor(RowValues row, LineBuffer out) {
        if (!row.isNull(HOST_FACTOR_TEXT)) {
            row.append(HOST_FACTOR_TEXT, out);
            return;
        }
        long tenths = Math.round(row.real(HOST_FACTOR) * 10);
        if (tenths < 0) {
            out.append('-');
        }
        out.appendDecimal(Math.abs(tenths / 10));
        out.append('.');
        out.appendDecimal(Math.abs(tenths % 10));
    }
}

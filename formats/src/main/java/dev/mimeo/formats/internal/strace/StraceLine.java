package dev.mimeo.formats.internal.strace;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.mimeo.formats.internal.trace.LineBuffer;
import dev.mimeo.formats.internal.trace.LineCursor;
import dev.mimeo.formats.internal.trace.LineFormat;
import dev.mimeo.formats.internal.trace.RowValues;

/**
 * Lines {@code [PID] TIME EVENT}, where an event is a call {@code name(args) = return note <duration>}, a part of one that
 * another process interrupts in the trace, a signal, or the end of the process.
 */
final class StraceLine implements LineFormat {

    private static final int TIME = field("time");
    private static final int PID = field("pid");
    private static final int KIND = field("kind");
    private static final int NAME = field("name");
    private static final int ARGS = field("args");
    private static final int RETURN_VALUE = field("return_value");
    private static final int RETURN_HEX = field("return_hex");
    private static final int ERROR = field("error");
    private static final int NOTE = field("note");
    private static final int DURATION = field("duration");
    private static final int PADDING = field("padding");

    private static final int CALL = 0;
    private static final int CALL_START = 1;
    private static final int CALL_END = 2;
    private static final int CALL_MIDDLE = 3;
    private static final int SIGNAL = 4;
    private static final int PROCESS_END = 5;

    private static final byte[] UNFINISHED = ascii(" <unfinished ...>\n");
    private static final byte[] RESUMED_START = ascii("<... ");
    private static final byte[] RESUMED = ascii(" resumed>");
    private static final byte[] SIGNAL_START = ascii("--- ");
    private static final byte[] SIGNAL_END = ascii(" ---\n");
    private static final byte[] PROCESS_END_START = ascii("+++ ");
    private static final byte[] PROCESS_END_END = ascii(" +++\n");
    private static final byte[] EXITED = ascii("exited");
    private static final byte[] EXITED_WITH = ascii("exited with ");
    private static final byte[] KILLED = ascii("killed");
    private static final byte[] KILLED_BY = ascii("killed by ");
    private static final byte[] EQUALS = ascii("= ");
    private static final byte[] HEX = ascii("0x");

    private static final long MICROS = 1_000_000;
    private static final long MAX_SECONDS = 1L << 40;

    /** Columns of a process id, which is padded. */
    private static final int PID_WIDTH = 5;

    private static final int MAX_PADDING = 255;

    private static int field(String name) {
        return StraceConverter.TYPE.indexOf(name);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(US_ASCII);
    }

    @Override
    public boolean parse(LineCursor line, RowValues row) {
        long first = line.decimal();
        if (line.peek() != '.') {
            row.set(PID, first);
            if (first > Integer.MAX_VALUE) {
                line.fail();
            }
            while (line.accept(' ')) {
                // Padding up to a fixed width.
            }
            first = line.decimal(MAX_SECONDS);
        }
        line.expect('.');
        row.set(TIME, first * MICROS + line.decimal(MICROS - 1));
        line.expect(' ');
        if (line.isFailed() || first > MAX_SECONDS) {
            return false;
        }
        if (line.accept(SIGNAL_START)) {
            parseSignal(line, row);
        } else if (line.accept(PROCESS_END_START)) {
            parseProcessEnd(line, row);
        } else {
            parseCall(line, row);
        }
        return line.isComplete();
    }

    private static void parseSignal(LineCursor line, RowValues row) {
        row.set(KIND, SIGNAL);
        if (!line.endsWith(SIGNAL_END)) {
            line.fail();
            return;
        }
        int end = line.end() - SIGNAL_END.length;
        take(line, row, NAME, Math.min(line.find(' '), end));
        take(line, row, ARGS, end);
        line.expect(SIGNAL_END);
    }

    private static void parseProcessEnd(LineCursor line, RowValues row) {
        row.set(KIND, PROCESS_END);
        if (line.accept(EXITED_WITH)) {
            row.set(NAME, EXITED, 0, EXITED.length);
            row.set(RETURN_VALUE, line.decimal());
        } else if (line.endsWith(PROCESS_END_END)) {
            line.expect(KILLED_BY);
            row.set(NAME, KILLED, 0, KILLED.length);
            take(line, row, ARGS, line.end() - PROCESS_END_END.length);
        }
        line.expect(PROCESS_END_END);
    }

    private static void parseCall(LineCursor line, RowValues row) {
        boolean resumed = line.accept(RESUMED_START);
        take(line, row, NAME, resumed ? line.find(' ') : line.find('('));
        if (resumed) {
            line.expect(RESUMED);
        } else {
            line.expect('(');
        }
        if (line.isFailed()) {
            return;
        }
        if (line.endsWith(UNFINISHED)) {
            row.set(KIND, resumed ? CALL_MIDDLE : CALL_START);
            take(line, row, ARGS, line.end() - UNFINISHED.length);
            line.expect(UNFINISHED);
        } else {
            row.set(KIND, resumed ? CALL_END : CALL);
            parseEnd(line, row);
        }
    }

    /** Takes {@code args) = return note <duration>}. */
    private static void parseEnd(LineCursor line, RowValues row) {
        byte[] text = line.text();
        int equals = lastEquals(line);
        int close = equals - 1;
        while (close > line.position() && text[close] == ' ') {
            close--;
        }
        if (equals < 0 || close < line.position() || equals - 1 - close > MAX_PADDING) {
            line.fail();
            return;
        }
        row.set(PADDING, equals - 1 - close);
        take(line, row, ARGS, close);
        line.expect(')');
        line.moveTo(equals);
        line.expect(EQUALS);
        parseReturnValue(line, row);
        parseNotes(line, row);
    }

    /** Returns where the last equals sign is that a parenthesis and spaces precede; -1 if there is none. */
    private static int lastEquals(LineCursor line) {
        byte[] text = line.text();
        for (int at = line.end() - 2; at > line.position(); at--) {
            if (text[at] == '=' && text[at + 1] == ' ' && text[at - 1] == ' ') {
                int before = at - 1;
                while (before > line.position() && text[before] == ' ') {
                    before--;
                }
                if (text[before] == ')') {
                    return at;
                }
            }
        }
        return -1;
    }

    private static void parseReturnValue(LineCursor line, RowValues row) {
        if (line.accept('?')) {
            return;
        }
        if (line.accept(HEX)) {
            row.set(RETURN_HEX, true);
            row.set(RETURN_VALUE, line.hex(16));
        } else {
            row.set(RETURN_VALUE, line.signedDecimal());
        }
    }

    private static void parseNotes(LineCursor line, RowValues row) {
        int end = line.end() - 1;
        int duration = durationStart(line, end);
        if (duration >= 0) {
            int start = line.position();
            line.moveTo(duration + 2);
            long seconds = line.decimal(MAX_SECONDS);
            line.expect('.');
            row.set(DURATION, seconds * MICROS + line.decimal(MICROS - 1));
            line.moveTo(start);
            end = duration;
        }
        byte[] text = line.text();
        int at = line.position();
        if (end - at > 2 && text[at] == ' ' && text[at + 1] == 'E') {
            int name = at + 1;
            while (name < end && isErrorName(text[name])) {
                name++;
            }
            row.set(ERROR, text, at + 1, name - at - 1);
            at = name;
        }
        if (at < end) {
            row.set(NOTE, text, at, end - at);
        }
        line.moveTo(line.end() - 1);
        line.expect('\n');
    }

    private static boolean isErrorName(byte ascii) {
        return (ascii >= 'A' && ascii <= 'Z') || (ascii >= '0' && ascii <= '9');
    }

    /** Returns where {@code <SECONDS.MICROSECONDS>} starts, with the space before it, or -1. */
    private static int durationStart(LineCursor line, int end) {
        byte[] text = line.text();
        int at = end - 1;
        if (at <= line.position() || text[at] != '>') {
            return -1;
        }
        at--;
        while (at > line.position() && (text[at] == '.' || (text[at] >= '0' && text[at] <= '9'))) {
            at--;
        }
        return text[at] == '<' && at > line.position() && text[at - 1] == ' ' ? at - 1 : -1;
    }

    private static void take(LineCursor line, RowValues row, int field, int end) {
        if (end < line.position()) {
            line.fail();
            return;
        }
        row.set(field, line.text(), line.position(), end - line.position());
        line.moveTo(end);
    }

    @Override
    public void print(RowValues row, LineBuffer out) {
        if (!row.isNull(PID)) {
            int start = out.size();
            out.appendDecimal(row.number(PID));
            do {
                out.append(' ');
            } while (out.size() - start <= PID_WIDTH);
        }
        printTime(row.number(TIME), out);
        out.append(' ');
        switch ((int) row.number(KIND)) {
            case SIGNAL -> {
                out.append(SIGNAL_START);
                row.append(NAME, out);
                row.append(ARGS, out);
                out.append(SIGNAL_END);
            }
            case PROCESS_END -> printProcessEnd(row, out);
            default -> printCall(row, out);
        }
    }

    private static void printProcessEnd(RowValues row, LineBuffer out) {
        out.append(PROCESS_END_START);
        if (row.isNull(RETURN_VALUE)) {
            out.append(KILLED_BY);
            row.append(ARGS, out);
        } else {
            out.append(EXITED_WITH);
            out.appendDecimal(row.number(RETURN_VALUE));
        }
        out.append(PROCESS_END_END);
    }

    private static void printCall(RowValues row, LineBuffer out) {
        long kind = row.number(KIND);
        boolean resumed = kind == CALL_END || kind == CALL_MIDDLE;
        if (resumed) {
            out.append(RESUMED_START);
        }
        row.append(NAME, out);
        if (resumed) {
            out.append(RESUMED);
        } else {
            out.append('(');
        }
        row.append(ARGS, out);
        if (kind == CALL_START || kind == CALL_MIDDLE) {
            out.append(UNFINISHED);
            return;
        }
        out.append(')');
        for (long i = row.number(PADDING); i > 0; i--) {
            out.append(' ');
        }
        out.append(EQUALS);
        printReturnValue(row, out);
        if (!row.isNull(ERROR)) {
            out.append(' ');
            row.append(ERROR, out);
        }
        if (!row.isNull(NOTE)) {
            row.append(NOTE, out);
        }
        if (!row.isNull(DURATION)) {
            out.append(' ');
            out.append('<');
            printTime(row.number(DURATION), out);
            out.append('>');
        }
        out.append('\n');
    }

    private static void printReturnValue(RowValues row, LineBuffer out) {
        if (row.isNull(RETURN_VALUE)) {
            out.append('?');
        } else if (row.isTrue(RETURN_HEX)) {
            out.append(HEX);
            out.appendHex(row.number(RETURN_VALUE), 1);
        } else {
            out.appendDecimal(row.number(RETURN_VALUE));
        }
    }

    private static void printTime(long micros, LineBuffer out) {
        out.appendDecimal(micros / MICROS);
        out.append('.');
        out.appendDecimal(Math.abs(micros % MICROS), 6);
    }
}

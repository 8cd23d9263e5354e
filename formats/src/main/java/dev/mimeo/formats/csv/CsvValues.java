package dev.mimeo.formats.csv;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.internal.text.CNumberParser;
import dev.mimeo.internal.text.ExactDecimals;
import dev.mimeo.internal.text.StrictUtf8;
import java.util.Arrays;

/**
 * The values of successive records of a CSV text, all with as many values as the header has names. Not thread-safe, and valid only
 * while {@link CsvTable.Visitor#values} runs.
 */
public final class CsvValues {

    /** Kinds of values. */
    public enum Kind {
        /** Nothing, quoted or not. */
        EMPTY,
        /** A whole number that a long holds. */
        WHOLE,
        /** Any other decimal number, NaN or an infinity. */
        FRACTION,
        /** Anything else. */
        TEXT
    }

    /** The kinds, at the numbers that stand for them: a byte a value takes a quarter of a reference. */
    private static final Kind[] KINDS = {Kind.EMPTY, Kind.WHOLE, Kind.FRACTION, Kind.TEXT};

    private static final byte EMPTY = 0;
    private static final byte WHOLE = 1;
    private static final byte FRACTION = 2;
    private static final byte TEXT = 3;

    /** More digits than this may not fit into a long. */
    private static final int SAFE_DIGITS = 18;

    /** The longest text that is tried as a number; a decimal number of more characters is one with needless zeros. */
    private static final int MAX_NUMBER = 1_024;

    /** The number of values, and of bytes of their texts, that arrays have room for. */
    record Room(int values, int bytes) {
        static final Room FEWEST = new Room(1 << 12, 1 << 16);
    }

    private final String source;
    private final int columns;
    private byte[] bytes;
    private int size;
    private int[] starts;
    private int[] ends;
    private byte[] kinds;
    private long[] bits;
    private int values;
    private int[] lines = new int[1 << 8];
    private int records;
    private long linesBefore;

    CsvValues(String source, int columns, Room room) {
        this.source = source;
        this.columns = columns;
        this.bytes = new byte[room.bytes()];
        this.starts = new int[room.values()];
        this.ends = new int[room.values()];
        this.kinds = new byte[room.values()];
        this.bits = new long[room.values()];
    }

    /** Returns what there is room for; those of the next block take about as much. */
    Room room() {
        return new Room(ends.length, bytes.length);
    }

    void clear() {
        size = 0;
        values = 0;
        records = 0;
    }

    void startRecord(int line) {
        if (records == lines.length) {
            lines = Arrays.copyOf(lines, 2 * records);
        }
        lines[records] = line;
    }

    void add(byte[] text, int from, int to) {
        reserve(1);
        copy(text, from, to);
        starts[values] = size - (to - from);
        ends[values] = size;
        kinds[values] = parse(values, text, from, to);
        values++;
    }

    /**
     * Takes numbers without exponents and empty values, up to the first that is neither, at most as many as there are columns.
     *
     * @return where the first value starts that was not taken; if all of the record were, {@code ~at} of its line feed
     */
    int addPlain(byte[] text, int start, byte separator) {
        reserve(columns);
        int[] newStarts = starts;
        int[] newEnds = ends;
        int shift = size - start;
        int first = values;
        int next = first;
        int last = first + columns;
        int at = start;
        int taken = start;
        byte b = separator;
        while (b == separator && next < last) {
            int from = at;
            boolean negative = text[at] == '-';
            at += negative ? 1 : 0;
            long mantissa = 0;
            int point = -1;
            int firstDigit = at;
            b = text[at];
            while ((b >= '0' && b <= '9') || (b == '.' && point < 0)) {
                if (b == '.') {
                    point = at;
                } else {
                    mantissa = 10 * mantissa + b - '0';
                }
                at++;
                b = text[at];
            }
            int digits = at - firstDigit - (point < 0 ? 0 : 1);
            boolean isEnd = b == separator || b == '\n';
            boolean isNumber = digits > 0 && digits <= ExactDecimals.SAFE_DIGITS;
            if (!isEnd || !(isNumber || at == from)) {
                break;
            }
            newStarts[next] = from + shift;
            newEnds[next] = at + shift;
            kinds[next] = plain(next, mantissa, negative, point < 0 ? -1 : at - point - 1, digits);
            next++;
            taken = at;
            at++;
        }
        values = next;
        copy(text, start, taken);
        if (next == first) {
            return start;
        }
        return text[taken] == '\n' ? ~taken : taken + 1;
    }

    private byte plain(int value, long mantissa, boolean negative, int behindPoint, int digits) {
        if (digits == 0) {
            return EMPTY;
        }
        if (behindPoint < 0) {
            return whole(value, negative, mantissa);
        }
        double fraction = CNumberParser.divideByPower(mantissa, behindPoint);
        bits[value] = Double.doubleToRawLongBits(negative ? -fraction : fraction);
        return FRACTION;
    }

    /** Returns how many values of the current record there are. */
    int taken() {
        return values - records * columns;
    }

    private void reserve(int more) {
        if (ends.length - values < more) {
            int length = Math.max(2 * values, Math.addExact(values, more));
            starts = Arrays.copyOf(starts, length);
            ends = Arrays.copyOf(ends, length);
            kinds = Arrays.copyOf(kinds, length);
            bits = Arrays.copyOf(bits, length);
        }
    }

    private void copy(byte[] text, int from, int to) {
        int length = to - from;
        if (bytes.length - size < length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, Math.addExact(size, length)));
        }
        System.arraycopy(text, from, bytes, size, length);
        size += length;
    }

    void endRecord() {
        records++;
    }

    /** Forgets an incomplete record and those behind a number of records. */
    CsvValues finish(int complete) {
        records = complete;
        return this;
    }

    CsvValues at(long before) {
        linesBefore = before;
        return this;
    }

    private byte parse(int value, byte[] text, int start, int end) {
        int from = start;
        int to = end;
        while (from < to && text[from] == ' ') {
            from++;
        }
        while (to > from && text[to - 1] == ' ') {
            to--;
        }
        if (from == to) {
            return start == end ? EMPTY : TEXT;
        }
        byte first = text[from];
        boolean isSigned = first == '-' || first == '+';
        int at = isSigned ? from + 1 : from;
        long number = 0;
        int digits = Math.min(to, at + SAFE_DIGITS);
        while (at < digits && text[at] >= '0' && text[at] <= '9') {
            number = 10 * number + text[at] - '0';
            at++;
        }
        if (at == to && to - from > (isSigned ? 1 : 0)) {
            return whole(value, first == '-', number);
        }
        boolean isStart = (first >= '0' && first <= '9') || isSigned || first == '.';
        boolean isSpecial = (first | 0x20) == 'n' || (first | 0x20) == 'i';
        return isStart || isSpecial ? number(value, text, from, to) : TEXT;
    }

    private byte whole(int value, boolean negative, long number) {
        if (negative && number == 0) {
            // A whole number has no sign at zero, so that this one would come back without it.
            bits[value] = Double.doubleToRawLongBits(-0.0);
            return FRACTION;
        }
        bits[value] = negative ? -number : number;
        return WHOLE;
    }

    private byte number(int value, byte[] text, int from, int to) {
        if (to - from > MAX_NUMBER) {
            return TEXT;
        }
        try {
            if (isWhole(text, from, to)) {
                bits[value] = CsvNumbers.parseInteger(text, from, to, Long.MIN_VALUE, Long.MAX_VALUE);
                return WHOLE;
            }
        } catch (TextFault e) {
            // Too large for a long: a number all the same.
            bits[value] = 0;
        }
        if (!CNumberParser.isDecimal(text, from, to) && !isSpecial(text, from, to)) {
            return TEXT;
        }
        try {
            bits[value] = Double.doubleToRawLongBits(CsvNumbers.parseDouble(text, from, to));
            return FRACTION;
        } catch (TextFault e) {
            return TEXT;
        }
    }

    private static boolean isWhole(byte[] text, int from, int to) {
        int at = text[from] == '-' || text[from] == '+' ? from + 1 : from;
        while (at < to && text[at] >= '0' && text[at] <= '9') {
            at++;
        }
        return at == to;
    }

    private static boolean isSpecial(byte[] text, int from, int to) {
        String word = new String(text, from, to - from, UTF_8);
        String name = word.startsWith("-") || word.startsWith("+") ? word.substring(1) : word;
        return name.equalsIgnoreCase("nan") || name.equalsIgnoreCase("inf") || name.equalsIgnoreCase("infinity");
    }

    /** Returns the number of records. */
    public int records() {
        return records;
    }

    /** Returns the line of the file on which a record starts, from 1. */
    public long line(int record) {
        return linesBefore + lines[record] + 1;
    }

    /** Returns the kind of a value. */
    public Kind kind(int record, int column) {
        return KINDS[kinds[record * columns + column]];
    }

    /** Returns a value of which {@link #kind} said {@link Kind#WHOLE}. */
    public long whole(int record, int column) {
        return bits[record * columns + column];
    }

    /** Returns a value of which {@link #kind} said {@link Kind#FRACTION}: the double that is next to it. */
    public double fraction(int record, int column) {
        return Double.longBitsToDouble(bits[record * columns + column]);
    }

    /** Returns whether a value is that of the record before, byte by byte; false for the first record. */
    public boolean isRepeated(int record, int column) {
        if (record == 0) {
            return false;
        }
        int value = record * columns + column;
        return Arrays.equals(bytes, starts[value], ends[value], bytes, starts[value - columns], ends[value - columns]);
    }

    /**
     * Returns a value as it stands in the text, without its quotes.
     *
     * @throws DataSeriesException if it is not UTF-8
     */
    public String text(int record, int column) throws DataSeriesException {
        int value = record * columns + column;
        String text = StrictUtf8.decode(bytes, starts[value], ends[value] - starts[value]);
        if (text == null) {
            throw new DataSeriesException(
                    source, "line " + line(record) + ", column " + (column + 1) + ": not UTF-8; convert the file");
        }
        return text;
    }
}

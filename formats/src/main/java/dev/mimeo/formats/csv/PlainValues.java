package dev.mimeo.formats.csv;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.internal.text.CNumberParser;

/**
 * Reads values as they are nearly always written, in one pass over their text: {@code true} and {@code false}, decimal
 * numbers without an exponent and with as many digits as are exact, strings without quotes, null. Whatever else there is,
 * and whatever is wrong, is left to {@link CsvScanner} and {@link FieldParser}. Not thread-safe.
 */
final class PlainValues {

    private static final byte BOOL = 0;
    private static final byte BYTE = 1;
    private static final byte INT32 = 2;
    private static final byte INT64 = 3;
    private static final byte DOUBLE = 4;
    private static final byte TEXT = 5;
    private static final byte OTHER = 6;

    /** The bytes of {@code true} and of {@code false}, the first lowest. */
    private static final long TRUE = 0x65757274L;

    private static final long FALSE = 0x65736c6166L;

    /** Numbers of more digits may not fit into a long. */
    private static final int MAX_DIGITS = 18;

    private final ExtentBuilder rows;
    private final byte separator;
    private final int[] fields;
    private final byte[] kinds;
    private final boolean[] nullable;
    private final long nullWord;
    private final long nullMask;
    private final int nullLength;

    /**
     * Prepares to read.
     *
     * @param columns index of the field of each column
     * @param rows takes the values, in the row added last
     */
    PlainValues(ExtentType type, int[] columns, CsvOptions options, ExtentBuilder rows) {
        this.rows = rows;
        this.separator = options.separatorBytes()[0];
        this.fields = columns.clone();
        byte[] nullText = options.nullText().getBytes(UTF_8);
        this.nullLength = nullText.length;
        this.nullMask = mask(nullLength);
        this.nullWord = nullLength <= Digits.WORD ? word(nullText) : 0;
        boolean plainNull = nullLength <= Digits.WORD && isPlain(nullText, options.separatorBytes());
        this.kinds = new byte[columns.length];
        this.nullable = new boolean[columns.length];
        for (int i = 0; i < columns.length; i++) {
            Field field = type.fields().get(columns[i]);
            nullable[i] = field.nullable();
            kinds[i] = field.nullable() && !plainNull ? OTHER : kind(field, options.hexStrings());
        }
    }

    private static long mask(int length) {
        return length >= Digits.WORD ? -1 : (1L << (Byte.SIZE * length)) - 1;
    }

    private static long word(byte[] text) {
        long word = 0;
        for (int i = text.length - 1; i >= 0; i--) {
            word = word << Byte.SIZE | (text[i] & 0xff);
        }
        return word;
    }

    /** Returns whether a text stands for itself where values are cut. */
    private static boolean isPlain(byte[] text, byte[] separator) {
        for (byte b : text) {
            if (b == '"' || b == '\n' || b == '\r' || b == separator[0]) {
                return false;
            }
        }
        return true;
    }

    private static byte kind(Field field, boolean hexStrings) {
        return switch (field.type()) {
            case BOOL -> BOOL;
            case BYTE -> BYTE;
            case INT32 -> INT32;
            case INT64 -> INT64;
            case DOUBLE -> DOUBLE;
            case VARIABLE32 -> hexStrings ? OTHER : TEXT;
            case FIXEDWIDTH -> OTHER;
        };
    }

    /**
     * Takes the value of a column.
     *
     * @param text a line feed is behind {@code at}
     * @param stop byte after the value; neither a letter or digit nor part of a number
     * @return where the value ends, at {@code stop}; -1 if it was not taken
     */
    int take(int column, byte[] text, int at, byte stop) {
        if (at > text.length - Digits.WORD) {
            return -1;
        }
        int field = fields[column];
        int kind = kinds[column];
        if (kind == BOOL && !nullable[column]) {
            return takeBool(field, text, at, stop);
        }
        if (kind == OTHER) {
            return -1;
        }
        if (nullable[column]) {
            long start = Digits.word(text, at) & nullMask;
            if (start == nullWord && at + nullLength < text.length && text[at + nullLength] == stop) {
                rows.setNull(field);
                return at + nullLength;
            }
        }
        return switch (kind) {
            case BOOL -> takeBool(field, text, at, stop);
            case DOUBLE -> takeDouble(field, text, at, stop);
            case TEXT -> takeText(field, text, at, stop);
            default -> takeInteger(field, kind, text, at, stop);
        };
    }

    private int takeBool(int field, byte[] text, int at, byte stop) {
        long word = Digits.word(text, at);
        boolean yes = (word & mask(4)) == TRUE;
        int length = yes ? 4 : 5;
        if ((!yes && (word & mask(5)) != FALSE) || (byte) (word >>> (Byte.SIZE * length)) != stop) {
            return -1;
        }
        rows.setBoolean(field, yes);
        return at + length;
    }

    private int takeInteger(int field, int kind, byte[] text, int start, byte stop) {
        boolean negative = text[start] == '-';
        int first = negative ? start + 1 : start;
        int at = first;
        long value = 0;
        int count;
        do {
            if (at > text.length - Digits.WORD) {
                return -1;
            }
            long read = Digits.read(Digits.word(text, at));
            count = Digits.count(read);
            value = value * Digits.power(count) + Digits.value(read);
            at += count;
        } while (count == Digits.WORD && at - first <= MAX_DIGITS);
        if (at == first || at - first > MAX_DIGITS || text[at] != stop) {
            return -1;
        }
        long signed = negative ? -value : value;
        switch (kind) {
            case INT32 -> {
                if (signed != (int) signed) {
                    return -1;
                }
                rows.setInt(field, (int) signed);
            }
            case INT64 -> rows.setLong(field, signed);
            default -> {
                if ((signed & 0xff) != signed) {
                    return -1;
                }
                rows.setByte(field, (int) signed);
            }
        }
        return at;
    }

    private int takeDouble(int field, byte[] text, int start, byte stop) {
        boolean negative = text[start] == '-';
        int first = negative ? start + 1 : start;
        int at = first;
        long mantissa = 0;
        int point = -1;
        while (true) {
            if (at > text.length - Digits.WORD || at - first > MAX_DIGITS) {
                return -1;
            }
            long read = Digits.read(Digits.word(text, at));
            int count = Digits.count(read);
            mantissa = mantissa * Digits.power(count) + Digits.value(read);
            at += count;
            if (count < Digits.WORD) {
                if (point >= 0 || text[at] != '.') {
                    break;
                }
                point = at;
                at++;
            }
        }
        int digits = at - first - (point < 0 ? 0 : 1);
        if (digits == 0 || digits > MAX_DIGITS || text[at] != stop || mantissa > CNumberParser.MAX_EXACT) {
            return -1;
        }
        double value = point < 0 ? mantissa : CNumberParser.divideByPower(mantissa, at - point - 1);
        rows.setDouble(field, negative ? -value : value);
        return at;
    }

    private int takeText(int field, byte[] text, int start, byte stop) {
        if (text[start] == '"') {
            return -1;
        }
        int at = start;
        byte b = text[at];
        while (b != separator && b != '\n' && b != '\r') {
            at++;
            b = text[at];
        }
        if (b != stop) {
            return -1;
        }
        rows.setBytes(field, text, start, at - start);
        return at;
    }
}

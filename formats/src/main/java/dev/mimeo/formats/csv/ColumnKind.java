package dev.mimeo.formats.csv;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.mimeo.internal.text.CNumberParser;
import java.util.Arrays;
import java.util.Locale;

/** Narrowest type that holds all values of a column. */
final class ColumnKind {

    private static final byte[] LONGEST = "9223372036854775807".getBytes(US_ASCII);
    private static final byte[] LOWEST = "9223372036854775808".getBytes(US_ASCII);
    private static final byte[] LONGEST_INT = "2147483647".getBytes(US_ASCII);
    private static final byte[] LOWEST_INT = "2147483648".getBytes(US_ASCII);

    private boolean bool = true;
    private boolean int32 = true;
    private boolean int64 = true;
    private boolean real = true;

    /** Whether doubles hold all values, which are numbers. */
    private boolean exact = true;

    private boolean nulls;
    private boolean values;

    void addNull() {
        nulls = true;
    }

    void add(byte[] text, int from, int to) {
        values = true;
        if (bool && !isBool(text, from, to)) {
            bool = false;
        }
        if (real) {
            addNumber(text, from, to);
        }
    }

    private void addNumber(byte[] text, int from, int to) {
        int start = from < to && text[from] == '-' ? from + 1 : from;
        boolean negative = start > from;
        int end = start;
        while (end < to && text[end] >= '0' && text[end] <= '9') {
            end++;
        }
        boolean leadingZero = end - start > 1 && text[start] == '0';
        if (leadingZero || (from < to && text[from] == '+') || !isNumber(text, from, to)) {
            // Numbers with leading zeros are names: of accounts, addresses or hexadecimal.
            int32 = false;
            int64 = false;
            real = false;
        } else if (end < to || (negative && end - start == 1 && text[start] == '0')) {
            int32 = false;
            int64 = false;
        } else {
            int32 &= fits(text, start, end, negative ? LOWEST_INT : LONGEST_INT);
            int64 &= fits(text, start, end, negative ? LOWEST : LONGEST);
        }
        exact = exact && real && CsvNumbers.isHeldByDouble(text, from, to);
    }

    private static boolean fits(byte[] text, int from, int to, byte[] largest) {
        int more = to - from - largest.length;
        return more < 0 || (more == 0 && Arrays.compare(text, from, to, largest, 0, largest.length) <= 0);
    }

    private static boolean isNumber(byte[] text, int from, int to) {
        if (CNumberParser.isDecimal(text, from, to)) {
            return true;
        }
        if (to - from > 4) {
            return false;
        }
        String word = new String(text, from, to - from, US_ASCII).toLowerCase(Locale.ROOT);
        return word.equals("nan") || word.equals("-nan") || word.equals("inf") || word.equals("-inf");
    }

    private static boolean isBool(byte[] text, int from, int to) {
        try {
            FieldParser.isTrue(text, from, to);
            return true;
        } catch (TextFault e) {
            return false;
        }
    }

    void merge(ColumnKind other) {
        bool &= other.bool;
        int32 &= other.int32;
        int64 &= other.int64;
        real &= other.real;
        exact &= other.exact;
        nulls |= other.nulls;
        values |= other.values;
    }

    /** Returns the attributes of a field for the column, except for its name. */
    String attributes() {
        String type = !values
                ? "variable32"
                : bool ? "bool" : int32 ? "int32" : int64 ? "int64" : exact ? "double" : "variable32";
        return "type=\"" + type + "\"" + (type.equals("variable32") ? " pack_unique=\"yes\"" : "")
                + (nulls ? " opt_nullable=\"yes\"" : "");
    }
}

package dev.mimeo.formats.csv;

import static java.nio.charset.StandardCharsets.UTF_8;

/** Reads values in the notations that {@code ds2txt} prints beside plain ones. */
final class PrintedValues {

    private static final long NANOS = 1_000_000_000;

    private PrintedValues() {}

    /** Returns an integer of a base, at most {@code high} unless that is {@link Long#MAX_VALUE}. */
    static long parseUnsigned(byte[] text, int from, int to, int radix, long high) throws TextFault {
        try {
            long value = Long.parseUnsignedLong(new String(text, from, to - from, UTF_8), radix);
            if (high == Long.MAX_VALUE || (value >= 0 && value <= high)) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw TextFault.of(text, from, to, "is not a number of base " + radix);
        }
        throw TextFault.of(text, from, to, "is more than " + high);
    }

    /** Returns an IPv4 address, its first number in the high byte. */
    static long parseAddress(byte[] text, int from, int to) throws TextFault {
        long address = 0;
        int at = from;
        for (int part = 0; part < 4; part++) {
            int end = at;
            while (end < to && text[end] != '.') {
                end++;
            }
            if ((part < 3) != (end < to)) {
                throw TextFault.of(text, from, to, "is not an IPv4 address");
            }
            address = address << 8 | CsvNumbers.parseInteger(text, at, end, 0, 255);
            at = end + 1;
        }
        return (int) address;
    }

    /** Returns a time printed as seconds with nine digits behind the point, in units; nanoseconds if these are not known. */
    static long parseSeconds(byte[] text, int from, int to, String units) throws TextFault {
        int point = from;
        while (point < to && text[point] != '.') {
            point++;
        }
        boolean negative = from < to && text[from] == '-';
        if (to - point != 10) {
            throw TextFault.of(text, from, to, "is not a time in seconds with nine digits behind the point");
        }
        long nanos = CsvNumbers.parseInteger(text, point + 1, to, 0, NANOS - 1);
        long seconds = CsvNumbers.parseInteger(text, negative ? from + 1 : from, point, 0, Long.MAX_VALUE / NANOS);
        long value = switch (units) {
            case "2^-32 seconds" -> {
                if (seconds > Integer.MAX_VALUE + 1L) {
                    throw TextFault.of(text, from, to, "is out of range");
                }
                yield (seconds << 32) + ((nanos << 32) + NANOS / 2) / NANOS;
            }
            case "microseconds" -> seconds * (NANOS / 1000) + nanos / 1000;
            default -> seconds * NANOS + nanos;
        };
        return negative ? -value : value;
    }

    /** Returns whether text may be the print of bytes that are not all printable. */
    static boolean standsForBytes(byte[] text, int from, int to) {
        if (to == from || (to - from) % 2 != 0) {
            return false;
        }
        boolean unprintable = false;
        for (int i = from; i < to; i += 2) {
            int high = Character.digit(text[i], 16);
            int low = Character.digit(text[i + 1], 16);
            if (high < 0 || low < 0 || Character.isUpperCase(text[i]) || Character.isUpperCase(text[i + 1])) {
                return false;
            }
            int value = high << 4 | low;
            unprintable |= value < ' ' || value > '~';
        }
        return unprintable;
    }

    /** Returns the start of what is behind leading spaces. */
    static int skipSpaces(byte[] text, int from, int to) {
        int start = from;
        while (start < to && text[start] == ' ') {
            start++;
        }
        return start;
    }

    /** Returns the end of what is before trailing spaces. */
    static int skipSpacesBack(byte[] text, int from, int to) {
        int end = to;
        while (end > from && text[end - 1] == ' ') {
            end--;
        }
        return end;
    }
}

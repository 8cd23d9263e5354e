package dev.mimeo.formats.csv;

import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.formats.internal.text.PrintAttributes;
import org.jspecify.annotations.Nullable;

/** Integers of 1, 4 or 8 bytes, divided and less an offset, in one of several notations. */
final class PrintedInteger extends PrintedField {

    /** Digits of the greatest signed 64-bit integer; fewer always fit into one. */
    private static final int LONG_DIGITS = 19;

    private enum Notation {
        DECIMAL,
        HEXADECIMAL,
        OCTAL,
        /** An IPv4 address, for {@code print_format="ipv4"}. */
        ADDRESS,
        /** Seconds with nine decimals, for {@code print_format="sec.nsec"}. */
        SECONDS
    }

    private final Notation notation;
    private final String units;
    private final boolean isCut;
    private final long divisor;
    private final PrintedOffset offset;
    private final long constant;
    private long value;

    PrintedInteger(ExtentType type, Field field) {
        this(type, field, hasNamedFormat(field) ? null : format(field));
    }

    private PrintedInteger(ExtentType type, Field field, @Nullable PrintedFormat format) {
        super(field, format);
        boolean isLong = field.type() == FieldType.INT64;
        this.units = field.attributes().getOrDefault("units", "");
        this.notation = notation(field, format);
        this.isCut =
                format != null && field.type() != FieldType.BYTE && format.bits() < (isLong ? Long.SIZE : Integer.SIZE);
        this.divisor = field.type() == FieldType.BYTE ? 1 : PrintAttributes.integer(field, "print_divisor", 1);
        if (divisor == 0) {
            throw new IllegalArgumentException("a print_divisor or print_multiplier of zero cannot be undone");
        }
        this.offset = isLong ? PrintedOffset.of(type, field) : PrintedOffset.NONE;
        this.constant = isLong && offset.isConstant() ? PrintAttributes.integer(field, "print_offset", 0) : 0;
    }

    private static boolean hasNamedFormat(Field field) {
        return isAddress(field) || isSeconds(field);
    }

    private static boolean isAddress(Field field) {
        return field.type() == FieldType.INT32 && "ipv4".equals(field.attribute("print_format"));
    }

    private static boolean isSeconds(Field field) {
        return field.type() == FieldType.INT64 && "sec.nsec".equals(field.attribute("print_format"));
    }

    private static Notation notation(Field field, @Nullable PrintedFormat format) {
        if (isAddress(field)) {
            return Notation.ADDRESS;
        }
        if (isSeconds(field)) {
            return Notation.SECONDS;
        }
        return switch (format == null ? 'd' : format.letter()) {
            case 'd', 'i', 'u' -> Notation.DECIMAL;
            case 'x', 'X' -> Notation.HEXADECIMAL;
            case 'o' -> Notation.OCTAL;
            default ->
                throw new IllegalArgumentException(
                        "print_format '" + field.attribute("print_format") + "' cannot be undone");
        };
    }

    @Override
    String note() {
        if (offset.isFirst()) {
            return PrintedOffset.FIRST_LOST;
        }
        if (divisor != 1) {
            return "print_divisor cuts the remainder";
        }
        if (isCut) {
            return "print_format cuts the upper bits";
        }
        boolean isCoarse = notation == Notation.SECONDS && units.equals("2^-32 seconds");
        return isCoarse ? "nanoseconds are coarser than the units" : "";
    }

    @Override
    PrintedOffset offset() {
        return offset;
    }

    @Override
    void setNull() {
        value = 0;
    }

    @Override
    void set(byte[] text, int from, int to, PrintedField base, ExtentBuilder row) throws TextFault {
        int index = field().index();
        switch (field().type()) {
            case BYTE -> row.setByte(index, (int) number(text, from, to, 0, 255));
            case INT32 -> {
                // Hexadecimal, octal and %u print negative integers as unsigned ones.
                long printed = number(text, from, to, Integer.MIN_VALUE, 0xffff_ffffL);
                row.setInt(index, (int) (printed * divisor));
            }
            default -> {
                long printed = number(text, from, to, Long.MIN_VALUE, Long.MAX_VALUE);
                long less = offset.other() < 0 ? constant : ((PrintedInteger) base).value;
                value = printed * divisor + less;
                row.setLong(index, value);
            }
        }
    }

    private long number(byte[] text, int from, int to, long low, long high) throws TextFault {
        int start = PrintedValues.skipSpaces(text, from, to);
        int end = PrintedValues.skipSpacesBack(text, start, to);
        return switch (notation) {
            case ADDRESS -> PrintedValues.parseAddress(text, start, end);
            case HEXADECIMAL -> {
                boolean marked = end - start > 2 && text[start] == '0' && (text[start + 1] | 0x20) == 'x';
                yield PrintedValues.parseUnsigned(text, marked ? start + 2 : start, end, 16, high);
            }
            case OCTAL -> PrintedValues.parseUnsigned(text, start, end, 8, high);
            case DECIMAL -> decimal(text, start, end, low, high);
            case SECONDS -> PrintedValues.parseSeconds(text, from, to, units);
        };
    }

    private long decimal(byte[] text, int from, int to, long low, long high) throws TextFault {
        // %u prints negative integers as unsigned ones.
        if (field().type() == FieldType.INT64 && to - from >= LONG_DIGITS && text[from] != '-') {
            return PrintedValues.parseUnsigned(text, from, to, 10, high);
        }
        return CsvNumbers.parseInteger(text, from, to, low, high);
    }
}

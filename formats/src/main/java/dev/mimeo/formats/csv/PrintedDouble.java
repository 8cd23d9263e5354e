package dev.mimeo.formats.csv;

import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.formats.internal.text.PrintAttributes;
import org.jspecify.annotations.Nullable;

/** Doubles, less an offset and multiplied. */
final class PrintedDouble extends PrintedField {

    /** Significant digits that distinguish all doubles from one another. */
    private static final int ALL_DIGITS = 17;

    private static final PrintedFormat DEFAULT = PrintedFormat.parse("%.9g");

    private final boolean isExact;
    private final double multiplier;
    private final PrintedOffset offset;

    /** The constant offset, or the difference of the bases if the offset is another field. */
    private final double constant;

    private double value;

    PrintedDouble(ExtentType type, Field field) {
        this(type, field, format(field));
    }

    private PrintedDouble(ExtentType type, Field field, @Nullable PrintedFormat given) {
        super(field, given);
        this.isExact = isExact(given == null ? DEFAULT : given);
        this.multiplier = PrintAttributes.real(field, "print_multiplier", 1);
        if (multiplier == 0) {
            throw new IllegalArgumentException("a print_divisor or print_multiplier of zero cannot be undone");
        }
        this.offset = PrintedOffset.of(type, field);
        if (offset.other() >= 0) {
            this.constant = type.fields().get(offset.other()).doubleBase() - field.doubleBase();
        } else {
            this.constant = offset.isConstant() ? PrintAttributes.real(field, "print_offset", 0) : 0;
        }
    }

    @Override
    String note() {
        if (offset.isFirst()) {
            return PrintedOffset.FIRST_LOST;
        }
        boolean isMoved = multiplier != 1 || constant != 0 || offset.other() >= 0;
        return isExact && !isMoved ? "" : "doubles have the precision that was printed";
    }

    /** Returns whether a format prints different doubles differently. */
    private static boolean isExact(PrintedFormat format) {
        return switch (Character.toLowerCase(format.letter())) {
            case 'a' -> true;
            // One more digit stands before the point.
            case 'e' -> format.digits() >= ALL_DIGITS - 1;
            case 'g' -> format.digits() >= ALL_DIGITS;
            default -> false;
        };
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
        double printed = CsvNumbers.parseDouble(text, from, PrintedValues.skipSpacesBack(text, from, to));
        double scaled = multiplier == 1 ? printed : printed / multiplier;
        double less = offset.other() < 0 ? constant : ((PrintedDouble) base).value + constant;
        // Adding 0 would turn -0 into 0.
        value = less == 0 ? scaled : scaled + less;
        row.setDouble(field().index(), value);
    }
}

package dev.mimeo.formats.text;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import java.io.IOException;

/**
 * Prints times as seconds and nanoseconds. Follows the original tool where that is odd: fractions may round up to ten
 * digits, and times between -1 s and 0 lose their sign.
 */
final class SecondsPrinter extends FieldPrinter {

    private static final long NANOS = 1_000_000_000;

    private enum Unit {
        BINARY_FRACTIONS,
        NANOSECONDS,
        MICROSECONDS
    }

    private final LongOffset offset;
    private final Unit unit;
    private long[] values = {};

    SecondsPrinter(ExtentType type, Field field) {
        super(field);
        this.offset = new LongOffset(type, field);
        String units = field.attributes().getOrDefault("units", "");
        this.unit = switch (units) {
            case "2^-32 seconds" -> Unit.BINARY_FRACTIONS;
            case "nanoseconds" -> Unit.NANOSECONDS;
            case "microseconds" -> Unit.MICROSECONDS;
            default ->
                throw new IllegalArgumentException("the format sec.nsec does not know the units '" + units + "'");
        };
        String epoch = field.attributes().getOrDefault("epoch", "");
        if (!epoch.equals("unix") && !epoch.equals("unknown")) {
            throw new IllegalArgumentException("the format sec.nsec does not know the epoch '" + epoch + "'");
        }
    }

    static boolean asks(Field field) {
        return "sec.nsec".equals(field.attribute("print_format"));
    }

    @Override
    void bindValues(Extent extent, int field) {
        values = extent.longs(field);
        offset.bind(extent);
    }

    @Override
    void printValue(int row, TextBuffer out) throws IOException {
        long value = offset.subtract(values[row], row);
        long seconds;
        long nanos;
        switch (unit) {
            case NANOSECONDS -> {
                seconds = Math.floorDiv(value, NANOS);
                nanos = Math.floorMod(value, NANOS);
            }
            case MICROSECONDS -> {
                seconds = Math.floorDiv(value, NANOS / 1000);
                nanos = Math.floorMod(value, NANOS / 1000) * 1000;
            }
            default -> {
                seconds = value >> 32;
                // Below 2^62, and the half is added before the division by 2^32: rounds halves up.
                nanos = ((value & 0xffffffffL) * NANOS + (1L << 31)) >>> 32;
            }
        }
        if (seconds < 0 && nanos > 0) {
            seconds++;
            nanos = NANOS - nanos;
        }
        out.append((long) (int) seconds);
        out.append('.');
        for (long bound = NANOS / 10; bound > 1 && nanos < bound; bound /= 10) {
            out.append('0');
        }
        out.append(nanos);
    }
}

package dev.mimeo.formats.text;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;

/**
 * Prints times as seconds and nanoseconds.
 *
 * <p>The original tool prints ten digits where a fraction rounds up to a second, drops the sign of times between -1 s
 * and 0, and cuts seconds to 32 bits. Here the second is carried, the sign stays and seconds have 64 bits, unless the
 * old way is asked for.
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
    private final boolean compat;

    SecondsPrinter(ExtentType type, Field field, boolean compat) {
        super(field);
        this.compat = compat;
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
    Column bind(Extent extent) {
        long[] values = extent.longs(index());
        long[] others = offset.others(extent);
        long constant = offset.constant();
        return new Column(this, extent) {
            @Override
            void printValue(int row, TextBuffer out) {
                printTime(values[row] - (others.length > 0 ? others[row] : constant), out);
            }
        };
    }

    private void printTime(long value, TextBuffer out) {
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
        if (!compat && nanos == NANOS) {
            seconds++;
            nanos = 0;
        }
        if (seconds < 0 && nanos > 0) {
            seconds++;
            nanos = NANOS - nanos;
            if (seconds == 0 && !compat) {
                out.append('-');
            }
        }
        out.append(compat ? (long) (int) seconds : seconds);
        out.append('.');
        if (nanos == NANOS) {
            out.append(nanos);
        } else {
            out.appendPadded(nanos, 9);
        }
    }

    @Override
    boolean wantsFirst() {
        return offset.wantsFirst();
    }

    @Override
    void observe(Extent extent, int row) {
        offset.setFirst(extent.longs(index())[row]);
    }

    @Override
    int estimate() {
        return 20;
    }
}

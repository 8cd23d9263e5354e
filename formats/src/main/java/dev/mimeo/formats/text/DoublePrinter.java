package dev.mimeo.formats.text;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.formats.internal.text.PrintAttributes;

/** Prints doubles, less an offset and multiplied. */
final class DoublePrinter extends FieldPrinter {

    private static final double[] NONE = {};

    private static final PrintFormat DEFAULT = PrintFormat.parse("%.9g", PrintFormat.DOUBLES);

    private final PrintFormat format;
    private final double multiplier;
    private final int other;
    private final double baseDifference;
    private volatile boolean first;
    private volatile double offset;

    DoublePrinter(ExtentType type, Field field) {
        super(field);
        PrintFormat given = format(field, PrintFormat.DOUBLES);
        this.format = given == null ? DEFAULT : given;
        this.multiplier = PrintAttributes.real(field, "print_multiplier", 1);
        String text = field.attributes().getOrDefault("print_offset", "0");
        boolean relative = text.startsWith("relativeto:");
        this.other = relative ? type.indexOf(text.substring("relativeto:".length())) : -1;
        this.first = text.equals("first");
        this.offset = relative || first ? 0 : PrintAttributes.real(field, "print_offset", 0);
        if (relative && type.fields().get(other).type() != field.type()) {
            throw new IllegalArgumentException("print_offset '" + text + "' names a field of another type");
        }
        this.baseDifference = relative ? type.fields().get(other).doubleBase() - field.doubleBase() : 0;
    }

    @Override
    Column bind(Extent extent) {
        double[] values = extent.doubles(index());
        double[] others = other >= 0 ? extent.doubles(other) : NONE;
        double constant = offset;
        return new Column(this, extent) {
            @Override
            void printValue(int row, TextBuffer out) {
                double less = others.length > 0 ? others[row] + baseDifference : constant;
                format.print(multiplier * (values[row] - less), out);
            }
        };
    }

    @Override
    boolean wantsFirst() {
        return first;
    }

    @Override
    void observe(Extent extent, int row) {
        offset = extent.doubles(index())[row];
        first = false;
    }

    @Override
    int estimate() {
        return format.estimate();
    }

    @Override
    boolean mayNeedQuotes() {
        return format != DEFAULT;
    }
}

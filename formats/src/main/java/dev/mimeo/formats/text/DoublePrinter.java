package dev.mimeo.formats.text;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import java.io.IOException;

/** Prints doubles, less an offset and multiplied. */
final class DoublePrinter extends FieldPrinter {

    private static final PrintFormat DEFAULT = PrintFormat.parse("%.9g", PrintFormat.DOUBLES);

    private final PrintFormat format;
    private final double multiplier;
    private final int other;
    private final double baseDifference;
    private boolean first;
    private double offset;
    private double[] values = {};
    private double[] others = {};

    DoublePrinter(ExtentType type, Field field) {
        super(field);
        PrintFormat given = format(field, PrintFormat.DOUBLES);
        this.format = given == null ? DEFAULT : given;
        this.multiplier =
                Numbers.parseDouble("print_multiplier", field.attributes().getOrDefault("print_multiplier", "1"));
        String text = field.attributes().getOrDefault("print_offset", "0");
        boolean relative = text.startsWith("relativeto:");
        this.other = relative ? type.indexOf(text.substring("relativeto:".length())) : -1;
        this.first = text.equals("first");
        this.offset = relative || first ? 0 : Numbers.parseDouble("print_offset", text);
        if (relative && type.fields().get(other).type() != field.type()) {
            throw new IllegalArgumentException("print_offset '" + text + "' names a field of another type");
        }
        this.baseDifference = relative ? base(type.fields().get(other)) - base(field) : 0;
    }

    private static double base(Field field) {
        return Numbers.parseDouble("opt_doublebase", field.attributes().getOrDefault("opt_doublebase", "0"));
    }

    @Override
    void bindValues(Extent extent, int field) {
        values = extent.doubles(field);
        if (other >= 0) {
            others = extent.doubles(other);
        }
    }

    @Override
    void printValue(int row, TextBuffer out) throws IOException {
        double value = values[row];
        if (first) {
            first = false;
            offset = value;
        }
        format.print(multiplier * (value - (other >= 0 ? others[row] + baseDifference : offset)), out);
    }
}

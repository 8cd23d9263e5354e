package dev.mimeo.formats.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.internal.text.Counts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Prints the rows of one type. Thread-safe, except for {@link #observe}. */
final class RowText {

    private static final byte[] NOTHING = {};

    private final FieldPrinter[] printers;
    private final Step[] steps;

    /** Text printed before each step. */
    private final byte[][] before;

    private final byte[] end;
    private final boolean quoting;
    private final byte[] separator;
    private final int estimate;
    private boolean complete;

    private RowText(FieldPrinter[] printers, byte[][] before, byte[] end, boolean quoting, byte[] separator) {
        this.printers = printers;
        List<Step> all = new ArrayList<>();
        List<byte[]> starts = new ArrayList<>();
        for (int i = 0; i < printers.length; i++) {
            List<BoolPrinter> run = run(printers, before, i);
            all.add(run.size() < 2 ? new Single(printers[i]) : new Run(run, before[i][0]));
            starts.add(run.size() < 2 ? before[i] : NOTHING);
            i += Math.max(0, run.size() - 1);
        }
        this.steps = all.toArray(Step[]::new);
        this.before = starts.toArray(byte[][]::new);
        this.end = end;
        this.quoting = quoting;
        this.separator = separator;
        int sum = end.length;
        for (int i = 0; i < printers.length; i++) {
            sum += before[i].length + printers[i].estimate();
        }
        this.estimate = sum;
    }

    /** Returns the printers from one on that can be taken together. */
    private static List<BoolPrinter> run(FieldPrinter[] printers, byte[][] before, int first) {
        List<BoolPrinter> run = new ArrayList<>();
        for (int i = first; i < printers.length; i++) {
            if (before[i].length != 1 || !(printers[i] instanceof BoolPrinter printer) || !printer.isByte()) {
                break;
            }
            run.add(printer);
        }
        return run;
    }

    /**
     * Prepares to print fields of a type.
     *
     * @throws IllegalArgumentException if a print attribute is invalid; the message names the field
     */
    static RowText of(ExtentType type, List<Field> fields, TextOptions options) {
        byte[] separator = options.separator().getBytes(UTF_8);
        List<FieldPrinter> printers = new ArrayList<>();
        byte[][] before = new byte[fields.size()][];
        for (int i = 0; i < before.length; i++) {
            Field field = fields.get(i);
            before[i] = options.json() ? jsonStart(type, field.name(), i) : i > 0 ? separator : NOTHING;
            printers.add(options.json() ? new JsonPrinter(field) : printer(type, field, options));
        }
        String empty = options.json() && fields.isEmpty() ? jsonRow(type) : "";
        byte[] end = (empty + (options.json() ? "}}\n" : "\n")).getBytes(UTF_8);
        boolean quoting = options.csv() && !options.compat();
        return new RowText(printers.toArray(FieldPrinter[]::new), before, end, quoting, separator);
    }

    private static FieldPrinter printer(ExtentType type, Field field, TextOptions options) {
        Map<String, String> other = options.printSpec(type.name(), field.name());
        Field changed = other == null
                ? field
                : new Field(field.index(), field.name(), field.type(), field.nullable(), field.size(), other);
        try {
            return FieldPrinter.of(type, changed, options);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "cannot print field '" + field.name() + "' of type '" + type.name() + "': " + e.getMessage(), e);
        }
    }

    private static byte[] jsonStart(ExtentType type, String field, int position) {
        String start = position == 0 ? jsonRow(type) : ",";
        return (start + JsonPrinter.quoted(field) + ":").getBytes(UTF_8);
    }

    private static String jsonRow(ExtentType type) {
        return "{\"type\":" + JsonPrinter.quoted(type.name()) + ",\"row\":{";
    }

    /** Returns a warning for each field with integers of which the print_format leaves out bits. */
    List<String> warnings(ExtentType type) {
        List<String> warnings = new ArrayList<>();
        for (FieldPrinter printer : printers) {
            PrintFormat format = printer.integerFormat();
            if (format != null && format.cut() > 0) {
                warnings.add(String.format(
                        Locale.ROOT,
                        "field '%s' of type '%s': print_format prints a part of the bits of %s: use %s",
                        type.fields().get(printer.index()).name(),
                        type.name(),
                        Counts.of(format.cut(), "value"),
                        format.uncut()));
            }
        }
        return warnings;
    }

    /** Returns about how many bytes a row has. */
    int estimate() {
        return estimate;
    }

    /**
     * Shows the rows to be printed next to fields that want to know their first value. Must be called with all of them
     * in order, before they are printed.
     */
    void observe(Extent extent, RowSet rows) {
        if (complete) {
            return;
        }
        complete = true;
        for (FieldPrinter printer : printers) {
            for (int i = 0; printer.wantsFirst() && i < rows.count(); i++) {
                int row = rows.row(i);
                if (!printer.isNull(extent, row)) {
                    printer.observe(extent, row);
                }
            }
            complete &= !printer.wantsFirst();
        }
    }

    /** Prints a range of rows. */
    void print(Extent extent, RowSet rows, int from, int to, TextBuffer out) {
        int count = steps.length;
        FieldPrinter.Column[] columns = new FieldPrinter.Column[count];
        for (int i = 0; i < count; i++) {
            columns[i] = steps[i].bind(extent);
        }
        for (int i = from; i < to; i++) {
            int row = rows.row(i);
            if (quoting) {
                printQuoted(columns, row, out);
            } else {
                for (int k = 0; k < count; k++) {
                    out.append(before[k]);
                    columns[k].print(row, out);
                }
            }
            out.append(end);
        }
    }

    private void printQuoted(FieldPrinter.Column[] columns, int row, TextBuffer out) {
        for (int k = 0; k < columns.length; k++) {
            out.append(before[k]);
            int start = out.size();
            columns[k].print(row, out);
            // Readers take lines for comments that start so, and empty ones for nothing.
            if (k == 0 && (out.startsWith(start, '#') || (columns.length == 1 && out.size() == start))) {
                out.quote(start);
            } else if (steps[k].mayNeedQuotes()) {
                out.quoteFrom(start, separator);
            }
        }
    }

    /** A field, or several that are printed at once. */
    private interface Step {

        /** Turns to the rows of an extent. */
        FieldPrinter.Column bind(Extent extent);

        /** Returns whether the text may hold a separator, a quote or a line end. */
        boolean mayNeedQuotes();
    }

    /** A field. */
    private record Single(FieldPrinter printer) implements Step {
        @Override
        public FieldPrinter.Column bind(Extent extent) {
            return printer.bind(extent);
        }

        @Override
        public boolean mayNeedQuotes() {
            return printer.mayNeedQuotes();
        }
    }

    /** Fields whose values are single bytes, each with a separator before it. */
    private record Run(List<BoolPrinter> printers, byte separator) implements Step {
        @Override
        public FieldPrinter.Column bind(Extent extent) {
            return BoolPrinter.bind(printers, separator, extent);
        }

        @Override
        public boolean mayNeedQuotes() {
            return false;
        }
    }
}

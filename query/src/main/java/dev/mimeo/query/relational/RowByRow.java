package dev.mimeo.query.relational;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.RowFiller;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Computes columns that need others of the same new row, or of the one before it: a row at a time, each put together from the
 * fields that are used. For one thread at a time.
 */
final class RowByRow {

    private static final boolean[] ALL = {true};
    private static final int[] FIRST_ROW = {0};

    private final ExtentBuilder row;
    private final RowFiller fromInput;
    private final RowFiller fromPrevious;
    private final boolean needsOrder;
    private final ComputedColumn[] columns;

    /** Field of {@link #row} that holds a column for the columns after it; null if none needs it. */
    private final @Nullable Field[] targets;

    private final int[] rowNumber = new int[1];
    private @Nullable Extent previous;

    RowByRow(RowScope scope) {
        Set<String> used = new LinkedHashSet<>(scope.used());
        Map<String, String> previousNames = new LinkedHashMap<>();
        for (String name : scope.used()) {
            if (name.startsWith(RowScope.PREVIOUS)) {
                String out = RowScope.OUT + name.substring(RowScope.PREVIOUS.length());
                previousNames.put(name, out);
                used.add(out);
            }
        }
        ExtentType type = scope.type(used);
        Map<String, String> inputNames = new LinkedHashMap<>();
        for (String name : used) {
            if (name.startsWith(RowScope.IN)) {
                inputNames.put(name, name.substring(RowScope.IN.length()));
            } else if (name.startsWith(RowScope.OUT)) {
                String source = scope.copied().get(name.substring(RowScope.OUT.length()));
                if (source != null) {
                    inputNames.put(name, source);
                }
            }
        }
        this.row = new ExtentBuilder(type);
        this.fromInput = new RowFiller(type, inputNames);
        this.fromPrevious = new RowFiller(type, previousNames);
        this.needsOrder = !previousNames.isEmpty();
        int count = scope.computed().size();
        this.columns = new ComputedColumn[count];
        this.targets = new @Nullable Field[count];
        for (int i = 0; i < count; i++) {
            Projection.Computed computed = scope.computed().get(i);
            ExtentType output = scope.output();
            Field field = output.fields().get(output.indexOf(computed.name()));
            columns[i] = ComputedColumn.of(scope.parse(i, type), computed.type(), field);
            String target = RowScope.OUT + computed.name();
            targets[i] = type.hasField(target) ? type.fields().get(type.indexOf(target)) : null;
        }
    }

    /** Returns whether rows need the one before them. */
    boolean needsOrder() {
        return needsOrder;
    }

    /** Computes the columns of the row that was added to a builder last. */
    void compute(Extent extent, int number, ExtentBuilder builder) throws DataSeriesException {
        row.clear();
        row.addRow();
        rowNumber[0] = number;
        fromInput.fill(extent, rowNumber, 1, row);
        if (previous != null) {
            fromPrevious.fill(previous, FIRST_ROW, 1, row);
        }
        Extent current = row.build();
        for (int i = 0; i < columns.length; i++) {
            evaluate(columns[i], current, extent, number);
            columns[i].set(extent, number, 0, builder);
            Field target = targets[i];
            if (target != null) {
                columns[i].set(target, extent, number, 0, row);
                current = row.build();
            }
        }
        if (needsOrder) {
            previous = current;
        }
    }

    /** Computes a column. A failure names the extent that the row is from, not the row put together here. */
    private static void evaluate(ComputedColumn column, Extent current, Extent extent, int number)
            throws DataSeriesException {
        try {
            column.evaluate(current, 0, 1, ALL);
        } catch (UncheckedIOException e) {
            Throwable cause = e.getCause();
            String detail = String.valueOf(cause == null ? e.getMessage() : cause.getMessage());
            String nowhere = current.source() + ": ";
            throw new DataSeriesException(
                    extent.source(),
                    extent.fileOffset(),
                    -1,
                    "row " + number,
                    detail.startsWith(nowhere) ? detail.substring(nowhere.length()) : detail);
        }
    }
}

package dev.mimeo.query.relational;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.dataseries.RowCopier;
import dev.mimeo.dataseries.index.MinMaxIndex;
import dev.mimeo.query.expression.Evaluator;
import dev.mimeo.query.expression.Expression;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Copies the rows where a condition holds: some of their columns, possibly under other names, and columns that are
 * computed.
 *
 * <p>The type of the copies has the name, namespace and version of the input and the field elements of its columns; what
 * a column is packed relative to must come before it, else it is packed without. Other attributes of the type are dropped.
 * For one thread at a time.
 */
public final class Projection {

    /**
     * A column that is copied.
     *
     * @param source its name in the input
     * @param name its name in the copy
     */
    public record Column(String source, String name) {}

    /**
     * A column that is computed. Null where any column of the expression is.
     *
     * @param name new to the input and the copy
     * @param type {@link FieldType#BOOL} takes a condition, {@link FieldType#VARIABLE32} a string, the others, but not
     *     {@link FieldType#FIXEDWIDTH}, a number
     * @param expression see {@link Expression}. A name is that of a column of the input, {@code in.x} too, or of a column
     *     of the new row that is copied or computed before this one, {@code out.x} too; {@code prev.x} is column x of the
     *     new row before this one, whatever the order of the columns. Before the first row it is 0, false or empty and not
     *     null. Where a name of the input starts with a prefix, it is that column
     */
    public record Computed(String name, FieldType type, String expression) {}

    private final ExtentType input;
    private final ExtentType output;
    private final Evaluator.@Nullable Condition where;
    private final List<MinMaxIndex.Selection> selections;
    private final List<ComputedColumn> computed = new ArrayList<>();
    private final @Nullable RowByRow rowByRow;
    private final boolean[] chosen = new boolean[Expression.BLOCK_ROWS];
    private int[] rows = new int[0];
    private final RowCopier copier;
    private final ExtentBuilder builder;

    private Projection(
            ExtentType input, ExtentType output, List<Column> columns, List<Computed> computedColumns, String where) {
        this.input = input;
        this.output = output;
        Expression condition =
                where.isEmpty() ? null : Expression.parse(where, input, name -> RowScope.inputName(input, name));
        this.where = condition == null ? null : condition.condition();
        this.selections = condition == null ? List.of() : condition.selections();
        RowScope scope = new RowScope(input, output, columns, computedColumns);
        if (scope.isLocal()) {
            for (Computed column : computedColumns) {
                Field field = output.fields().get(output.indexOf(column.name));
                Expression expression =
                        Expression.parse(column.expression, input, name -> RowScope.inputName(input, name));
                computed.add(ComputedColumn.of(expression, column.type, field));
            }
            this.rowByRow = null;
        } else {
            this.rowByRow = new RowByRow(scope);
        }
        Map<String, String> renamed = new HashMap<>();
        for (Column column : columns) {
            if (!column.source.equals(column.name)) {
                renamed.put(column.name, column.source);
            }
        }
        this.copier = new RowCopier(output, renamed);
        this.builder = new ExtentBuilder(output);
    }

    /**
     * Makes a projection to the type that follows from the columns.
     *
     * @param where the condition, or empty for all rows
     * @throws IllegalArgumentException if a column does not exist, a name is given twice or an expression has a fault
     */
    public static Projection of(ExtentType input, List<Column> columns, List<Computed> computed, String where) {
        checkNames(input, columns, computed);
        try {
            return new Projection(input, ProjectedType.of(input, columns, computed), columns, computed, where);
        } catch (DataSeriesException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /**
     * Makes a projection to a given type.
     *
     * @param output its fields are the columns, in any order; values are converted
     * @param where the condition, or empty for all rows
     * @throws IllegalArgumentException as {@link #of}, or if the type has other fields than the columns
     */
    public static Projection to(
            ExtentType output, ExtentType input, List<Column> columns, List<Computed> computed, String where) {
        Set<String> names = checkNames(input, columns, computed);
        for (Field field : output.fields()) {
            if (!names.remove(field.name())) {
                throw new IllegalArgumentException("field '" + field.name() + "' of the new type is not selected");
            }
        }
        for (String name : names) {
            throw new IllegalArgumentException("the new type has no field '" + name + "', which is selected");
        }
        for (Computed column : computed) {
            FieldType type = output.fields().get(output.indexOf(column.name)).type();
            if (type != column.type) {
                throw new IllegalArgumentException("column '" + column.name + "' is " + column.type.xmlName() + ", but "
                        + type.xmlName() + " in the new type");
            }
        }
        return new Projection(input, output, columns, computed, where);
    }

    private static Set<String> checkNames(ExtentType input, List<Column> columns, List<Computed> computed) {
        Set<String> names = new HashSet<>();
        for (Column column : columns) {
            input.indexOf(column.source);
            if (!names.add(column.name)) {
                throw new IllegalArgumentException(
                        "there are two columns of the name '" + column.name + "': give one of them another name");
            }
        }
        for (Computed column : computed) {
            if (column.type == FieldType.FIXEDWIDTH) {
                throw new IllegalArgumentException("column '" + column.name + "' cannot be computed as fixedwidth");
            }
            if (input.hasField(column.name) || !names.add(column.name)) {
                throw new IllegalArgumentException(
                        "a computed column needs a name of its own, '" + column.name + "' is taken");
            }
        }
        return names;
    }

    private boolean isCopy() {
        return computed.isEmpty() && rowByRow == null;
    }

    /**
     * Returns whether a row needs the one before it, {@code prev.x}: then one projection must see all rows in their order. Any
     * other can be one of several that share the extents of a stream.
     */
    public boolean needsOrder() {
        return rowByRow != null && rowByRow.needsOrder();
    }

    /** Returns the type of the copies. */
    public ExtentType type() {
        return output;
    }

    /** Returns ranges that every row lies in that is copied, see {@link Expression#selections()}. */
    public List<MinMaxIndex.Selection> selections() {
        return selections;
    }

    /** Returns the element of a field of the type of the copies, on one line. */
    public static String element(Field field) {
        return ProjectedType.element(field.attributes());
    }

    /**
     * Returns the copies of a stream of rows, an extent for each extent. One thread may pull it, and not use this
     * projection otherwise meanwhile. Pulling throws {@link DataSeriesException} if a value does not fit its new type, and {@link
     * java.io.UncheckedIOException} if a value is not what an expression needs.
     *
     * @param source extents of the input type; closed with the stream
     */
    public ExtentSource over(ExtentSource source) {
        return new ExtentSource() {
            @Override
            public @Nullable Extent next() throws IOException {
                Extent extent = source.next();
                return extent == null ? null : copied(extent);
            }

            @Override
            public void close() throws IOException {
                source.close();
            }
        };
    }

    /** Returns how many values were copied so far to another number, by column of the copies, see {@link RowCopier#inexact}. */
    public Map<String, Long> inexact() {
        return copier.inexact();
    }

    private Extent copied(Extent extent) throws IOException {
        check(extent);
        builder.clear();
        int count = 0;
        int size;
        for (int start = 0; start < extent.rows(); start += size) {
            size = Math.min(Expression.BLOCK_ROWS, extent.rows() - start);
            int found = choose(extent, start, size, count);
            if (isCopy()) {
                copier.copy(extent, rows, count, count + found, builder);
            } else if (found > 0) {
                compute(extent, start, size, count, found);
            }
            count += found;
        }
        return builder.build();
    }

    private void check(Extent extent) {
        if (!extent.type().equals(input)) {
            throw new IllegalArgumentException("rows are of " + extent.type() + ", not of " + input);
        }
        if (rows.length < extent.rows()) {
            rows = new int[extent.rows()];
        }
    }

    /** Puts the chosen rows of a block behind those of the blocks before. */
    private int choose(Extent extent, int start, int size, int at) {
        if (where == null) {
            Arrays.fill(chosen, 0, size, true);
        } else {
            where.evaluate(extent, start, size, chosen);
        }
        int found = at;
        for (int i = 0; i < size; i++) {
            rows[found] = start + i;
            found += chosen[i] ? 1 : 0;
        }
        return found - at;
    }

    /** Adds the chosen rows of a block to the builder. */
    private void compute(Extent extent, int start, int size, int at, int found) throws DataSeriesException {
        for (ComputedColumn column : computed) {
            column.evaluate(extent, start, size, chosen);
        }
        for (int i = at; i < at + found; i++) {
            copier.copy(extent, rows[i], builder);
            if (rowByRow != null) {
                rowByRow.compute(extent, rows[i], builder);
            }
            for (ComputedColumn column : computed) {
                column.set(extent, rows[i], rows[i] - start, builder);
            }
        }
    }
}

package dev.mimeo.query.statistics;

import dev.mimeo.MimeoException;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.query.expression.Evaluator;
import dev.mimeo.query.expression.Expression;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Computes the part of a request that one extent contributes. For one thread at a time. */
final class Aggregator {

    private final Set<Field> fields = new LinkedHashSet<>();
    private final boolean keepsValues;
    private final Evaluator.Numeric value;
    private final Evaluator.@Nullable Condition where;
    private final Grouping grouping;
    private final List<KeyColumn> columns = new ArrayList<>();

    /** Gives tuples of the numbers of keys a number; not needed where there is one column or none. */
    private final TupleNumbers tuples;

    private final int[][] columnIds;
    private final long[] tuple;
    private final Sums sums = new Sums();
    private final double[] values = new double[Expression.BLOCK_ROWS];
    private final boolean[] chosen = new boolean[Expression.BLOCK_ROWS];
    private final int[] ids = new int[Expression.BLOCK_ROWS];

    /** Groups by the numbers that this aggregator gives them; used by the thread that puts the parts together only. */
    private GroupedStatistics.Group[] @Nullable [] groups = new GroupedStatistics.Group[16][];

    private double[] keptValues = new double[0];
    private int[] keptIds = new int[0];
    private int kept;

    /**
     * Contribution of one extent.
     *
     * @param owner made it
     * @param processed rows that the condition chose
     * @param ignored rows that it left out
     * @param sums statistics by the numbers of their groups
     * @param keys keys of each column
     * @param tuples numbers of keys by the numbers of groups, if there are several columns
     * @param values in their order, if quantiles are wanted
     * @param ids numbers of their groups
     */
    @SuppressWarnings("ArrayRecordComponent") // Not compared.
    record Part(
            Aggregator owner,
            long processed,
            long ignored,
            Sums.Partial sums,
            List<GroupKey[]> keys,
            long[] tuples,
            double[] values,
            int[] ids) {

        /** Returns the keys of a group, one for each column. */
        List<GroupKey> keys(int id) {
            return switch (keys.size()) {
                case 0 -> List.of();
                case 1 -> List.of(keys.get(0)[id]);
                default -> {
                    GroupKey[] found = new GroupKey[keys.size()];
                    for (int column = 0; column < found.length; column++) {
                        found[column] = keys.get(column)[(int) tuples[id * found.length + column]];
                    }
                    yield List.of(found);
                }
            };
        }
    }

    Aggregator(StatGroupBy.Request request, ExtentType type) {
        this.keepsValues = request.kind() == StatGroupBy.Request.Kind.QUANTILE;
        Expression expression = Expression.parse(request.expression(), type);
        fields.addAll(expression.fields());
        this.value = expression.number();
        if (request.where().isEmpty()) {
            this.where = null;
        } else {
            Expression condition = Expression.parse(request.where(), type);
            fields.addAll(condition.fields());
            this.where = condition.condition();
        }
        Arrays.fill(chosen, true);
        this.grouping = request.grouping();
        for (String name : grouping.columns()) {
            Field column = type.fields().get(type.indexOf(name));
            fields.add(column);
            columns.add(KeyColumn.of(column));
        }
        this.tuple = new long[columns.size()];
        this.tuples = new TupleNumbers(Math.max(1, columns.size()));
        this.columnIds = columns.size() < 2 ? new int[][] {ids} : new int[columns.size()][Expression.BLOCK_ROWS];
    }

    /** Returns the columns that are used. */
    Set<Field> fields() {
        return fields;
    }

    Part aggregate(Extent extent) throws MimeoException {
        int rows = extent.rows();
        kept = 0;
        long processed = 0;
        int count;
        // Ends at the last row: an extent of a type without fields can have as many as there are ints.
        for (int start = 0; start < rows; start += count) {
            count = Math.min(Expression.BLOCK_ROWS, rows - start);
            processed += add(extent, start, count);
        }
        return new Part(
                this,
                processed,
                rows - processed,
                sums.drain(),
                columns.stream().map(KeyColumn::keys).toList(),
                tuples.tuples(),
                Arrays.copyOf(keptValues, kept),
                Arrays.copyOf(keptIds, kept));
    }

    private int add(Extent extent, int start, int rows) throws MimeoException {
        int count = rows;
        if (where != null) {
            where.evaluate(extent, start, rows, chosen);
            count = 0;
            for (int i = 0; i < rows; i++) {
                count += chosen[i] ? 1 : 0;
            }
            if (count == 0) {
                return 0;
            }
        }
        value.evaluate(extent, start, rows, chosen, values);
        for (int i = 0; i < columns.size(); i++) {
            columns.get(i).number(extent, start, rows, columnIds[i]);
            check(columns.get(i).size());
        }
        if (count < rows) {
            compact(rows);
        }
        if (columns.size() > 1) {
            numberTuples(count);
            check(tuples.size());
        }
        if (columns.isEmpty()) {
            sums.add(values, count);
        } else {
            sums.add(ids, values, count);
        }
        if (keepsValues) {
            keep(count);
        }
        return count;
    }

    /** Checks the limit on groups for the groups of one thread, too. */
    private void check(int groups) throws MimeoException {
        if (groups > grouping.maxGroups()) {
            throw grouping.tooMany();
        }
    }

    private void compact(int rows) {
        compact(values, rows);
        for (int[] column : columnIds) {
            int to = 0;
            for (int i = 0; i < rows; i++) {
                column[to] = column[i];
                to += chosen[i] ? 1 : 0;
            }
        }
    }

    private void compact(double[] column, int rows) {
        int to = 0;
        for (int i = 0; i < rows; i++) {
            column[to] = column[i];
            to += chosen[i] ? 1 : 0;
        }
    }

    private void numberTuples(int count) {
        for (int i = 0; i < count; i++) {
            for (int column = 0; column < tuple.length; column++) {
                tuple[column] = columnIds[column][i];
            }
            ids[i] = tuples.number(tuple, 0);
        }
    }

    private void keep(int count) {
        if (kept + count > keptValues.length) {
            int capacity = Math.max(kept + count, 2 * keptValues.length);
            keptValues = Arrays.copyOf(keptValues, capacity);
            keptIds = Arrays.copyOf(keptIds, capacity);
        }
        System.arraycopy(values, 0, keptValues, kept, count);
        System.arraycopy(ids, 0, keptIds, kept, count);
        kept += count;
    }

    GroupedStatistics.Group @Nullable [] groups(int id) {
        return id < groups.length ? groups[id] : null;
    }

    void setGroups(int id, GroupedStatistics.Group[] found) {
        if (id >= groups.length) {
            groups = Arrays.copyOf(groups, Math.max(id + 1, 2 * groups.length));
        }
        groups[id] = found;
    }
}

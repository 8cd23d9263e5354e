package dev.mimeo.analysis.statistics;

import dev.mimeo.analysis.expression.ConditionEvaluator;
import dev.mimeo.analysis.expression.Expression;
import dev.mimeo.analysis.expression.NumberEvaluator;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Computes the part of a request that one extent contributes. For one thread at a time. */
final class Aggregator {

    private static final GroupKey[] NO_KEYS = {};

    private final Set<Field> fields = new LinkedHashSet<>();
    private final boolean keepsValues;
    private final NumberEvaluator value;
    private final @Nullable ConditionEvaluator where;
    private final @Nullable KeyColumn keys;
    private final Sums sums = new Sums();
    private final double[] values = new double[Expression.BLOCK_ROWS];
    private final boolean[] chosen = new boolean[Expression.BLOCK_ROWS];
    private final int[] ids = new int[Expression.BLOCK_ROWS];

    /** Groups by the numbers that this aggregator gives them; used by the thread that puts the parts together only. */
    private GroupedStatistics.Group[] groups = new GroupedStatistics.Group[16];

    private double[] keptValues = new double[0];
    private int[] keptIds = new int[0];
    private int kept;

    /**
     * What an extent contributes.
     *
     * @param owner made it
     * @param processed rows that the condition chose
     * @param ignored rows that it left out
     * @param sums statistics by the numbers of their groups
     * @param keys keys by the numbers of groups; empty without a grouping
     * @param values in their order, if quantiles are wanted
     * @param ids numbers of their groups
     */
    @SuppressWarnings("ArrayRecordComponent") // Not compared.
    record Part(
            Aggregator owner,
            long processed,
            long ignored,
            Sums.Partial sums,
            GroupKey[] keys,
            double[] values,
            int[] ids) {}

    Aggregator(StatisticsRequest request, ExtentType type) {
        this.keepsValues = request.kind() == StatisticsRequest.Kind.QUANTILE;
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
        if (request.groupBy().isEmpty()) {
            this.keys = null;
        } else {
            Field key = type.fields().get(type.indexOf(request.groupBy()));
            fields.add(key);
            this.keys = KeyColumn.of(key);
        }
    }

    /** Returns the columns that are used. */
    Set<Field> fields() {
        return fields;
    }

    Part aggregate(Extent extent) {
        int rows = extent.rows();
        kept = 0;
        long processed = 0;
        for (int start = 0; start < rows; start += Expression.BLOCK_ROWS) {
            processed += add(extent, start, Math.min(Expression.BLOCK_ROWS, rows - start));
        }
        return new Part(
                this,
                processed,
                rows - processed,
                sums.drain(),
                keys == null ? NO_KEYS : keys.keys(),
                Arrays.copyOf(keptValues, kept),
                Arrays.copyOf(keptIds, kept));
    }

    private int add(Extent extent, int start, int rows) {
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
        if (keys != null) {
            keys.number(extent, start, rows, ids);
        }
        if (count < rows) {
            compact(rows);
        }
        if (keys == null) {
            sums.add(values, count);
        } else {
            sums.add(ids, values, count);
        }
        if (keepsValues) {
            keep(count);
        }
        return count;
    }

    private void compact(int rows) {
        int to = 0;
        for (int i = 0; i < rows; i++) {
            values[to] = values[i];
            ids[to] = ids[i];
            to += chosen[i] ? 1 : 0;
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

    GroupedStatistics.@Nullable Group group(int id) {
        return id < groups.length ? groups[id] : null;
    }

    void setGroup(int id, GroupedStatistics.Group group) {
        if (id >= groups.length) {
            groups = Arrays.copyOf(groups, Math.max(id + 1, 2 * groups.length));
        }
        groups[id] = group;
    }
}

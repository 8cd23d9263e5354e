package dev.mimeo.integrations.spark;

import dev.mimeo.dataseries.GeneralValue;
import dev.mimeo.dataseries.index.MinMaxIndex;
import dev.mimeo.dataseries.index.internal.ValueBounds;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.apache.spark.sql.sources.And;
import org.apache.spark.sql.sources.EqualNullSafe;
import org.apache.spark.sql.sources.EqualTo;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.sources.GreaterThan;
import org.apache.spark.sql.sources.GreaterThanOrEqual;
import org.apache.spark.sql.sources.In;
import org.apache.spark.sql.sources.LessThan;
import org.apache.spark.sql.sources.LessThanOrEqual;
import org.apache.spark.sql.sources.Or;
import org.apache.spark.sql.sources.StringStartsWith;
import org.jspecify.annotations.Nullable;

/**
 * Finds the bounds that filters of Spark put on the values of fields. Spark applies the filters themselves. For Spark, NaN is greater
 * than all other numbers. Immutable.
 */
final class FilterBounds {

    private final Map<String, TableColumn> columns = new HashMap<>();

    private FilterBounds(List<TableColumn> columns) {
        for (TableColumn column : columns) {
            this.columns.put(column.name(), column);
            // Spark writes names that are not identifiers like this.
            this.columns.put("`" + column.name().replace("`", "``") + "`", column);
        }
    }

    /** Returns the ranges in which every row lies that passes all filters. */
    static List<MinMaxIndex.Selection> of(Filter[] filters, List<TableColumn> columns) {
        FilterBounds bounds = new FilterBounds(columns);
        return Stream.of(filters)
                .map(bounds::of)
                .reduce(ValueBounds.NONE, ValueBounds::and)
                .selections();
    }

    private ValueBounds of(Filter filter) {
        if (filter instanceof And and) {
            return of(and.left()).and(of(and.right()));
        }
        if (filter instanceof Or or) {
            return of(or.left()).or(of(or.right()));
        }
        if (filter instanceof EqualTo equal) {
            return bounds(equal.attribute(), equal.value(), FilterBounds::equalTo);
        }
        if (filter instanceof EqualNullSafe equal) {
            return bounds(equal.attribute(), equal.value(), FilterBounds::equalTo);
        }
        if (filter instanceof GreaterThan greater) {
            return bounds(greater.attribute(), greater.value(), ValueBounds::atLeast);
        }
        if (filter instanceof GreaterThanOrEqual greater) {
            return bounds(greater.attribute(), greater.value(), ValueBounds::atLeast);
        }
        if (filter instanceof LessThan less) {
            return bounds(less.attribute(), less.value(), ValueBounds::atMost);
        }
        if (filter instanceof LessThanOrEqual less) {
            return bounds(less.attribute(), less.value(), ValueBounds::atMost);
        }
        if (filter instanceof In in) {
            // No row passes by being equal to null.
            return Stream.of(in.values())
                    .filter(Objects::nonNull)
                    .map(value -> bounds(in.attribute(), value, FilterBounds::equalTo))
                    .reduce(ValueBounds::or)
                    .orElse(ValueBounds.NONE);
        }
        return filter instanceof StringStartsWith start && !start.value().isEmpty()
                ? bounds(start.attribute(), start.value(), FilterBounds::prefixed)
                : ValueBounds.NONE;
    }

    private ValueBounds bounds(
            String attribute, @Nullable Object value, BiFunction<String, GeneralValue, ValueBounds> relation) {
        TableColumn column = columns.get(attribute);
        GeneralValue known = column == null ? null : value(column, value);
        return column == null || known == null ? ValueBounds.NONE : relation.apply(column.fieldName(), known);
    }

    private static ValueBounds equalTo(String field, GeneralValue value) {
        return ValueBounds.between(field, value, value);
    }

    private static ValueBounds prefixed(String field, GeneralValue prefix) {
        byte[] next = prefix.toBytes();
        // A byte of UTF-8 is never 255, so the last one can be increased.
        next[next.length - 1]++;
        return ValueBounds.between(field, prefix, GeneralValue.ofBytes(next));
    }

    /** Converts a value of a filter to the type of a field; null if the field cannot have the value. */
    private static @Nullable GeneralValue value(TableColumn column, @Nullable Object value) {
        Long number = integer(value);
        return switch (column.type()) {
            case BOOL -> value instanceof Boolean bool ? GeneralValue.ofBoolean(bool) : null;
            case BYTE -> number != null && number >= 0 && number <= 255 ? GeneralValue.ofByte(number.intValue()) : null;
            case INT32 -> number != null && number == number.intValue() ? GeneralValue.ofInt(number.intValue()) : null;
            case INT64 -> number != null ? GeneralValue.ofLong(number) : null;
            case DOUBLE -> value instanceof Double real && !real.isNaN() ? GeneralValue.ofDouble(real) : null;
            case VARIABLE32 ->
                // Spark has replaced bytes that are not UTF-8 by U+FFFD, so the original bytes are unknown.
                value instanceof String text
                        ? text.indexOf(0xfffd) >= 0 ? null : GeneralValue.ofString(text)
                        : value instanceof byte[] bytes ? GeneralValue.ofBytes(bytes) : null;
            case FIXEDWIDTH -> null;
        };
    }

    private static @Nullable Long integer(@Nullable Object value) {
        if (value instanceof Long number) {
            return number;
        }
        if (value instanceof Integer number) {
            return number.longValue();
        }
        return value instanceof Short number ? (Long) number.longValue() : null;
    }
}

package dev.mimeo.integrations.spark;

import dev.mimeo.dataseries.FieldType;
import dev.mimeo.dataseries.GeneralValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
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
import org.apache.spark.sql.sources.StringStartsWith;
import org.jspecify.annotations.Nullable;

/**
 * Bounds that filters put on the values of fields in rows that pass: a least and a greatest value of each. What they
 * say beyond that is left to Spark, so rows that do not pass may lie within the bounds, but none that pass lie outside.
 *
 * <p>Not-a-number is greater than all other numbers for Spark, and in no range of an index: where only a least double is known,
 * there is no bound.
 */
final class ValueBounds {

    private final Map<String, TableColumn> columns = new HashMap<>();
    private final Map<String, GeneralValue> least = new TreeMap<>();
    private final Map<String, GeneralValue> greatest = new TreeMap<>();

    /** Values from one to another, both included. */
    record Range(GeneralValue from, GeneralValue to) {}

    private ValueBounds(List<TableColumn> columns) {
        for (TableColumn column : columns) {
            this.columns.put(column.name(), column);
            // As Spark writes names that are not identifiers.
            this.columns.put("`" + column.name().replace("`", "``") + "`", column);
        }
    }

    /** Returns what filters say that all hold for a row. */
    static ValueBounds of(Filter[] filters, List<TableColumn> columns) {
        ValueBounds bounds = new ValueBounds(columns);
        for (Filter filter : filters) {
            bounds.add(filter);
        }
        return bounds;
    }

    private void add(Filter filter) {
        if (filter instanceof And and) {
            add(and.left());
            add(and.right());
        } else if (filter instanceof EqualTo equal) {
            raise(equal.attribute(), equal.value());
            lower(equal.attribute(), equal.value());
        } else if (filter instanceof EqualNullSafe equal) {
            raise(equal.attribute(), equal.value());
            lower(equal.attribute(), equal.value());
        } else if (filter instanceof GreaterThan greater) {
            raise(greater.attribute(), greater.value());
        } else if (filter instanceof GreaterThanOrEqual greater) {
            raise(greater.attribute(), greater.value());
        } else if (filter instanceof LessThan less) {
            lower(less.attribute(), less.value());
        } else if (filter instanceof LessThanOrEqual less) {
            lower(less.attribute(), less.value());
        } else if (filter instanceof In in) {
            addAny(in.attribute(), in.values());
        } else if (filter instanceof StringStartsWith start) {
            addPrefix(start.attribute(), start.value());
        }
    }

    private void addAny(String attribute, @Nullable Object[] values) {
        TableColumn column = columns.get(attribute);
        // No row passes by being equal to null.
        List<@Nullable GeneralValue> known = column == null
                ? List.of()
                : Stream.of(values)
                        .filter(Objects::nonNull)
                        .map(value -> value(column, value))
                        .toList();
        if (column == null || known.isEmpty() || known.contains(null)) {
            return;
        }
        List<GeneralValue> sorted =
                known.stream().filter(Objects::nonNull).sorted().toList();
        least.merge(column.fieldName(), sorted.get(0), ValueBounds::max);
        greatest.merge(column.fieldName(), sorted.get(sorted.size() - 1), ValueBounds::min);
    }

    private void addPrefix(String attribute, String text) {
        TableColumn column = columns.get(attribute);
        GeneralValue prefix = column == null || text.isEmpty() ? null : value(column, text);
        if (column == null || prefix == null) {
            return;
        }
        byte[] next = prefix.toBytes();
        // A byte of UTF-8 is never 255, so the last one can be increased.
        next[next.length - 1]++;
        least.merge(column.fieldName(), prefix, ValueBounds::max);
        greatest.merge(column.fieldName(), GeneralValue.ofBytes(next), ValueBounds::min);
    }

    private void raise(String attribute, @Nullable Object value) {
        TableColumn column = columns.get(attribute);
        GeneralValue known = column == null ? null : value(column, value);
        if (column != null && known != null) {
            boolean zero = column.type() == FieldType.DOUBLE && known.toDouble() == 0;
            // Zeros of both signs are equal for Spark, and different in an index.
            least.merge(column.fieldName(), zero ? GeneralValue.ofDouble(-0.0) : known, ValueBounds::max);
        }
    }

    private void lower(String attribute, @Nullable Object value) {
        TableColumn column = columns.get(attribute);
        GeneralValue known = column == null ? null : value(column, value);
        if (column != null && known != null) {
            boolean zero = column.type() == FieldType.DOUBLE && known.toDouble() == 0;
            greatest.merge(column.fieldName(), zero ? GeneralValue.ofDouble(0.0) : known, ValueBounds::min);
        }
    }

    private static GeneralValue max(GeneralValue one, GeneralValue other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    private static GeneralValue min(GeneralValue one, GeneralValue other) {
        return one.compareTo(other) <= 0 ? one : other;
    }

    /** Returns a value of a filter as one of a field; null if it is none. */
    private static @Nullable GeneralValue value(TableColumn column, @Nullable Object value) {
        Long number = integer(value);
        return switch (column.type()) {
            case BOOL -> value instanceof Boolean bool ? GeneralValue.ofBoolean(bool) : null;
            case BYTE -> number != null && number >= 0 && number <= 255 ? GeneralValue.ofByte(number.intValue()) : null;
            case INT32 -> number != null && number == number.intValue() ? GeneralValue.ofInt(number.intValue()) : null;
            case INT64 -> number != null ? GeneralValue.ofLong(number) : null;
            case DOUBLE -> value instanceof Double real && !real.isNaN() ? GeneralValue.ofDouble(real) : null;
            case VARIABLE32 ->
                // Bytes that are not UTF-8 are no longer known here: they have become U+FFFD.
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

    /** Returns whether nothing is known. */
    boolean isEmpty() {
        return least.isEmpty() && greatest.isEmpty();
    }

    /** Returns the ranges of those fields that have one, by name. */
    Map<String, Range> ranges(Set<String> fields) {
        Map<String, Range> ranges = new TreeMap<>();
        for (TableColumn column : columns.values()) {
            String field = column.fieldName();
            GeneralValue from = least.getOrDefault(field, first(column.type()));
            GeneralValue to = greatest.getOrDefault(field, last(column.type()));
            if (fields.contains(field) && (least.containsKey(field) || greatest.containsKey(field)) && to != null) {
                ranges.put(field, new Range(from, to));
            }
        }
        return ranges;
    }

    private static GeneralValue first(FieldType type) {
        return switch (type) {
            case BOOL -> GeneralValue.ofBoolean(false);
            case BYTE -> GeneralValue.ofByte(0);
            case INT32 -> GeneralValue.ofInt(Integer.MIN_VALUE);
            case INT64 -> GeneralValue.ofLong(Long.MIN_VALUE);
            case DOUBLE -> GeneralValue.ofDouble(Double.NEGATIVE_INFINITY);
            case VARIABLE32, FIXEDWIDTH -> GeneralValue.ofBytes(new byte[0]);
        };
    }

    /** Returns the last value; null where there is none. */
    private static @Nullable GeneralValue last(FieldType type) {
        return switch (type) {
            case BOOL -> GeneralValue.ofBoolean(true);
            case BYTE -> GeneralValue.ofByte(255);
            case INT32 -> GeneralValue.ofInt(Integer.MAX_VALUE);
            case INT64 -> GeneralValue.ofLong(Long.MAX_VALUE);
            case DOUBLE, VARIABLE32, FIXEDWIDTH -> null;
        };
    }
}

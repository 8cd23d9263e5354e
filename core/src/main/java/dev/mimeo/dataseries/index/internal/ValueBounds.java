package dev.mimeo.dataseries.index.internal;

import dev.mimeo.dataseries.FieldType;
import dev.mimeo.dataseries.GeneralValue;
import dev.mimeo.dataseries.index.MinMaxIndex.Selection;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Bounds of the values of fields in the rows that pass a filter: a least and a greatest value of each. Rows that do not pass may lie
 * within the bounds, but no row that passes lies outside. Immutable and thread-safe.
 */
public final class ValueBounds {

    /** Bounds of a filter about which nothing is known. */
    public static final ValueBounds NONE = new ValueBounds(Map.of());

    private final Map<String, Range> ranges;

    /** Values of a field, both ends included; an end that is null is open. */
    private record Range(
            FieldType type,
            @Nullable GeneralValue least,
            @Nullable GeneralValue greatest) {

        Range and(Range other) {
            return new Range(
                    type,
                    least == null || (other.least != null && other.least.compareTo(least) > 0) ? other.least : least,
                    greatest == null || (other.greatest != null && other.greatest.compareTo(greatest) < 0)
                            ? other.greatest
                            : greatest);
        }

        Range or(Range other) {
            return new Range(
                    type,
                    least == null || other.least == null
                            ? null
                            : least.compareTo(other.least) <= 0 ? least : other.least,
                    greatest == null || other.greatest == null
                            ? null
                            : greatest.compareTo(other.greatest) >= 0 ? greatest : other.greatest);
        }
    }

    private ValueBounds(Map<String, Range> ranges) {
        this.ranges = ranges;
    }

    private static ValueBounds of(String field, @Nullable GeneralValue least, @Nullable GeneralValue greatest) {
        FieldType type = least != null ? least.type() : greatest != null ? greatest.type() : null;
        if (type == null) {
            throw new IllegalArgumentException("a bound must not be null");
        }
        return new ValueBounds(Map.of(field, new Range(type, least, greatest)));
    }

    /** Returns a lower bound, itself included. */
    public static ValueBounds atLeast(String field, GeneralValue least) {
        return of(field, least, null);
    }

    /** Returns an upper bound, itself included. */
    public static ValueBounds atMost(String field, GeneralValue greatest) {
        return of(field, null, greatest);
    }

    /** Returns the bounds of a range, ends included. */
    public static ValueBounds between(String field, GeneralValue least, GeneralValue greatest) {
        return atLeast(field, least).and(atMost(field, greatest));
    }

    /**
     * Returns the bounds of a field of numbers near a number.
     *
     * @param digits the number in decimal
     * @param tolerance greatest difference of numbers that a filter takes as equal; ignored if the number is whole and the type an
     *     integer
     * @return {@link #NONE} if the field has no numbers, or the number or one near it is outside the range of the type
     */
    public static ValueBounds near(String field, FieldType type, String digits, double tolerance) {
        double number = Double.parseDouble(digits);
        if (!Double.isFinite(number - tolerance) || !Double.isFinite(number + tolerance)) {
            return NONE;
        }
        return switch (type) {
            case DOUBLE ->
                between(field, GeneralValue.ofDouble(number - tolerance), GeneralValue.ofDouble(number + tolerance));
            case BYTE, INT32, INT64 -> near(field, type, digits, number, tolerance);
            case BOOL, VARIABLE32, FIXEDWIDTH -> NONE;
        };
    }

    private static ValueBounds near(String field, FieldType type, String digits, double number, double tolerance) {
        boolean isWhole = digits.chars().skip(digits.startsWith("-") ? 1 : 0).allMatch(Character::isDigit);
        // A large exponent would need as many digits; by way of a double, their number is bounded.
        BigDecimal exact = isWhole ? new BigDecimal(digits) : new BigDecimal(number);
        BigDecimal margin = isWhole ? BigDecimal.ZERO : new BigDecimal(tolerance);
        BigDecimal from = exact.subtract(margin).setScale(0, RoundingMode.FLOOR);
        BigDecimal to = exact.add(margin).setScale(0, RoundingMode.CEILING);
        GeneralValue last = last(type);
        if (last == null
                || from.compareTo(BigDecimal.valueOf(first(type).toLong())) < 0
                || to.compareTo(BigDecimal.valueOf(last.toLong())) > 0) {
            return NONE;
        }
        return between(
                field,
                GeneralValue.ofLong(from.longValueExact()).to(type),
                GeneralValue.ofLong(to.longValueExact()).to(type));
    }

    /** Returns these bounds without the lower ones: those of values that are also less. */
    public ValueBounds orLess() {
        return mapped(range -> new Range(range.type, null, range.greatest));
    }

    /** Returns these bounds without the upper ones: those of values that are also greater. */
    public ValueBounds orGreater() {
        return mapped(range -> new Range(range.type, range.least, null));
    }

    private ValueBounds mapped(UnaryOperator<Range> change) {
        Map<String, Range> changed = new TreeMap<>();
        ranges.forEach((field, range) -> changed.put(field, change.apply(range)));
        return new ValueBounds(changed);
    }

    /** Returns the bounds of rows that lie in all of some ranges. */
    public static ValueBounds of(List<Selection> selections) {
        ValueBounds bounds = NONE;
        for (Selection selection : selections) {
            bounds = bounds.and(between(selection.minField(), selection.from(), selection.to()));
        }
        return bounds;
    }

    /** Returns the bounds of rows that pass both filters. */
    public ValueBounds and(ValueBounds other) {
        Map<String, Range> both = new TreeMap<>(ranges);
        other.ranges.forEach((field, range) -> both.merge(field, range, Range::and));
        return new ValueBounds(both);
    }

    /** Returns the bounds of rows that pass one of the filters. */
    public ValueBounds or(ValueBounds other) {
        Map<String, Range> either = new TreeMap<>();
        ranges.forEach((field, range) -> {
            Range second = other.ranges.get(field);
            if (second != null) {
                either.put(field, range.or(second));
            }
        });
        return new ValueBounds(either);
    }

    /**
     * Returns the ranges to look for in an index. A range without an upper end is left out unless its type has a greatest value:
     * strings have none, and an index does not tell whether a column has a NaN, which some filters take as the greatest number.
     */
    public List<Selection> selections() {
        List<Selection> selections = new ArrayList<>();
        ranges.forEach((field, range) -> {
            GeneralValue from = range.least == null ? first(range.type) : range.least;
            GeneralValue to = range.greatest == null ? last(range.type) : range.greatest;
            if (to != null && !(range.least == null && range.greatest == null)) {
                selections.add(Selection.of(field, from, to));
            }
        });
        return List.copyOf(selections);
    }

    /** Returns the least value of a type. */
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

    /** Returns the greatest value of a type; null if it has none. */
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

package dev.mimeo.dataseries.series;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.FieldType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A column of a series at its current row.
 *
 * <p>Reading a null gives the default value of the field. Where a series is not at a row, reading is an
 * {@link IndexOutOfBoundsException}; setting in a series that does not write is an {@link IllegalStateException}.
 * Methods with a row number read any row of the current extent; {@link ExtentSeries#setRow} goes to one. Not
 * thread-safe, like its series.
 */
public abstract sealed class SeriesField
        permits BoolField,
                ByteField,
                Int32Field,
                Int64Field,
                DoubleField,
                Variable32Field,
                FixedWidthField,
                GeneralField,
                Int64TimeField {

    final ExtentSeries series;

    /** Rows without a value; null if all rows have one. */
    boolean @Nullable [] nulls;

    private final List<FieldType> types;
    private String name;
    private int index = -1;
    private boolean nullable;

    SeriesField(ExtentSeries series, String name, FieldType... types) {
        this.series = series;
        this.name = name;
        this.types = List.of(types);
    }

    /** Returns the name of the column. */
    public final String name() {
        return name;
    }

    /**
     * Takes another column from now on, for example after a look at the version of the type.
     *
     * @throws IllegalArgumentException if the current type does not have it, or as another type than this field reads; the field keeps
     *     its column then
     */
    public final void setName(String newName) {
        String before = name;
        name = newName;
        try {
            series.attach(this);
        } catch (IllegalArgumentException e) {
            name = before;
            series.attach(this);
            throw e;
        }
    }

    /** Returns whether the column may hold nulls; false as long as the type is not known. */
    public final boolean isNullable() {
        return nullable;
    }

    /** Returns whether the current row has no value. */
    public final boolean isNull() {
        return isNull(series.row);
    }

    /** Returns whether a row of the current extent has no value. */
    public final boolean isNull(int row) {
        return nulls != null && nulls[row];
    }

    /**
     * Sets the current row to have no value.
     *
     * @throws IllegalArgumentException if the column is not nullable
     */
    public final void setNull() {
        series.written().setNull(index);
    }

    /** Returns the place of the column among the fields of the type. */
    final int index() {
        return index;
    }

    /** Finds the column in a type. */
    void resolve(ExtentType type) {
        index = type.indexOf(name);
        Field field = type.fields().get(index);
        if (!types.contains(field.type())) {
            List<String> wanted = new ArrayList<>();
            types.forEach(wantedType -> wanted.add(wantedType.xmlName()));
            throw new IllegalArgumentException("field '" + name + "' of type '" + type.name() + "' is of type "
                    + field.type().xmlName() + ", not " + String.join(" or ", wanted));
        }
        nullable = field.nullable();
        resolved(type, field);
    }

    final void bind(Extent extent) {
        nulls = nullable ? extent.nulls(index) : null;
        bind(extent, index);
    }

    /** Takes note of the column. */
    void resolved(ExtentType type, Field field) {}

    abstract void bind(Extent extent, int column);
}

package dev.mimeo.query.relational;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.query.expression.Evaluator;
import dev.mimeo.query.expression.Expression;

/** Computes the values of one new column, a block of rows at a time. For one thread at a time. */
abstract class ComputedColumn {

    final Field field;

    private final Evaluator evaluator;
    private final boolean[] nulls = new boolean[Expression.BLOCK_ROWS];

    private ComputedColumn(Field field, Evaluator evaluator) {
        this.field = field;
        this.evaluator = evaluator;
    }

    static ComputedColumn of(Expression expression, FieldType type, Field field) {
        return switch (type) {
            case BOOL -> new Flags(field, expression.condition());
            case BYTE -> new Integers(field, expression.number(), 0, 255);
            case INT32 -> new Integers(field, expression.number(), Integer.MIN_VALUE, Integer.MAX_VALUE);
            case INT64 -> new Integers(field, expression.number(), Long.MIN_VALUE, Long.MAX_VALUE);
            case DOUBLE -> new Doubles(field, expression.number());
            default -> new Strings(field, expression.string());
        };
    }

    /** Computes the values of some rows of a block. */
    final void evaluate(Extent extent, int start, int count, boolean[] among) {
        evaluateValues(extent, start, count, among);
        evaluator.nulls(extent, start, count, nulls);
    }

    abstract void evaluateValues(Extent extent, int start, int count, boolean[] among);

    /** Sets the value in the last row of a builder; rows are counted from the start of the block in {@code index}. */
    final void set(Extent extent, int row, int index, ExtentBuilder builder) throws DataSeriesException {
        set(field, extent, row, index, builder);
    }

    /**
     * Sets the value as that of another field of the same type.
     *
     * @param extent is named where the value does not fit, and so is the row
     */
    final void set(Field to, Extent extent, int row, int index, ExtentBuilder builder) throws DataSeriesException {
        if (to.nullable() && nulls[index]) {
            builder.setNull(to.index());
        } else {
            setValue(to, extent, row, index, builder);
        }
    }

    abstract void setValue(Field to, Extent extent, int row, int index, ExtentBuilder builder)
            throws DataSeriesException;

    private static final class Flags extends ComputedColumn {
        private final Evaluator.Condition evaluator;
        private final boolean[] values = new boolean[Expression.BLOCK_ROWS];

        Flags(Field field, Evaluator.Condition evaluator) {
            super(field, evaluator);
            this.evaluator = evaluator;
        }

        @Override
        void evaluateValues(Extent extent, int start, int count, boolean[] among) {
            evaluator.evaluate(extent, start, count, among, values);
        }

        @Override
        void setValue(Field to, Extent extent, int row, int index, ExtentBuilder builder) {
            builder.setBoolean(to.index(), values[index]);
        }
    }

    private static final class Integers extends ComputedColumn {
        private final Evaluator.Numeric evaluator;
        private final long least;
        private final long most;
        private final long[] values = new long[Expression.BLOCK_ROWS];
        private final boolean[] fits = new boolean[Expression.BLOCK_ROWS];

        Integers(Field field, Evaluator.Numeric evaluator, long least, long most) {
            super(field, evaluator);
            this.evaluator = evaluator;
            this.least = least;
            this.most = most;
        }

        @Override
        void evaluateValues(Extent extent, int start, int count, boolean[] among) {
            evaluator.evaluate(extent, start, count, among, values, fits);
        }

        @Override
        void setValue(Field to, Extent extent, int row, int index, ExtentBuilder builder) throws DataSeriesException {
            long value = values[index];
            if (!fits[index] || value < least || value > most) {
                throw new DataSeriesException(
                        extent.source(),
                        extent.fileOffset(),
                        -1,
                        "row " + row + " gives " + (fits[index] ? value : "NaN or a number of more than 64 bits")
                                + " for column '" + field.name() + "'",
                        field.type().xmlName() + " takes " + least + " to " + most);
            }
            switch (field.type()) {
                case BYTE -> builder.setByte(to.index(), (int) value);
                case INT32 -> builder.setInt(to.index(), (int) value);
                default -> builder.setLong(to.index(), value);
            }
        }
    }

    private static final class Doubles extends ComputedColumn {
        private final Evaluator.Numeric evaluator;
        private final double[] values = new double[Expression.BLOCK_ROWS];

        Doubles(Field field, Evaluator.Numeric evaluator) {
            super(field, evaluator);
            this.evaluator = evaluator;
        }

        @Override
        void evaluateValues(Extent extent, int start, int count, boolean[] among) {
            evaluator.evaluate(extent, start, count, among, values);
        }

        @Override
        void setValue(Field to, Extent extent, int row, int index, ExtentBuilder builder) {
            builder.setDouble(to.index(), values[index]);
        }
    }

    private static final class Strings extends ComputedColumn {
        private final Evaluator.Text evaluator;

        Strings(Field field, Evaluator.Text evaluator) {
            super(field, evaluator);
            this.evaluator = evaluator;
        }

        @Override
        void evaluateValues(Extent extent, int start, int count, boolean[] among) {
            evaluator.evaluate(extent, start, count);
        }

        @Override
        void setValue(Field to, Extent extent, int row, int index, ExtentBuilder builder) {
            builder.setBytes(to.index(), evaluator.array(), evaluator.offset(index), evaluator.length(index));
        }
    }
}

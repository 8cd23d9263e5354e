package dev.mimeo.query.expression;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentType;
import java.util.Arrays;
import java.util.Random;

/** Rows of every type of column to evaluate expressions over. */
final class ExpressionRows {

    static final ExtentType TYPE = type("""
            <ExtentType name="Test::All" namespace="mimeo.dev" version="1.0">
              <field type="bool" name="flag" />
              <field type="byte" name="small" />
              <field type="int32" name="i" />
              <field type="int64" name="big" />
              <field type="double" name="x" />
              <field type="variable32" name="word" />
              <field type="fixedwidth" name="code" size="2" />
              <field type="int32" name="n" opt_nullable="yes" />
              <field type="bool" name="maybe" opt_nullable="yes" />
              <field type="variable32" name="text" opt_nullable="yes" />
              <field type="int32" name="packet-at" />
            </ExtentType>
            """);

    private ExpressionRows() {}

    static ExtentType type(String xml) {
        try {
            return ExtentType.parse(xml);
        } catch (DataSeriesException e) {
            throw new AssertionError(e);
        }
    }

    /** Makes random rows; those of a multiple of 3 are null in n, of 5 in maybe, of 7 in text. */
    static Extent random(int rows, long seed) {
        Random random = new Random(seed);
        ExtentBuilder builder = new ExtentBuilder(TYPE);
        for (int row = 0; row < rows; row++) {
            builder.addRow();
            builder.setBoolean(0, random.nextBoolean());
            builder.setByte(1, random.nextInt(256));
            builder.setInt(2, random.nextInt(20) - 10);
            builder.setLong(3, Long.MAX_VALUE - random.nextInt(4));
            builder.setDouble(4, random.nextInt(40) / 4.0 - 5);
            builder.setString(5, Integer.toString(random.nextInt(12)));
            builder.setBytes(6, new byte[] {(byte) ('a' + random.nextInt(3)), (byte) 0xe9});
            builder.setInt(7, random.nextInt(5));
            builder.setBoolean(8, random.nextBoolean());
            builder.setString(9, random.nextBoolean() ? "on" : "no");
            builder.setInt(10, row);
            if (row % 3 == 0) {
                builder.setNull(7);
            }
            if (row % 5 == 0) {
                builder.setNull(8);
            }
            if (row % 7 == 0) {
                builder.setNull(9);
            }
        }
        return builder.build();
    }

    /** Returns the numbers of the rows that a condition chooses. */
    static int[] chosen(String condition, Extent extent) {
        int[] rows = new int[extent.rows()];
        int count = Expression.parse(condition, extent.type()).condition().select(extent, rows);
        return Arrays.copyOf(rows, count);
    }

    /** Returns the value of an expression in each row. */
    static double[] values(String expression, Extent extent) {
        Evaluator.Numeric numbers = Expression.parse(expression, extent.type()).number();
        double[] all = new double[extent.rows()];
        double[] block = new double[Expression.BLOCK_ROWS];
        for (int start = 0; start < all.length; start += block.length) {
            int count = Math.min(block.length, all.length - start);
            numbers.evaluate(extent, start, count, block);
            System.arraycopy(block, 0, all, start, count);
        }
        return all;
    }
}

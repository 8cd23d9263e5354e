package dev.mimeo.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.query.expression.Expression;
import dev.mimeo.query.expression.ExpressionException;
import java.io.UncheckedIOException;

/** An expression is computed for all rows or refused. */
public final class ExpressionFuzz {

    private static final Extent ROWS = rows();

    private ExpressionFuzz() {}

    private static Extent rows() {
        ExtentBuilder rows = new ExtentBuilder(Types.MIXED);
        for (int row = 0; row < 3; row++) {
            rows.addRow();
            rows.setBoolean(0, row == 1);
            rows.setByte(1, row);
            rows.setInt(2, row - 1);
            rows.setLong(3, Long.MAX_VALUE >> (30 * row));
            rows.setDouble(4, 1.0 / row);
            rows.setString(5, "row12".substring(row));
        }
        rows.setNull(5);
        return rows.build();
    }

    public static void fuzzerTestOneInput(byte[] data) {
        try {
            Expression expression = Expression.parse(new String(data, UTF_8), Types.MIXED);
            switch (expression.kind()) {
                case CONDITION -> {
                    int count = expression.condition().select(ROWS, new int[ROWS.rows()]);
                    Check.that(count >= 0 && count <= ROWS.rows(), "%d rows", count);
                }
                case NUMBER -> expression.number().evaluate(ROWS, 0, ROWS.rows(), new double[ROWS.rows()]);
                case TEXT -> expression.string().evaluate(ROWS, 0, ROWS.rows());
            }
        } catch (ExpressionException | UncheckedIOException e) {
            Check.oneLine(e);
        }
    }
}

package dev.mimeo.nfs.analyze;

import dev.mimeo.query.internal.stream.Quantiles;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;

/** Prints quantiles from 0 to 1 as rows of a table whose last two columns are the quantile and the value. */
final class QuantileRows {

    private QuantileRows() {}

    static void print(AnalysisOutput output, ResultTable table, Quantiles values, @Nullable Object... before)
            throws IOException {
        for (int percent = 0; percent <= 100 && values.count() > 0; percent++) {
            row(output, table, values::quantile, percent / 100.0, before);
        }
    }

    /** Prints those of the tail too, 0.995, 0.999 and so on, as long as there are ten values above. */
    static void printWithTail(AnalysisOutput output, ResultTable table, Quantiles values, @Nullable Object... before)
            throws IOException {
        printWithTail(output, table, values.count(), values::quantile, before);
    }

    /** Prints the quantiles of values, as a function gives them. */
    static void printWithTail(
            AnalysisOutput output,
            ResultTable table,
            long count,
            DoubleUnaryOperator values,
            @Nullable Object... before)
            throws IOException {
        for (int percent = 0; percent <= 100 && count > 0; percent++) {
            row(output, table, values, percent / 100.0, before);
        }
        for (double tail = 0.01; tail * count >= 10; tail /= 10) {
            if (tail < 0.01) {
                row(output, table, values, 1 - tail, before);
            }
            row(output, table, values, 1 - tail / 2, before);
        }
    }

    private static void row(
            AnalysisOutput output,
            ResultTable table,
            DoubleUnaryOperator values,
            double quantile,
            @Nullable Object... before)
            throws IOException {
        @Nullable Object[] row = Arrays.copyOf(before, before.length + 2);
        row[before.length] = quantile;
        row[before.length + 1] = values.applyAsDouble(quantile);
        output.row(table, row);
    }
}

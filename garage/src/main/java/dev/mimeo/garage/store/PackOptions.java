package dev.mimeo.garage.store;

import dev.mimeo.garage.codec.Scheme;
import java.util.HashMap;
import java.util.Map;

/**
 * Options for packing columns.
 *
 * @param scheme strategy for encoding columns
 * @param maxRelativeError largest relative error of floating point values; 0 keeps every bit
 * @param columnErrors other errors for columns, by name in any case
 */
public record PackOptions(Scheme scheme, double maxRelativeError, Map<String, Double> columnErrors) {

    /** Every bit is kept. */
    public static final PackOptions LOSSLESS = new PackOptions(Scheme.AUTO, 0, Map.of());

    /** Checks the errors. */
    public PackOptions {
        Map<String, Double> byKey = new HashMap<>();
        columnErrors.forEach((name, error) -> byKey.put(ColumnSchema.key(name), checked(error)));
        columnErrors = Map.copyOf(byKey);
        checked(maxRelativeError);
    }

    private static double checked(double error) {
        if (!(error >= 0 && error < 1)) {
            throw new IllegalArgumentException("the largest relative error must be 0 to less than 1, got " + error);
        }
        return error;
    }

    double error(ColumnSchema column) {
        return columnErrors.getOrDefault(ColumnSchema.key(column.name()), maxRelativeError);
    }
}

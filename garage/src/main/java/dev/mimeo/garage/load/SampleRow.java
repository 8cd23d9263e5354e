package dev.mimeo.garage.load;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row of a sample.
 *
 * @param table name of its table
 * @param instance name of the disk or the like, or a number of a CPU; null for a table without instances
 * @param names names of the counters, without blanks
 * @param values their values as decimal numbers, those with a fraction with a point; {@link #NONE} for none
 */
record SampleRow(String table, @Nullable String instance, List<String> names, List<String> values) {

    /** Stands for a value that is not there. */
    static final String NONE = "-";

    SampleRow {
        names = List.copyOf(names);
        values = List.copyOf(values);
    }
}

package dev.mimeo.garage.store;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A column of a table.
 *
 * @param name as the collector reports it; compared without regard to case, kept as it is; not empty
 * @param unit unit of the values, null if not known
 * @param kind null if not known
 * @param validMin lowest value that is possible, null if there is no limit or none is known
 * @param validMax highest value that is possible, null likewise
 */
public record ColumnSchema(
        String name,
        ColumnType type,
        @Nullable String unit,
        @Nullable CounterKind kind,
        @Nullable Double validMin,
        @Nullable Double validMax) {

    /** Name of the column that names the server: text, the same in every row of a file. */
    public static final String SERVER = "serverID";

    /** Name of the column of the time of a sample. */
    public static final String TIME = "sampleTime";

    /** Name of the column of the time of the server's sample before, NULL for its first ever. */
    public static final String PREVIOUS_TIME = "prevSampleTime";

    /** Name of the column of the number of a disk, processor or the like. */
    public static final String INSTANCE = "InstanceID";

    /** Checks the name and the range. */
    public ColumnSchema {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("a column needs a name");
        }
        if ((validMin != null && validMin.isNaN()) || (validMax != null && validMax.isNaN())) {
            throw new IllegalArgumentException("column '" + name + "': NaN is not a limit");
        }
    }

    /** Makes a column of which no more is known. */
    public ColumnSchema(String name, ColumnType type) {
        this(name, type, null, null, null, null);
    }

    /** Returns whether a range of possible values is declared, from one side at least. */
    public boolean hasRange() {
        return validMin != null || validMax != null;
    }

    /** Returns whether a value lies outside the declared range; NaN does not. */
    public boolean isOutOfRange(double value) {
        return (validMin != null && value < validMin) || (validMax != null && value > validMax);
    }

    /** Returns whether this is the column of a name, in any case. */
    boolean isNamed(String other) {
        return key(name).equals(key(other));
    }

    /** Returns what names that differ in case only have in common. */
    static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}

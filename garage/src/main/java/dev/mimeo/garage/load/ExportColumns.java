package dev.mimeo.garage.load;

import dev.mimeo.garage.internal.AnyCase;
import dev.mimeo.garage.store.ColumnSchema;
import dev.mimeo.garage.store.ColumnStatistics;
import dev.mimeo.garage.store.PackedFile;
import dev.mimeo.garage.store.TableSchema;
import dev.mimeo.sql.internal.Database;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The columns of a table in several packed files, in the order in which the files have them. For one thread at a time. */
final class ExportColumns {

    /** Largest integer up to which float64 holds all. */
    private static final long EXACT = 1L << 53;

    private final String table;
    private final Set<String> wanted;
    private final Map<String, Column> columns = new LinkedHashMap<>();

    /** A column; of a type that holds the values of all files, if there is one. */
    private static final class Column {
        private final String name;
        private ColumnSchema.Type type;
        /** A file with integers that float64 does not hold. */
        private @Nullable String wide;

        Column(String name, ColumnSchema.Type type) {
            this.name = name;
            this.type = type;
        }
    }

    /**
     * Makes a list without columns.
     *
     * @param wanted names of the columns to export, in any case; empty for all
     */
    ExportColumns(String table, List<String> wanted) {
        this.table = table;
        this.wanted = wanted.stream().map(AnyCase::key).collect(Collectors.toSet());
    }

    /** Returns the indexes of the columns of a file that are exported; empty if the file has none, or not the table. */
    int[] chosen(PackedFile file) {
        TableSchema schema = file.table(table);
        if (schema == null) {
            return new int[0];
        }
        List<Integer> chosen = new ArrayList<>();
        for (int i = 0; i < schema.columns().size(); i++) {
            if (wanted.isEmpty()
                    || wanted.contains(AnyCase.key(schema.columns().get(i).name()))) {
                chosen.add(i);
            }
        }
        return chosen.stream().mapToInt(i -> i).toArray();
    }

    /**
     * Adds the columns of a file that are exported.
     *
     * @return whether it has the table
     * @throws LoadException if a column has integers in one file that its type in another does not hold
     */
    boolean add(PackedFile file) throws LoadException {
        int[] chosen = chosen(file);
        TableSchema schema = file.table(table);
        for (int index : chosen) {
            if (schema != null) {
                add(file, schema, index);
            }
        }
        return schema != null;
    }

    private void add(PackedFile file, TableSchema schema, int index) throws LoadException {
        ColumnSchema of = schema.columns().get(index);
        Column column = columns.computeIfAbsent(AnyCase.key(of.name()), key -> new Column(of.name(), of.type()));
        column.type = common(column.type, of.type());
        if (of.type() == ColumnSchema.Type.INT64 && column.wide == null) {
            ColumnStatistics statistics = file.statistics(schema.name(), index);
            if (statistics.minLong() < -EXACT || statistics.maxLong() > EXACT) {
                column.wide = file.path().toString();
            }
        }
        if (column.wide != null && column.type == ColumnSchema.Type.FLOAT64) {
            throw new LoadException(
                    column.wide + ": column '" + of.name()
                            + "' has integers of more than 53 bits, and fractions in other files: export these files separately");
        }
    }

    private static ColumnSchema.Type common(ColumnSchema.Type one, ColumnSchema.Type two) {
        if (one == two) {
            return one;
        }
        return isNumber(one) && isNumber(two) ? ColumnSchema.Type.FLOAT64 : ColumnSchema.Type.TEXT;
    }

    private static boolean isNumber(ColumnSchema.Type type) {
        return switch (type) {
            case FLOAT32, FLOAT64, INT64 -> true;
            case TIMESTAMP, BOOL, TEXT -> false;
        };
    }

    /** Returns whether there is a column of a name, in any case. */
    boolean has(String name) {
        return columns.containsKey(AnyCase.key(name));
    }

    /** Returns the query for all columns of rows of the engine that have the columns of one file; others are NULL. */
    String selection(String rows, Set<String> present) {
        return columns.values().stream()
                .map(column -> (present.contains(AnyCase.key(column.name)) ? Database.quotedName(column.name) : "NULL")
                        + "::" + EngineTypes.sql(column.type) + " AS " + Database.quotedName(column.name))
                .collect(Collectors.joining(", ", "SELECT ", " FROM " + rows));
    }

    /** Returns the names of columns as {@link #selection} compares them. */
    static Set<String> keys(List<ColumnSchema> columns) {
        return columns.stream().map(column -> AnyCase.key(column.name())).collect(Collectors.toSet());
    }
}

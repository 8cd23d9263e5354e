package dev.mimeo.garage.query;

import dev.mimeo.garage.internal.AnyCase;
import dev.mimeo.garage.store.ColumnArray;
import dev.mimeo.garage.store.ColumnSchema;
import dev.mimeo.garage.store.ColumnStatistics;
import dev.mimeo.garage.store.PackedFile;
import dev.mimeo.garage.store.TableSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The tables of a file that a script names, with the columns that it may use. For one thread. */
final class FileTables {

    /** Table of the values outside of the declared ranges, which is made of statistics. */
    static final String DIRTY_COUNTS = "DirtyCounts";

    private static final List<ColumnSchema> DIRTY_COLUMNS = List.of(
            new ColumnSchema(ColumnSchema.SERVER, ColumnSchema.Type.TEXT),
            new ColumnSchema("counter", ColumnSchema.Type.TEXT),
            new ColumnSchema("n", ColumnSchema.Type.INT64),
            new ColumnSchema("minVal", ColumnSchema.Type.FLOAT64),
            new ColumnSchema("maxVal", ColumnSchema.Type.FLOAT64));

    /** No tables. */
    static final FileTables NONE = new FileTables(Map.of(), null);

    private final Map<String, TableSource> sources;
    private final @Nullable String missing;

    private FileTables(Map<String, TableSource> sources, @Nullable String missing) {
        this.sources = sources;
        this.missing = missing;
    }

    /** Finds the tables of a script in a file. */
    static FileTables of(PackedFile file, ApplyScript script) {
        Map<String, TableSource> sources = new LinkedHashMap<>();
        for (String name : new TreeSet<>(script.tables())) {
            TableSchema schema = file.table(name);
            if (schema != null) {
                sources.put(name, new PackedTable(file, schema, script));
            } else if (AnyCase.equal(name, DIRTY_COUNTS)) {
                sources.put(name, dirtyCounts(file));
            } else {
                return new FileTables(sources, name);
            }
        }
        return new FileTables(sources, null);
    }

    /**
     * Makes tables without rows, to find out what a script means.
     *
     * @param columns the columns of each table, by its name in small letters
     */
    static FileTables withoutRows(Map<String, List<ColumnSchema>> columns, ApplyScript script) {
        Map<String, TableSource> sources = new LinkedHashMap<>();
        for (String name : new TreeSet<>(script.tables())) {
            List<ColumnSchema> known = columns.get(name);
            if (known != null) {
                sources.put(name, new MemoryTable(known, 0, new ColumnArray[0]));
            } else if (AnyCase.equal(name, DIRTY_COUNTS)) {
                sources.put(name, new MemoryTable(DIRTY_COLUMNS, 0, new ColumnArray[0]));
            } else {
                return new FileTables(sources, name);
            }
        }
        return new FileTables(sources, null);
    }

    /** Returns the tables by their names in small letters. */
    Map<String, TableSource> sources() {
        return sources;
    }

    /** Returns the name of a table that the file lacks, or null. */
    @Nullable String missing() {
        return missing;
    }

    /** Returns a column of a name in small letters of any of the tables, or null. */
    @Nullable ColumnSchema column(String name) {
        for (TableSource source : sources.values()) {
            for (ColumnSchema column : source.columns()) {
                if (AnyCase.equal(column.name(), name)) {
                    return column;
                }
            }
        }
        return null;
    }

    /** Returns what files have in common for which a script means the same. */
    String signature() {
        StringBuilder signature = new StringBuilder();
        sources.forEach((name, source) -> {
            signature.append(name.length()).append(name);
            for (ColumnSchema column : source.columns()) {
                signature
                        .append(' ')
                        .append(column.name().length())
                        .append(column.name())
                        .append(column.type());
            }
            signature.append('\n');
        });
        return signature.toString();
    }

    /** A table of a packed file, of which only the columns that a script may use are declared: the engine plans all it knows. */
    private static final class PackedTable implements TableSource {
        private final PackedFile file;
        private final TableSchema schema;
        private final int[] numbers;
        private final List<ColumnSchema> columns = new ArrayList<>();

        PackedTable(PackedFile file, TableSchema schema, ApplyScript script) {
            this.file = file;
            this.schema = schema;
            List<ColumnSchema> all = schema.columns();
            numbers = new int[all.size()];
            for (int i = 0; i < all.size(); i++) {
                if (script.mayUse(all.get(i))) {
                    numbers[columns.size()] = i;
                    columns.add(all.get(i));
                }
            }
            if (columns.isEmpty()) {
                // A table has a column, though no script needs it.
                columns.add(all.get(0));
            }
        }

        @Override
        public List<ColumnSchema> columns() {
            return columns;
        }

        @Override
        public int rows() {
            return schema.rows();
        }

        @Override
        public int blocks() {
            return schema.blocks();
        }

        @Override
        public int rows(int block) {
            return schema.blockRows(block);
        }

        @Override
        public ColumnArray[] read(int block, int[] wanted) throws IOException {
            int[] inFile = new int[wanted.length];
            for (int i = 0; i < wanted.length; i++) {
                inFile[i] = numbers[wanted[i]];
            }
            return file.readBlock(schema.name(), block, inFile);
        }
    }

    private static TableSource dirtyCounts(PackedFile file) {
        List<String> servers = new ArrayList<>();
        List<String> counters = new ArrayList<>();
        List<ColumnStatistics> statistics = new ArrayList<>();
        for (TableSchema table : file.tables()) {
            for (int i = 0; i < table.columns().size(); i++) {
                if (table.columns().get(i).hasRange()) {
                    servers.add(file.description().server());
                    counters.add(table.columns().get(i).name());
                    statistics.add(file.statistics(table.name(), i));
                }
            }
        }
        ColumnArray[] values = {
            ColumnArray.ofTexts(servers.toArray(String[]::new), null),
            ColumnArray.ofTexts(counters.toArray(String[]::new), null),
            ColumnArray.ofLongs(
                    statistics.stream().mapToLong(ColumnStatistics::outOfRange).toArray(), null),
            ColumnArray.ofDoubles(
                    statistics.stream().mapToDouble(ColumnStatistics::min).toArray(), null),
            ColumnArray.ofDoubles(
                    statistics.stream().mapToDouble(ColumnStatistics::max).toArray(), null)
        };
        return new MemoryTable(DIRTY_COLUMNS, servers.size(), values);
    }

    /** A table of one block in memory. */
    private static final class MemoryTable implements TableSource {
        private final List<ColumnSchema> columns;
        private final int rows;
        private final ColumnArray[] values;

        MemoryTable(List<ColumnSchema> columns, int rows, ColumnArray[] values) {
            this.columns = columns;
            this.rows = rows;
            this.values = values;
        }

        @Override
        public List<ColumnSchema> columns() {
            return columns;
        }

        @Override
        public int rows() {
            return rows;
        }

        @Override
        public int blocks() {
            return rows > 0 ? 1 : 0;
        }

        @Override
        public int rows(int block) {
            return rows;
        }

        @Override
        public ColumnArray[] read(int block, int[] wanted) {
            ColumnArray[] chosen = new ColumnArray[wanted.length];
            for (int i = 0; i < wanted.length; i++) {
                chosen[i] = values[wanted[i]];
            }
            return chosen;
        }
    }
}

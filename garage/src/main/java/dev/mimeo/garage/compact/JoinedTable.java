package dev.mimeo.garage.compact;

import dev.mimeo.MimeoException;
import dev.mimeo.garage.internal.AnyCase;
import dev.mimeo.garage.store.ColumnArray;
import dev.mimeo.garage.store.ColumnSchema;
import dev.mimeo.garage.store.ColumnStatistics;
import dev.mimeo.garage.store.PackedFile;
import dev.mimeo.garage.store.PackedFileWriter;
import dev.mimeo.garage.store.TableSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The rows of a table in several files of a server, one file after the other. For one thread at a time.
 *
 * <p>It has the columns of all files, with NULLs for files that lack one. Floating point numbers of both precisions become float64, and so do
 * whole numbers in one file and fractions in another, if no whole number is rounded. What is declared of a counter is that of the last file.
 * {@code prevSampleTime} of the first samples of a file is the time of the last sample in the files before, where it is NULL.
 */
final class JoinedTable implements PackedFileWriter.ColumnSource {

    /** Greatest whole number up to which float64 has all of them. */
    private static final long EXACT = 1L << 53;

    /** A part of the rows: those of one file, whose columns have numbers by name in small letters. */
    private record Part(PackedFile file, TableSchema schema, Map<String, Integer> numbers, int firstRow) {

        static Part of(PackedFile file, TableSchema schema) {
            Map<String, Integer> numbers = new HashMap<>();
            for (int i = 0; i < schema.columns().size(); i++) {
                numbers.put(AnyCase.key(schema.columns().get(i).name()), i);
            }
            return new Part(file, schema, numbers, 0);
        }

        Part from(int row) {
            return new Part(file, schema, numbers, row);
        }

        /** Returns the number of a column, in any case, or -1 if there is none. */
        int indexOf(String column) {
            return numbers.getOrDefault(AnyCase.key(column), -1);
        }
    }

    private final List<Part> parts;
    private final TableSchema schema;

    private JoinedTable(List<Part> parts, TableSchema schema) {
        this.parts = parts;
        this.schema = schema;
    }

    /**
     * Joins the tables of files.
     *
     * @param files files of one server
     * @return the tables, each of the files that have it in the order of their times
     * @throws Conflict if the files cannot be joined
     */
    static List<JoinedTable> of(List<PackedFile> files) throws Conflict {
        Map<String, List<Part>> byName = new LinkedHashMap<>();
        for (PackedFile file : files) {
            for (TableSchema table : file.tables()) {
                byName.computeIfAbsent(AnyCase.key(table.name()), name -> new ArrayList<>())
                        .add(Part.of(file, table));
            }
        }
        List<JoinedTable> joined = new ArrayList<>();
        for (List<Part> parts : byName.values()) {
            joined.add(of(parts.get(0).schema.name(), parts));
        }
        return joined;
    }

    private static JoinedTable of(String name, List<Part> parts) throws Conflict {
        Joining joining = new Joining(name);
        for (Part part : ordered(parts)) {
            joining.add(part);
        }
        JoinedTable table = joining.table();
        table.checkWholeNumbers();
        return table;
    }

    /** Returns the parts that have rows, or the first if none has, in the order of their times. */
    private static List<Part> ordered(List<Part> parts) throws Conflict {
        List<Part> ordered = new ArrayList<>();
        for (Part part : parts) {
            if (part.schema.rows() > 0) {
                ordered.add(part);
                // A table of no samples has no times.
                times(part);
            }
        }
        if (ordered.isEmpty()) {
            ordered.add(parts.get(0));
        }
        ordered.sort((a, b) -> Long.compare(firstTime(a), firstTime(b)));
        return ordered;
    }

    /** A table to which parts are added, in the order of their times. */
    private static final class Joining {
        private final String name;
        private final List<Part> parts = new ArrayList<>();
        private final Map<String, ColumnSchema> columns = new LinkedHashMap<>();
        private long rows;

        Joining(String name) {
            this.name = name;
        }

        void add(Part part) throws Conflict {
            Part before = parts.isEmpty() ? null : parts.get(parts.size() - 1);
            if (before != null && times(part).minLong() <= times(before).maxLong()) {
                throw new Conflict(before.file.path() + " and " + part.file.path() + " have samples of table '" + name
                        + "' of the same time");
            }
            parts.add(part.from((int) rows));
            rows += part.schema.rows();
            if (rows > TableSchema.MAX_ROWS) {
                throw new Conflict(
                        "table '" + name + "' would have more than " + TableSchema.MAX_ROWS + " rows in one file");
            }
            addColumns(part);
        }

        private void addColumns(Part part) throws Conflict {
            for (ColumnSchema column : part.schema.columns()) {
                String key = AnyCase.key(column.name());
                ColumnSchema other = columns.get(key);
                columns.put(key, other == null ? column : joined(part, other, column));
            }
        }

        JoinedTable table() throws Conflict {
            if (columns.size() > TableSchema.MAX_COLUMNS) {
                throw new Conflict("table '" + name + "' would have more than " + TableSchema.MAX_COLUMNS + " columns");
            }
            return new JoinedTable(parts, new TableSchema(name, (int) rows, List.copyOf(columns.values())));
        }
    }

    private static long firstTime(Part part) {
        int time = part.indexOf(ColumnSchema.TIME);
        return time < 0
                ? Long.MIN_VALUE
                : part.file.statistics(part.schema.name(), time).minLong();
    }

    private static ColumnStatistics times(Part part) throws Conflict {
        int time = part.indexOf(ColumnSchema.TIME);
        if (time >= 0 && part.schema.columns().get(time).type() == ColumnSchema.Type.TIMESTAMP) {
            ColumnStatistics times = part.file.statistics(part.schema.name(), time);
            if (times.present() == part.schema.rows()) {
                return times;
            }
        }
        throw new Conflict(part.file.path() + ": table '" + part.schema.name() + "' has rows without a time");
    }

    private static ColumnSchema joined(Part part, ColumnSchema before, ColumnSchema column) throws Conflict {
        boolean isSame = before.type() == column.type();
        boolean areInstances = isInstance(before) && isInstance(column);
        if (!isSame && !areInstances && !(isNumber(before) && isNumber(column))) {
            throw new Conflict(part.file.path() + ": column '" + column.name() + "' of table '" + part.schema.name()
                    + "' holds " + column.type() + ", and " + before.type() + " in a file before");
        }
        return new ColumnSchema(
                before.name(),
                isSame ? column.type() : areInstances ? ColumnSchema.Type.TEXT : ColumnSchema.Type.FLOAT64,
                column.unit(),
                column.kind(),
                column.validMin(),
                column.validMax());
    }

    /** Returns whether a column has names of instances. They are integers in a file if all that were packed with it are. */
    private static boolean isInstance(ColumnSchema column) {
        return AnyCase.equal(column.name(), ColumnSchema.INSTANCE)
                && (column.type() == ColumnSchema.Type.TEXT || column.type() == ColumnSchema.Type.INT64);
    }

    private static boolean isNumber(ColumnSchema column) {
        return column.type().isFloating() || column.type() == ColumnSchema.Type.INT64;
    }

    /** Makes sure that whole numbers are not rounded. */
    private void checkWholeNumbers() throws Conflict {
        for (ColumnSchema column : schema.columns()) {
            for (Part part : parts) {
                int index = part.indexOf(column.name());
                if (column.type() != ColumnSchema.Type.FLOAT64
                        || index < 0
                        || part.schema.columns().get(index).type() != ColumnSchema.Type.INT64) {
                    continue;
                }
                ColumnStatistics values = part.file.statistics(part.schema.name(), index);
                if (values.present() > 0 && (values.minLong() < -EXACT || values.maxLong() > EXACT)) {
                    throw new Conflict(part.file.path() + ": column '" + column.name() + "' of table '" + schema.name()
                            + "' has whole numbers of more than 53 bits, and another file fractions");
                }
            }
        }
    }

    TableSchema schema() {
        return schema;
    }

    /** Returns the files that have the table, in the order of their times. */
    List<PackedFile> files() {
        return parts.stream().map(Part::file).toList();
    }

    @Override
    public ColumnArray read(int index) throws IOException {
        ColumnSchema column = schema.columns().get(index);
        Values values = new Values(column.type(), schema.rows());
        for (Part part : parts) {
            int from = part.indexOf(column.name());
            if (from < 0) {
                values.setNull(part.firstRow, part.firstRow + part.schema.rows());
            } else {
                values.add(part.file.read(part.schema.name(), from)[0], part.firstRow);
            }
        }
        if (AnyCase.equal(column.name(), ColumnSchema.PREVIOUS_TIME) && column.type() == ColumnSchema.Type.TIMESTAMP) {
            addPreviousTimes(values);
        }
        return values.array();
    }

    /** Sets the times before the first samples of each file but the first. */
    private void addPreviousTimes(Values previous) throws IOException {
        for (int i = 1; i < parts.size(); i++) {
            Part part = parts.get(i);
            long last = times(parts.get(i - 1)).maxLong();
            long first = times(part).minLong();
            int time = part.indexOf(ColumnSchema.TIME);
            long[] times = part.file.readBlock(part.schema.name(), 0, time)[0].longs();
            for (int row = 0; row < times.length && times[row] == first; row++) {
                previous.setIfNull(part.firstRow + row, last);
            }
        }
    }

    /** Says why files cannot be joined, in one line. */
    static final class Conflict extends MimeoException {

        private static final long serialVersionUID = 1L;

        Conflict(String message) {
            super(Reason.UNSUPPORTED, message);
        }
    }

    /** The values of a column, from arrays of its own type or of narrower ones. */
    private static final class Values {
        private final ColumnArray array;
        private final long[] nulls;

        Values(ColumnSchema.Type type, int rows) {
            this.array = ColumnArray.allocateNullable(type, rows);
            this.nulls = Objects.requireNonNull(array.nulls());
        }

        void setNull(int from, int to) {
            for (int row = from; row < to; row++) {
                nulls[row >> 6] |= 1L << row;
            }
        }

        void setIfNull(int row, long time) {
            if (array.isNull(row)) {
                nulls[row >> 6] &= ~(1L << row);
                array.longs()[row] = time;
            }
        }

        void add(ColumnArray part, int at) {
            int count = part.rows();
            if (part.type() == array.type()) {
                System.arraycopy(values(part), 0, values(array), at, count);
            } else if (array.type() == ColumnSchema.Type.TEXT) {
                for (int row = 0; row < count; row++) {
                    if (!part.isNull(row)) {
                        array.texts()[at + row] = Long.toString(part.longs()[row]);
                    }
                }
            } else {
                double[] wide = array.doubles();
                boolean isFloat = part.type() == ColumnSchema.Type.FLOAT32;
                for (int row = 0; row < count; row++) {
                    wide[at + row] = isFloat ? part.floats()[row] : (double) part.longs()[row];
                }
            }
            for (int row = 0; row < count && part.nulls() != null; row++) {
                if (part.isNull(row)) {
                    setNull(at + row, at + row + 1);
                }
            }
        }

        private static Object values(ColumnArray column) {
            return switch (column.type()) {
                case FLOAT32 -> column.floats();
                case FLOAT64 -> column.doubles();
                case INT64, TIMESTAMP -> column.longs();
                case BOOL -> column.booleans();
                case TEXT -> column.texts();
            };
        }

        ColumnArray array() {
            return array;
        }
    }
}

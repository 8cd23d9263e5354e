package dev.mimeo.garage.summary;

import dev.mimeo.garage.store.ColumnArray;
import dev.mimeo.garage.store.ColumnSchema;
import dev.mimeo.garage.store.PackedFile;
import dev.mimeo.garage.store.PackedFileWriter;
import dev.mimeo.garage.store.TableSchema;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Hourly summaries of some files of a garage: a packed file with a table for each counter. So the values of one statistic of one
 * counter are together, which packs them best. For one thread at a time.
 *
 * <p>Table {@code Counters} has the columns {@code tableName} and {@code counter}; its row {@code i} belongs to table {@code i}. That
 * has a row for each file and hour, see {@link HourlyRows}. Numbers that float32 holds without loss are float32. A counter that has
 * whole numbers in some files and fractions in others has two tables. Those of whole numbers have sums of squares, the others have
 * deviations, as each packs best.
 */
final class SummarySegment implements Closeable {

    private static final String COUNTERS = "Counters";

    private static final List<String> INTEGER_NAMES = List.of("source", "hour", "count", "nulls", "nans", "dirty");

    private static final List<String> NUMBER_NAMES =
            List.of("minimum", "maximum", "sum", "firstValue", "lastValue", "deviations", "sumOfSquares");

    private final PackedFile file;
    private final List<CounterName> counters;

    private SummarySegment(PackedFile file, List<CounterName> counters) {
        this.file = file;
        this.counters = counters;
    }

    /**
     * Opens a segment.
     *
     * @throws PackedFile.DamagedException if it is damaged, or not a segment
     */
    static SummarySegment open(Path path) throws IOException {
        PackedFile file = PackedFile.open(path);
        try {
            TableSchema names = file.table(COUNTERS);
            if (names == null
                    || names.columns().size() != 2
                    || names.rows() != file.tables().size() - 1) {
                throw new PackedFile.DamagedException(
                        path.toString(), "table '" + COUNTERS + "'", "expected a row for each other table");
            }
            ColumnArray[] columns = file.read(COUNTERS, 0, 1);
            List<CounterName> counters = new ArrayList<>();
            for (int i = 0; i < names.rows(); i++) {
                counters.add(new CounterName(columns[0].texts()[i], columns[1].texts()[i]));
            }
            return new SummarySegment(file, List.copyOf(counters));
        } catch (IOException | RuntimeException | Error e) {
            file.close();
            throw e;
        }
    }

    /** Returns the counters, in order; one may occur twice. */
    List<CounterName> counters() {
        return counters;
    }

    /** Returns the number of rows of all counters. */
    long rows() {
        return file.tables().stream()
                .filter(table -> !table.name().equals(COUNTERS))
                .mapToLong(TableSchema::rows)
                .sum();
    }

    /** Returns the number of rows of the counter that has most. */
    int mostRows() {
        return file.tables().stream()
                .filter(table -> !table.name().equals(COUNTERS))
                .mapToInt(TableSchema::rows)
                .max()
                .orElse(0);
    }

    /**
     * Reads the rows of a counter.
     *
     * @param counter its number in {@link #counters}
     */
    HourlyRows read(int counter) throws IOException {
        String name = Integer.toString(counter);
        TableSchema table = file.table(name);
        int columns = HourlyRows.INTEGERS + HourlyRows.NUMBERS - 1;
        if (table == null || table.columns().size() != columns) {
            throw new PackedFile.DamagedException(
                    file.path().toString(), "table '" + name + "'", "expected " + columns + " columns");
        }
        ColumnArray[] values = file.read(name, IntStream.range(0, columns).toArray());
        HourlyRows rows = new HourlyRows();
        rows.makeRows(table.rows());
        for (int i = 0; i < HourlyRows.INTEGERS; i++) {
            System.arraycopy(values[i].longs(), 0, rows.integers(i), 0, table.rows());
        }
        boolean isWhole = table.indexOf(NUMBER_NAMES.get(HourlyRows.SQUARES)) >= 0;
        for (int i = 0; i < HourlyRows.NUMBERS - 1; i++) {
            ColumnArray numbers = values[HourlyRows.INTEGERS + i];
            boolean isLast = i == HourlyRows.DEVIATIONS;
            double[] target = rows.numbers(isLast && isWhole ? HourlyRows.SQUARES : i);
            for (int row = 0; row < table.rows(); row++) {
                target[row] =
                        numbers.type() == ColumnSchema.Type.FLOAT32 ? numbers.floats()[row] : numbers.doubles()[row];
            }
        }
        Arrays.fill(rows.numbers(isWhole ? HourlyRows.DEVIATIONS : HourlyRows.SQUARES), Double.NaN);
        return rows;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    /** Writes a segment, counter by counter. */
    static final class HourWriter implements Closeable {
        private final PackedFileWriter writer;
        private final List<CounterName> counters = new ArrayList<>();

        /** @param path a file that does not exist */
        HourWriter(Path path) throws IOException {
            PackedFileWriter.FileDescription description = new PackedFileWriter.FileDescription("", null, Map.of());
            writer = PackedFileWriter.create(path, description, PackedFileWriter.Options.LOSSLESS);
        }

        /** Adds a counter that was not added before. */
        void add(CounterName counter, HourlyRows rows) throws IOException {
            HourlyRows whole = new HourlyRows();
            HourlyRows others = new HourlyRows();
            for (int from = 0; from < rows.size(); ) {
                int to = rows.end(from);
                boolean isWhole = IntStream.range(from, to).allMatch(rows::isWhole);
                (isWhole ? whole : others).addAll(rows, from, to);
                from = to;
            }
            if (whole.size() > 0) {
                add(counter, whole, HourlyRows.SQUARES);
            }
            if (others.size() > 0) {
                add(counter, others, HourlyRows.DEVIATIONS);
            }
        }

        /** @param last the last column: deviations or squares */
        private void add(CounterName counter, HourlyRows rows, int last) throws IOException {
            List<ColumnSchema> columns = new ArrayList<>();
            List<ColumnArray> values = new ArrayList<>();
            for (int i = 0; i < HourlyRows.INTEGERS; i++) {
                columns.add(new ColumnSchema(INTEGER_NAMES.get(i), ColumnSchema.Type.INT64));
                values.add(ColumnArray.ofLongs(Arrays.copyOf(rows.integers(i), rows.size()), null));
            }
            long[] nulls = ColumnArray.nulls(rows.size(), row -> !rows.hasValues(row));
            for (int i :
                    new int[] {HourlyRows.MIN, HourlyRows.MAX, HourlyRows.SUM, HourlyRows.FIRST, HourlyRows.LAST, last
                    }) {
                double[] numbers = Arrays.copyOf(rows.numbers(i), rows.size());
                boolean isSingle = Arrays.stream(numbers).allMatch(HourWriter::isSingle);
                columns.add(new ColumnSchema(
                        NUMBER_NAMES.get(i), isSingle ? ColumnSchema.Type.FLOAT32 : ColumnSchema.Type.FLOAT64));
                values.add(isSingle ? singles(numbers, nulls) : ColumnArray.ofDoubles(numbers, nulls));
            }
            writer.add(new TableSchema(Integer.toString(counters.size()), rows.size(), columns), values);
            counters.add(counter);
        }

        private static boolean isSingle(double value) {
            return Double.doubleToRawLongBits((float) value) == Double.doubleToRawLongBits(value);
        }

        private static ColumnArray singles(double[] numbers, long @Nullable [] nulls) {
            float[] singles = new float[numbers.length];
            for (int i = 0; i < singles.length; i++) {
                singles[i] = (float) numbers[i];
            }
            return ColumnArray.ofFloats(singles, nulls);
        }

        /** Gives the file its name. */
        void commit() throws IOException {
            List<ColumnSchema> columns = List.of(
                    new ColumnSchema("tableName", ColumnSchema.Type.TEXT),
                    new ColumnSchema("counter", ColumnSchema.Type.TEXT));
            List<ColumnArray> values = List.of(
                    ColumnArray.ofTexts(
                            counters.stream().map(CounterName::table).toArray(String[]::new), null),
                    ColumnArray.ofTexts(
                            counters.stream().map(CounterName::counter).toArray(String[]::new), null));
            writer.add(new TableSchema(COUNTERS, counters.size(), columns), values);
            writer.commit();
        }

        @Override
        public void close() throws IOException {
            writer.close();
        }
    }
}

package dev.mimeo.garage.prometheus;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.mimeo.garage.prometheus.MetricQuery.LabelMatcher;
import dev.mimeo.garage.store.ColumnArray;
import dev.mimeo.garage.store.ColumnSchema;
import dev.mimeo.garage.store.GarageTree;
import dev.mimeo.garage.store.PackedFile;
import dev.mimeo.garage.store.TableSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The counters of a garage as labeled series; {@link LabeledFile} has the labels.
 *
 * <p>Schemas are kept, so memory grows with the number of files and counters. Times are milliseconds since 1970. Thread-safe.
 */
final class SeriesStore {

    private final Path root;
    private final long maxSamples;

    @GuardedBy("this") private final Set<String> reported = new HashSet<>();

    @GuardedBy("this") private Map<Path, LabeledFile> files = Map.of();

    /** @param maxSamples maximum number of samples that a query may read */
    SeriesStore(Path root, long maxSamples) {
        this.root = root;
        this.maxSamples = maxSamples;
    }

    /**
     * Finds the files that are new, changed or removed.
     *
     * @return a line for each file that cannot be read and was not reported before
     */
    synchronized List<String> refresh() throws IOException {
        Map<Path, LabeledFile> found = new LinkedHashMap<>();
        List<String> failures = new ArrayList<>();
        for (Path file : GarageTree.files(List.of(root))) {
            BasicFileAttributes attributes;
            try {
                attributes = Files.readAttributes(file, BasicFileAttributes.class);
            } catch (NoSuchFileException e) {
                continue;
            }
            LabeledFile known = files.get(file);
            if (known != null && known.isUnchanged(attributes)) {
                found.put(file, known);
                continue;
            }
            try {
                found.put(file, LabeledFile.open(root, file, attributes));
            } catch (NoSuchFileException ignored) {
                // It was removed after the folder was listed.
            } catch (IOException e) {
                String failure = String.valueOf(e.getMessage());
                if (reported.add(failure)) {
                    failures.add(failure);
                }
            }
        }
        files = found;
        return failures;
    }

    /** Returns whether there was no file that could be read. */
    synchronized boolean isEmpty() {
        return files.isEmpty();
    }

    /**
     * Checks the size of a result of a query.
     *
     * @param values number of values
     * @param factor memory of a value, as a multiple of that of a sample
     * @throws QueryException if the result takes too much memory
     */
    void checkRoom(long values, int factor) throws QueryException {
        if (values > maxSamples / factor) {
            throw QueryException.inExecution("the query makes more than " + maxSamples / factor
                    + " values: name fewer series, a shorter time or a longer step");
        }
    }

    private synchronized List<LabeledFile> overlapping(long from, long to) {
        return files.values().stream()
                .filter(file -> file.overlaps(from, to))
                .sorted(Comparator.comparingLong(LabeledFile::first))
                .toList();
    }

    /** Samples of a series while they are read. */
    private static final class SeriesSamples {
        private long[] times = new long[16];
        private double[] values = new double[16];
        private int count;

        void add(long time, double value) {
            if (count == times.length) {
                times = Arrays.copyOf(times, 2 * count);
                values = Arrays.copyOf(values, 2 * count);
            }
            times[count] = time;
            values[count++] = value;
        }

        /** Returns the samples in the order of their times; of several at one time, the first that was added. */
        CounterSeries ofLabels(Map<String, String> labels) {
            boolean ascends = true;
            for (int i = 1; i < count; i++) {
                ascends &= times[i - 1] < times[i];
            }
            if (ascends) {
                return new CounterSeries(labels, Arrays.copyOf(times, count), Arrays.copyOf(values, count));
            }
            // Files overlap, such as those that are not of one day.
            TreeMap<Long, Double> sorted = new TreeMap<>();
            for (int i = 0; i < count; i++) {
                sorted.putIfAbsent(times[i], values[i]);
            }
            return new CounterSeries(
                    labels,
                    sorted.keySet().stream().mapToLong(Long::longValue).toArray(),
                    sorted.values().stream().mapToDouble(Double::doubleValue).toArray());
        }
    }

    /** Collects the samples of the series that match, in a range of times, from one table of a file after the other. */
    private static final class MatchedSeries {
        private final List<LabelMatcher> matchers;
        private final long from;
        private final long to;
        private final Map<Map<String, String>, SeriesSamples> found = new LinkedHashMap<>();

        MatchedSeries(List<LabelMatcher> matchers, long from, long to) {
            this.matchers = matchers;
            this.from = from;
            this.to = to;
        }

        List<CounterSeries> series() {
            List<CounterSeries> series = new ArrayList<>();
            found.forEach((labels, samples) -> {
                // A counter of a table need not have values of each instance.
                if (samples.count > 0) {
                    series.add(samples.ofLabels(labels));
                }
            });
            return series;
        }

        /**
         * Reads some counters of a table.
         *
         * @param counters indexes of their columns
         */
        void read(LabeledFile file, TableSchema table, List<Integer> counters) throws IOException {
            int instanceColumn = table.indexOf(ColumnSchema.INSTANCE);
            ColumnArray[] arrays;
            try (PackedFile packed = PackedFile.open(file.path())) {
                arrays = packed.read(table.name(), columns(table, counters, instanceColumn));
            } catch (NoSuchFileException e) {
                // It was removed since the garage was looked through, and is not in it any more.
                return;
            }
            long[] times = arrays[0].longs();
            ColumnArray instances = instanceColumn < 0 ? null : arrays[arrays.length - 1];
            Map<String, @Nullable SeriesSamples[]> byInstance = new HashMap<>();
            for (int row = 0; row < times.length; row++) {
                if (times[row] < from || times[row] > to) {
                    continue;
                }
                String instance = LabeledFile.instance(instances, row);
                @Nullable SeriesSamples[] series = byInstance.get(instance);
                if (series == null) {
                    series = ofInstance(file, table, counters, instance);
                    byInstance.put(instance, series);
                }
                for (int i = 0; i < series.length; i++) {
                    SeriesSamples samples = series[i];
                    if (samples != null && !arrays[i + 1].isNull(row)) {
                        samples.add(times[row], number(arrays[i + 1], row));
                    }
                }
            }
        }

        /** Returns the columns to read: the time, the counters and last the instance, if there is one. */
        private static int[] columns(TableSchema table, List<Integer> counters, int instanceColumn) {
            int[] columns = new int[counters.size() + (instanceColumn < 0 ? 1 : 2)];
            columns[0] = table.indexOf(ColumnSchema.TIME);
            for (int i = 0; i < counters.size(); i++) {
                columns[i + 1] = counters.get(i);
            }
            if (instanceColumn >= 0) {
                columns[columns.length - 1] = instanceColumn;
            }
            return columns;
        }

        /** Returns where the samples of each counter of an instance are added; null for counters that do not match. */
        private @Nullable SeriesSamples[] ofInstance(
                LabeledFile file, TableSchema table, List<Integer> counters, String instance) {
            @Nullable SeriesSamples[] series = new SeriesSamples[counters.size()];
            for (int i = 0; i < series.length; i++) {
                String name = table.columns().get(counters.get(i)).name();
                Map<String, String> labels = file.labels(table, name, instance);
                if (matches(labels, matchers)) {
                    series[i] = found.computeIfAbsent(labels, key -> new SeriesSamples());
                }
            }
            return series;
        }

        private static double number(ColumnArray column, int row) {
            return switch (column.type()) {
                case FLOAT32 -> column.floats()[row];
                case FLOAT64 -> column.doubles()[row];
                case INT64, TIMESTAMP -> column.longs()[row];
                case BOOL -> column.booleans()[row] ? 1 : 0;
                case TEXT -> throw new IllegalArgumentException("a text is not a number");
            };
        }
    }

    /**
     * Returns the series that match, with their samples in a range of times.
     *
     * @param from first time of the range
     * @param to last time of the range
     * @throws QueryException if there are too many samples
     */
    List<CounterSeries> select(List<LabelMatcher> matchers, long from, long to) throws IOException {
        MatchedSeries matched = new MatchedSeries(matchers, from, to);
        long read = 0;
        for (LabeledFile file : overlapping(from, to)) {
            for (TableSchema table : file.tables()) {
                List<Integer> counters = file.counters(table, matchers);
                read += (long) counters.size() * table.rows();
                if (read > maxSamples) {
                    throw QueryException.inExecution("the query reads more than " + maxSamples
                            + " samples: name fewer series or a shorter time");
                }
                if (!counters.isEmpty()) {
                    matched.read(file, table, counters);
                }
            }
        }
        return matched.series();
    }

    private static boolean matches(Map<String, String> labels, List<LabelMatcher> matchers) {
        return matchers.stream().allMatch(matcher -> matcher.matches(labels.getOrDefault(matcher.label(), "")));
    }

    /**
     * Returns the labels of series that match, without their samples. Every counter of a table is taken to have values for each
     * instance of the table.
     *
     * @param from first time that the day of a file must overlap
     * @param to last such time
     * @throws QueryException if too many series match
     */
    Set<Map<String, String>> labels(List<LabelMatcher> matchers, long from, long to) throws IOException {
        Set<Map<String, String>> found = new HashSet<>();
        for (LabeledFile file : overlapping(from, to)) {
            for (TableSchema table : file.tables()) {
                List<Integer> counters = file.counters(table, matchers);
                for (String instance : counters.isEmpty() ? Set.<String>of() : file.instances(table)) {
                    for (int counter : counters) {
                        Map<String, String> labels =
                                file.labels(table, table.columns().get(counter).name(), instance);
                        if (matches(labels, matchers)) {
                            found.add(labels);
                        }
                    }
                }
                if (found.size() > maxSamples / 100) {
                    throw QueryException.inExecution("more than " + maxSamples / 100 + " series match: name fewer");
                }
            }
        }
        List<Map<String, String>> sorted = new ArrayList<>(found);
        sorted.sort(Comparator.comparing(Objects::toString));
        return new LinkedHashSet<>(sorted);
    }
}

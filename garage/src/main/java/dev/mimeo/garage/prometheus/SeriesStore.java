package dev.mimeo.garage.prometheus;

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
import java.time.LocalDate;
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
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The counters of a garage as labeled series.
 *
 * <p>Label {@code __name__} is the counter. {@code instance} is the server, followed by a colon and the port if there is a label
 * {@code port}. {@code folder} is the folder of the file below the root, if it has one. An {@code InstanceID} becomes a label with
 * the name of its table, or the labels that {@link dev.mimeo.garage.load.CounterText#PROMETHEUS} packed into it. Tables without
 * instances, other than RawData, have label {@code table}. Columns without numbers are not series.
 *
 * <p>Schemas are kept, so memory grows with the number of files and counters. Times are milliseconds since 1970. Thread-safe.
 */
final class SeriesStore {

    private static final String SERVER = "instance";
    private static final String FOLDER = "folder";
    private static final String TABLE = "table";
    private static final String PORT = "port";
    private static final long DAY_MILLIS = 86_400_000;

    private final Path root;
    private final long maxSamples;
    private final Set<String> reported = new HashSet<>();
    private Map<Path, Entry> entries = Map.of();

    /** @param maxSamples maximum number of samples that a query may read */
    SeriesStore(Path root, long maxSamples) {
        this.root = root;
        this.maxSamples = maxSamples;
    }

    /** A file whose schema was read. */
    private record Entry(
            Path file,
            long modified,
            long bytes,
            String server,
            String folder,
            long first,
            long last,
            List<TableSchema> tables,
            Map<String, Set<String>> instances) {

        boolean overlaps(long from, long to) {
            return first <= to && last >= from;
        }
    }

    /**
     * Finds the files that are new, changed or removed.
     *
     * @return a line for each file that cannot be read and was not reported before
     */
    synchronized List<String> refresh() throws IOException {
        Map<Path, Entry> found = new LinkedHashMap<>();
        List<String> failures = new ArrayList<>();
        for (Path file : GarageTree.files(List.of(root))) {
            BasicFileAttributes attributes;
            try {
                attributes = Files.readAttributes(file, BasicFileAttributes.class);
            } catch (NoSuchFileException e) {
                continue;
            }
            long modified = attributes.lastModifiedTime().toMillis();
            Entry known = entries.get(file);
            if (known != null && known.modified == modified && known.bytes == attributes.size()) {
                found.put(file, known);
                continue;
            }
            try (PackedFile packed = PackedFile.open(file)) {
                Path parent = file.getParent();
                String folder =
                        parent == null || !Files.isDirectory(root) ? "" : String.valueOf(root.relativize(parent));
                // A file that is not of one day may have any times.
                LocalDate day = packed.description().day();
                found.put(
                        file,
                        new Entry(
                                file,
                                modified,
                                packed.sizeBytes(),
                                packed.description().server(),
                                folder.replace('\\', '/'),
                                day == null ? Long.MIN_VALUE : day.toEpochDay() * DAY_MILLIS,
                                day == null ? Long.MAX_VALUE : (day.toEpochDay() + 1) * DAY_MILLIS - 1,
                                packed.tables(),
                                new HashMap<>()));
            } catch (NoSuchFileException ignored) {
                // It was removed after the folder was listed.
            } catch (IOException e) {
                String failure = String.valueOf(e.getMessage());
                if (reported.add(failure)) {
                    failures.add(failure);
                }
            }
        }
        entries = found;
        return failures;
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
            throw new QueryException(
                    "the query makes more than " + maxSamples / factor
                            + " values: name fewer series, a shorter time or a longer step",
                    true);
        }
    }

    private synchronized List<Entry> overlapping(long from, long to) {
        return entries.values().stream()
                .filter(entry -> entry.overlaps(from, to))
                .sorted(Comparator.comparingLong(Entry::first))
                .toList();
    }

    /** Samples of a series while they are read. */
    private static final class Samples {
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

    /**
     * Returns the series that match, with their samples in a range of times.
     *
     * @param from first time of the range
     * @param to last time of the range
     * @throws QueryException if there are too many samples
     */
    List<CounterSeries> select(List<LabelMatcher> matchers, long from, long to) throws IOException {
        Map<Map<String, String>, Samples> found = new LinkedHashMap<>();
        long read = 0;
        for (Entry entry : overlapping(from, to)) {
            for (TableSchema table : entry.tables) {
                List<Integer> counters = counters(table, entry, matchers);
                read += (long) counters.size() * table.rows();
                if (read > maxSamples) {
                    throw new QueryException(
                            "the query reads more than " + maxSamples + " samples: name fewer series or a shorter time",
                            true);
                }
                if (!counters.isEmpty()) {
                    read(entry, table, counters, matchers, from, to, found);
                }
            }
        }
        List<CounterSeries> series = new ArrayList<>();
        found.forEach((labels, samples) -> series.add(samples.ofLabels(labels)));
        return series;
    }

    /** Returns the columns of counters that may match, as far as can be told without the instance. */
    private static List<Integer> counters(TableSchema table, Entry entry, List<LabelMatcher> matchers) {
        List<Integer> found = new ArrayList<>();
        for (int i = 0; i < table.columns().size(); i++) {
            ColumnSchema column = table.columns().get(i);
            boolean matches = isCounter(column);
            for (LabelMatcher matcher : matchers) {
                matches = matches
                        && switch (matcher.label()) {
                            case LabelMatcher.NAME -> matcher.matches(column.name());
                            case FOLDER -> matcher.matches(entry.folder);
                            // A port may follow.
                            case SERVER ->
                                !matcher.operator().equals("=")
                                        || matcher.matches(entry.server)
                                        || matcher.text().startsWith(entry.server + ":");
                            default -> true;
                        };
            }
            if (matches) {
                found.add(i);
            }
        }
        return found;
    }

    private static boolean isCounter(ColumnSchema column) {
        boolean isKey = column.name().equalsIgnoreCase(ColumnSchema.INSTANCE)
                || column.name().equalsIgnoreCase(ColumnSchema.TIME)
                || column.name().equalsIgnoreCase(ColumnSchema.PREVIOUS_TIME);
        return !isKey && column.type() != ColumnSchema.Type.TEXT && column.type() != ColumnSchema.Type.TIMESTAMP;
    }

    private void read(
            Entry entry,
            TableSchema table,
            List<Integer> counters,
            List<LabelMatcher> matchers,
            long from,
            long to,
            Map<Map<String, String>, Samples> found)
            throws IOException {
        int instanceColumn = table.indexOf(ColumnSchema.INSTANCE);
        int[] columns = new int[counters.size() + (instanceColumn < 0 ? 1 : 2)];
        columns[0] = table.indexOf(ColumnSchema.TIME);
        for (int i = 0; i < counters.size(); i++) {
            columns[i + 1] = counters.get(i);
        }
        if (instanceColumn >= 0) {
            columns[columns.length - 1] = instanceColumn;
        }
        ColumnArray[] arrays;
        try (PackedFile file = PackedFile.open(entry.file)) {
            arrays = file.read(table.name(), columns);
        } catch (NoSuchFileException e) {
            // It was removed since the garage was looked through, and is not in it any more.
            return;
        }
        long[] times = arrays[0].longs();
        ColumnArray instances = instanceColumn < 0 ? null : arrays[arrays.length - 1];
        Map<String, @Nullable Samples[]> byInstance = new HashMap<>();
        for (int row = 0; row < times.length; row++) {
            if (times[row] < from || times[row] > to) {
                continue;
            }
            String instance = instance(instances, row);
            @Nullable Samples[] series = byInstance.get(instance);
            if (series == null) {
                series = series(entry, table, counters, instance, matchers, found);
                byInstance.put(instance, series);
            }
            for (int i = 0; i < series.length; i++) {
                Samples samples = series[i];
                if (samples != null && !arrays[i + 1].isNull(row)) {
                    samples.add(times[row], number(arrays[i + 1], row));
                }
            }
        }
    }

    private static String instance(@Nullable ColumnArray instances, int row) {
        if (instances == null || instances.isNull(row)) {
            return "";
        }
        return instances.type().isLong()
                ? Long.toString(instances.longs()[row])
                : instances.texts()[row];
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

    /** Returns the list that the samples of each counter of an instance are added to; null for counters that do not match. */
    private static @Nullable Samples[] series(
            Entry entry,
            TableSchema table,
            List<Integer> counters,
            String instance,
            List<LabelMatcher> matchers,
            Map<Map<String, String>, Samples> found) {
        @Nullable Samples[] series = new Samples[counters.size()];
        for (int i = 0; i < series.length; i++) {
            String name = table.columns().get(counters.get(i)).name();
            Map<String, String> labels = labels(entry, table, name, instance);
            if (matches(labels, matchers)) {
                series[i] = found.computeIfAbsent(labels, key -> new Samples());
            }
        }
        return series;
    }

    private static boolean matches(Map<String, String> labels, List<LabelMatcher> matchers) {
        return matchers.stream().allMatch(matcher -> matcher.matches(labels.getOrDefault(matcher.label(), "")));
    }

    private static Map<String, String> labels(Entry entry, TableSchema table, String counter, String instance) {
        Map<String, String> labels = new TreeMap<>();
        labels.put(LabelMatcher.NAME, counter);
        labels.put(SERVER, entry.server);
        if (!entry.folder.isEmpty()) {
            labels.put(FOLDER, entry.folder);
        }
        boolean isRaw = table.name().equalsIgnoreCase(TableSchema.RAW_DATA);
        if (!InstanceLabels.parse(instance, labels)) {
            labels.put(isRaw ? ColumnSchema.INSTANCE : table.name(), instance);
        } else if (instance.isEmpty() && !isRaw) {
            labels.put(TABLE, table.name());
        }
        String port = labels.remove(PORT);
        if (port != null) {
            labels.put(SERVER, entry.server + ":" + port);
        }
        return labels;
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
        for (Entry entry : overlapping(from, to)) {
            for (TableSchema table : entry.tables) {
                List<Integer> counters = counters(table, entry, matchers);
                for (String instance : counters.isEmpty() ? Set.<String>of() : instances(entry, table)) {
                    for (int counter : counters) {
                        Map<String, String> labels = labels(
                                entry, table, table.columns().get(counter).name(), instance);
                        if (matches(labels, matchers)) {
                            found.add(labels);
                        }
                    }
                }
                if (found.size() > maxSamples / 100) {
                    throw new QueryException("more than " + maxSamples / 100 + " series match: name fewer", true);
                }
            }
        }
        List<Map<String, String>> sorted = new ArrayList<>(found);
        sorted.sort(Comparator.comparing(Objects::toString));
        return new LinkedHashSet<>(sorted);
    }

    private static Set<String> instances(Entry entry, TableSchema table) throws IOException {
        int column = table.indexOf(ColumnSchema.INSTANCE);
        if (column < 0) {
            return Set.of("");
        }
        synchronized (entry.instances) {
            Set<String> known = entry.instances.get(table.name());
            if (known == null) {
                known = new TreeSet<>();
                try (PackedFile file = PackedFile.open(entry.file)) {
                    ColumnArray values = file.read(table.name(), column)[0];
                    for (int row = 0; row < values.rows(); row++) {
                        known.add(instance(values, row));
                    }
                } catch (NoSuchFileException e) {
                    return Set.of();
                }
                entry.instances.put(table.name(), known);
            }
            return known;
        }
    }
}

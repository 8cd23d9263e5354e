package dev.mimeo.garage.prometheus;

import dev.mimeo.garage.internal.AnyCase;
import dev.mimeo.garage.prometheus.MetricQuery.LabelMatcher;
import dev.mimeo.garage.store.Catalog.DayRange;
import dev.mimeo.garage.store.ColumnArray;
import dev.mimeo.garage.store.ColumnSchema;
import dev.mimeo.garage.store.PackedFile;
import dev.mimeo.garage.store.TableSchema;
import dev.mimeo.internal.files.FileVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A file of a garage whose schema was read, and the labels of its counters.
 *
 * <p>Label {@code __name__} is the counter. {@code instance} is the server, followed by a colon and the port if there is a label
 * {@code port}. {@code folder} is the folder of the file below the root, if it has one. An {@code InstanceID} becomes a label with
 * the name of its table, or the labels that {@link dev.mimeo.garage.load.CounterText#PROMETHEUS} packed into it. Tables without
 * instances, other than RawData, have a label with their name. Columns without numbers are not counters.
 *
 * <p>Thread-safe.
 *
 * @param version properties by which a changed file is recognized
 * @param folder folder below the root of the garage; empty for the root
 * @param first first time that samples may have, in milliseconds since 1970
 * @param last last such time
 * @param knownInstances instances by table, as far as they were read; guarded by itself
 */
record LabeledFile(
        Path path,
        FileVersion version,
        String server,
        String folder,
        long first,
        long last,
        List<TableSchema> tables,
        Map<String, Set<String>> knownInstances) {

    private static final String SERVER = "instance";
    private static final String FOLDER = "folder";
    private static final String TABLE = "table";
    private static final String PORT = "port";

    /** Reads the schema of a file, whose attributes were looked at before. */
    static LabeledFile open(Path root, Path file, BasicFileAttributes attributes) throws IOException {
        try (PackedFile packed = PackedFile.open(file)) {
            Path parent = file.getParent();
            String folder = parent == null || !Files.isDirectory(root) ? "" : String.valueOf(root.relativize(parent));
            DayRange days = DayRange.of(packed);
            return new LabeledFile(
                    file,
                    FileVersion.of(attributes),
                    packed.description().server(),
                    folder.replace('\\', '/'),
                    days == null ? Long.MAX_VALUE : days.startMillis(),
                    days == null ? Long.MIN_VALUE : days.endMillis(),
                    packed.tables(),
                    new HashMap<>());
        }
    }

    boolean isUnchanged(BasicFileAttributes attributes) {
        return version.equals(FileVersion.of(attributes));
    }

    boolean overlaps(long from, long to) {
        return first <= to && last >= from;
    }

    /** Returns the columns of counters that may match, as far as can be told without the instance. */
    List<Integer> counters(TableSchema table, List<LabelMatcher> matchers) {
        List<Integer> found = new ArrayList<>();
        for (int i = 0; i < table.columns().size(); i++) {
            ColumnSchema column = table.columns().get(i);
            if (isCounter(column) && matchers.stream().allMatch(matcher -> mayMatch(column, matcher))) {
                found.add(i);
            }
        }
        return found;
    }

    private static boolean isCounter(ColumnSchema column) {
        boolean isKey = AnyCase.equal(column.name(), ColumnSchema.INSTANCE)
                || AnyCase.equal(column.name(), ColumnSchema.TIME)
                || AnyCase.equal(column.name(), ColumnSchema.PREVIOUS_TIME);
        return !isKey && column.type() != ColumnSchema.Type.TEXT && column.type() != ColumnSchema.Type.TIMESTAMP;
    }

    private boolean mayMatch(ColumnSchema column, LabelMatcher matcher) {
        return switch (matcher.label()) {
            case LabelMatcher.NAME -> matcher.matches(column.name());
            case FOLDER -> matcher.matches(folder);
            // A port may follow.
            case SERVER ->
                !matcher.operator().equals("=")
                        || matcher.matches(server)
                        || matcher.text().startsWith(server + ":");
            default -> true;
        };
    }

    /** Returns the labels of a counter of an instance, which is empty where a table has none. */
    Map<String, String> labels(TableSchema table, String counter, String instance) {
        Map<String, String> labels = new TreeMap<>();
        labels.put(LabelMatcher.NAME, counter);
        labels.put(SERVER, server);
        if (!folder.isEmpty()) {
            labels.put(FOLDER, folder);
        }
        boolean isRaw = AnyCase.equal(table.name(), TableSchema.RAW_DATA);
        if (!InstanceLabels.parse(instance, labels)) {
            labels.put(isRaw ? ColumnSchema.INSTANCE : table.name(), instance);
        } else if (instance.isEmpty() && !isRaw) {
            labels.put(TABLE, table.name());
        }
        String port = labels.remove(PORT);
        if (port != null) {
            labels.put(SERVER, server + ":" + port);
        }
        return labels;
    }

    /** Returns all instances in a table; none if the file was removed. */
    Set<String> instances(TableSchema table) throws IOException {
        int column = table.indexOf(ColumnSchema.INSTANCE);
        if (column < 0) {
            return Set.of("");
        }
        synchronized (knownInstances) {
            Set<String> known = knownInstances.get(table.name());
            if (known == null) {
                known = new TreeSet<>();
                try (PackedFile packed = PackedFile.open(path)) {
                    ColumnArray values = packed.read(table.name(), column)[0];
                    for (int row = 0; row < values.rows(); row++) {
                        known.add(instance(values, row));
                    }
                } catch (NoSuchFileException e) {
                    return Set.of();
                }
                knownInstances.put(table.name(), known);
            }
            return known;
        }
    }

    /** Returns the instance of a row; empty if there is none. */
    static String instance(@Nullable ColumnArray instances, int row) {
        if (instances == null || instances.isNull(row)) {
            return "";
        }
        return instances.type().isLong()
                ? Long.toString(instances.longs()[row])
                : instances.texts()[row];
    }
}

package dev.mimeo.garage.load;

import dev.mimeo.garage.internal.AnyCase;
import dev.mimeo.garage.internal.NamePattern;
import dev.mimeo.garage.store.ColumnSchema;
import dev.mimeo.internal.text.CNumberParser;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The roles of the columns of an input table, such as server, time and counter. Roles are column indexes from 0, or -1 for none.
 *
 * @param server column that names the server
 * @param time column of the time of the sample
 * @param previous column of the time of the previous sample
 * @param instance column that distinguishes disks and other instances
 * @param counter column that names the counter, in a table with one value per row
 * @param value column of that value
 * @param counters name of the counter in each column, empty if the column has another role
 * @param folders column for each folder of the layout, -1 for a folder with a fixed name or the name of the server
 */
record ColumnRoles(
        int server,
        int time,
        int previous,
        int instance,
        int counter,
        int value,
        List<String> counters,
        List<Integer> folders) {

    private static final List<String> SERVERS = List.of("serverid", "server", "host", "hostname");

    /** Those after the first six are of Zeek and ThingsBoard, Elasticsearch, InfluxDB and Splunk, Azure Monitor, and collectd. */
    private static final List<String> TIMES = List.of(
            "sampletime",
            "sampletimems",
            "timestamp",
            "time",
            "datetime",
            "date",
            "ts",
            "@timestamp",
            "_time",
            "timegenerated",
            "epoch");

    private static final List<String> INSTANCES = List.of("instanceid", "instance");

    /** Finds the roles of the columns of a file by their names. */
    static ColumnRoles of(Path file, List<String> names, CounterImportOptions options) throws LoadException {
        return new Finder(file, names, options).find();
    }

    /** Returns whether the table is long: it has one value per row, with the name of its counter. */
    boolean isLong() {
        return counter >= 0;
    }

    /** Returns whether a column is read, -1 for one that is not there. */
    boolean isRead(int column) {
        return column >= 0
                && (List.of(server, time, previous, instance, counter, value).contains(column)
                        || folders.contains(column)
                        || !counters.get(column).isEmpty());
    }

    private static final class Finder {
        private final Path file;
        private final List<String> names;
        private final CounterImportOptions options;
        private final Map<String, Integer> byKey = new HashMap<>();

        Finder(Path file, List<String> names, CounterImportOptions options) {
            this.file = file;
            this.names = names;
            this.options = options;
        }

        ColumnRoles find() throws LoadException {
            indexNames();
            int time = time();
            int server = role(options.keys().serverColumn(), SERVERS);
            int previous = role(null, List.of(AnyCase.key(ColumnSchema.PREVIOUS_TIME)));
            int instance = role(options.keys().instanceColumn(), INSTANCES);
            int counter = role(null, List.of("counter"));
            int value = role(null, List.of("value"));
            boolean isLong = counter >= 0 && value >= 0;
            if (!isLong) {
                // Without the other, either is a counter like any other.
                counter = -1;
                value = -1;
            }
            List<Integer> folders = folders();
            List<Integer> taken = new ArrayList<>(List.of(time, server, previous, instance, counter, value));
            if (isLong) {
                taken.addAll(folders);
            }
            List<String> counters = counters(taken, isLong);
            return new ColumnRoles(server, time, previous, instance, counter, value, counters, folders);
        }

        private void indexNames() throws LoadException {
            for (int i = 0; i < names.size(); i++) {
                Integer other = byKey.putIfAbsent(AnyCase.key(names.get(i)), i);
                if (other != null) {
                    throw new LoadException(file + ": columns " + (other + 1) + " and " + (i + 1) + " are both named '"
                            + names.get(i) + "'; case does not count, rename one");
                }
            }
        }

        private int time() throws LoadException {
            int time = role(options.keys().timeColumn(), TIMES);
            if (time >= 0) {
                return time;
            }
            if (names.stream().anyMatch(Finder::isValue)) {
                throw new LoadException(
                        file + ": the first line has values in place of the names of columns: put a line such as"
                                + " serverID,sampleTime,CPUUsage before it");
            }
            throw new LoadException(file + ": has no column of times: expected one of " + String.join(", ", TIMES)
                    + ", or name it with `timeColumn`");
        }

        /** Returns the names of columns without another role, and empty names for the others and those excluded. */
        private List<String> counters(List<Integer> taken, boolean isLong) throws LoadException {
            List<NamePattern> excluded = options.content().excluded();
            List<String> counters = new ArrayList<>();
            for (int i = 0; i < names.size(); i++) {
                String name = names.get(i);
                if (taken.contains(i) || excluded.stream().anyMatch(pattern -> pattern.matches(name))) {
                    counters.add("");
                } else if (isLong) {
                    throw new LoadException(file + ": column '" + name + "' of a table with a row for each value is not"
                            + " known; if it distinguishes instances, give `instanceColumn` '" + name
                            + "', else `exclude` '"
                            + name + "'");
                } else {
                    counters.add(name);
                }
            }
            return counters;
        }

        private static boolean isValue(String name) {
            try {
                return TimeText.parse(name) != null || Double.isFinite(CNumberParser.parseDouble(name));
            } catch (NumberFormatException e) {
                return false;
            }
        }

        private int role(@Nullable String wanted, List<String> usual) throws LoadException {
            if (wanted != null) {
                Integer found = byKey.get(AnyCase.key(wanted));
                if (found == null) {
                    throw new LoadException(file + ": has no column '" + wanted + "'");
                }
                return found;
            }
            return usual.stream()
                    .filter(byKey::containsKey)
                    .findFirst()
                    .map(byKey::get)
                    .orElse(-1);
        }

        private List<Integer> folders() {
            return options.folders().stream()
                    .map(folder -> CounterImportOptions.isColumn(folder)
                            ? byKey.getOrDefault(AnyCase.key(CounterImportOptions.column(folder)), -1)
                            : -1)
                    .toList();
        }
    }
}

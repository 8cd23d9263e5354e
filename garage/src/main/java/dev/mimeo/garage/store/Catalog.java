package dev.mimeo.garage.store;

import dev.mimeo.garage.internal.AnyCase;
import dev.mimeo.internal.text.Failures;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Index of the counters of each server, from the schemas of packed files. For one thread at a time. */
public final class Catalog {

    /**
     * A counter.
     *
     * @param table table that it is a column of
     * @param name its name, as the first file has it
     * @param types its types; one, unless servers differ
     * @param servers names of the servers that have it
     * @param files files that have it
     * @param firstDay first day of one of these, null if none has times
     * @param lastDay last day, likewise
     */
    public record CounterEntry(
            String table,
            String name,
            Set<ColumnSchema.Type> types,
            Set<String> servers,
            int files,
            @Nullable LocalDate firstDay,
            @Nullable LocalDate lastDay) {

        /** Copies the sets, in their order. */
        public CounterEntry {
            types = Collections.unmodifiableSet(new LinkedHashSet<>(types));
            servers = Collections.unmodifiableSet(new LinkedHashSet<>(servers));
        }
    }

    /**
     * The days (UTC) of the samples of a packed file.
     *
     * @param first day of the first sample
     * @param last day of the last sample
     */
    public record DayRange(LocalDate first, LocalDate last) {

        private static final long DAY_MILLIS = 86_400_000;

        /** Returns the days of a file: the one that it declares, or else those of the statistics of its times; null if it has none. */
        public static @Nullable DayRange of(PackedFile file) {
            LocalDate day = file.description().day();
            if (day != null) {
                return new DayRange(day, day);
            }
            long first = Long.MAX_VALUE;
            long last = Long.MIN_VALUE;
            for (TableSchema table : file.tables()) {
                int time = table.indexOf(ColumnSchema.TIME);
                if (time >= 0 && table.columns().get(time).type() == ColumnSchema.Type.TIMESTAMP) {
                    ColumnStatistics times = file.statistics(table.name(), time);
                    if (times.present() > 0) {
                        first = Math.min(first, times.minLong());
                        last = Math.max(last, times.maxLong());
                    }
                }
            }
            return first > last ? null : new DayRange(day(first), day(last));
        }

        private static LocalDate day(long millis) {
            return LocalDate.ofEpochDay(Math.floorDiv(millis, DAY_MILLIS));
        }

        /** Returns the start of the first day, in milliseconds since 1970. */
        public long startMillis() {
            return first.toEpochDay() * DAY_MILLIS;
        }

        /** Returns the end of the last day, in milliseconds since 1970, without the first of the next. */
        public long endMillis() {
            return (last.toEpochDay() + 1) * DAY_MILLIS - 1;
        }
    }

    private static final class Entry {
        private final String table;
        private final ColumnSchema column;
        private final Set<ColumnSchema.Type> types = new TreeSet<>();
        private final Set<String> servers = new TreeSet<>();
        private int files;
        private @Nullable LocalDate firstDay;
        private @Nullable LocalDate lastDay;

        Entry(String table, ColumnSchema column) {
            this.table = table;
            this.column = column;
        }

        void add(String server, @Nullable DayRange days, ColumnSchema.Type type) {
            types.add(type);
            servers.add(server);
            files++;
            if (days != null) {
                firstDay = firstDay == null || days.first().isBefore(firstDay) ? days.first() : firstDay;
                lastDay = lastDay == null || days.last().isAfter(lastDay) ? days.last() : lastDay;
            }
        }
    }

    private final Map<String, Entry> entries = new TreeMap<>();
    private final List<String> failures = new ArrayList<>();
    private int files;

    /**
     * Reads the schemas of files; one that cannot be read is kept as a failure.
     *
     * @param paths packed files
     */
    public static Catalog of(Collection<Path> paths) {
        Catalog catalog = new Catalog();
        for (Path path : paths) {
            catalog.add(path);
        }
        return catalog;
    }

    private void add(Path path) {
        try (PackedFile file = PackedFile.open(path)) {
            DayRange days = DayRange.of(file);
            for (TableSchema table : file.tables()) {
                for (ColumnSchema column : table.columns()) {
                    entries.computeIfAbsent(
                                    AnyCase.key(table.name()) + '\0' + AnyCase.key(column.name()),
                                    key -> new Entry(table.name(), column))
                            .add(file.description().server(), days, column.type());
                }
            }
            files++;
        } catch (IOException e) {
            failures.add(
                    e instanceof PackedFile.DamagedException
                            ? String.valueOf(e.getMessage())
                            : path + ": " + Failures.reason(e));
        }
    }

    /** Returns the counters by table and name. */
    public List<CounterEntry> counters() {
        return entries.values().stream()
                .map(entry -> new CounterEntry(
                        entry.table,
                        entry.column.name(),
                        entry.types,
                        entry.servers,
                        entry.files,
                        entry.firstDay,
                        entry.lastDay))
                .toList();
    }

    /** Returns the number of files that were read. */
    public int files() {
        return files;
    }

    /** Returns what went wrong with files that could not be read. */
    public List<String> failures() {
        return List.copyOf(failures);
    }
}

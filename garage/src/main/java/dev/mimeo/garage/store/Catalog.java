package dev.mimeo.garage.store;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
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
     * @param firstDay first day of one of these, null if no file says its day
     * @param lastDay last day, likewise
     */
    public record CounterEntry(
            String table,
            String name,
            Set<ColumnSchema.Type> types,
            Set<String> servers,
            int files,
            @Nullable LocalDate firstDay,
            @Nullable LocalDate lastDay) {}

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

        void add(PackedFileWriter.FileDescription description, ColumnSchema.Type type) {
            types.add(type);
            servers.add(description.server());
            files++;
            LocalDate day = description.day();
            if (day != null) {
                firstDay = firstDay == null || day.isBefore(firstDay) ? day : firstDay;
                lastDay = lastDay == null || day.isAfter(lastDay) ? day : lastDay;
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
            for (TableSchema table : file.tables()) {
                for (ColumnSchema column : table.columns()) {
                    entries.computeIfAbsent(
                                    ColumnSchema.key(table.name()) + '\0' + ColumnSchema.key(column.name()),
                                    key -> new Entry(table.name(), column))
                            .add(file.description(), column.type());
                }
            }
            files++;
        } catch (IOException e) {
            failures.add(e instanceof PackedFile.DamagedException ? String.valueOf(e.getMessage()) : path + ": " + e);
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

package dev.mimeo.garage.load;

import dev.mimeo.garage.internal.NamePattern;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hands on the numbers of a text of a collector, one by one. For one thread. */
final class TextRows {

    private final Path file;
    private final CounterTables tables;
    private final SampleSink sink;
    private final List<NamePattern> excluded;

    /** @param file the text, for errors */
    TextRows(Path file, CounterTables tables, SampleSink sink, List<NamePattern> excluded) {
        this.file = file;
        this.tables = tables;
        this.sink = sink;
        this.excluded = excluded;
    }

    /**
     * Adds a value.
     *
     * @param time in UTC
     * @param instance null for a table without instances
     */
    void add(
            String table,
            String server,
            LocalDateTime time,
            @Nullable String instance,
            String counter,
            NumberText value,
            long line)
            throws IOException {
        if (isExcluded(counter)) {
            return;
        }
        CounterTable target = tables.table(table);
        long millis = time.toInstant(ZoneOffset.UTC).toEpochMilli();
        if (sink.row(target, server, millis, SampleSink.NONE, instance, line)) {
            put(target, counter, value, line);
        }
    }

    /** Adds a value. */
    void add(SeriesNaming.SeriesCells place, TimeText time, NumberText value, long line) throws IOException {
        CounterTable target = row(place, time, line);
        if (target != null) {
            put(target, place.counter(), value, line);
        }
    }

    /** Adds a whole number. */
    void add(SeriesNaming.SeriesCells place, TimeText time, long value, long line) throws IOException {
        CounterTable target = row(place, time, line);
        if (target != null) {
            sink.value(counter(target, place.counter(), line), CellKind.WHOLE, value, null);
        }
    }

    /** Adds a text; a counter that has numbers too is one of numbers. */
    void add(SeriesNaming.SeriesCells place, TimeText time, String text, long line) throws IOException {
        CounterTable target = row(place, time, line);
        if (target != null) {
            sink.value(counter(target, place.counter(), line), CellKind.WORD, 0, text);
        }
    }

    /** Starts a row; null if its value is not wanted. */
    private @Nullable CounterTable row(SeriesNaming.SeriesCells place, TimeText time, long line) throws IOException {
        if (isExcluded(place.counter())) {
            return null;
        }
        CounterTable target = tables.table(place.table());
        if (!sink.row(target, place.server(), time.millis(), SampleSink.NONE, place.instance(), line)) {
            return null;
        }
        if (!time.exact()) {
            sink.rounded(null);
        }
        return target;
    }

    private boolean isExcluded(String counter) {
        for (NamePattern pattern : excluded) {
            if (pattern.matches(counter)) {
                return true;
            }
        }
        return false;
    }

    private void put(CounterTable table, String name, NumberText value, long line) throws IOException {
        TableCounter counter = counter(table, name, line);
        if (!value.exact()) {
            sink.rounded(counter);
        }
        sink.value(counter, CellKind.FLOAT64, Double.doubleToRawLongBits(value.value()), null);
    }

    private TableCounter counter(CounterTable table, String name, long line) throws LoadException {
        try {
            return table.counter(name);
        } catch (LoadException e) {
            throw new LoadException(file + ": line " + line + ": " + e.getMessage(), e);
        }
    }

    /** Counts something that no counter can hold, such as a native histogram. */
    void skip(String what, long line) {
        sink.skipped(what, line);
    }
}

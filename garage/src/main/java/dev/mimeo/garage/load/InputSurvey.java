package dev.mimeo.garage.load;

import dev.mimeo.garage.load.CounterImportOptions.FilePeriod;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The servers and days of all inputs of a run, and what the values of their counters are, found by reading the inputs once. Memory
 * grows with the number of servers, days and counters, not with that of values. For one thread at a time.
 */
final class InputSurvey {

    private static final long DAY_MILLIS = 86_400_000;

    private final CounterTables tables = new CounterTables();
    private final Map<String, TreeMap<Long, ServerDay>> servers = new HashMap<>();
    private final int levels;
    private final FilePeriod period;

    private InputSurvey(int levels, FilePeriod period) {
        this.levels = levels;
        this.period = period;
    }

    /**
     * Reads inputs.
     *
     * @throws LoadException if one is not what it should be, or they do not go together
     */
    static InputSurvey of(List<? extends CounterSource> sources, CounterImportOptions options) throws IOException {
        InputSurvey survey = new InputSurvey(options.folders().size(), options.period());
        for (int i = 0; i < sources.size(); i++) {
            sources.get(i).read(survey.tables, survey.new Reader(sources.get(i).file(), i));
        }
        for (CounterTable table : survey.tables.all()) {
            table.resolve();
        }
        return survey;
    }

    CounterTables tables() {
        return tables;
    }

    /** Returns all servers and days. */
    List<ServerDay> days() {
        List<ServerDay> days = new ArrayList<>();
        servers.values().forEach(server -> days.addAll(server.values()));
        return days;
    }

    /** Returns the server and day of a sample, null if no input had it. */
    @Nullable ServerDay find(String server, long time) {
        TreeMap<Long, ServerDay> days = servers.get(server);
        return days == null ? null : days.get(start(time));
    }

    /** Returns the first day of the period of a sample, days since 1970. */
    private long start(long time) {
        return period.start(Math.floorDiv(time, DAY_MILLIS));
    }

    /** Returns the time of a server's last sample before a day, {@link SampleSink#NONE} if there is none. */
    long before(CounterTable table, ServerDay day) {
        TreeMap<Long, ServerDay> days = servers.getOrDefault(day.server(), new TreeMap<>());
        for (ServerDay earlier : days.headMap(day.day(), false).descendingMap().values()) {
            if (earlier.lastTime(table) != SampleSink.NONE) {
                return earlier.lastTime(table);
            }
        }
        return SampleSink.NONE;
    }

    private ServerDay add(String server, long day) throws LoadException {
        TreeMap<Long, ServerDay> days = servers.get(server);
        if (days == null) {
            days = new TreeMap<>();
            servers.put(CounterImport.fileName(server), days);
        }
        return days.computeIfAbsent(day, key -> new ServerDay(server, day, levels));
    }

    /** Takes the rows of one input. */
    private final class Reader implements SampleSink {
        private final Path file;
        private final int input;
        private @Nullable ServerDay last;
        private long line;

        Reader(Path file, int input) {
            this.file = file;
            this.input = input;
        }

        @Override
        public boolean wantsValues() {
            return false;
        }

        @Override
        public void declare(TableCounter counter, CellKind kind) {
            counter.add(kind);
        }

        @Override
        public boolean row(
                CounterTable table, String server, long time, long previous, @Nullable String instance, long number)
                throws IOException {
            line = number;
            long day = start(time);
            ServerDay current = last;
            if (current == null || current.day() != day || !current.server().equals(server)) {
                try {
                    current = add(server, day);
                } catch (LoadException e) {
                    throw new LoadException(InputFile.place(file, number) + ": " + e.getMessage(), e);
                }
                last = current;
            }
            current.addRow(input, table, time);
            table.addInstance(instance);
            return true;
        }

        @Override
        public void value(TableCounter counter, CellKind kind, long bits, @Nullable String text) {
            if (kind == CellKind.WORD) {
                if (!counter.isNumber() && text != null) {
                    counter.addWord(text);
                }
            } else {
                counter.add(kind);
            }
        }

        @Override
        public void folder(int level, String name) throws IOException {
            ServerDay current = last;
            String known = current == null ? null : current.folder(level);
            if (current != null && known == null) {
                current.setFolder(level, CounterImport.fileName(name));
            } else if (current != null && !name.equals(known)) {
                throw new LoadException(InputFile.place(file, line) + ": server '" + current.server()
                        + "' has two values on a day for a folder of the layout, '" + known + "' and '" + name
                        + "'; it needs one");
            }
        }
    }
}

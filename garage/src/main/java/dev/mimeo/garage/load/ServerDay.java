package dev.mimeo.garage.load;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A server-day, or a longer period of a server, of the inputs of a run, and how far its rows are loaded. For one thread at a time. */
final class ServerDay {

    private final String server;
    private final long day;
    private final BitSet inputs = new BitSet();
    private final @Nullable String[] folders;
    private long rows;
    private long[] lastTimes = {};

    /** Whether it is packed already. */
    boolean done;

    /** Tables whose rows are in memory, by the index of the table. */
    final List<DayTable> open = new ArrayList<>();

    /** Segments of the spill file with rows that did not fit into memory. */
    final List<SpillFile.SpilledRows> spilled = new ArrayList<>();

    /**
     * Makes one without rows.
     *
     * @param day first day of the period, days since 1970
     * @param levels number of folders of the layout
     */
    ServerDay(String server, long day, int levels) {
        this.server = server;
        this.day = day;
        this.folders = new String[levels];
    }

    String server() {
        return server;
    }

    long day() {
        return day;
    }

    /** Returns the inputs that have rows, by number. */
    BitSet inputs() {
        return inputs;
    }

    @Nullable String folder(int level) {
        return folders[level];
    }

    void setFolder(int level, String name) {
        folders[level] = name;
    }

    /** Takes note of a row of an input. */
    void addRow(int input, CounterTable table, long time) {
        inputs.set(input);
        rows++;
        int number = table.index();
        if (number >= lastTimes.length) {
            int length = lastTimes.length;
            lastTimes = Arrays.copyOf(lastTimes, number + 1);
            Arrays.fill(lastTimes, length, lastTimes.length, SampleSink.NONE);
        }
        lastTimes[number] = Math.max(lastTimes[number], time);
    }

    /** Takes note that one of the rows was loaded; returns whether it was the last. */
    boolean isLastRow() {
        return --rows == 0;
    }

    /** Returns the latest time of a table, {@link SampleSink#NONE} if it has no rows. */
    long lastTime(CounterTable table) {
        return table.index() < lastTimes.length ? lastTimes[table.index()] : SampleSink.NONE;
    }

    /** Returns the rows of a table that are in memory. */
    DayTable table(CounterTable table) {
        for (DayTable known : open) {
            if (known.table() == table) {
                return known;
            }
        }
        DayTable added = new DayTable(table, server);
        open.add(added);
        return added;
    }
}

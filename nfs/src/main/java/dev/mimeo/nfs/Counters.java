package dev.mimeo.nfs;

import java.util.LinkedHashMap;
import java.util.Map;

/** Values of all {@link Counter counters}. Not thread-safe. */
@SuppressWarnings("EnumOrdinal") // Several are counted per packet, and nothing is kept under these numbers.
public final class Counters {

    private final long[] values = new long[Counter.values().length];
    private boolean paused;

    /** Makes counters that are all 0. */
    public Counters() {}

    /** Adds one, unless counting is paused. */
    public void count(Counter counter) {
        add(counter, 1);
    }

    /** Adds a number, unless counting is paused. */
    public void add(Counter counter, long number) {
        if (!paused) {
            values[counter.ordinal()] += number;
        }
    }

    /** Adds the values of others, even if counting is paused. */
    public void add(Counters others) {
        for (int i = 0; i < values.length; i++) {
            values[i] += others.values[i];
        }
    }

    /** Stops counting, or goes on. */
    public void pause(boolean pause) {
        paused = pause;
    }

    /** Returns the values by the names of the counters. */
    public Map<String, Long> byName() {
        Map<String, Long> byName = new LinkedHashMap<>();
        for (Counter counter : Counter.values()) {
            byName.put(counter.statName(), get(counter));
        }
        return byName;
    }

    /** Returns a value. */
    public long get(Counter counter) {
        return values[counter.ordinal()];
    }
}

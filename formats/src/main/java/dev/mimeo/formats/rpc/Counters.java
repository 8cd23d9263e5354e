package dev.mimeo.formats.rpc;

/** Values of all {@link Counter counters}. Not thread-safe. */
@SuppressWarnings("EnumOrdinal") // Several are counted per packet, and nothing is kept under these numbers.
public final class Counters {

    private final long[] values = new long[Counter.values().length];

    /** Makes counters that are all 0. */
    public Counters() {}

    /** Adds one. */
    public void count(Counter counter) {
        values[counter.ordinal()]++;
    }

    /** Adds a number. */
    public void add(Counter counter, long number) {
        values[counter.ordinal()] += number;
    }

    /** Returns a value. */
    public long get(Counter counter) {
        return values[counter.ordinal()];
    }
}

package dev.mimeo.garage.summary;

import java.util.Comparator;

/**
 * A counter of any server.
 *
 * @param table table of the files that has it
 * @param counter its name, as the files have it
 */
record CounterName(String table, String counter) implements Comparable<CounterName> {

    private static final Comparator<CounterName> ORDER =
            Comparator.comparing(CounterName::table).thenComparing(CounterName::counter);

    @Override
    public int compareTo(CounterName other) {
        return ORDER.compare(this, other);
    }
}

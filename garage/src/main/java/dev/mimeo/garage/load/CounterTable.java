package dev.mimeo.garage.load;

import dev.mimeo.garage.internal.AnyCase;
import dev.mimeo.garage.store.ColumnSchema;
import dev.mimeo.garage.store.TableSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A table in all inputs of a run: its counters, by name in any case. For one thread at a time. */
final class CounterTable {

    private final String name;
    private final int index;
    private final Map<String, TableCounter> byName = new HashMap<>();
    private final Map<String, TableCounter> byKey = new HashMap<>();
    private final List<TableCounter> counters = new ArrayList<>();
    private boolean previous;
    private boolean instances;
    private boolean wholeInstances = true;
    private @Nullable String lastInstance;
    private ColumnSchema.Type[] types = {};

    CounterTable(String name, int index) {
        this.name = name;
        this.index = index;
    }

    String name() {
        return name;
    }

    int index() {
        return index;
    }

    /**
     * Returns a counter, which is there from then on.
     *
     * @throws LoadException if there are too many, or one has a name that every table has
     */
    TableCounter counter(String counterName) throws LoadException {
        TableCounter known = byName.get(counterName);
        return known == null ? add(counterName) : known;
    }

    private TableCounter add(String counterName) throws LoadException {
        String key = AnyCase.key(counterName);
        TableCounter counter = byKey.get(key);
        if (counter == null) {
            for (String fixed : List.of(
                    ColumnSchema.SERVER, ColumnSchema.TIME, ColumnSchema.PREVIOUS_TIME, ColumnSchema.INSTANCE)) {
                if (AnyCase.equal(fixed, counterName)) {
                    throw new LoadException("table '" + name + "': a counter has the name of column '" + fixed
                            + "', which every table has; rename it or `exclude` it");
                }
            }
            if (counters.size() == TableSchema.MAX_COLUMNS) {
                throw new LoadException("table '" + name + "' has more than " + TableSchema.MAX_COLUMNS + " counters");
            }
            counter = new TableCounter(this, counters.size(), counterName);
            counters.add(counter);
            byKey.put(key, counter);
        } else {
            counter.addSpelling(counterName);
        }
        byName.put(counterName, counter);
        return counter;
    }

    List<TableCounter> counters() {
        return counters;
    }

    void addPrevious() {
        previous = true;
    }

    /** Returns whether inputs say what the time of the sample before was, so that it does not follow from the rows. */
    boolean hasPrevious() {
        return previous;
    }

    void addInstance(@Nullable String instance) {
        if (instance != null && !instance.equals(lastInstance)) {
            lastInstance = instance;
            instances = true;
            wholeInstances = wholeInstances && isWhole(instance);
        }
    }

    /** Returns whether a text is just how a whole number is printed, so that the number says all. */
    private static boolean isWhole(String text) {
        try {
            return text.length() <= 20 && Long.toString(Long.parseLong(text)).equals(text);
        } catch (NumberFormatException e) {
            return false;
        }
    }

    boolean hasInstances() {
        return instances;
    }

    ColumnSchema.Type instanceType() {
        return wholeInstances ? ColumnSchema.Type.INT64 : ColumnSchema.Type.TEXT;
    }

    /** Finds the types of all counters, when all inputs have been seen. */
    void resolve() throws LoadException {
        ColumnSchema.Type[] found = new ColumnSchema.Type[counters.size()];
        for (TableCounter counter : counters) {
            found[counter.index()] = counter.type();
        }
        types = found;
    }

    /** Returns the type of a counter; FLOAT64 for all kinds of numbers. */
    ColumnSchema.Type type(TableCounter counter) {
        return types[counter.index()];
    }
}

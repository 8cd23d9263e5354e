package dev.mimeo.garage.load;

import dev.mimeo.garage.internal.AnyCase;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The tables of a run, by name in any case. For one thread at a time. */
final class CounterTables {

    private final Map<String, CounterTable> byKey = new HashMap<>();
    private final List<CounterTable> tables = new ArrayList<>();

    /** Returns a table, which is there from then on. */
    CounterTable table(String name) {
        return byKey.computeIfAbsent(AnyCase.key(name), key -> {
            CounterTable table = new CounterTable(name, tables.size());
            tables.add(table);
            return table;
        });
    }

    /** Returns the tables in the order in which they came. */
    List<CounterTable> all() {
        return tables;
    }
}

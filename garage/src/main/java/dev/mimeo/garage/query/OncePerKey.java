package dev.mimeo.garage.query;

import dev.mimeo.sql.SqlException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Values that are made once for each key, by the thread that asks first; others that ask for the same key wait for it. Thread-safe.
 *
 * @param <V> value
 */
final class OncePerKey<V> {

    private final Map<String, Slot<V>> slots = new ConcurrentHashMap<>();

    /** Makes a value. */
    @FunctionalInterface
    interface Maker<V> {
        V make() throws SqlException;
    }

    private static final class Slot<V> {
        private @Nullable V value;

        synchronized V get(Maker<V> maker) throws SqlException {
            V made = value;
            if (made == null) {
                made = maker.make();
                value = made;
            }
            return made;
        }
    }

    /**
     * Returns the value of a key.
     *
     * @param maker makes it if it is not there yet
     * @throws SqlException by the maker; the next one who asks tries again
     */
    V get(String key, Maker<V> maker) throws SqlException {
        return slots.computeIfAbsent(key, unknown -> new Slot<>()).get(maker);
    }
}

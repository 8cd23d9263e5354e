package dev.mimeo.garage.store;

import java.time.LocalDate;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Server, day and properties that a packed file declares.
 *
 * @param server name of the server; empty if the tables are not of one server
 * @param day day of the samples in UTC, null if they are not of one day
 * @param properties anything else that is known, for example the version of the collector or its time zone, by name
 */
public record FileDescription(String server, @Nullable LocalDate day, Map<String, String> properties) {

    /** Copies the properties. */
    public FileDescription {
        properties = Collections.unmodifiableMap(new TreeMap<>(properties));
    }
}

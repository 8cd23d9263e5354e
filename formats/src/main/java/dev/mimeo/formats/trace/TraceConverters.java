package dev.mimeo.formats.trace;

import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;

/** The formats there are. */
public final class TraceConverters {

    private TraceConverters() {}

    /** Returns all converters on the class path, ordered by name. */
    public static List<TraceConverter> all() {
        return ServiceLoader.load(TraceConverter.class).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing(TraceConverter::name))
                .toList();
    }

    /**
     * Returns the converter of a name.
     *
     * @throws IllegalArgumentException if there is none; the message lists the names
     */
    public static TraceConverter named(String name) {
        List<TraceConverter> all = all();
        return all.stream()
                .filter(converter -> converter.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown format '" + name + "': known: "
                        + String.join(
                                ", ", all.stream().map(TraceConverter::name).toList())));
    }
}

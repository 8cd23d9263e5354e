package dev.mimeo.garage.load;

import dev.mimeo.garage.internal.NamePattern;
import dev.mimeo.garage.store.TableSchema;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds the place of a labeled series in a garage. The label {@code instance}, or the one that {@code --server-column} names, is the
 * server; a port at its end becomes a label of its own. The table is named after the labels of the series except for those of its
 * target, and is RawData if there are none. {@code InstanceID} is the value of the label that names the table if it is the only
 * one and does not read as labels itself, or all labels as {@code cpu="0",mode="user"}, ordered by name, so that no label is lost.
 * Immutable.
 */
final class SeriesNaming {

    private static final String PORT = "port";

    /** Labels that Prometheus adds for the target of a scrape. */
    private static final List<String> TARGET = List.of("job", PORT);

    /** Labels that name a server, the most usual first. */
    private static final List<String> SERVERS =
            List.of("instance", "host", "hostname", "host.name", "service.instance.id");

    private final @Nullable String serverLabel;
    private final @Nullable String serverName;
    private final List<NamePattern> dropped;

    SeriesNaming(CounterImportOptions options) {
        this.serverLabel = options.keys().serverColumn();
        this.serverName = options.keys().serverName();
        this.dropped =
                options.content().droppedLabels().stream().map(NamePattern::new).toList();
    }

    /** The cells of a series: a counter of a table, a server and an instance. */
    record SeriesCells(
            String table, String server, @Nullable String instance, String counter) {}

    /**
     * Returns the place of a series.
     *
     * @param target labels of what was measured, which do not name a table
     * @param own labels of the series
     * @return null if no label names the server
     */
    @Nullable SeriesCells place(String metric, Map<String, String> target, Map<String, String> own) {
        NavigableMap<String, String> labels = new TreeMap<>(target);
        // An empty label is one that is not there, as it is for Prometheus.
        labels.values().removeIf(String::isEmpty);
        own.forEach((name, value) -> {
            if (!value.isEmpty()) {
                set(labels, name, value, "resource_");
            }
        });
        String server = serverName;
        String label = serverLabel == null
                ? SERVERS.stream().filter(labels::containsKey).findFirst().orElse(null)
                : serverLabel;
        if (server == null) {
            String address = label == null ? null : labels.remove(label);
            if (address == null) {
                return null;
            }
            server = host(address);
            if (server.length() < address.length()) {
                String ownPort = labels.put(PORT, address.substring(server.length() + 1));
                if (ownPort != null) {
                    set(labels, PORT, ownPort, "instance_");
                }
            }
        }
        labels.keySet().removeIf(name -> dropped.stream().anyMatch(pattern -> pattern.matches(name)));
        String table = labels.keySet().stream()
                .filter(name -> !own.getOrDefault(name, "").isEmpty() && !TARGET.contains(name))
                .collect(Collectors.joining("_"));
        return new SeriesCells(table.isEmpty() ? TableSchema.RAW_DATA : table, server, instance(labels, table), metric);
    }

    /**
     * Sets a label. If it had another value, that becomes the value of a label with a longer name.
     *
     * @param prefix start of the longer name, repeated until no label has it
     */
    static void set(Map<String, String> labels, String name, String value, String prefix) {
        String before = labels.put(name, value);
        if (before != null && !before.equals(value)) {
            String longer = prefix + name;
            while (labels.containsKey(longer)) {
                longer = prefix + longer;
            }
            labels.put(longer, before);
        }
    }

    /** Returns what to say of a series without a place. */
    static String noServer(String metric) {
        return "no label names the server of '" + TextLines.shown(metric)
                + "': name the label with `serverColumn`, or the server with `serverName`";
    }

    /** Returns an address without its port. */
    private static String host(String address) {
        int colon = address.lastIndexOf(':');
        boolean isPort = colon > 0
                && colon + 1 < address.length()
                && address.substring(colon + 1).chars().allMatch(c -> c >= '0' && c <= '9');
        boolean isBare = address.indexOf(':') == colon || (colon > 0 && address.charAt(colon - 1) == ']');
        return isPort && isBare ? address.substring(0, colon) : address;
    }

    private static @Nullable String instance(NavigableMap<String, String> labels, String table) {
        if (labels.isEmpty()) {
            return null;
        }
        if (labels.size() == 1 && labels.firstKey().equals(table)) {
            String value = labels.firstEntry().getValue();
            // A value that reads as labels would become these.
            if (!value.contains("=\"")) {
                return value;
            }
        }
        return labels.entrySet().stream()
                .map(label -> label.getKey() + "=\""
                        + label.getValue()
                                .replace("\\", "\\\\")
                                .replace("\"", "\\\"")
                                .replace("\n", "\\n")
                        + "\"")
                .collect(Collectors.joining(","));
    }
}

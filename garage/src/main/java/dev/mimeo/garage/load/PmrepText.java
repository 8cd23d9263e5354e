package dev.mimeo.garage.load;

import dev.mimeo.garage.store.TableSchema;
import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads {@code pmrep -o csv}, see pmrep(1) of PCP 6. */
final class PmrepText {

    private static final String TIME = "Time";

    /** Tables by the start of the names of their metrics. */
    private static final Map<String, String> TABLES = Map.of(
            "disk.dev.", "Disk",
            "kernel.percpu.", "Processor",
            "network.interface.", "Network",
            "filesys.", "Filesystem");

    private PmrepText() {}

    private record Metric(String table, @Nullable String instance, String name) {}

    static void read(Path file, String server, TextRows tables) throws IOException {
        try (TextLines lines = new TextLines(file)) {
            String header = lines.next();
            List<String> titles = header == null ? List.of() : lines.fields(header);
            if (titles.isEmpty() || !titles.get(0).equals(TIME)) {
                throw lines.error(
                        "expected a header that starts with '" + TIME + ",': is this what 'pmrep -o csv' prints?");
            }
            List<Metric> metrics = new ArrayList<>();
            for (String title : titles.subList(1, titles.size())) {
                if (title.isEmpty()) {
                    throw lines.error("a metric has no name");
                }
                metrics.add(metric(title));
            }
            for (String line = lines.next(); line != null; line = lines.next()) {
                if (!line.isBlank()) {
                    row(server, lines.fields(line), metrics, lines, tables);
                }
            }
        }
    }

    /** Takes a title apart; names of metrics have no dash, so that the first one starts the name of an instance. */
    private static Metric metric(String title) {
        int dash = title.indexOf('-');
        for (Map.Entry<String, String> table : TABLES.entrySet()) {
            if (dash > 0 && dash + 1 < title.length() && title.startsWith(table.getKey())) {
                return new Metric(table.getValue(), title.substring(dash + 1), title.substring(0, dash));
            }
        }
        return new Metric(TableSchema.RAW_DATA, null, title);
    }

    private static void row(String server, List<String> fields, List<Metric> metrics, TextLines lines, TextRows tables)
            throws IOException {
        if (fields.size() != metrics.size() + 1) {
            throw lines.error("expected " + (metrics.size() + 1) + " fields, found " + fields.size());
        }
        LocalDateTime time;
        try {
            time = lines.checked(LocalDateTime.parse(fields.get(0).replace(' ', 'T')));
        } catch (DateTimeException e) {
            throw lines.error("expected a time as YYYY-MM-DD HH:MM:SS", e);
        }
        for (int i = 0; i < metrics.size(); i++) {
            Metric metric = metrics.get(i);
            String field = fields.get(i + 1);
            // A rate has no value at first.
            if (!field.isEmpty()) {
                NumberText value = lines.number(field, metric.name());
                tables.add(metric.table(), server, time, metric.instance(), metric.name(), value, lines.line());
            }
        }
    }
}

package dev.mimeo.garage.load;

import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Writes values of counters into a CSV file for each table, with a row for each value. For one thread. */
final class NarrowTables implements Closeable {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS", Locale.ROOT);

    private final Path folder;
    private final Map<String, Writer> writers = new TreeMap<>();
    private final Map<String, List<Path>> files = new LinkedHashMap<>();

    NarrowTables(Path folder) {
        this.folder = folder;
    }

    /**
     * Adds a value.
     *
     * @param table one of a few that the format of the input has
     * @param time in UTC
     * @param instance null for a table without instances
     */
    void add(String table, String server, LocalDateTime time, @Nullable String instance, String counter, double value)
            throws IOException {
        Writer writer = writers.get(table);
        if (writer == null) {
            Path file = folder.resolve(table + ".csv");
            writer = Files.newBufferedWriter(file);
            writers.put(table, writer);
            files.put(table, List.of(file));
            writer.write(
                    instance == null
                            ? "serverID,sampleTime,counter,value\n"
                            : "serverID,sampleTime,InstanceID,counter,value\n");
        }
        writer.write(quoted(server) + "," + TIME.format(time) + ",");
        if (instance != null) {
            writer.write(quoted(instance) + ",");
        }
        writer.write(quoted(counter) + "," + value + "\n");
    }

    private static String quoted(String text) {
        return '"' + text.replace("\"", "\"\"") + '"';
    }

    /** Returns the files by their tables. */
    Map<String, List<Path>> files() {
        return files;
    }

    @Override
    public void close() throws IOException {
        for (Writer writer : writers.values()) {
            writer.close();
        }
    }
}

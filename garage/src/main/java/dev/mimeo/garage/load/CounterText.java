package dev.mimeo.garage.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Texts that collectors of counters print. */
public enum CounterText {
    /**
     * What {@code sadf -d} of sysstat prints: sections that start with {@code # hostname;interval;timestamp;...}, times in UTC or
     * in seconds since 1970. Processors, disks, network interfaces, terminals and file systems are tables of their own, what is of
     * all processors is in RawData. Interrupts and what has no numbers are passed over.
     */
    SADF {
        @Override
        void read(Path file, @Nullable String server, NarrowTables tables) throws IOException {
            SadfText.read(file, tables);
        }
    },
    /**
     * What {@code sar} of sysstat prints of a day or more, with 12 or 24 hours. Times must be in UTC, {@code TZ=UTC sar}, and the
     * day as {@code MM/DD/YY} or ISO 8601. Tables are as those of {@link #SADF}; what has instances of other kinds is passed over.
     */
    SAR {
        @Override
        void read(Path file, @Nullable String server, NarrowTables tables) throws IOException {
            SarText.read(file, tables);
        }
    },
    /**
     * What {@code pmrep -o csv} of PCP prints: a header with names of metrics, of instances after a dash, and a line for each
     * sample. Times must be in UTC, {@code pmrep -Z UTC}: nothing in the text says so.
     */
    PMREP {
        @Override
        void read(Path file, @Nullable String server, NarrowTables tables) throws IOException {
            PmrepText.read(file, server, tables);
        }
    };

    abstract void read(Path file, @Nullable String server, NarrowTables tables) throws IOException;

    /**
     * Turns texts into tables for {@link CounterImport#run}, with a row for each value.
     *
     * @param inputs in UTF-8, with lines of up to 1,048,576 characters
     * @param server name of the server of texts that do not name it; null for the name of the file up to its first dot
     * @param folder for the tables; made if it is not there, emptied by nobody
     * @return files by the names of their tables
     * @throws LoadException if a text is not what it should be; the message names the line
     * @throws IOException if reading or writing fails
     */
    public Map<String, List<Path>> convert(List<Path> inputs, @Nullable String server, Path folder) throws IOException {
        Files.createDirectories(folder);
        try (NarrowTables tables = new NarrowTables(folder)) {
            for (Path input : inputs) {
                read(input, server, tables);
            }
            if (tables.files().isEmpty()) {
                throw new LoadException(inputs.get(0) + ": has no values of counters");
            }
            return tables.files();
        }
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}

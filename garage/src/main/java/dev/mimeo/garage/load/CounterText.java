package dev.mimeo.garage.load;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/** Texts that collectors of counters print. */
public enum CounterText {
    /**
     * Output of {@code sadf -d} of sysstat: sections that start with {@code # hostname;interval;timestamp;...}, times
     * in UTC or in seconds since 1970. Processors, disks, network interfaces, terminals and file systems are tables of
     * their own, what is of all processors is in RawData. Interrupts and what has no numbers are passed over.
     */
    SADF {
        @Override
        void read(Path file, String server, TextRows tables) throws IOException {
            SadfText.read(file, tables);
        }
    },
    /**
     * Output of {@code sar} of sysstat for a day or more, with 12 or 24 hours. Times must be in UTC,
     * {@code TZ=UTC sar}, and the day as {@code MM/DD/YY} or ISO 8601. Tables are as those of {@link #SADF}; what has
     * instances of other kinds is passed over.
     */
    SAR {
        @Override
        void read(Path file, String server, TextRows tables) throws IOException {
            SarText.read(file, tables);
        }
    },
    /**
     * Output of {@code pmrep -o csv} of PCP: a header with names of metrics, of instances after a dash, and a line for
     * each sample. Times must be in UTC, {@code pmrep -Z UTC}: nothing in the text says so.
     */
    PMREP {
        @Override
        void read(Path file, String server, TextRows tables) throws IOException {
            PmrepText.read(file, server, tables);
        }
    };

    /** Hands on the values of a text; the server is that of texts that do not name it. */
    abstract void read(Path file, String server, TextRows tables) throws IOException;

    /** Returns a text as a source of values. */
    CounterSource source(Path file, CounterImportOptions options) {
        return new Text(this, file, options);
    }

    /** A text of a collector. */
    private record Text(CounterText format, Path file, CounterImportOptions options) implements CounterSource {
        @Override
        public String label() {
            return format + "\n" + options.serverOf(file);
        }

        @Override
        public void read(CounterTables tables, SampleSink sink) throws IOException {
            format.read(file, options.serverOf(file), new TextRows(tables, sink, options.excluded()));
        }
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}

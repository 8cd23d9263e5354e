package dev.mimeo.garage.load;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/** Texts that collectors of counters print. */
public enum CounterText {
    /**
     * Output of {@code sadf -d} of sysstat: sections that start with {@code # hostname;interval;timestamp;...}, times
     * in UTC or in seconds since 1970. CPUs, disks, network interfaces, terminals and file systems are tables of
     * their own, what is of all CPUs is in RawData. Interrupts and what has no numbers are passed over.
     */
    SADF {
        @Override
        void read(Path file, CounterImportOptions options, TextRows rows) throws IOException {
            SadfText.read(file, rows);
        }
    },
    /**
     * Output of {@code sar} of sysstat for a day or more, with 12 or 24 hours. Times must be in UTC,
     * {@code TZ=UTC sar}, and the day as {@code MM/DD/YY} or ISO 8601. Tables are as those of {@link #SADF}; what has
     * instances of other kinds is passed over.
     */
    SAR {
        @Override
        void read(Path file, CounterImportOptions options, TextRows rows) throws IOException {
            SarText.read(file, rows);
        }
    },
    /**
     * Output of {@code pmrep -o csv} of PCP: a header with names of metrics, of instances after a dash, and a line for
     * each sample. Times must be in UTC, {@code pmrep -Z UTC}: nothing in the text says so, except with {@code --extended-csv}.
     */
    PMREP {
        @Override
        void read(Path file, CounterImportOptions options, TextRows rows) throws IOException {
            PmrepText.read(file, options.keys().serverName(), options.serverOf(file), rows);
        }
    },
    /**
     * Output of {@code promtool tsdb dump}: a line for each sample, with the labels in braces, the value, and the time in
     * milliseconds since 1970. The text that Prometheus scrapes is of the same form if its samples have times.
     */
    PROMETHEUS {
        @Override
        void read(Path file, CounterImportOptions options, TextRows rows) throws IOException {
            PrometheusText.read(file, new SeriesNaming(options), rows);
        }
    },
    /**
     * OpenMetrics 1.0 text with times, as {@code promtool tsdb dump-openmetrics} prints it: times are in seconds, and the
     * last line is {@code # EOF}.
     */
    OPENMETRICS {
        @Override
        void read(Path file, CounterImportOptions options, TextRows rows) throws IOException {
            PrometheusText.readOpenMetrics(file, new SeriesNaming(options), rows);
        }
    },
    /** JSON lines as {@code /api/v1/export} of VictoriaMetrics prints them: a series each, with values and times. */
    VICTORIAMETRICS {
        @Override
        void read(Path file, CounterImportOptions options, TextRows rows) throws IOException {
            VictoriaJson.read(file, new SeriesNaming(options), rows);
        }
    },
    /**
     * Metrics of OpenTelemetry in the JSON encoding of OTLP 1, as the file exporter of its collector writes them: documents
     * one after the other.
     */
    OTLP {
        @Override
        void read(Path file, CounterImportOptions options, TextRows rows) throws IOException {
            OtlpJson.read(file, new SeriesNaming(options), rows);
        }
    },
    /** A file of the CSV plugin of collectd, {@code HOST/PLUGIN-INSTANCE/TYPE-INSTANCE-YYYY-MM-DD}. */
    COLLECTD {
        @Override
        void read(Path file, CounterImportOptions options, TextRows rows) throws IOException {
            CollectdCsv.read(file, options, rows);
        }

        @Override
        String origin(Path file, CounterImportOptions options) {
            return CollectdCsv.origin(file, options);
        }
    },
    /** CSV of Windows Performance Monitor, as {@code relog -f CSV} writes it. */
    RELOG {
        @Override
        void read(Path file, CounterImportOptions options, TextRows rows) throws IOException {
            RelogCsv.read(file, options, rows);
        }
    };

    /** Hands on the values of a text. */
    abstract void read(Path file, CounterImportOptions options, TextRows rows) throws IOException;

    /** Returns whether series have labels. */
    boolean hasLabels() {
        return this == PROMETHEUS || this == OPENMETRICS || this == VICTORIAMETRICS || this == OTLP;
    }

    /** Returns what besides the content of a text says what comes of it. */
    String origin(Path file, CounterImportOptions options) {
        return options.serverOf(file);
    }

    /** Returns a text as a source of values. */
    CounterSource source(Path file, CounterImportOptions options) {
        return new Text(this, file, options);
    }

    /** A text of a collector. */
    private record Text(CounterText format, Path file, CounterImportOptions options) implements CounterSource {
        @Override
        public String label() {
            return format + "\n" + format.origin(file, options);
        }

        @Override
        public void read(CounterTables tables, SampleSink sink) throws IOException {
            format.read(
                    file,
                    options,
                    new TextRows(file, tables, sink, options.content().excluded()));
        }
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}

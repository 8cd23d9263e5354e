package dev.mimeo.integrations.spark;

import java.util.stream.LongStream;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.util.Utils;

/**
 * Metrics of reads and writes of DataSeries files in the web interface of Spark. Spark creates them by the names of their classes, so the
 * classes are public.
 */
public final class TraceMetrics {

    private TraceMetrics() {}

    /**
     * The value of a metric in one task.
     *
     * @param name name of the metric
     */
    private record Value(String name, long value) implements CustomTaskMetric {}

    /** A metric whose values are added. */
    abstract static class Sum implements CustomMetric {

        private final String description;

        Sum(String description) {
            this.description = description;
        }

        @Override
        public String name() {
            return getClass().getSimpleName();
        }

        @Override
        public String description() {
            return description;
        }

        @Override
        public String aggregateTaskMetrics(long[] values) {
            return Long.toString(LongStream.of(values).sum());
        }

        CustomTaskMetric of(long value) {
            return new Value(name(), value);
        }
    }

    /** A metric whose values are bytes. */
    abstract static class Bytes extends Sum {

        Bytes(String description) {
            super(description);
        }

        @Override
        public String aggregateTaskMetrics(long[] values) {
            return Utils.bytesToString(LongStream.of(values).sum());
        }
    }

    /** Number of extents that were read. */
    public static final class ExtentsRead extends Sum {
        /** Used by Spark. */
        public ExtentsRead() {
            super("extents read");
        }
    }

    /** Number of extents that were not read, because no row in them can pass the filters. */
    public static final class ExtentsSkipped extends Sum {
        /** Used by Spark. */
        public ExtentsSkipped() {
            super("extents skipped");
        }
    }

    /** Stored bytes of the extents that were read. */
    public static final class ExtentBytes extends Bytes {
        /** Used by Spark. */
        public ExtentBytes() {
            super("stored bytes of extents read");
        }
    }

    /** Number of extents that were written. */
    public static final class ExtentsWritten extends Sum {
        /** Used by Spark. */
        public ExtentsWritten() {
            super("extents written");
        }
    }

    /** Bytes of the files that were written. */
    public static final class FileBytes extends Bytes {
        /** Used by Spark. */
        public FileBytes() {
            super("bytes of files written");
        }
    }
}

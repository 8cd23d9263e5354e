package dev.mimeo.nfs.analyze;

import dev.mimeo.dataseries.Checksums;
import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.nfs.Counter;
import dev.mimeo.nfs.Counters;
import dev.mimeo.nfs.internal.pcap.Packet;
import dev.mimeo.nfs.internal.summary.HostNames;
import dev.mimeo.nfs.internal.summary.TrafficCollector;
import dev.mimeo.nfs.summary.SummaryOptions;
import dev.mimeo.nfs.summary.TrafficSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * A summary of traces. Immutable except for the counters.
 *
 * @param traffic the messages
 * @param counters what was counted when the captures were converted; all 0 in traces of other programs
 * @param firstPacketNanos time of the first packet, in nanoseconds since 1970; that of the first message in traces that do not have it
 * @param lastPacketNanos time of the last packet
 */
public record TraceSummary(TrafficSummary traffic, Counters counters, long firstPacketNanos, long lastPacketNanos) {

    private static final String HOSTS = "Trace::Network::host";
    private static final String COUNTERS = "Summary::NFS::convert-stats";
    private static final String CONVERSION = "Summary::NFS::converter";
    private static final String OTHERS = "Trace::RPC::other";
    private static final int IPV6_BYTES = 16;

    /** Takes the values of a row of a table of two columns. */
    private interface Taker {
        void take(Extent extent, int first, int second, int row);
    }

    /**
     * Reads traces.
     *
     * @param files at least one, in the order of their records
     * @param progress given the number of uncompressed bytes of each extent
     * @throws IOException if a file cannot be read, is damaged or holds no part of a trace, or as the taker of intervals throws it
     */
    public static TraceSummary of(
            List<Path> files, TraceScan.Options options, SummaryOptions contents, LongConsumer progress)
            throws IOException {
        Map<Integer, byte[]> hosts = hosts(files, options.checksums());
        Map<String, Long> counts = new HashMap<>();
        List<Long> times = new ArrayList<>();
        for (Path file : files) {
            try (DataSeriesReader reader = DataSeriesReader.open(file, options.checksums())) {
                read(
                        reader,
                        COUNTERS,
                        "stat_name",
                        FieldType.VARIABLE32,
                        "count",
                        FieldType.INT64,
                        (extent, name, count, row) ->
                                counts.merge(extent.variables(name).utf8(row), extent.longs(count)[row], Long::sum));
                times.addAll(packetTimes(reader));
            }
        }
        TrafficCollector collector = new TrafficCollector(contents, host -> HostNames.of(host, hosts));
        TraceScan.of(files, new SummaryAnalysis(collector), options).run(progress);
        for (Path file : files) {
            try (DataSeriesReader reader = DataSeriesReader.open(file, options.checksums())) {
                others(reader, collector);
                SidebandRows.read(reader, collector);
            }
        }
        Counters counters = new Counters();
        Arrays.stream(Counter.values())
                .forEach(counter -> counters.add(counter, counts.getOrDefault(counter.statName(), 0L)));
        TrafficSummary traffic = collector.finish();
        if (traffic.lastNanos() != 0) {
            times.add(traffic.firstNanos());
            times.add(traffic.lastNanos());
        }
        return new TraceSummary(
                traffic,
                counters,
                times.stream().mapToLong(Long::longValue).min().orElse(0),
                times.stream().mapToLong(Long::longValue).max().orElse(0));
    }

    /** Returns the times of the first and the last packet in nanoseconds; none if the file does not have them, or had no packets. */
    private static List<Long> packetTimes(DataSeriesReader reader) throws IOException {
        Map<String, Long> times = new HashMap<>();
        read(
                reader,
                CONVERSION,
                "key",
                FieldType.VARIABLE32,
                "value",
                FieldType.VARIABLE32,
                (extent, key, value, row) -> {
                    String name = extent.variables(key).utf8(row);
                    if (name.equals("first_packet_at") || name.equals("last_packet_at")) {
                        times.put(name, nanos(extent.variables(value).utf8(row)));
                    }
                });
        return times.getOrDefault("last_packet_at", 0L) == 0 ? List.of() : List.copyOf(times.values());
    }

    /** Returns 0 for what is not a time, as a file may have anything. */
    private static long nanos(String time) {
        try {
            return Packet.nanos(Long.parseUnsignedLong(time));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /** Reads the addresses of IPv6 by the numbers of their hosts. */
    static Map<Integer, byte[]> hosts(List<Path> files, Checksums checksums) throws IOException {
        Map<Integer, byte[]> hosts = new HashMap<>();
        for (Path file : files) {
            try (DataSeriesReader reader = DataSeriesReader.open(file, checksums)) {
                read(
                        reader,
                        HOSTS,
                        "host",
                        FieldType.INT32,
                        "address",
                        FieldType.VARIABLE32,
                        (extent, host, address, row) -> {
                            byte[] bytes = extent.variables(address).copy(row);
                            if (bytes.length == IPV6_BYTES) {
                                hosts.put(extent.ints(host)[row], bytes);
                            }
                        });
            }
        }
        return hosts;
    }

    private static void read(
            DataSeriesReader reader,
            String table,
            String first,
            FieldType firstType,
            String second,
            FieldType secondType,
            Taker taker)
            throws IOException {
        for (ExtentType type : reader.types()) {
            if (type.name().equals(table) && has(type, first, firstType) && has(type, second, secondType)) {
                try (ExtentSource source = reader.extents(table, 1)) {
                    for (Extent extent = source.next(); extent != null; extent = source.next()) {
                        for (int row = 0; row < extent.rows(); row++) {
                            taker.take(extent, type.indexOf(first), type.indexOf(second), row);
                        }
                    }
                }
            }
        }
    }

    /** Counts the messages of other programs, if the trace has them. */
    private static void others(DataSeriesReader reader, TrafficCollector collector) throws IOException {
        for (ExtentType type : reader.types()) {
            if (type.name().equals(OTHERS)
                    && has(type, "program", FieldType.INT32)
                    && has(type, "version", FieldType.INT32)
                    && has(type, "procedure", FieldType.INT32)
                    && has(type, "is_request", FieldType.BOOL)) {
                try (ExtentSource source = reader.extents(OTHERS, 1)) {
                    for (Extent extent = source.next(); extent != null; extent = source.next()) {
                        int[] programs = extent.ints(type.indexOf("program"));
                        int[] versions = extent.ints(type.indexOf("version"));
                        int[] procedures = extent.ints(type.indexOf("procedure"));
                        boolean[] calls = extent.booleans(type.indexOf("is_request"));
                        for (int row = 0; row < extent.rows(); row++) {
                            collector.other(programs[row], versions[row], procedures[row], calls[row]);
                        }
                    }
                }
            }
        }
    }

    private static boolean has(ExtentType type, String name, FieldType fieldType) {
        return type.hasField(name)
                && type.fields().get(type.indexOf(name)).type() == fieldType
                && !type.fields().get(type.indexOf(name)).nullable();
    }
}

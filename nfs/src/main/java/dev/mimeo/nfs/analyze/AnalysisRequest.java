package dev.mimeo.nfs.analyze;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An analysis of a trace and its options: one record for each kind, whose factory {@code all} or {@code standard} has the usual
 * options. Immutable and thread-safe. Options out of range are an {@link IllegalArgumentException}.
 */
public sealed interface AnalysisRequest {

    /** Returns the name of the analysis, as the command takes it. */
    default String name() {
        return RequestText.name(this);
    }

    /** Returns the request as the command takes it, without options that have their usual value; {@link #parse} reads it. */
    default String text() {
        return RequestText.of(this);
    }

    /**
     * Reads a request.
     *
     * @param text a name, and behind a colon options with commas between, such as {@code hostinfo:60,no_cube_time}
     * @throws IllegalArgumentException if there is no such analysis or option, or a value is out of range
     */
    static AnalysisRequest parse(String text) {
        return RequestText.parse(text);
    }

    /** Returns the names of all analyses, and a line on each, in the order in which classic text has them. */
    static Map<String, String> descriptions() {
        return RequestText.descriptions();
    }

    /**
     * Messages and bytes by host, direction, operation and time; rates and their quantiles.
     *
     * @param groupSeconds length of a group of time, 1 to 1e9 s
     * @param incremental tuples after which the groups of time that are over are printed and dropped, 1 to 1e8
     * @param without what is left out
     */
    record HostInfo(long groupSeconds, int incremental, Set<Part> without) implements AnalysisRequest {

        static final int INCREMENTAL = 100_000;

        /** Parts of the result. */
        public enum Part {
            /** Cells by time with any of something else. */
            CUBE_TIME("no_cube_time"),
            /** Cells by host with any of something else. */
            CUBE_HOST("no_cube_host"),
            /** Of these, those that are not with any of all else. */
            CUBE_HOST_DETAIL("no_cube_host_detail"),
            /** The cells without any, printed. */
            PRINT_BASE("no_print_base"),
            /** Those with any, printed. */
            PRINT_CUBE("no_print_cube"),
            /** Rates. */
            PRINT_RATES("no_print_rates"),
            /** Quantiles of the rates. */
            PRINT_RATE_QUANTILES("no_print_rates_quantiles");

            private final String flag;

            Part(String flag) {
                this.flag = flag;
            }

            String flag() {
                return flag;
            }
        }

        /** Checks the ranges. */
        public HostInfo {
            RequestText.check("hostinfo", "seconds", groupSeconds, 1, 1_000_000_000);
            RequestText.check("hostinfo", "incremental", incremental, 1, 100_000_000);
            without = Set.copyOf(without);
        }

        /** Returns a request for groups of time of a length, in seconds. */
        public static HostInfo every(long seconds) {
            return new HostInfo(seconds, INCREMENTAL, Set.of());
        }

        /** Returns this request with more parts left out. */
        public HostInfo without(Part... parts) {
            Set<Part> all = EnumSet.noneOf(Part.class);
            all.addAll(without);
            all.addAll(Arrays.asList(parts));
            return new HostInfo(groupSeconds, incremental, all);
        }

        boolean has(Part part) {
            return !without.contains(part);
        }
    }

    /**
     * Calls a second of each operation over windows that roll on.
     *
     * @param range a length such as {@code 1s}, or {@code 1ms..60s} for these and what is usual between them
     */
    record RollingRates(String range) implements AnalysisRequest {

        /** Checks the lengths. */
        public RollingRates {
            RollingRateAnalysis.lengths(range);
        }
    }

    /**
     * Time to answer by server and operation; calls and replies that came again or are missing.
     *
     * @param fromLast whether time counts from the last of calls that were sent again, not from the first
     * @param distribution whether the result has the quantiles 0.01 to 0.99 of each server and operation too, for plots
     */
    record Latency(boolean fromLast, boolean distribution) implements AnalysisRequest {}

    /**
     * Calls that the trace lacks, from the transaction numbers of clients.
     *
     * @param by what numbers its calls; null is a client in classic text and a connection otherwise
     */
    record Missing(@Nullable Numbering by) implements AnalysisRequest {

        /** The sources of call numbers. */
        public enum Numbering {
            /** A client numbers them over all its connections. */
            CLIENT,
            /** Each connection has numbers of its own. */
            CONNECTION
        }
    }

    /**
     * Sizes of the files seen.
     *
     * @param classicRows whether rows are those that the tools of 2009 counted; classic text always has these
     * @param sample one file in this many is analyzed, a power of two from 1 to 2^40
     */
    record FileSizes(boolean classicRows, long sample) implements AnalysisRequest {

        /** Checks the range. */
        public FileSizes {
            RequestText.check("filesize", "sample", sample, 1, 1L << 40);
            if (Long.bitCount(sample) != 1) {
                throw new IllegalArgumentException("filesize: sample must be a power of two, got " + sample);
            }
        }

        /** Returns a request for all files. */
        public static FileSizes all() {
            return new FileSizes(false, 1);
        }
    }

    /**
     * Paths of file handles.
     *
     * @param handles the handles in hexadecimal digits, at least one
     */
    record Paths(List<String> handles) implements AnalysisRequest {

        /** Checks the digits. */
        public Paths {
            handles = List.copyOf(handles);
            RequestText.handles("path", handles);
        }
    }

    /** Sizes and offsets of reads and writes. */
    record ReadWriteExtents() implements AnalysisRequest {}

    /**
     * Operations, bytes and latency by file system, file handle and operation.
     *
     * @param top number of file handles with the most operations to keep, 1 to 1e7, in bounded memory; 0 for all
     */
    record FileHandles(int top) implements AnalysisRequest {

        /** Checks the range. */
        public FileHandles {
            RequestText.check("fhops", "top", top, 0, 10_000_000);
        }
    }

    /**
     * Every operation on given file handles.
     *
     * @param handles the handles in hexadecimal digits, at least one
     */
    record FileHandleLog(List<String> handles) implements AnalysisRequest {

        /** Checks the digits. */
        public FileHandleLog {
            handles = List.copyOf(handles);
            RequestText.handles("fhlog", handles);
        }
    }

    /**
     * Runs of reads and writes, and how sequential they are.
     *
     * @param order the order in which they are looked at
     * @param slopSeconds by how much requests may be reordered beyond those that overlap, 0 to below 1e6 s; 0 unless
     *     {@code order} is {@link TransferOrder#OVERLAPPING}
     * @param gapSeconds a pause that ends a run, above 0 to 1e6 s, more than twice the slop
     * @param ignoreServer whether what goes to several servers is one run
     * @param ignoreClient whether what comes from several clients is one run
     */
    record Sequentiality(
            TransferOrder order, double slopSeconds, double gapSeconds, boolean ignoreServer, boolean ignoreClient)
            implements AnalysisRequest {

        private static final double MOST_SECONDS = 1e6;
        static final double GAP = 30;

        /** An order of reads and writes. */
        public enum TransferOrder {
            /** That of their replies. */
            REPLY,
            /** That of their requests. */
            REQUEST,
            /** That of their offsets, among those that overlap in time. */
            OVERLAPPING
        }

        /** Checks the ranges. */
        public Sequentiality {
            if (!(gapSeconds > 0 && gapSeconds <= MOST_SECONDS && slopSeconds >= 0 && slopSeconds < MOST_SECONDS)) {
                throw new IllegalArgumentException(
                        "sequentiality: gap and slop must be up to 1e6 s, got " + gapSeconds + " and " + slopSeconds);
            }
            if (2 * slopSeconds >= gapSeconds) {
                throw new IllegalArgumentException("sequentiality: the slop must be below half of the gap");
            }
            if (slopSeconds > 0 && order != TransferOrder.OVERLAPPING) {
                throw new IllegalArgumentException("sequentiality: only requests that overlap have a slop");
            }
        }

        /** Returns a request for an order, with the usual gap of 30 s and no slop. */
        public static Sequentiality in(TransferOrder order) {
            return new Sequentiality(order, 0, GAP, false, false);
        }

        /** Returns this request with another slop, in seconds. */
        public Sequentiality withSlop(double seconds) {
            return new Sequentiality(order, seconds, gapSeconds, ignoreServer, ignoreClient);
        }

        /** Returns the order and the slop as the command takes them. */
        String orderText() {
            return switch (order) {
                case REPLY -> "reply_order";
                case REQUEST -> "request_order";
                case OVERLAPPING ->
                    "overlapping_reorder" + (slopSeconds == 0 ? "" : "=" + RequestText.decimal(slopSeconds));
            };
        }
    }

    /**
     * Bandwidth and packets a second over windows that roll on.
     *
     * @param windowSeconds lengths of the windows, each 1e-6 to 1e6 s, at least one
     * @param reorderSeconds by how much packets may be late, 0 to 1e6 s
     */
    record Bandwidth(List<Double> windowSeconds, double reorderSeconds) implements AnalysisRequest {

        /** Windows move by a twentieth of their length, and a shorter step is near the resolution of traces. */
        private static final double LEAST_SECONDS = 1e-6;

        private static final double MOST_SECONDS = 1e6;
        static final List<Double> USUAL = List.of(60.0, 1.0, 0.1, 0.01, 0.001);

        /** Checks the ranges. */
        public Bandwidth {
            windowSeconds = List.copyOf(windowSeconds);
            boolean good =
                    windowSeconds.stream().allMatch(seconds -> seconds >= LEAST_SECONDS && seconds <= MOST_SECONDS);
            if (!good || windowSeconds.isEmpty() || !(reorderSeconds >= 0 && reorderSeconds <= MOST_SECONDS)) {
                throw new IllegalArgumentException("ipbw: windows must be 1e-6 to 1e6 s long, got " + windowSeconds
                        + ", packets late by up to 1e6 s, got " + reorderSeconds);
            }
        }

        /** Returns a request for windows of given lengths, in seconds, or for the usual ones: 60, 1, 0.1, 0.01 and 0.001 s. */
        public static Bandwidth of(double... seconds) {
            return new Bandwidth(
                    seconds.length == 0 ? USUAL : Arrays.stream(seconds).boxed().toList(), 0);
        }
    }

    /**
     * Share of the bytes of connections that is in messages that were found.
     *
     * @param packetsOnly whether packets are counted even where the trace has totals of connections
     * @param leastBytes connections with fewer bytes are added up
     */
    record CrossCheck(boolean packetsOnly, long leastBytes) implements AnalysisRequest {

        static final long LEAST = 1_000_000;

        /** Checks the range. */
        public CrossCheck {
            RequestText.check("crosscheck", "min_bytes", leastBytes, 0, Long.MAX_VALUE);
        }

        /** Returns a request with the usual options. */
        public static CrossCheck standard() {
            return new CrossCheck(false, LEAST);
        }
    }

    /**
     * Packets and bytes of each interval.
     *
     * @param seconds length of an interval, 1 to 1e9 s
     */
    record PacketSeries(long seconds) implements AnalysisRequest {

        /** Checks the range. */
        public PacketSeries {
            RequestText.check("ipseries", "seconds", seconds, 1, 1_000_000_000);
        }
    }

    /** Packets and bytes by sender and receiver. */
    record PacketPairs() implements AnalysisRequest {}

    /**
     * Packets and bytes by sender, receiver, ports and protocol.
     *
     * @param top share of the bytes below which cells are left out, 0 to 1; 0 for none
     * @param minBytes bytes below which cells are left out; 0 where {@code top} is not
     */
    record PacketCube(double top, long minBytes) implements AnalysisRequest {

        /** Checks the ranges. */
        public PacketCube {
            RequestText.check("ipcube", "min_bytes", minBytes, 0, Long.MAX_VALUE);
            if (!(top >= 0 && top <= 1)) {
                throw new IllegalArgumentException("ipcube: top must be from 0 to 1, got " + top);
            }
            if (top > 0 && minBytes > 0) {
                throw new IllegalArgumentException("ipcube: either top or min_bytes");
            }
        }
    }
}

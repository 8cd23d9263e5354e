package dev.mimeo.nfs.analyze;

import dev.mimeo.dataseries.Checksums;
import dev.mimeo.nfs.internal.summary.HostNames;
import dev.mimeo.nfs.internal.summary.TrafficCollector;
import dev.mimeo.nfs.summary.SummaryOptions;
import dev.mimeo.nfs.summary.TrafficSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Gives the rows of trace files to analyses, in one pass over each table that any of them needs. Files are taken in the
 * order given, which must be that of their records. Tables are only joined if an analysis asks for it. Extents are decoded
 * by other threads ahead of the analyses, which run one after the other for each row. For one thread at a time.
 */
public final class TraceScan {

    private final List<Path> files;
    private final List<AnalysisRequest> requests;
    private final List<TraceAnalysis> analyses;
    private final AnalysisOutput output;
    private final Options options;
    private final @Nullable TrafficCollector collector;
    private TraceJoin join;
    private boolean begun;

    /**
     * Time range, verification and threads of a scan.
     *
     * @param fromNanos time of the first message or packet, in nanoseconds since 1970
     * @param toNanos time before which the last one is
     * @param checksums checksums of extents to verify
     * @param threads threads that decode each table, at least 1
     */
    public record Options(long fromNanos, long toNanos, Checksums checksums, int threads) {

        /** Checks the threads. */
        public Options {
            if (threads < 1) {
                throw new IllegalArgumentException("threads must be at least 1, got " + threads);
            }
        }

        /** Reads all and verifies all checksums. */
        public static Options all(int threads) {
            return new Options(Long.MIN_VALUE, Long.MAX_VALUE, Checksums.ALL, threads);
        }

        boolean isWhole() {
            return fromNanos == Long.MIN_VALUE && toNanos == Long.MAX_VALUE;
        }

        boolean has(long nanos) {
            return nanos >= fromNanos && nanos < toNanos;
        }
    }

    /**
     * Memory of an analysis.
     *
     * @param request what it was made from
     * @param bytes bytes that it keeps, without what reading needs
     * @param bounded a request for about the same in memory that does not grow with the trace, or null if there is none
     */
    public record Memory(
            AnalysisRequest request, long bytes, @Nullable AnalysisRequest bounded) {}

    private TraceScan(
            List<Path> files,
            List<AnalysisRequest> requests,
            List<TraceAnalysis> analyses,
            AnalysisOutput output,
            Options options,
            @Nullable TrafficCollector collector) {
        this.files = files;
        this.requests = requests;
        this.analyses = analyses;
        this.output = output;
        this.options = options;
        this.collector = collector;
        this.join = new TraceJoin(analyses);
    }

    /**
     * Makes a scan of files for analyses. Nothing is read yet.
     *
     * @param output receives what the analyses print, some of it as the scan goes on
     */
    public static TraceScan of(
            List<Path> files, List<AnalysisRequest> requests, AnalysisOutput output, Options options) {
        List<TraceAnalysis> analyses =
                requests.stream().map(request -> Analyses.of(request, output)).toList();
        return new TraceScan(List.copyOf(files), List.copyOf(requests), analyses, output, options, null);
    }

    /**
     * Makes a scan of files for analyses and a summary. Nothing is read yet but the addresses of hosts.
     *
     * @param output receives what the analyses print, some of it as the scan goes on
     * @param contents contents of the summary that {@link #summary} returns
     * @throws IOException if a file cannot be read
     */
    public static TraceScan of(
            List<Path> files,
            List<AnalysisRequest> requests,
            AnalysisOutput output,
            SummaryOptions contents,
            Options options)
            throws IOException {
        Map<Integer, byte[]> hosts = TraceSummary.hosts(files, options.checksums());
        TrafficCollector collector = new TrafficCollector(contents, host -> HostNames.of(host, hosts));
        List<TraceAnalysis> analyses = new ArrayList<>();
        requests.forEach(request -> analyses.add(Analyses.of(request, output)));
        analyses.add(new SummaryAnalysis(collector));
        return new TraceScan(
                List.copyOf(files), List.copyOf(requests), List.copyOf(analyses), output, options, collector);
    }

    /**
     * Returns the summary, after {@link #run}. May be called once.
     *
     * @throws IllegalStateException if none was asked for
     * @throws IOException as the taker of intervals throws it
     */
    public TrafficSummary summary() throws IOException {
        if (collector == null) {
            throw new IllegalStateException("no summary was asked for");
        }
        return collector.finish();
    }

    /** Makes a scan of files for an analysis that prints nothing. */
    static TraceScan of(List<Path> files, TraceAnalysis analysis, Options options) {
        return new TraceScan(List.copyOf(files), List.of(), List.of(analysis), AnalysisOutput.NONE, options, null);
    }

    /** Returns the memory of each analysis as it is now, in the order of the requests. */
    public List<Memory> memory() {
        List<Memory> all = new ArrayList<>();
        for (int i = 0; i < requests.size(); i++) {
            TraceAnalysis analysis = analyses.get(i);
            all.add(new Memory(requests.get(i), analysis.memoryBytes(), analysis.bounded()));
        }
        return all;
    }

    /** Returns the bytes that the join of the tables keeps. */
    public long joinBytes() {
        return join.memoryBytes();
    }

    /**
     * Lets the analyses print what they have found, after {@link #run}.
     *
     * @throws IOException if the output fails
     */
    public void finish() throws IOException {
        Analyses.finish(analyses, join.counts(), output);
    }

    /** Returns, after {@link #finish}, why parts of results are empty, a sentence each. */
    public List<String> notes() {
        return analyses.stream()
                .map(TraceAnalysis::note)
                .filter(Objects::nonNull)
                .toList();
    }

    /**
     * Reads the files, once.
     *
     * @param progress given the number of uncompressed bytes of each extent
     * @throws IllegalStateException if they were read before: the analyses would count everything twice
     * @throws IOException if a file cannot be read, is damaged or holds no part of a trace, or an analysis cannot print
     */
    public void run(LongConsumer progress) throws IOException {
        if (begun) {
            throw new IllegalStateException("the traces were read before: make another scan");
        }
        begun = true;
        for (Path file : files) {
            TraceTable.check(file);
        }
        runConnections(progress);
        // The information on connections may be enough.
        join = new TraceJoin(analyses);
        runMounts(progress);
        MessageFeed messages;
        boolean together = analyses.stream().anyMatch(TraceAnalysis::packetsWithMessages);
        try (PacketFeed packets = new PacketFeed(
                stream(TraceTable.PACKETS, packetColumns(), progress), join.wanting(TraceTable.PACKETS), options)) {
            messages = runMessages(progress, together ? packets : null);
            packets.giveRest();
        }
        runCompounds(progress, messages);
    }

    private void runConnections(LongConsumer progress) throws IOException {
        if (!options.isWhole()) {
            return;
        }
        TraceAnalysis[] wanting = join.wanting(TraceTable.CONNECTIONS);
        try (TableStream connections = stream(TraceTable.CONNECTIONS, columns(TraceTable.CONNECTIONS), progress)) {
            connections.forEachRow(new ConnectionRows(), (rows, row) -> {
                for (TraceAnalysis analysis : wanting) {
                    analysis.connection(rows, row);
                }
            });
        }
    }

    private void runMounts(LongConsumer progress) throws IOException {
        TraceAnalysis[] wanting = join.wanting(TraceTable.MOUNTS);
        try (TableStream mounts = stream(TraceTable.MOUNTS, columns(TraceTable.MOUNTS), progress)) {
            mounts.forEachRow(new MountRows(), (rows, row) -> {
                for (TraceAnalysis analysis : wanting) {
                    analysis.mount(rows, row);
                }
            });
        }
    }

    /** Gives the messages, joined with the other tables where that is wanted. */
    private MessageFeed runMessages(LongConsumer progress, @Nullable PacketFeed packets) throws IOException {
        Set<String> commonColumns = columns(TraceTable.COMMON);
        Set<String> attributeColumns = columns(TraceTable.ATTRIBUTES);
        Set<String> readWriteColumns = columns(TraceTable.READ_WRITE);
        boolean isPart = !options.isWhole();
        // Rows of the other tables have no times of their own: those of their messages tell whether they are in the
        // range.
        boolean joins = join.isWanted() || (isPart && !(attributeColumns.isEmpty() && readWriteColumns.isEmpty()));
        if (joins) {
            commonColumns.addAll(TraceJoin.COMMON_COLUMNS);
            attributeColumns.addAll(TraceJoin.ATTRIBUTE_COLUMNS);
            readWriteColumns.addAll(TraceJoin.READ_WRITE_COLUMNS);
        }
        boolean tracksRecords = isPart && !columns(TraceTable.COMPOUNDS).isEmpty();
        if (tracksRecords) {
            commonColumns.add("record_id");
        }
        if (!commonColumns.isEmpty()) {
            commonColumns.add("packet_at");
        }
        MessageFeed feed =
                new MessageFeed(options, join.wanting(TraceTable.COMMON), joins ? join : null, packets, tracksRecords);
        try (TableStream common = stream(TraceTable.COMMON, commonColumns, progress);
                TableStream attributes = stream(TraceTable.ATTRIBUTES, attributeColumns, progress);
                TableStream readWrites = stream(TraceTable.READ_WRITE, readWriteColumns, progress)) {
            join.start(attributes, readWrites, options.isWhole());
            common.forEachRow(new CommonRows(), feed::give);
            join.end();
        }
        return feed;
    }

    private void runCompounds(LongConsumer progress, MessageFeed messages) throws IOException {
        TraceAnalysis[] wanting = join.wanting(TraceTable.COMPOUNDS);
        try (TableStream compounds = stream(TraceTable.COMPOUNDS, columns(TraceTable.COMPOUNDS), progress)) {
            compounds.forEachRow(new CompoundRows(), (rows, row) -> {
                if (options.isWhole() || messages.hasRecord(rows.recordId(row))) {
                    for (TraceAnalysis analysis : wanting) {
                        analysis.compound(rows, row);
                    }
                }
            });
        }
    }

    private Set<String> packetColumns() {
        Set<String> columns = columns(TraceTable.PACKETS);
        if (!columns.isEmpty()) {
            columns.add("packet_at");
        }
        return columns;
    }

    private Set<String> columns(TraceTable table) {
        Set<String> all = new HashSet<>();
        for (TraceAnalysis analysis : analyses) {
            all.addAll(analysis.columns(table));
        }
        return all;
    }

    private TableStream stream(TraceTable table, Set<String> columns, LongConsumer progress) {
        return new TableStream(table, columns, files, options.checksums, options.threads, progress);
    }
}

package dev.mimeo.nfs.analyze;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The analyses there are, made from requests such as {@code hostinfo:60,no_cube_time}. */
public final class Analyses {

    private static final Map<String, String> DESCRIPTIONS = descriptions();

    private Analyses() {}

    private static Map<String, String> descriptions() {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("hostinfo", "messages and bytes by host, direction, operation and time; rates and their quantiles");
        all.put("latency", "time to answer by server and operation; calls and replies that came again or are missing");
        all.put("missing", "calls that the trace lacks, from the transaction numbers of clients");
        all.put("filesize", "sizes of the files seen");
        all.put("path", "paths of file handles");
        all.put("rwextent", "sizes and offsets of reads and writes");
        all.put("fhops", "operations, bytes and latency by file system, file handle and operation");
        all.put("fhlog", "every operation on given file handles");
        all.put("sequentiality", "runs of reads and writes, and how sequential they are");
        all.put("ipbw", "bandwidth and packets a second over rolling windows");
        all.put("crosscheck", "share of the bytes of connections that is in messages that were found");
        all.put("ipseries", "packets and bytes of each interval");
        all.put("ippairs", "packets and bytes by sender and receiver");
        all.put("ipcube", "packets and bytes by sender, receiver, ports and protocol");
        return all;
    }

    /** Returns the names of all analyses, and a line on each. */
    public static Map<String, String> all() {
        return new LinkedHashMap<>(DESCRIPTIONS);
    }

    /**
     * Makes an analysis.
     *
     * @param request a name, and behind a colon options with commas between
     * @param output destination of its output, as the scan goes on and at the end
     * @throws IllegalArgumentException if there is no such analysis or option, or a value is out of range
     */
    public static TraceAnalysis of(String request, AnalysisOutput output) {
        AnalysisOptions options = AnalysisOptions.parse(request);
        TraceAnalysis analysis = switch (options.analysis()) {
            case "hostinfo" -> hostinfo(options, output);
            case "latency" -> new ServerLatency(options, output);
            case "missing" -> new MissingOperations(options, output);
            case "filesize" -> new FileSizes(options, output);
            case "path" -> new PathLookup(handles(options), output);
            case "rwextent" -> new ReadWriteExtents(output);
            case "fhops" -> fileHandles(options, output);
            case "fhlog" -> new FileHandleLog(handles(options), output);
            case "sequentiality" -> new Sequentiality(options, output);
            case "ipbw" -> new RollingBandwidth(options, output);
            case "crosscheck" -> new CrossCheck(options, output);
            case "ipseries" -> new PacketSeries(options, output);
            case "ippairs" -> new PacketPairs(output);
            case "ipcube" -> new PacketCube(options, output);
            default ->
                throw new IllegalArgumentException("no analysis '" + options.analysis() + "', expected one of "
                        + String.join(", ", DESCRIPTIONS.keySet()));
        };
        options.refuseOthers();
        return analysis;
    }

    private static TraceAnalysis hostinfo(AnalysisOptions options, AnalysisOutput output) {
        String rolling = options.text("rolling");
        return rolling == null
                ? new HostInfo(HostInfoSettings.parse(options), output)
                : new RollingRates(rolling, output);
    }

    private static TraceAnalysis fileHandles(AnalysisOptions options, AnalysisOutput output) {
        int top = (int) options.number("top", 0, 0, 10_000_000);
        return top == 0 ? new FileHandleOperations(output) : new BusyFileHandles(top, output);
    }

    private static List<byte[]> handles(AnalysisOptions options) {
        List<byte[]> handles = new ArrayList<>();
        for (String text : options.plain()) {
            try {
                handles.add(HexFormat.of().parseHex(text));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        options.analysis() + ": '" + text + "' is not a file handle in hexadecimal digits", e);
            }
        }
        if (handles.isEmpty()) {
            throw new IllegalArgumentException(
                    options.analysis() + " needs file handles, such as " + options.analysis() + ":0138c000");
        }
        return handles;
    }

    /**
     * Lets analyses print, in the order given; in classic text in the order that it has always had, with the counts of the
     * join where it was used.
     */
    public static void finish(List<TraceAnalysis> analyses, TraceScan scan, AnalysisOutput output) throws IOException {
        if (!output.isClassic()) {
            for (TraceAnalysis analysis : analyses) {
                analysis.finish();
            }
            return;
        }
        List<String> order = new ArrayList<>(DESCRIPTIONS.keySet());
        List<TraceAnalysis> sorted = new ArrayList<>(analyses);
        sorted.sort(Comparator.comparingInt(analysis -> order.indexOf(analysis.name())));
        boolean readWrites = sorted.stream().anyMatch(TraceAnalysis::joinsReadWrite);
        boolean joins = readWrites || sorted.stream().anyMatch(TraceAnalysis::joins);
        for (TraceAnalysis analysis : sorted) {
            if (joins && (analysis.joins() || analysis.joinsReadWrite())) {
                output.text(JoinText.attributes(scan.joinCounts()));
                joins = false;
            }
            if (readWrites && analysis.joinsReadWrite()) {
                output.text(JoinText.readWrites(scan.joinCounts()));
                readWrites = false;
            }
            analysis.finish();
        }
    }
}

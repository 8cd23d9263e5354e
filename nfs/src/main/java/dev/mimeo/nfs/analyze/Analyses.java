package dev.mimeo.nfs.analyze;

import static dev.mimeo.internal.text.CNumberFormat.fixed;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Makes the analyses that are requested, and lets them print. */
final class Analyses {

    private static final double MIB = 1024 * 1024;

    private Analyses() {}

    /**
     * Makes an analysis.
     *
     * @param output destination of its output, as the scan goes on and at the end
     */
    static TraceAnalysis of(AnalysisRequest request, AnalysisOutput output) {
        if (request instanceof AnalysisRequest.HostInfo info) {
            return new HostInfoAnalysis(info, output);
        } else if (request instanceof AnalysisRequest.RollingRates rates) {
            return new RollingRateAnalysis(rates.range(), output);
        } else if (request instanceof AnalysisRequest.Latency latency) {
            return new ServerLatency(latency, output);
        } else if (request instanceof AnalysisRequest.Missing missing) {
            return new MissingOperations(missing, output);
        } else if (request instanceof AnalysisRequest.FileSizes sizes) {
            return new FileSizeAnalysis(sizes, output);
        } else if (request instanceof AnalysisRequest.Paths paths) {
            return new PathLookup(RequestText.handles(paths.name(), paths.handles()), output);
        } else if (request instanceof AnalysisRequest.ReadWriteExtents) {
            return new ReadWriteExtentAnalysis(output);
        } else if (request instanceof AnalysisRequest.FileHandles handles) {
            return handles.top() == 0 ? new FileHandleOperations(output) : new BusyFileHandles(handles.top(), output);
        } else if (request instanceof AnalysisRequest.FileHandleLog log) {
            return new FileHandleLogAnalysis(RequestText.handles(log.name(), log.handles()), output);
        } else if (request instanceof AnalysisRequest.Sequentiality sequentiality) {
            return new SequentialityAnalysis(sequentiality, output);
        } else if (request instanceof AnalysisRequest.Bandwidth bandwidth) {
            return new RollingBandwidth(bandwidth, output);
        } else if (request instanceof AnalysisRequest.CrossCheck check) {
            return new CrossCheckAnalysis(check, output);
        } else if (request instanceof AnalysisRequest.PacketSeries series) {
            return new PacketSeriesAnalysis(series, output);
        } else if (request instanceof AnalysisRequest.PacketPairs) {
            return new PacketPairAnalysis(output);
        } else if (request instanceof AnalysisRequest.PacketCube cube) {
            return new PacketCubeAnalysis(cube, output);
        }
        throw new IllegalStateException("no analysis for " + request);
    }

    /**
     * Lets analyses print, in the order given; in classic text in the order that it has always had, with the counts of the
     * join where it was used.
     */
    static void finish(List<TraceAnalysis> analyses, JoinCounts counts, AnalysisOutput output) throws IOException {
        if (!output.isClassic()) {
            for (TraceAnalysis analysis : analyses) {
                analysis.finish();
            }
            return;
        }
        List<String> order = new ArrayList<>(AnalysisRequest.descriptions().keySet());
        List<TraceAnalysis> sorted = new ArrayList<>(analyses);
        sorted.sort(Comparator.comparingInt(analysis -> order.indexOf(analysis.name())));
        boolean readWrites = sorted.stream().anyMatch(TraceAnalysis::joinsReadWrite);
        boolean joins = readWrites || sorted.stream().anyMatch(TraceAnalysis::joins);
        for (TraceAnalysis analysis : sorted) {
            if (joins && (analysis.joins() || analysis.joinsReadWrite())) {
                output.text(attributeJoin(counts));
                joins = false;
            }
            if (readWrites && analysis.joinsReadWrite()) {
                output.text(readWriteJoin(counts));
                readWrites = false;
            }
            analysis.finish();
        }
    }

    /** Returns the counts of the join of calls and attributes as classic text. */
    private static String attributeJoin(JoinCounts counts) {
        StringBuilder text = new StringBuilder();
        ClassicText.begin(text, "AttrOpsCommonJoin");
        text.append("  generated ").append(fixed(counts.joined() / 1e6, 3)).append(" million records, ");
        text.append(fixed(counts.joinedBytes() / MIB, 2)).append(" MB of extent output\n");
        double share = counts.reversedOf() == 0 ? 0 : 100.0 * counts.reversed() / counts.reversedOf();
        text.append("  ").append(counts.reversed()).append(" records, or ").append(fixed(share, 4));
        text.append("% forced to 1us turnaround from previous 0 or negative turnaround\n");
        text.append("  ").append(counts.withoutAttributes()).append(" skipped common, ");
        text.append(counts.withoutReply()).append(" skipped attrops, ");
        text.append(counts.furtherAttributes()).append(" semi-duplicate attrops, first keep ");
        text.append(ClassicText.seconds(counts.firstReplyAt())).append("s\n");
        ClassicText.end(text, "AttrOpsCommonJoin");
        return text.toString();
    }

    /** Returns the counts of the join with reads and writes as classic text. */
    private static String readWriteJoin(JoinCounts counts) {
        StringBuilder text = new StringBuilder();
        ClassicText.begin(text, "CommonAttrRWJoin");
        text.append("  skipped ").append(counts.noReadWrite()).append(" records in join -- not read or write\n");
        text.append("  generated ").append(fixed(counts.joinedReadWriteBytes() / MIB, 2));
        text.append(" MB of extent output\n");
        ClassicText.end(text, "CommonAttrRWJoin");
        return text.toString();
    }
}

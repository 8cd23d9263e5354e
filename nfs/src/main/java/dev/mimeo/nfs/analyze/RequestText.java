package dev.mimeo.nfs.analyze;

import dev.mimeo.nfs.analyze.AnalysisRequest.Bandwidth;
import dev.mimeo.nfs.analyze.AnalysisRequest.CrossCheck;
import dev.mimeo.nfs.analyze.AnalysisRequest.FileHandleLog;
import dev.mimeo.nfs.analyze.AnalysisRequest.FileHandles;
import dev.mimeo.nfs.analyze.AnalysisRequest.FileSizes;
import dev.mimeo.nfs.analyze.AnalysisRequest.HostInfo;
import dev.mimeo.nfs.analyze.AnalysisRequest.Latency;
import dev.mimeo.nfs.analyze.AnalysisRequest.Missing;
import dev.mimeo.nfs.analyze.AnalysisRequest.PacketCube;
import dev.mimeo.nfs.analyze.AnalysisRequest.PacketPairs;
import dev.mimeo.nfs.analyze.AnalysisRequest.PacketSeries;
import dev.mimeo.nfs.analyze.AnalysisRequest.Paths;
import dev.mimeo.nfs.analyze.AnalysisRequest.ReadWriteExtents;
import dev.mimeo.nfs.analyze.AnalysisRequest.RollingRates;
import dev.mimeo.nfs.analyze.AnalysisRequest.Sequentiality;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** The text of requests for analyses: {@code name:option,option=value}. */
final class RequestText {

    private static final double MOST_SECONDS = 1e6;

    private static final Map<String, String> DESCRIPTIONS = allDescriptions();

    private static final Map<Class<? extends AnalysisRequest>, String> NAMES = Map.ofEntries(
            Map.entry(HostInfo.class, "hostinfo"),
            Map.entry(RollingRates.class, "hostinfo"),
            Map.entry(Latency.class, "latency"),
            Map.entry(Missing.class, "missing"),
            Map.entry(FileSizes.class, "filesize"),
            Map.entry(Paths.class, "path"),
            Map.entry(ReadWriteExtents.class, "rwextent"),
            Map.entry(FileHandles.class, "fhops"),
            Map.entry(FileHandleLog.class, "fhlog"),
            Map.entry(Sequentiality.class, "sequentiality"),
            Map.entry(Bandwidth.class, "ipbw"),
            Map.entry(CrossCheck.class, "crosscheck"),
            Map.entry(PacketSeries.class, "ipseries"),
            Map.entry(PacketPairs.class, "ippairs"),
            Map.entry(PacketCube.class, "ipcube"));

    private RequestText() {}

    private static Map<String, String> allDescriptions() {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("hostinfo", "messages and bytes by host, direction, operation and time; rates and their quantiles");
        all.put("latency", "time to answer by server and operation; repeated and missing calls and replies");
        all.put("missing", "calls missing from the trace, by the transaction numbers of clients");
        all.put("filesize", "sizes of the files seen");
        all.put("path", "paths of file handles");
        all.put("rwextent", "sizes and offsets of reads and writes");
        all.put("fhops", "operations, bytes and latency by file system, file handle and operation");
        all.put("fhlog", "every operation on given file handles");
        all.put("sequentiality", "runs of reads and writes, and how sequential they are");
        all.put("ipbw", "bandwidth and packets per second over rolling windows");
        all.put("crosscheck", "share of the bytes of connections that belongs to recognized messages");
        all.put("ipseries", "packets and bytes of each interval");
        all.put("ippairs", "packets and bytes by sender and receiver");
        all.put("ipcube", "packets and bytes by sender, receiver, ports and protocol");
        return all;
    }

    static Map<String, String> descriptions() {
        return new LinkedHashMap<>(DESCRIPTIONS);
    }

    static String name(AnalysisRequest request) {
        return Objects.requireNonNull(NAMES.get(request.getClass()));
    }

    static AnalysisRequest parse(String text) {
        AnalysisOptions options = AnalysisOptions.parse(text);
        AnalysisRequest request = switch (options.analysis()) {
            case "hostinfo" -> hostInfo(options);
            case "latency" -> new Latency(options.flag("lastlat"), options.flag("distribution"));
            case "missing" -> missing(options);
            case "filesize" -> new FileSizes(options.flag("classic"), options.number("sample", 1, 1, 1L << 40));
            case "path" -> new Paths(options.plain());
            case "rwextent" -> new ReadWriteExtents();
            case "fhops" -> new FileHandles((int) options.number("top", 0, 0, 10_000_000));
            case "fhlog" -> new FileHandleLog(options.plain());
            case "sequentiality" -> sequentiality(options);
            case "ipbw" -> bandwidth(options);
            case "crosscheck" ->
                new CrossCheck(
                        options.flag("packets"), options.number("min_bytes", CrossCheck.LEAST, 0, Long.MAX_VALUE));
            case "ipseries" -> new PacketSeries(options.number("seconds", 1, 1, 1_000_000_000));
            case "ippairs" -> new PacketPairs();
            case "ipcube" ->
                new PacketCube(options.real("top", 0, 1), options.number("min_bytes", 0, 0, Long.MAX_VALUE));
            default ->
                throw new IllegalArgumentException("no analysis '" + options.analysis() + "', expected one of "
                        + String.join(", ", DESCRIPTIONS.keySet()));
        };
        options.refuseOthers();
        return request;
    }

    private static AnalysisRequest hostInfo(AnalysisOptions options) {
        String rolling = options.text("rolling");
        if (rolling != null) {
            return new RollingRates(rolling);
        }
        long seconds = options.number("seconds", 1, 1, 1_000_000_000);
        int incremental = (int) options.number("incremental", HostInfo.INCREMENTAL, 1, 100_000_000);
        Set<HostInfo.Part> without = EnumSet.noneOf(HostInfo.Part.class);
        for (HostInfo.Part part : HostInfo.Part.values()) {
            if (options.flag(part.flag())) {
                without.add(part);
            }
        }
        return new HostInfo(seconds, incremental, without);
    }

    private static AnalysisRequest missing(AnalysisOptions options) {
        String by = options.text("by");
        for (Missing.Numbering numbering : Missing.Numbering.values()) {
            if (text(numbering).equals(by)) {
                return new Missing(numbering);
            }
        }
        if (by != null) {
            throw new IllegalArgumentException("missing: by must be client or connection, got '" + by + "'");
        }
        return new Missing(null);
    }

    private static AnalysisRequest sequentiality(AnalysisOptions options) {
        String slop = options.text("overlapping_reorder");
        double slopSeconds = slop == null ? 0 : AnalysisOptions.seconds("overlapping_reorder", slop);
        boolean overlapping = slop != null || options.flag("overlapping_reorder");
        boolean request = options.flag("request_order");
        boolean reply = options.flag("reply_order");
        if ((overlapping ? 1 : 0) + (request ? 1 : 0) + (reply ? 1 : 0) > 1) {
            throw new IllegalArgumentException(
                    "sequentiality: only one of reply_order, request_order and overlapping_reorder");
        }
        return new Sequentiality(
                overlapping
                        ? Sequentiality.TransferOrder.OVERLAPPING
                        : request ? Sequentiality.TransferOrder.REQUEST : Sequentiality.TransferOrder.REPLY,
                slopSeconds,
                options.real("gap", Sequentiality.GAP, MOST_SECONDS),
                options.flag("ignore_server"),
                options.flag("ignore_client"));
    }

    private static AnalysisRequest bandwidth(AnalysisOptions options) {
        double reorder = options.real("reorder", 0, MOST_SECONDS);
        double[] usual =
                Bandwidth.USUAL.stream().mapToDouble(Double::doubleValue).toArray();
        double[] windows = options.reals("interval", MOST_SECONDS, usual);
        return new Bandwidth(Arrays.stream(windows).boxed().toList(), reorder);
    }

    /** Returns the text that {@link #parse} makes an equal request of. */
    static String of(AnalysisRequest request) {
        List<String> options = options(request);
        return options.isEmpty() ? request.name() : request.name() + ':' + String.join(",", options);
    }

    private static List<String> options(AnalysisRequest request) {
        List<String> all = new ArrayList<>();
        if (request instanceof HostInfo info) {
            add(all, info.groupSeconds() != 1, "seconds=" + info.groupSeconds());
            add(all, info.incremental() != HostInfo.INCREMENTAL, "incremental=" + info.incremental());
            info.without().stream().sorted().map(HostInfo.Part::flag).forEach(all::add);
        } else if (request instanceof RollingRates rates) {
            all.add("rolling=" + rates.range());
        } else if (request instanceof Latency latency) {
            add(all, latency.fromLast(), "lastlat");
            add(all, latency.distribution(), "distribution");
        } else if (request instanceof Missing missing && missing.by() != null) {
            all.add("by=" + text(missing.by()));
        } else if (request instanceof FileSizes sizes) {
            add(all, sizes.classicRows(), "classic");
            add(all, sizes.sample() != 1, "sample=" + sizes.sample());
        } else if (request instanceof Paths paths) {
            all.addAll(paths.handles());
        } else if (request instanceof FileHandles handles) {
            add(all, handles.top() != 0, "top=" + handles.top());
        } else if (request instanceof FileHandleLog log) {
            all.addAll(log.handles());
        } else if (request instanceof Sequentiality runs) {
            add(all, runs.order() != Sequentiality.TransferOrder.REPLY, runs.orderText());
            add(all, runs.gapSeconds() != Sequentiality.GAP, "gap=" + decimal(runs.gapSeconds()));
            add(all, runs.ignoreServer(), "ignore_server");
            add(all, runs.ignoreClient(), "ignore_client");
        } else if (request instanceof Bandwidth bandwidth) {
            if (!bandwidth.windowSeconds().equals(Bandwidth.USUAL)) {
                bandwidth.windowSeconds().stream().map(RequestText::decimal).forEach(all::add);
            }
            add(all, bandwidth.reorderSeconds() != 0, "reorder=" + decimal(bandwidth.reorderSeconds()));
        } else if (request instanceof CrossCheck check) {
            add(all, check.packetsOnly(), "packets");
            add(all, check.leastBytes() != CrossCheck.LEAST, "min_bytes=" + check.leastBytes());
        } else if (request instanceof PacketSeries series) {
            add(all, series.seconds() != 1, "seconds=" + series.seconds());
        } else if (request instanceof PacketCube cube) {
            add(all, cube.top() != 0, "top=" + decimal(cube.top()));
            add(all, cube.minBytes() != 0, "min_bytes=" + cube.minBytes());
        }
        return all;
    }

    private static void add(List<String> options, boolean wanted, String option) {
        if (wanted) {
            options.add(option);
        }
    }

    private static String text(Missing.Numbering numbering) {
        return numbering.name().toLowerCase(Locale.ROOT);
    }

    /** Returns a number in the fewest digits that give it back, without an exponent. */
    static String decimal(double value) {
        return new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString();
    }

    /** Refuses a number that is out of range. */
    static void check(String analysis, String option, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(analysis + ": " + option + " must be an integer from " + least + " to "
                    + most + ", got '" + value + "'");
        }
    }

    /** Returns the bytes of file handles. */
    static List<byte[]> handles(String analysis, List<String> handles) {
        if (handles.isEmpty()) {
            throw new IllegalArgumentException(analysis + " needs file handles, such as " + analysis + ":0138c000");
        }
        List<byte[]> all = new ArrayList<>();
        for (String text : handles) {
            try {
                all.add(HexFormat.of().parseHex(text));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        analysis + ": '" + text + "' is not a file handle in hexadecimal digits", e);
            }
        }
        return all;
    }
}

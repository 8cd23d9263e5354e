package dev.mimeo.cli.nfs;

import dev.mimeo.cli.command.ByteSize;
import dev.mimeo.cli.command.Errors;
import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.WithoutOptions;
import dev.mimeo.internal.process.ShutdownHook;
import dev.mimeo.internal.text.ByteSizes;
import dev.mimeo.internal.text.Counts;
import dev.mimeo.internal.text.Failures;
import dev.mimeo.nfs.capture.CaptureProcess;
import dev.mimeo.nfs.capture.CaptureSpool;
import dev.mimeo.nfs.capture.PacketCapture;
import dev.mimeo.nfs.capture.StorageForm;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Captures packets into compressed files. */
@Command(
        name = "capture",
        customSynopsis = "mimeo nfs capture (-|-i INTERFACE|--spool DIR) -o DIR/BASE [OPTIONS]",
        description = {
            "Writes captured packets to files, compressed as strongly as the rate of packets allows.",
            "",
            "Reads pcap or pcapng from standard input, or from dumpcap or tcpdump, which it",
            "starts for -i. Full buffers become files BASE.000000.pcap.zst and so on, each a",
            "complete capture. The more buffers wait, the faster the compression. Packets are",
            "dropped, and counted, only if all buffers are full. BASE.log.jsonl has a line",
            "per file and per run of dropped packets. The capture ends with its input, Ctrl-C",
            "or SIGTERM, and then writes the remaining packets at the fastest level.",
            "",
            "--spool compresses the files of another capturing program, whose names also",
            "begin with BASE, and removes them. It leaves the youngest, which may be",
            "incomplete."
        },
        footer = {
            "",
            "Examples:",
            "  mimeo nfs capture -i eth0 --filter 'port 2049' -o /data/monday",
            "  tcpdump -i eth0 -s 0 -w - port 2049 | mimeo nfs capture - -o /data/monday",
            "  dumpcap -q -i eth0 -w - | mimeo nfs capture - -o /data/monday --memory 8GiB",
            "  mimeo nfs capture - -o traces/a --levels zstd:9,lz4,none --file-size 64MiB",
            "  mimeo nfs capture --spool /dev/shm/nfs -o /data/monday --follow",
            "  mimeo nfs convert /data/monday.*.pcap.* -o monday.ds --keys keys.txt"
        })
@WithoutOptions("--progress")
final class NfsCaptureCommand extends MimeoSubcommand {

    /** After a signal so much is waited for the end of the input: Ctrl-C stops the program before in the pipe too. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    /** The most that tcpdump and dumpcap accept. */
    private static final int MAX_SNAP_LENGTH = 262_144;

    private static final long DEFAULT_FILE = 128L << 20;
    private static final long DEFAULT_MEMORY = 2L << 30;
    private static final long DEFAULT_FREE = 1L << 30;

    @Parameters(paramLabel = "INPUT", arity = "0..1", hideParamSyntax = true, description = "- for standard input.")
    private @Nullable String input;

    @Option(
            names = {"-i", "--interface"},
            paramLabel = "INTERFACE",
            description = "Capture from a network interface.")
    private @Nullable String network;

    @Option(
            names = "--filter",
            paramLabel = "EXPRESSION",
            description = "Which packets to capture from the interface, as in pcap-filter(7) (default: all).")
    private @Nullable String filter;

    @Option(
            names = "--snaplen",
            paramLabel = "SIZE",
            converter = ByteSize.PositiveConverter.class,
            description = "Maximum bytes to capture of a packet from the interface (default: 256KiB).")
    private long snapLength = MAX_SNAP_LENGTH;

    @Option(
            names = "--program",
            paramLabel = "NAME",
            description = "Program that captures from the interface, dumpcap or tcpdump (default: the first that is "
                    + "installed).")
    private CaptureProcess.@Nullable Program program;

    @Option(names = "--spool", paramLabel = "DIR", description = "Compress the captures in a folder, and remove them.")
    private @Nullable String spool;

    @Option(names = "--follow", description = "With --spool: continue until a signal.")
    private boolean follow;

    @Option(names = "--all", description = "With --spool: the youngest file is complete too.")
    private boolean all;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR/BASE",
            required = true,
            description = "Folder and first part of the names of the files.")
    private String output = "";

    @Option(
            names = "--file-size",
            paramLabel = "SIZE",
            converter = ByteSize.PositiveConverter.class,
            description = "Size of a file before compression, 64KiB to 1GiB (default: 128MiB).")
    private long fileSize = DEFAULT_FILE;

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            converter = ByteSize.PositiveConverter.class,
            description = {
                "Memory for queued packets, at least 3 files (default: 2GiB, or less with a small "
                        + "heap); with --spool the size of the queue in the folder."
            })
    private @Nullable Long memory;

    @Option(
            names = "--levels",
            paramLabel = "LIST",
            description = "Compression levels from the strongest to the fastest, of zstd:1 to zstd:22, gzip:1 "
                    + "to gzip:9, lz4, none (default: zstd:19,zstd:9,zstd:3,lz4,none).")
    private String levels = "zstd:19,zstd:9,zstd:3,lz4,none";

    @Option(
            names = "--min-free",
            paramLabel = "SIZE",
            converter = ByteSize.Converter.class,
            description = "Free space to leave on the disk (default: 1GiB).")
    private long minFree = DEFAULT_FREE;

    @Option(names = "--strict", description = "Exit with 1 if packets are known to be lost or were dropped.")
    private boolean strict;

    NfsCaptureCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        // Closed when all is done and reported, so that the process may end after a signal.
        try (ShutdownHook hook = ShutdownHook.open("mimeo-stop-capture", ShutdownHook.FOREVER)) {
            if (spool != null && strict) {
                throw usageError("--strict is not for --spool, which drops nothing");
            }
            if (spool == null && (follow || all)) {
                throw usageError("--follow and --all are for --spool");
            }
            return spool != null
                    ? fromFolder(spool, hook)
                    : network != null ? fromInterface(network, hook) : fromInput(hook);
        }
    }

    private int fromFolder(String name, ShutdownHook hook) throws IOException {
        if (input != null || network != null) {
            throw usageError("--spool excludes - and -i");
        }
        Path folder = Outputs.path(name);
        Path base = base();
        List<StorageForm> ladder = checked(() -> StorageForm.parseList(levels));
        long room = memory == null ? DEFAULT_MEMORY : memory;
        CaptureSpool work = new CaptureSpool(
                checked(() -> new CaptureSpool.Settings(folder, base, ladder, workers(), room, minFree)));
        hook.onShutdown(work::stop);
        try {
            CaptureSpool.Summary summary = work.run(
                    follow ? CaptureSpool.End.STOP : CaptureSpool.End.EMPTY,
                    all ? CaptureSpool.Youngest.COMPLETE : CaptureSpool.Youngest.GROWING);
            if (json) {
                print(Json.render(Json.object()
                        .put("output", output)
                        .put("files", summary.files())
                        .put("fileBytes", summary.bytes())
                        .put("storedBytes", summary.storedBytes())
                        .put("abandoned", summary.abandoned())));
            }
            note(String.format(
                    Locale.ROOT,
                    "%s: %s, %s stored as %s%s%n",
                    name,
                    Counts.of(summary.files(), "file"),
                    ByteSizes.format(summary.bytes()),
                    ByteSizes.format(summary.storedBytes()),
                    summary.abandoned() == 0 ? "" : ", " + CaptureReport.faster(summary.abandoned())));
            return 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private int fromInput(ShutdownHook hook) throws IOException {
        if (!"-".equals(input)) {
            throw usageError("name - to read standard input, an interface with -i, or a folder with --spool");
        }
        if (filter != null || program != null || snapLength != MAX_SNAP_LENGTH) {
            throw usageError("--filter, --snaplen and --program are for -i");
        }
        String name = "standard input";
        return report(await(PacketCapture.start(terminal.in(), settings()), name, () -> {}, hook), name);
    }

    private int fromInterface(String name, ShutdownHook hook) throws IOException {
        if (input != null) {
            throw usageError("- and -i exclude each other");
        }
        if (snapLength < 1 || snapLength > MAX_SNAP_LENGTH) {
            throw usageError("--snaplen must be 1 to " + MAX_SNAP_LENGTH + ", got " + snapLength);
        }
        if (name.isEmpty() || name.startsWith("-")) {
            throw usageError("'" + name + "' is not a network interface");
        }
        PacketCapture.Settings settings = settings();
        List<CaptureProcess.Program> programs =
                program == null ? List.of(CaptureProcess.Program.values()) : List.of(program);
        try (CaptureProcess process = CaptureProcess.start(programs, name, (int) snapLength, filter)) {
            PacketCapture capture = PacketCapture.start(process.packets(), settings);
            PacketCapture.Summary summary;
            try {
                summary = await(capture, name, process::stop, hook);
            } catch (IOException e) {
                // The program reports the reason why there are no packets.
                end(process);
                throw e;
            }
            long lost = end(process);
            return report(summary.lostPackets() < 0 ? summary.withLostPackets(lost) : summary, name);
        }
    }

    private static long end(CaptureProcess process) throws IOException {
        try {
            return process.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private Path base() throws IOException {
        if (output.equals("-") || output.endsWith("/")) {
            throw usageError(
                    "-o takes a folder and the first part of names, as in traces/monday, not '" + output + "'");
        }
        return Outputs.path(output);
    }

    private PacketCapture.Settings settings() throws IOException {
        // Buffers are on the heap, and not all of it.
        long most = Runtime.getRuntime().maxMemory() / 8 * 7;
        if (memory != null && memory > most) {
            throw usageError("--memory " + ByteSizes.format(memory) + " is more than the heap has room for, "
                    + ByteSizes.format(most) + ": enlarge it with JAVA_OPTS=-Xmx...");
        }
        // Unless somebody says otherwise half of it, but what a capture needs at least.
        long usual = Math.min(DEFAULT_MEMORY, Math.max(most / 2, Math.min(most, 3 * fileSize)));
        long buffers = memory == null ? usual : memory;
        List<StorageForm> ladder = checked(() -> StorageForm.parseList(levels));
        Path base = base();
        return checked(() -> new PacketCapture.Settings(base, fileSize, buffers, ladder, workers(), minFree, force));
    }

    /** One CPU is left to the reading thread, unless somebody wants it otherwise. */
    private int workers() {
        boolean given = spec.commandLine().getParseResult().hasMatchedOption("--threads");
        return given ? threads() : Math.max(1, threads() - 1);
    }

    /** @param stop makes the input end soon */
    private static PacketCapture.Summary await(PacketCapture capture, String name, Runnable stop, ShutdownHook hook)
            throws IOException {
        hook.onShutdown(() -> {
            stop.run();
            stop(capture);
        });
        try {
            return capture.await();
        } catch (IOException e) {
            throw Failures.ofSource(name, e, Errors.reason(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private static void stop(PacketCapture capture) {
        try {
            capture.stop(PATIENCE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private int report(PacketCapture.Summary summary, String name) throws IOException {
        if (json) {
            print(Json.render(CaptureReport.document(output, summary)));
        }
        note(CaptureReport.line(name, summary));
        int code = LossReport.report(this, name, CaptureReport.losses(summary), strict);
        if (summary.problem() != null) {
            terminal.err()
                    .println("mimeo: " + Failures.oneLine(summary.problem()) + "; " + summary.unwrittenPackets()
                            + " packets were not written");
            return 1;
        }
        return code;
    }
}

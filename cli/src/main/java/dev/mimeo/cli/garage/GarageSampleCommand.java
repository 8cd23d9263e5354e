package dev.mimeo.cli.garage;

import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.TimeSpan;
import dev.mimeo.cli.command.WithoutOptions;
import dev.mimeo.garage.load.CounterDeclarations;
import dev.mimeo.garage.load.CounterSampler;
import dev.mimeo.garage.store.PackedFileWriter;
import dev.mimeo.internal.process.ShutdownHook;
import dev.mimeo.internal.text.Counts;
import dev.mimeo.internal.text.Failures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Counters of this system into packed files. */
@Command(
        name = "sample",
        customSynopsis = "mimeo garage sample -o DIR [OPTIONS]",
        description = {
            "Samples the counters of this Linux system.",
            "",
            "Reads /proc every 15 seconds until Ctrl-C and writes DIR/SERVER.YYYY-MM-DD.gar",
            "at the end of each day (UTC), and when it ends. Until then samples are in a",
            "hidden file in DIR: after a crash at most the current sample is lost, and the",
            "next run continues with that file. Values are totals, as the kernel counts them.",
            "",
            "If this command wrote the existing file of the day, samples are added to it; any",
            "other existing file is an error without --force."
        },
        footer = {
            "",
            "Examples:",
            "  mimeo garage sample -o garage/web/dc1",
            "  mimeo garage sample -o garage --interval 5 --count 720"
        })
@WithoutOptions({"--threads", "--progress"})
final class GarageSampleCommand extends MimeoSubcommand {

    private static final int MAX_SECONDS = 86_400;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            required = true,
            description = "Folder for the files, created if missing.")
    private String folder = "";

    @Option(
            names = "--interval",
            paramLabel = "TIME",
            converter = TimeSpan.SecondsConverter.class,
            description = "Time between samples, such as 5s or 1min; a number is in seconds (default: 15s).")
    private long interval = TimeUnit.SECONDS.toNanos(15);

    @Option(names = "--count", paramLabel = "N", description = "End after N samples (default: at Ctrl-C).")
    private long count = Long.MAX_VALUE;

    @Option(names = "--server", paramLabel = "NAME", description = "Name of the server (default: the host name).")
    private @Nullable String server;

    @Option(
            names = "--columns",
            paramLabel = "FILE",
            description = "Properties of counters, see 'mimeo garage pack --help'.")
    private @Nullable Path columns;

    @Option(
            names = "--proc",
            paramLabel = "DIR",
            description = "Folder of the kernel's files, such as the mounted /proc of the host in a container "
                    + "(default: /proc).")
    private Path proc = Path.of("/proc");

    GarageSampleCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        boolean isOutside = interval < TimeUnit.SECONDS.toNanos(1) || interval > TimeUnit.SECONDS.toNanos(MAX_SECONDS);
        if (isOutside || interval % TimeUnit.MILLISECONDS.toNanos(1) != 0 || count < 1) {
            throw usageError(
                    "--interval takes 1 to " + MAX_SECONDS + " seconds in whole milliseconds, --count 1 or more");
        }
        long samples;
        String name;
        try (ShutdownHook hook = ShutdownHook.open("mimeo-stop-sampling", ShutdownHook.FOREVER);
                CounterSampler sampler = CounterSampler.open(
                        Outputs.folder(folder),
                        server,
                        proc,
                        declarations(),
                        PackedFileWriter.Options.LOSSLESS,
                        force)) {
            name = sampler.server();
            CountDownLatch stopped = new CountDownLatch(1);
            hook.onShutdown(stopped::countDown);
            samples = sample(sampler, stopped);
        }
        if (json) {
            print(Json.render(Json.object().put("server", name).put("samples", samples)));
        }
        note(Counts.of(samples, "sample") + " of " + Failures.oneLine(name) + "\n");
        return 0;
    }

    private CounterDeclarations declarations() throws IOException {
        if (columns == null) {
            return CounterDeclarations.NONE;
        }
        Path scratch = outputs.scratchFolder("mimeo-garage-");
        try {
            return CounterDeclarations.read(columns, scratch);
        } finally {
            outputs.discard(scratch);
        }
    }

    /** Samples at whole multiples of the interval, so that servers sample at the same times. */
    private long sample(CounterSampler sampler, CountDownLatch stopped) throws IOException {
        long millis = TimeUnit.NANOSECONDS.toMillis(interval);
        long samples = 0;
        try {
            while (true) {
                samples += sampler.sample(System.currentTimeMillis()) ? 1 : 0;
                long wait = millis - Math.floorMod(System.currentTimeMillis(), millis);
                if (samples >= count || stopped.await(wait, TimeUnit.MILLISECONDS)) {
                    return samples;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}

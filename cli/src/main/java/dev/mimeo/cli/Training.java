package dev.mimeo.cli;

import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.StandardStreams;
import dev.mimeo.cli.command.Terminal;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Runs a few small jobs, one of each kind, so that the launcher can keep the classes they load for faster starts. Not part
 * of the command line.
 */
final class Training {

    /** Samples of several servers, so that a query reads several files in one statement. */
    private static final String SAMPLES =
            "SELECT 'server' || r %% 4 AS serverID, 1e9 + r AS sampleTime, size * sqrt(r) AS load"
                    + " FROM ds('%s', 'ChunkCharacterization'), range(1000) AS samples(r) WHERE number = 0";

    private Training() {}

    /**
     * Runs the jobs.
     *
     * @param args a file to work on, a folder for what comes of it, and a capture of NFS
     */
    public static void main(String[] args) {
        String file = args[0];
        Path folder = Path.of(args[1]);
        String trace = folder.resolve("train.ds").toString();
        String copy = folder.resolve("copy.ds").toString();
        run("mimic", file, "-o", folder.resolve("train.bin").toString(), "--codec", "lz4,zlib:6", "--force", "--quiet");
        run("scan", file, "-o", trace, "--force", "--quiet");
        run("dsrepack", trace, copy, "--compress", "lz4", "--force", "--quiet");
        run(
                "dsstatgroupby",
                "ChunkCharacterization",
                "basic",
                "size * 2",
                "group",
                "by",
                "number",
                "from",
                copy,
                trace);
        run("--help");
        run("describe", trace);
        run("dsinfo", copy);
        run("dsinfo", copy, "--json");
        run("dsverify", copy);
        run("ds2txt", copy);
        run("dssql", "SELECT count(*), sum(size) FROM ds('" + copy + "', 'ChunkCharacterization')");
        String tables = folder.resolve("tables.ds").toString();
        run("nfs", "convert", args[2], "-o", tables, "--random-key", "--force", "--quiet");
        run("nfs", "summary", args[2]);
        String garage = folder.resolve("garage").toString();
        String counters = folder.resolve("counters.csv").toString();
        String hours =
                "APPLY \"SELECT serverID, _HourTime; AS hour, avg(load) AS load FROM RawData GROUP BY serverID, hour\" ON '**'"
                        + " COMBINE \"SELECT TOP 3 * FROM ApplyResult ORDER BY load DESC\"";
        run("dssql", SAMPLES.formatted(copy), "--format", "csv", "-o", counters, "--force");
        run(
                "csv2ds",
                "--infer",
                "--header",
                counters,
                folder.resolve("counters.ds").toString(),
                "--force",
                "--quiet");
        run("garage", "pack", counters, "-o", garage, "--force", "--quiet");
        run(
                "garage",
                "query",
                hours,
                "--threads",
                "1",
                "--garage",
                garage,
                "-o",
                folder.resolve("hours.csv").toString(),
                "--force");
        run("nfs", "analyze", "-a", "hostinfo", "-a", "latency", "-a", "rwextent", tables);
    }

    private static void run(String... command) {
        try (StandardStreams streams = StandardStreams.ofProcess()) {
            Terminal terminal = Terminal.of(streams);
            Outputs outputs = new Outputs(terminal);
            Main.handleEnds(terminal, outputs, new AtomicBoolean(true), false);
            Main.run(terminal, outputs, command);
        }
    }
}

package dev.mimeo.cli.garage;

import dev.mimeo.cli.command.EngineSettings;
import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Output;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Progress;
import dev.mimeo.cli.command.TakesSql;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.UsesSql;
import dev.mimeo.garage.query.Completeness;
import dev.mimeo.garage.query.GarageQuery;
import dev.mimeo.garage.query.Macros;
import dev.mimeo.garage.query.QueryRun;
import dev.mimeo.internal.text.Counts;
import dev.mimeo.internal.text.Failures;
import dev.mimeo.sql.ResultText;
import dev.mimeo.sql.SqlOptions;
import java.io.BufferedOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Queries over a garage. */
@Command(
        name = "query",
        customSynopsis = "mimeo garage query QUERY [--garage DIR]... [-o OUT] [OPTIONS]",
        description = {
            "Runs SQL on each of many files, and on the combined results.",
            "",
            "APPLY \"SQL\" ON \"PATTERN\" [COMBINE \"SQL\"] [INTO \"OUT\"]: the SQL of APPLY sees the",
            "tables of one file, such as RawData; that of COMBINE sees the results of APPLY",
            "as table ApplyResult. @FILE stands for SQL in a file, LIST FILE for a list of",
            "paths, a query in parentheses for its result. Files that lack a column are",
            "ignored and counted. docs/reference/garage-queries.md describes the syntax."
        },
        footer = {
            "",
            "Examples:",
            "  mimeo garage query 'APPLY \"SELECT serverID, avg(MemUsage) AS mem FROM RawData",
            "      WHERE CPUUsage < 0.2\" ON \"hotmail/dc1/*.2009-10-*\"",
            "      COMBINE \"SELECT TOP 10 * FROM ApplyResult ORDER BY mem DESC\"'",
            "  mimeo garage query 'APPLY @peaks.sql ON \"**\"' --garage /data/a \\",
            "      --garage /data/b -o peaks.parquet",
            "  mimeo garage query 'APPLY @peaks.sql ON \"**\"' --garage /data/a \\",
            "      --garage /data/b -o peaks.parquet --resume"
        })
final class GarageQueryCommand extends MimeoSubcommand implements UsesSql, TakesSql {

    private static final int BUFFER_BYTES = 1 << 16;

    @Parameters(index = "0", paramLabel = "QUERY", description = "Query, see above.")
    private String query = "";

    @Option(
            names = "--garage",
            paramLabel = "DIR",
            description = "Root of the garage; may be repeated. A path under several roots is read from the "
                    + "first (default: .).")
    private List<Path> roots = new ArrayList<>();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUT",
            description =
                    "File to write: .csv, .gar, .duckdb, .xlsx or .parquet; - for a table on standard output (default: -).")
    private @Nullable String output;

    @Option(
            names = "--check",
            description = "First read all schemas: a name in APPLY that no file has is an error, which "
                    + "suggests similar names.")
    private boolean check;

    @Option(names = "--strict", description = "Fail at the first damaged file, instead of counting it.")
    private boolean strict;

    @Option(names = "--resume", description = "Continue an interrupted run from the OUT.partial that it left.")
    private boolean resume;

    @Option(names = "--macros", paramLabel = "FILE", description = "File of user-defined macros, as lines _Name = SQL.")
    private @Nullable Path macros;

    @Mixin
    private final EngineSettings engine = new EngineSettings();

    GarageQueryCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        GarageQuery parsed = GarageQuery.parse(query);
        if (parsed.into() != null && output != null) {
            throw usageError("the query already has INTO: leave out -o");
        }
        String target = parsed.into() != null ? parsed.into() : output == null ? "-" : output;
        if (target.equals("-")) {
            if (resume) {
                throw usageError("--resume needs the output of the earlier run: name it with -o");
            }
            print(parsed);
        } else {
            save(parsed, target);
        }
        return 0;
    }

    private GarageQuery.Options options(Path folder, @Nullable Path partial, List<Path> files) throws IOException {
        SqlOptions settings = checked(() -> engine.options(threads(), folder));
        return new GarageQuery.Options(
                roots.isEmpty() ? List.of(Path.of(".")) : roots,
                macros == null ? Macros.STANDARD : Macros.read(macros),
                threads(),
                settings.memoryBytes(),
                folder,
                strict,
                partial,
                resume,
                files);
    }

    private void print(GarageQuery parsed) throws IOException {
        Path folder = outputs.scratchFolder("mimeo-garage-");
        try (QueryRun run = QueryRun.open(parsed, options(folder, null, List.of()));
                Output out = outputs.openText("-", force)) {
            Completeness found = apply(run);
            OutputStream stream = new BufferedOutputStream(Channels.newOutputStream(out.channel()), BUFFER_BYTES);
            ResultText.Printed printed =
                    run.print(json ? ResultText.Format.JSON_DOCUMENT : ResultText.Format.TABLE, stream);
            stream.flush();
            out.commit();
            printed.warnings("-").forEach(this::warn);
            note(summary(found));
        } finally {
            outputs.discard(folder);
        }
    }

    private void save(GarageQuery parsed, String target) throws IOException {
        QueryRun.FileKind kind = checked(() -> QueryRun.FileKind.ofFile(target));
        Path partial = Outputs.path(target + ".partial");
        String side = target + ".completeness.json";
        refuseDerived(side);
        Path folder = outputs.scratchFolder("mimeo-garage-");
        if (force && !resume) {
            QueryRun.removePartial(partial);
        }
        try (Output out = outputs.openBinary(target, force);
                Output note = kind.holdsCompleteness() ? null : outputs.openText(side, force)) {
            Path file = Objects.requireNonNull(out.file(), target).toAbsolutePath();
            try (QueryRun run = QueryRun.open(parsed, options(folder, partial, List.of(file)))) {
                if (Outputs.exists(target)) {
                    refuseInput(target, run.inputs());
                }
                Completeness found = apply(run);
                long rows = run.save(kind, file);
                if (note != null) {
                    OutputStream stream = Channels.newOutputStream(note.channel());
                    stream.write(found.toJson().getBytes(StandardCharsets.UTF_8));
                    note.commit();
                }
                out.commit();
                run.complete();
                if (json) {
                    print(Json.render(Json.parse(found.toJson()).put("rows", rows)));
                } else {
                    note(Counts.of(rows, "row") + "\n" + summary(found));
                }
            }
        } catch (IOException e) {
            throw named(e, partial, target);
        } finally {
            outputs.discard(folder);
        }
    }

    /** Returns a failure that names the output, if it names a file of the engine among the partial results. */
    private static IOException named(IOException failure, Path partial, String target) {
        String message = String.valueOf(failure.getMessage());
        String told = message.replaceFirst(
                "^" + Pattern.quote(partial.toAbsolutePath() + File.separator) + "[\\w.]+",
                Matcher.quoteReplacement(target + ": partial results"));
        return told.equals(message) ? failure : new IOException(told, failure);
    }

    private Completeness apply(QueryRun run) throws IOException {
        if (check) {
            run.check();
        }
        try (Progress progress = stepProgress("apply")) {
            return run.run(new WorkerProgress(progress));
        }
    }

    private static String summary(Completeness found) {
        StringBuilder text = new StringBuilder(found.summary() + System.lineSeparator());
        for (Completeness.FileNote failure : found.failed()) {
            text.append("failed: ")
                    .append(Failures.oneLine(failure.path() + ": " + failure.reason()))
                    .append(System.lineSeparator());
        }
        return text.toString();
    }

    /** Shows how far a query and each of its workers have come. Called by one thread at a time. */
    static final class WorkerProgress implements QueryRun.Listener {

        /** More numbers would not fit into a line. */
        private static final int MAX_NUMBERS = 8;

        private final Progress progress;
        private int[] done = {};

        WorkerProgress(Progress progress) {
            this.progress = progress;
        }

        @Override
        public void worker(int worker, int filesDone) {
            done = worker < done.length ? done : Arrays.copyOf(done, worker + 1);
            done[worker] = filesDone;
        }

        @Override
        public void update(int filesDone, int total) {
            if (done.length > 1) {
                progress.note(
                        done.length <= MAX_NUMBERS
                                ? "by worker "
                                        + Arrays.stream(done)
                                                .mapToObj(Integer::toString)
                                                .collect(Collectors.joining(" "))
                                : done.length + " workers, "
                                        + Arrays.stream(done).min().orElse(0) + " to "
                                        + Arrays.stream(done).max().orElse(0));
            }
            progress.update(filesDone, total);
        }
    }
}

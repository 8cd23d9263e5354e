package dev.mimeo.integrations.spark;

import dev.mimeo.MimeoException;
import dev.mimeo.MimeoException.Reason;
import dev.mimeo.garage.query.Completeness;
import dev.mimeo.garage.query.GarageQuery;
import dev.mimeo.garage.query.Macros;
import dev.mimeo.garage.query.QueryRun;
import dev.mimeo.internal.files.AtomicFile;
import dev.mimeo.internal.files.AtomicOutput;
import dev.mimeo.sql.ResultText;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs a {@link GarageQueryJob}. */
@Command(
        name = "query",
        mixinStandardHelpOptions = true,
        description = "Runs a query over a counter garage, as 'mimeo garage query' does with the same options.")
final class QueryCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "QUERY", description = "APPLY script ON source [COMBINE script] [INTO file].")
    private String query = "";

    @Option(
            names = "--garage",
            paramLabel = "DIR",
            description =
                    "Root of the garage: a path, or an address such as s3a://bucket/garage; of a file under several "
                            + "the first is read (default: .).")
    private List<String> roots = new ArrayList<>();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUT",
            description = "File to write, of the kind that its suffix says: a path or an address (default: a table on "
                    + "standard output).")
    private @Nullable String output;

    @Option(names = "--strict", description = "Fail where a file is damaged; otherwise it is counted.")
    private boolean strict;

    @Option(names = "--resume", description = "Continue a run that was interrupted, from OUT.partial, which it left.")
    private boolean resume;

    @Option(names = "--macros", paramLabel = "FILE", description = "Own macros: lines _Name = SQL.")
    private @Nullable Path macros;

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            converter = MimeoJobs.Size.class,
            description =
                    "What the engine of the driver, and of each executor, may hold beside the heap (default: 256m).")
    private long memory = GarageQuery.Options.DEFAULT_MEMORY_BYTES;

    @Option(
            names = "--task-size",
            paramLabel = "SIZE",
            converter = MimeoJobs.Size.class,
            description = "Most bytes of the files of a task (default: 32m).")
    private long taskBytes = GarageQueryJob.DEFAULT_TASK_BYTES;

    QueryCommand() {}

    @Override
    public Integer call() throws IOException {
        GarageQuery parsed = GarageQuery.parse(query);
        String name = output(parsed);
        Completeness found;
        try (SparkSession session = SparkSession.builder().getOrCreate()) {
            JavaSparkContext context = JavaSparkContext.fromSparkContext(session.sparkContext());
            found = run(context, parsed, name == null ? null : MimeoJobs.path(name, context));
        }
        spec.commandLine().getErr().println(found.summary());
        return 0;
    }

    private @Nullable String output(GarageQuery parsed) {
        if (parsed.into() != null && output != null) {
            throw new ParameterException(spec.commandLine(), "the query already has INTO: leave out -o");
        }
        String name = parsed.into() != null ? parsed.into() : output;
        if (name == null && resume) {
            throw new ParameterException(
                    spec.commandLine(), "--resume needs the output of the earlier run: name it with -o");
        }
        return name;
    }

    /** Runs a query and saves what it gives, or prints it where no file is named. */
    Completeness run(JavaSparkContext context, GarageQuery parsed, @Nullable Path target) throws IOException {
        Path folder = ExecutorEngines.scratchFolder();
        if (target == null) {
            return print(context, parsed, folder);
        }
        return target instanceof HadoopPath remote
                ? upload(context, parsed, folder, remote)
                : save(context, parsed, folder, target);
    }

    private GarageQuery.Options options(
            JavaSparkContext context, Path folder, @Nullable Path partial, List<Path> outputs) throws IOException {
        List<Path> garage = new ArrayList<>();
        for (String root : roots.isEmpty() ? List.of(".") : roots) {
            garage.add(MimeoJobs.path(root, context));
        }
        return new GarageQuery.Options(
                garage,
                macros == null ? Macros.STANDARD : Macros.read(macros),
                Runtime.getRuntime().availableProcessors(),
                memory,
                folder,
                strict,
                partial,
                resume,
                outputs);
    }

    private Completeness apply(JavaSparkContext context, QueryRun run) throws IOException {
        QueryRun.Listener none = (done, total) -> {};
        return new GarageQueryJob(taskBytes, memory).run(context, run, none);
    }

    private Completeness print(JavaSparkContext context, GarageQuery parsed, Path folder) throws IOException {
        try (QueryRun run = QueryRun.open(parsed, options(context, folder, null, List.of()))) {
            Completeness found = apply(context, run);
            OutputStream out = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out));
            run.print(ResultText.Format.TABLE, out);
            out.flush();
            return found;
        }
    }

    /** Saves the result on a local disk of the driver, as the engine writes to mounted file systems only, and copies it from there. */
    private Completeness upload(JavaSparkContext context, GarageQuery parsed, Path folder, HadoopPath target)
            throws IOException {
        if (resume) {
            throw MimeoException.of(
                    target,
                    Reason.UNSUPPORTED,
                    "partial results are kept beside outputs in mounted file systems only: leave out --resume");
        }
        QueryRun.FileKind kind = QueryRun.FileKind.ofFile(target.toString());
        Path local = folder.resolve("result");
        try (QueryRun run = QueryRun.open(parsed, options(context, folder, null, List.of(local)))) {
            Completeness found = apply(context, run);
            run.save(kind, local);
            if (!kind.holdsCompleteness()) {
                copy(
                        new ByteArrayInputStream(found.toJson().getBytes(StandardCharsets.UTF_8)),
                        target.resolveSibling(side(target)));
            }
            try (InputStream saved = Files.newInputStream(local)) {
                copy(saved, target);
            }
            return found;
        } finally {
            Files.deleteIfExists(local);
        }
    }

    private static void copy(InputStream content, Path target) throws IOException {
        try (AtomicOutput file = HadoopFileSystem.output(target)) {
            content.transferTo(Channels.newOutputStream(file.channel()));
            file.commit();
        }
    }

    /** Returns the name of the file that tells of which files a result is made. */
    private static String side(Path target) {
        return target.getFileName() + ".completeness.json";
    }

    private Completeness save(JavaSparkContext context, GarageQuery parsed, Path folder, Path target)
            throws IOException {
        QueryRun.FileKind kind = QueryRun.FileKind.ofFile(target.toString());
        Path partial = target.resolveSibling(target.getFileName() + ".partial");
        try (AtomicFile file = AtomicFile.create(target, AtomicFile.Mode.REPLACE);
                AtomicFile note = AtomicFile.create(target.resolveSibling(side(target)), AtomicFile.Mode.REPLACE);
                QueryRun run = QueryRun.open(parsed, options(context, folder, partial, List.of(file.byName())))) {
            Completeness found = apply(context, run);
            run.save(kind, file.temporary());
            if (!kind.holdsCompleteness()) {
                Files.writeString(note.byName(), found.toJson());
                note.commit();
            }
            file.commit();
            run.complete();
            return found;
        }
    }
}

package dev.mimeo.cli.feed;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.cli.command.ByteSize;
import dev.mimeo.cli.command.Characterizations;
import dev.mimeo.cli.command.GeneratorChoice;
import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.OutputFolder;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.StreamSettings;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.WithoutOptions;
import dev.mimeo.generate.DataProducer;
import dev.mimeo.integrations.patterns.FioJob;
import dev.mimeo.integrations.patterns.FioVersion;
import dev.mimeo.integrations.patterns.PatternBlocks;
import dev.mimeo.integrations.patterns.VdbenchParameters;
import dev.mimeo.internal.text.ByteSizes;
import dev.mimeo.internal.text.Counts;
import dev.mimeo.internal.text.Failures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

/** Writes blocks of generated data as patterns for fio or vdbench, with a job that uses them. */
@Command(
        name = "pattern",
        customSynopsis = "mimeo pattern fio|vdbench C.ds [-o DIR] [OPTIONS]",
        description = {
            "Writes pattern files and a job for fio or vdbench.",
            "",
            "The blocks are few, but have the distribution of ratios of many. A benchmark",
            "that only reads needs no patterns: fill its file or device with generate."
        },
        footer = {
            "",
            "Examples:",
            "  mimeo pattern fio logs.ds && fio logs-fio/job.fio",
            "  mimeo pattern fio disk.ds --block-size 64KiB --target /dev/sdx \\",
            "      --size 100GiB -o patterns",
            "  mimeo pattern vdbench logs.ds --block-size 1MiB -o patterns",
            "  vdbench -f patterns/parameters.txt"
        })
@WithoutOptions("--progress")
final class PatternCommand extends MimeoSubcommand {

    /** Blocks for fio, which starts one thread for each. */
    private static final int FIO_BLOCKS = 64;

    /** The benchmark to write for. */
    enum Program {
        FIO,
        VDBENCH
    }

    @Parameters(index = "0", paramLabel = "fio|vdbench", description = "Benchmark, fio or vdbench.")
    private Program program = Program.FIO;

    @Parameters(
            index = "1",
            paramLabel = "C.ds",
            completionCandidates = Characterizations.BundledNames.class,
            description = "Characterization, the name of a bundled one, or -.")
    private String characterization = "";

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            description = "Folder to write (default: the name of C.ds with -fio or -vdbench); --force replaces one of "
                    + "an earlier run.")
    private @Nullable String output;

    @Option(
            names = "--block-size",
            paramLabel = "SIZE",
            converter = ByteSize.PositiveConverter.class,
            description = "Bytes of a write, a multiple of 512 (default: 4KiB).")
    private long blockSize = 4096;

    @Option(
            names = "--blocks",
            paramLabel = "N",
            description = "Number of different blocks (default: 64; for vdbench 4 MiB of blocks).")
    private @Nullable Integer blocks;

    @Option(
            names = "--target",
            paramLabel = "FILE",
            description = "File or device that the job writes (default: mimeo.dat).")
    private String target = "mimeo.dat";

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            converter = ByteSize.PositiveConverter.class,
            description = "Bytes that the job writes (default: 1GiB).")
    private long size = 1L << 30;

    @Option(
            names = "--rw",
            paramLabel = "write|randwrite",
            description = "Write sequentially (default) or at random offsets.")
    private PatternBlocks.Workload.Access access = PatternBlocks.Workload.Access.WRITE;

    @Mixin
    private StreamSettings settings = new StreamSettings();

    PatternCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        GeneratorChoice choice = settings.choice(DataProducer.Order.STORED, this);
        String name =
                outputOr(output, characterization, "\\.ds", "-" + program.name().toLowerCase(Locale.ROOT));
        Path home = Outputs.path(name).toAbsolutePath().normalize();
        PatternBlocks.Workload workload = checked(() -> new PatternBlocks.Workload(target, size, access));
        int blockBytes = checked(() -> {
            // Before the number of blocks, whose limits depend on it.
            PatternBlocks.checkBlockSize(blockSize);
            return Math.toIntExact(blockSize);
        });
        int count = blocks == null ? defaultBlocks(blockBytes) : blocks;
        checked(() -> {
            check(home, blockBytes, count, workload);
            return true;
        });
        try (Characterization source = Characterizations.open(characterization, terminal);
                DataProducer producer = choice.producer(source, this);
                OutputFolder folder = outputs.openFolder(name, force, ownFiles())) {
            PatternBlocks chosen =
                    checked(() -> PatternBlocks.choose(source, producer, blockBytes, count, choice.seedFor(source)));
            String recipe = String.format(
                    Locale.ROOT,
                    "%s of %s made by Mimeo: %s, mean ratio %.3f with zlib:6",
                    Counts.of(count, "block"),
                    ByteSizes.format(blockBytes),
                    choice.recipe(source),
                    chosen.ratio());
            Path job = Outputs.path(name).resolve(write(folder, chosen, workload, recipe));
            folder.commit();
            report(job, chosen, recipe);
        }
        return 0;
    }

    private int defaultBlocks(int blockBytes) {
        return program == Program.FIO ? FIO_BLOCKS : Math.max(1, VdbenchParameters.BUFFER_BYTES / blockBytes);
    }

    /** Refuses blocks and workloads that the program cannot run. */
    private void check(Path home, int blockBytes, int count, PatternBlocks.Workload workload) {
        switch (program) {
            case FIO -> FioJob.check(home, blockBytes, count, workload);
            case VDBENCH -> VdbenchParameters.check(home, blockBytes, count, workload);
        }
    }

    /** Returns a test of whether a file, by its name, was written by an earlier run and may be replaced. */
    private Predicate<String> ownFiles() {
        return program == Program.FIO ? FioJob::isOwnFile : VdbenchParameters::isOwnFile;
    }

    /** Writes the files of the program, and returns the name of the one to start it with. */
    private String write(OutputFolder folder, PatternBlocks chosen, PatternBlocks.Workload workload, String recipe)
            throws IOException {
        if (program == Program.FIO) {
            FioJob.write(folder.folder(), folder.target(), chosen, workload, recipe);
            return FioJob.JOB_FILE;
        }
        VdbenchParameters.write(folder.folder(), folder.target(), chosen, workload, recipe);
        return VdbenchParameters.PARAMETER_FILE;
    }

    private void report(Path job, PatternBlocks chosen, String recipe) throws IOException {
        if (json) {
            ObjectNode document = Json.object();
            document.put("program", program.name().toLowerCase(Locale.ROOT));
            document.put("job", job.toString());
            document.put("blocks", chosen.count());
            document.put("blockSize", chosen.blockBytes());
            document.put("ratio", chosen.ratio());
            document.put("candidateRatio", chosen.candidateRatio());
            print(Json.render(document));
        }
        note(Failures.oneLine(job + ": " + recipe) + "\n");
        long rest = size % chosen.blockBytes();
        if (rest > 0) {
            warn("the job leaves out the end of the target: " + Counts.of(rest, "byte") + ", less than a block of "
                    + ByteSizes.format(chosen.blockBytes()));
        }
        if (program == Program.FIO && chosen.blockBytes() > FioVersion.OLD_PATTERN_BYTES) {
            FioVersion.installed()
                    .filter(version -> !version.writesWholePatterns())
                    .ifPresent(version -> warn(
                            version.text() + " writes the first 512 bytes of a pattern only: use fio 3.34 or newer"));
        }
    }
}

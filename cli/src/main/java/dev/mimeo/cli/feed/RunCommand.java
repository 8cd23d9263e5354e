package dev.mimeo.cli.feed;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.cli.command.ByteSize;
import dev.mimeo.cli.command.Characterizations;
import dev.mimeo.cli.command.GeneratorChoice;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.NamedOptions;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Seed;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.Version;
import dev.mimeo.cli.command.WithoutOptions;
import dev.mimeo.generate.DataGenerators;
import dev.mimeo.generate.segment.SegmentFile;
import dev.mimeo.integrations.segment.PreloadLibrary;
import dev.mimeo.integrations.segment.PreloadedCommand;
import dev.mimeo.internal.bytes.Digests;
import dev.mimeo.internal.files.CacheFolder;
import dev.mimeo.internal.text.ByteSizes;
import dev.mimeo.internal.text.Counts;
import dev.mimeo.internal.text.Failures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs a program whose writes have synthetic data. */
@Command(
        name = "run",
        customSynopsis = "mimeo run --data C.ds|SEGMENT --on PATH [OPTIONS] -- COMMAND...",
        description = {
            "Runs a program whose writes have synthetic data.",
            "",
            "What the unchanged program writes to a file, a device or the files of a folder",
            "is replaced. On Linux, for programs that write with the functions of the C library: fio",
            "(psync, libaio), dd, sysbench, Python, Java and others. The exit code is that",
            "of the program."
        },
        footer = {
            "",
            "Examples:",
            "  mimeo run --data logs.ds --on /mnt/test -- fio job.fio",
            "  mimeo run --data prose --on /dev/sdx --verify -- fio job.fio",
            "  mimeo run --data logs.seg --on out -- dd if=/dev/zero of=out count=1000"
        })
@WithoutOptions({"--json", "--force"})
final class RunCommand extends MimeoSubcommand {

    private static final int NAME_DIGITS = 16;

    @Option(
            names = "--data",
            paramLabel = "C.ds|SEGMENT",
            required = true,
            completionCandidates = Characterizations.BundledNames.class,
            description = "Characterization, the name of a bundled one, or a segment file.")
    private String data = "";

    @Option(
            names = "--on",
            paramLabel = "PATH",
            required = true,
            description = "File, device or folder whose data is replaced; may be repeated.")
    private List<String> targets = List.of();

    @Option(
            names = "--seed",
            paramLabel = "S",
            converter = Seed.class,
            description = "Seed of the streams that are written (default: 0).")
    private long seed;

    @Option(names = "--verify", description = "Compare what the program reads with what was written.")
    private boolean verify;

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            converter = ByteSize.PositiveConverter.class,
            description = "Bytes of data in a segment that is made (default: 256MiB).")
    private long size = SegmentMaker.DEFAULT_BYTES;

    @Parameters(arity = "1..*", paramLabel = "COMMAND", description = "Program to run and its arguments, after --.")
    private List<String> command = List.of();

    RunCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        List<Path> paths = Outputs.paths(targets);
        Path cache = CacheFolder.create();
        String compiler = System.getenv().getOrDefault("CC", "");
        Path library = PreloadLibrary.compiled(cache, compiler.isBlank() ? "cc" : compiler);
        Path segment = SegmentFile.isSegment(Outputs.path(data)) ? Outputs.path(data) : segment(cache);
        PreloadedCommand preloaded = checked(() -> new PreloadedCommand(library, segment, paths, seed, verify));
        PreloadedCommand.Outcome outcome = preloaded.run(command, this::report);
        return outcome.exitCode() == 0 && outcome.differentBlocks() > 0 ? 1 : outcome.exitCode();
    }

    private void report(PreloadedCommand.Outcome outcome) {
        note("mimeo: " + ByteSizes.format(outcome.writtenBytes()) + " replaced in "
                + Counts.of(outcome.writes(), "write")
                + (verify ? ", " + ByteSizes.format(outcome.verifiedBytes()) + " verified" : "") + "\n");
        if (outcome.writes() == 0 && outcome.verifiedBytes() == 0 && outcome.failedStarts() == 0) {
            warn(
                    "no write of " + command.get(0) + " to " + String.join(", ", targets)
                            + " was replaced: "
                            + (outcome.refusals() > 0
                                    ? "those of the calls that were refused cannot be"
                                    : "static programs, programs started by sudo or env -i, stdio and io_uring cannot be reached"));
        }
        if (outcome.differentBlocks() > 0) {
            warn("data that was read differs from what was generated, in "
                    + Counts.of(outcome.differentBlocks(), "block"));
        }
        if (outcome.zeroBlocks() > 0) {
            warn("zeros were read in " + Counts.of(outcome.zeroBlocks(), "block") + ": never written, or lost");
        }
    }

    /** Returns the segment of the characterization, which is made when it is first needed. */
    private Path segment(Path cache) throws IOException {
        MessageDigest digest = Digests.sha256();
        try (Characterization source = Characterizations.open(data, terminal, digest)) {
            String hash = HexFormat.of().formatHex(digest.digest()).substring(0, NAME_DIGITS);
            Path segment = cache.resolve(hash + "-" + size + "-" + Version.ofMimeo() + ".seg");
            if (!Files.exists(segment)) {
                note("mimeo: making " + Failures.oneLine(segment.toString()) + " (" + ByteSizes.format(size)
                        + ") for this run and later ones\n");
                GeneratorChoice choice = GeneratorChoice.of(new NamedOptions(DataGenerators.DEFAULT, Map.of()));
                new SegmentMaker(choice, size, threads(), this).make(source, data, segment.toString(), true);
            }
            return segment;
        }
    }
}

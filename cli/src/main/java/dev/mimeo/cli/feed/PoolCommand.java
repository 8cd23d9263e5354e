package dev.mimeo.cli.feed;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.cli.command.ByteSize;
import dev.mimeo.cli.command.Characterizations;
import dev.mimeo.cli.command.Generation;
import dev.mimeo.cli.command.GeneratorChoice;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.StreamSettings;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.generate.DataProducer;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints a pool of synthetic data. */
@Command(
        name = "pool",
        customSynopsis = "mimeo pool C.ds [-o FILE] [--size SIZE] [OPTIONS]",
        description = {
            "Generates a pool from which programs take payloads.",
            "",
            "A pool smaller than the scanned data has chunks from all parts of it, in",
            "random order."
        },
        footer = {"", "Examples:", "  mimeo pool logs.ds", "  mimeo pool prose --size 64MiB --printable -o pool.txt"})
final class PoolCommand extends MimeoSubcommand {

    private static final long DEFAULT_BYTES = 256 << 20;

    @Parameters(
            paramLabel = "C.ds",
            completionCandidates = Characterizations.BundledNames.class,
            description = "Characterization, the name of a bundled one, or -.")
    private String characterization = "";

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "File, FIFO or block device to write, or - for standard output "
                    + "(default: the name of C.ds with .pool).")
    private @Nullable String output;

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            converter = ByteSize.PositiveConverter.class,
            description = "Bytes to generate (default: 256MiB).")
    private long size = DEFAULT_BYTES;

    @Mixin
    private StreamSettings settings = new StreamSettings();

    PoolCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        GeneratorChoice choice = settings.choice(DataProducer.Order.STORED, this);
        String target = outputOr(output, characterization, "\\.ds", ".pool");
        refuseTwoResults(target);
        try (Characterization source = Characterizations.open(characterization, terminal)) {
            boolean sample = size < source.scannedBytes();
            Generation.Range range = new Generation.Range(-1, 0, size);
            Generation.run(source, sample ? choice.in(DataProducer.Order.RANDOM) : choice, range, target, this);
        }
        return 0;
    }
}

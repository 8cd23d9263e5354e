package dev.mimeo.cli.mimic;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.FileCategory;
import dev.mimeo.cli.command.ByteSize;
import dev.mimeo.cli.command.Characterizations;
import dev.mimeo.cli.command.Generation;
import dev.mimeo.cli.command.GeneratorChoice;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.SegmentArgument;
import dev.mimeo.cli.command.StreamSettings;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.ValueNames;
import dev.mimeo.generate.DataProducer;
import dev.mimeo.generate.segment.SegmentFile;
import java.io.IOException;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints synthetic data. */
@Command(
        name = "generate",
        customSynopsis = "mimeo generate C.ds|SEGMENT --size SIZE [-o OUT] [OPTIONS]",
        description = {
            "Generates synthetic data that behaves like scanned data.",
            "",
            "The same characterization, seed and size give the same bytes, with any number of",
            "threads. Generation reads only the characterization, never the original. From a",
            "segment (mimeo segment) it takes several GB/s."
        },
        footer = {
            "",
            "Examples:",
            "  mimeo generate logs.ds --size 10GiB -o synthetic.bin",
            "  mimeo generate logs.ds --size 1GiB -o - | ssh host 'cat > /data/synthetic.bin'",
            "  mimeo generate disk.ds --size 9GiB --order random -o /dev/sdx --force",
            "  mimeo generate logs.ds --chunk 17 -o chunk.bin",
            "  mimeo generate logs.seg --size 4TiB -o /dev/sdx --force"
        })
final class GenerateCommand extends MimeoSubcommand {

    @Parameters(
            paramLabel = "C.ds|SEGMENT",
            completionCandidates = Characterizations.BundledNames.class,
            description = "Characterization, the name of a bundled one, a segment (its seed is 0 by default), or -.")
    private String characterization = "";

    @Option(
            names = "--category",
            completionCandidates = CategoryNames.class,
            paramLabel = "NAME",
            description = "Category of files to generate, if C.ds is a folder of categories.")
    private @Nullable String category;

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            converter = ByteSize.PositiveConverter.class,
            description = "Bytes to generate; with --chunk it may be left out.")
    private @Nullable Long size;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUT",
            description = "File, FIFO or block device to write, or - for standard output (default: the name of C.ds "
                    + "with the suffix .synthetic).")
    private @Nullable String output;

    @Mixin
    private StreamSettings settings = new StreamSettings();

    @Option(
            names = "--order",
            paramLabel = "stored|random",
            completionCandidates = Orders.class,
            description = "Order of the chunks (default: stored).")
    private String order = "stored";

    @Option(names = "--chunk", paramLabel = "N", description = "Start at chunk N, counted from 0.")
    private @Nullable Long chunk;

    @Option(
            names = "--offset",
            paramLabel = "O",
            converter = ByteSize.Converter.class,
            description = "Start O bytes into the synthetic stream (default: 0).")
    private @Nullable Long offset;

    /** The names of the categories of files. */
    static final class CategoryNames extends ValueNames {
        CategoryNames() {
            super(() ->
                    Stream.of(FileCategory.values()).map(FileCategory::label).toList());
        }
    }

    /** The orders of chunks. */
    static final class Orders extends ValueNames {
        Orders() {
            super("stored", "random");
        }
    }

    GenerateCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        Generation.Range range = range();
        GeneratorChoice choice = settings.choice(order(), this);
        String target = outputOr(output, characterization, "\\.(?:ds|seg)", ".synthetic");
        refuseTwoResults(target);
        SegmentFile segment = SegmentArgument.open(characterization, this);
        if (segment != null) {
            Generation.run(segment, choice.seedOr(0), range, target, this);
            return 0;
        }
        try (Characterization source = category == null
                ? Characterizations.open(characterization, terminal)
                : Characterizations.open(characterization, category)) {
            Generation.run(source, choice, range, target, this);
        }
        return 0;
    }

    private Generation.Range range() {
        if (chunk != null && offset != null) {
            throw usageError("--chunk and --offset both say where to start: give one of them");
        }
        if (chunk != null && chunk < 0) {
            throw usageError("--chunk must be at least 0, got " + chunk);
        }
        if (size == null && chunk == null) {
            throw usageError("Missing required option '--size=SIZE': how much to generate, as in --size 10GiB");
        }
        return new Generation.Range(chunk == null ? -1 : chunk, offset == null ? 0 : offset, size == null ? -1 : size);
    }

    private DataProducer.Order order() {
        return switch (order.toLowerCase(Locale.ROOT)) {
            case "stored" -> DataProducer.Order.STORED;
            case "random" -> DataProducer.Order.RANDOM;
            default -> throw usageError("--order is stored or random, got '" + order + "'");
        };
    }
}

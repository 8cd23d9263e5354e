package dev.mimeo.cli.feed;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.cli.command.ByteSize;
import dev.mimeo.cli.command.Characterizations;
import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.StreamSettings;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.generate.DataProducer;
import dev.mimeo.generate.segment.SegmentWriter;
import dev.mimeo.internal.text.ByteSizes;
import dev.mimeo.internal.text.Failures;
import java.io.IOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

/** Writes a segment file. */
@Command(
        name = "segment",
        customSynopsis = "mimeo segment C.ds [-o FILE] [--size SIZE] [OPTIONS]",
        description = {
            "Writes a segment file for programs in any language.",
            "",
            "The C library in integrations/native generates any amount of data from it at",
            "memory speed. No block of 4 KiB is repeated but for those that the scan found."
        },
        footer = {"", "Examples:", "  mimeo segment logs.ds", "  mimeo segment prose --size 1GiB -o prose.seg"})
final class SegmentCommand extends MimeoSubcommand {

    @Parameters(
            paramLabel = "C.ds",
            completionCandidates = Characterizations.BundledNames.class,
            description = "Characterization, the name of a bundled one, or -.")
    private String characterization = "";

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Regular file to write (default: the name of C.ds with .seg).")
    private @Nullable String output;

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            converter = ByteSize.PositiveConverter.class,
            description = "Bytes of data in the segment, at most 256GiB (default: 256MiB).")
    private long size = SegmentMaker.DEFAULT_BYTES;

    @Mixin
    private StreamSettings settings = new StreamSettings();

    SegmentCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        String target = outputOr(output, characterization, "\\.ds", ".seg");
        SegmentMaker maker = new SegmentMaker(settings.choice(DataProducer.Order.STORED, this), size, threads(), this);
        try (Characterization source = Characterizations.open(characterization, terminal)) {
            SegmentWriter.Summary summary = maker.make(source, characterization, target, force);
            if (json) {
                ObjectNode document = Json.object();
                document.put("output", target);
                document.put("seed", Long.toUnsignedString(summary.seed()));
                document.put("bytes", summary.bytes());
                document.put("blocks", summary.blocks());
                document.put("distinctBlocks", summary.distinctBlocks());
                document.put("constantBlocks", summary.constantBlocks());
                document.put("dedupRatio", summary.dedupRatio());
                document.put("ratio", summary.ratio());
                print(Json.render(document));
            }
            note(String.format(
                    Locale.ROOT,
                    "%s: %s of %s, seed %s; blocks of 4 KiB have dedup ratio %.3f, and ratio %.3f with zlib:6\n",
                    Failures.oneLine(target),
                    ByteSizes.format(summary.bytes()),
                    summary.name(),
                    Long.toUnsignedString(summary.seed()),
                    summary.dedupRatio(),
                    summary.ratio()));
        }
        return 0;
    }
}

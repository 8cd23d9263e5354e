package dev.mimeo.cli;

import dev.mimeo.analysis.summary.CharacterizationSummary;
import dev.mimeo.characterization.Characterization;
import java.io.IOException;
import java.nio.file.Files;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Says what a characterization says. */
@Command(
        name = "describe",
        customSynopsis = "mimeo describe C.ds [OPTIONS]",
        description = {
            "Says what a characterization tells of its data set.",
            "",
            "Also how far a sample can be trusted, and what the file gives away."
        },
        footer = {"", "Examples:", "  mimeo describe logs.ds", "  mimeo describe logs.ds --json | jq .deflateRatio"})
final class DescribeCommand extends MimeoSubcommand {

    @Parameters(paramLabel = "C.ds", description = "Characterization, the name of one that comes with Mimeo, or -.")
    private String file = "";

    DescribeCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    int run() throws IOException {
        byte[] input = Characterizations.content(file, terminal);
        try (Characterization characterization = input == null
                ? Characterization.open(Outputs.path(file))
                : Characterization.read(input, file.equals("-") ? "standard input" : file)) {
            long bytes = input == null ? Files.size(Outputs.path(file)) : input.length;
            Description description = new Description(bytes, CharacterizationSummary.of(characterization));
            print(json ? Json.render(description.json()) : description.text());
        }
        return 0;
    }
}

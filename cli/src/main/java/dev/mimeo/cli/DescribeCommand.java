package dev.mimeo.cli;

import dev.mimeo.analysis.summary.CharacterizationSummary;
import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.FileCategory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

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

    @Parameters(
            paramLabel = "C.ds",
            description = "Characterization, a folder of categories, the name of one that comes with Mimeo, or -.")
    private String file = "";

    DescribeCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    int run() throws IOException {
        Map<FileCategory, Path> categories = Characterizations.categories(file);
        if (!categories.isEmpty()) {
            describe(categories);
            return 0;
        }
        byte[] input = Characterizations.content(file, terminal);
        try (Characterization characterization = input == null
                ? Characterization.open(Outputs.path(file))
                : Characterization.read(input, file.equals("-") ? "standard input" : file)) {
            long bytes = input == null ? Files.size(Outputs.path(file)) : input.length;
            Description description = describe(characterization, bytes);
            print(json ? Json.render(description.json()) : description.text());
        }
        return 0;
    }

    private static Description describe(Characterization characterization, long bytes) throws IOException {
        return new Description(bytes, characterization.storedBytes(), CharacterizationSummary.of(characterization));
    }

    private void describe(Map<FileCategory, Path> categories) throws IOException {
        ObjectNode root = Json.object();
        StringBuilder text = new StringBuilder();
        for (Map.Entry<FileCategory, Path> entry : categories.entrySet()) {
            try (Characterization characterization = Characterization.open(entry.getValue())) {
                Description description = describe(characterization, Files.size(entry.getValue()));
                ObjectNode node = root.withArray("categories").addObject();
                node.put("category", entry.getKey().label());
                node.setAll(description.json());
                text.append(text.isEmpty() ? "" : "\n")
                        .append("Category ")
                        .append(entry.getKey().label())
                        .append("\n\n")
                        .append(description.text());
            }
        }
        print(json ? Json.render(root) : text.toString());
    }
}

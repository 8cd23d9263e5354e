package dev.mimeo.cli.mimic;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.FileCategory;
import dev.mimeo.cli.command.Characterizations;
import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Output;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Recipes;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.TextResults;
import dev.mimeo.cli.command.WithoutOptions;
import dev.mimeo.fidelity.summary.CharacterizationSummary;
import dev.mimeo.fidelity.summary.ChunkCurves;
import dev.mimeo.internal.bytes.Digests;
import dev.mimeo.report.PageRecipe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

/** Describes a characterization. */
@Command(
        name = "describe",
        customSynopsis = "mimeo describe C.ds [OPTIONS]",
        description = {
            "Summarizes a characterization.",
            "",
            "It also shows how precise a sample is, and what the file reveals."
        },
        footer = {
            "",
            "Examples:",
            "  mimeo describe logs.ds",
            "  mimeo describe logs.ds --html logs.html",
            "  mimeo describe logs.ds --json | jq .deflateRatio"
        })
@WithoutOptions({"--threads", "--quiet", "--progress"})
final class DescribeCommand extends MimeoSubcommand {

    @Parameters(
            paramLabel = "C.ds",
            completionCandidates = Characterizations.BundledNames.class,
            description = "Characterization, a folder of categories, the name of a bundled one, or -.")
    private String file = "";

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Write a page with charts, one file that needs no network.")
    private @Nullable String html;

    DescribeCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        if (html != null) {
            refuseTwoResults(html);
        }
        Map<FileCategory, Path> categories = Characterizations.categories(file);
        if (!categories.isEmpty()) {
            if (html != null) {
                throw usageError("--html takes one characterization: name a file in " + file);
            }
            describe(categories);
            return 0;
        }
        byte[] input = Characterizations.content(file, terminal);
        try (Characterization characterization = input == null
                ? Characterizations.openFile(file)
                : Characterization.read(input, file.equals("-") ? "standard input" : file)) {
            long bytes = input == null ? Files.size(Outputs.path(file)) : input.length;
            Description description = describe(characterization, bytes);
            if (html != null) {
                String hash = input == null
                        ? Recipes.sha256(Outputs.path(file))
                        : HexFormat.of().formatHex(Digests.sha256().digest(input));
                write(html, description, ChunkCurves.of(characterization), hash);
            }
            if (json || !"-".equals(html)) {
                print(json ? Json.render(description.json()) : description.text());
            }
        }
        return 0;
    }

    private void write(String page, Description description, ChunkCurves curves, String hash) throws IOException {
        String name = description.summary().dataset().name();
        String title = name.isEmpty() ? String.valueOf(Outputs.path(file).getFileName()) : name;
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("Seed", Long.toUnsignedString(description.summary().dataset().seed()));
        facts.put("SHA-256 of " + file, hash);
        PageRecipe recipe = Recipes.of(List.of(commandLine()), facts);
        try (Output output = outputs.openText(page, force)) {
            TextResults.write(
                    output.channel(), DescriptionPage.render("Characterization " + title, description, curves, recipe));
            output.commit();
        }
    }

    private static Description describe(Characterization characterization, long bytes) throws IOException {
        return new Description(
                bytes,
                characterization.storedBytes(),
                CharacterizationSummary.of(characterization),
                FrequentStrings.of(characterization));
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

package dev.mimeo.cli.mimic;

import dev.mimeo.characterization.CharacterizationCatalog;
import dev.mimeo.cli.command.Characterizations;
import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Output;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.WithoutOptions;
import dev.mimeo.generate.BundledCharacterizations;
import dev.mimeo.internal.files.FullTransfers;
import dev.mimeo.internal.text.ByteSizes;
import dev.mimeo.internal.text.Failures;
import dev.mimeo.internal.text.SimilarNames;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Lists and copies the characterizations that come with Mimeo. */
@Command(
        name = "characterizations",
        customSynopsis = "mimeo characterizations [NAME] [OPTIONS]",
        description = {
            "Lists the bundled characterizations.",
            "",
            "Every command accepts their names in place of a characterization. The list has",
            "the compression ratios of the originals, and their bytes over their distinct",
            "bytes (dedup). With NAME the command prints the origin and licence of that one,",
            "and how data generated from it compares with its original."
        },
        footer = {
            "",
            "Examples:",
            "  mimeo characterizations",
            "  mimeo characterizations prose",
            "  mimeo generate prose --size 1GiB -o prose.bin",
            "  mimeo characterizations prose -o prose.ds"
        })
@WithoutOptions({"--threads", "--progress"})
final class CharacterizationsCommand extends MimeoSubcommand {

    /** Codecs whose ratios are in the list; all are shown with a name. */
    private static final List<String> LISTED = List.of("lz4", "snappy", "zlib:6", "zstd:3", "xz:6");

    @Parameters(
            arity = "0..1",
            paramLabel = "NAME",
            completionCandidates = Characterizations.BundledNames.class,
            description = "Characterization to show.")
    private @Nullable String name;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Copy the characterization to a file, or - for standard output.")
    private @Nullable String output;

    CharacterizationsCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        List<CharacterizationCatalog.Entry> all = BundledCharacterizations.list();
        if (name == null) {
            if (output != null) {
                throw usageError("-o needs the NAME of a characterization");
            }
            print(json ? Json.render(document(all)) : list(all));
            return 0;
        }
        byte[] file = bytes(name);
        if (output != null) {
            refuseTwoResults(output);
            try (Output out = outputs.openText(output, force)) {
                FullTransfers.write(out.channel(), ByteBuffer.wrap(file));
                out.commit();
            }
            if (json) {
                print(Json.render(Json.object().put("output", output).put("bytes", file.length)));
            }
            if (!output.equals("-")) {
                note(Failures.oneLine(output) + ": characterization of " + ByteSizes.format(file.length) + "\n");
            }
            return 0;
        }
        CharacterizationCatalog.Entry one = all.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
        print(json ? Json.render(put(Json.object(), one, file.length)) : describe(one, file.length));
        return 0;
    }

    private byte[] bytes(String wanted) throws IOException {
        try {
            return BundledCharacterizations.bytes(wanted);
        } catch (IllegalArgumentException e) {
            List<String> names = Characterizations.bundledNames();
            throw usageError("'" + wanted + "' is not a bundled characterization"
                    + SimilarNames.suggestion(wanted, names) + "; these are: " + String.join(", ", names));
        }
    }

    private static String list(List<CharacterizationCatalog.Entry> all) {
        StringBuilder text = new StringBuilder(String.format(Locale.ROOT, "%-16s", "name"));
        LISTED.forEach(codec -> text.append(String.format(Locale.ROOT, " %7s", codec)));
        text.append(String.format(Locale.ROOT, " %7s  %s%n", "dedup", "content"));
        for (CharacterizationCatalog.Entry one : all) {
            text.append(String.format(Locale.ROOT, "%-16s", one.name()));
            for (String codec : LISTED) {
                text.append(one.fidelity().stream()
                        .filter(row -> row.codec().equals(codec))
                        .map(row -> String.format(Locale.ROOT, " %7.2f", row.ratio()))
                        .findFirst()
                        .orElse(" ".repeat(8)));
            }
            text.append(String.format(Locale.ROOT, " %7.2f  %s%n", one.duplication(), one.content()));
        }
        return text.toString();
    }

    private static String describe(CharacterizationCatalog.Entry one, int bytes) {
        StringBuilder text = new StringBuilder();
        text.append(String.format(Locale.ROOT, "%s: %s%n", one.name(), one.content()))
                .append(String.format(Locale.ROOT, "origin: %s%nlicence: %s%n", one.origin(), one.licence()))
                .append(String.format(
                        Locale.ROOT,
                        "%,d bytes characterized in %,d bytes%n%nsynthetic / original - 1, in %%:%n",
                        one.originalBytes(),
                        bytes))
                .append(String.format(Locale.ROOT, "%-10s %8s %8s %8s%n", "codec", "ratio", "whole", "chunks"));
        for (CharacterizationCatalog.Entry.CodecFidelity row : one.fidelity()) {
            text.append(String.format(
                    Locale.ROOT,
                    "%-10s %8.3f %+8.1f %+8.1f%n",
                    row.codec(),
                    row.ratio(),
                    100 * row.ratioDeviation(),
                    100 * row.chunkRatioDeviation()));
        }
        return text.append(String.format(
                        Locale.ROOT,
                        "%-10s %8.3f %+8.1f%n",
                        "dedup",
                        one.duplication(),
                        100 * one.duplicationDeviation()))
                .toString();
    }

    private static ObjectNode document(List<CharacterizationCatalog.Entry> all) throws IOException {
        ObjectNode root = Json.object();
        ArrayNode nodes = root.putArray("characterizations");
        for (CharacterizationCatalog.Entry one : all) {
            put(nodes.addObject(), one, BundledCharacterizations.bytes(one.name()).length);
        }
        return root;
    }

    private static ObjectNode put(ObjectNode node, CharacterizationCatalog.Entry one, int bytes) {
        node.put("name", one.name());
        node.put("content", one.content());
        node.put("origin", one.origin());
        node.put("licence", one.licence());
        node.put("originalBytes", one.originalBytes());
        node.put("bytes", bytes);
        Json.put(node, "duplication", one.duplication());
        Json.put(node, "duplicationDeviation", one.duplicationDeviation());
        ArrayNode fidelity = node.putArray("fidelity");
        for (CharacterizationCatalog.Entry.CodecFidelity row : one.fidelity()) {
            ObjectNode codec = fidelity.addObject();
            codec.put("codec", row.codec());
            Json.put(codec, "ratio", row.ratio());
            Json.put(codec, "ratioDeviation", row.ratioDeviation());
            Json.put(codec, "chunkRatioDeviation", row.chunkRatioDeviation());
        }
        return node;
    }
}

package dev.mimeo.cli.mimic;

import dev.mimeo.cli.command.Json;
import dev.mimeo.fidelity.audit.AuditResult;
import dev.mimeo.internal.text.Counts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/**
 * An audit, for people or programs.
 *
 * @param generator name of the generator whose data was searched
 * @param result what was found
 */
record AuditReport(String generator, AuditResult result) {

    /** The information that the rows of each type reveal; of other types only the size is reported. */
    private static final Map<String, String> MEANINGS = Map.ofEntries(
            Map.entry(
                    "Mimeo::ChunkCharacterization",
                    "per chunk: size, how often each byte value occurs, lengths of repetitions, which chunk it equals"),
            Map.entry("Mimeo::CodecCost", "per chunk: compressed sizes and times"),
            Map.entry("Mimeo::ChunkStatistic", "per chunk: numbers of further scanners"),
            Map.entry(
                    "Mimeo::ContentClass",
                    "short strings that occur often, of classes of chunks: which byte follows which few"),
            Map.entry(
                    "Mimeo::ParseTemplate",
                    "of some chunks: positions and lengths of repetitions, not their bytes; whoever has such a chunk can"
                            + " recognize it"),
            Map.entry("Mimeo::Recipe", "parameters of generator mimic: how repetitive chunks are"),
            Map.entry(
                    "Mimeo::ChunkRecipe",
                    "per chunk: which parameters of generator mimic it has, and so which chunks are similar"),
            Map.entry(
                    "Mimeo::Stretch",
                    "which ranges of 2 KiB and more are constant, or of 3 KiB and more equal to earlier ones"),
            Map.entry("Mimeo::Duplication", "how much of the whole is duplicate"),
            Map.entry("Mimeo::DuplicationProfile", "how duplicates are spread over the whole"),
            Map.entry("Mimeo::Dataset", "size of the whole, its label, how it was scanned, with which seed"));

    /** Lines of secrets that a text names for each place. */
    private static final int NAMED_LINES = 20;

    /** Bytes of the strings that a scan keeps, at most, unless it has {@code --anonymity free}. */
    private static final int LONGEST_UNLESS_FREE = 3;

    private static final String NO_ORDER =
            "  Without one, nobody can rebuild the file from them: the order of bytes is not kept.";

    private static final String ORDER_OF_STRINGS =
            "  Without one, nobody can rebuild the file from them: of the order of bytes,"
                    + " only frequent short strings are kept.";

    /** Returns the report for people to read. */
    String text() {
        WrappedText text = new WrappedText();
        line(
                text,
                "Verdict: %s",
                result.passed() ? "no more of the original was found than chance explains" : "NOT SAFE TO SHARE");
        result.reasons().forEach(reason -> line(text, "  %s", reason));
        if (!result.passed()) {
            line(text, "  %s", remedy());
        }
        line(text, "");
        line(text, "What was searched");
        line(text, "  original         %s", Counts.of(result.originalBytes(), "byte"));
        line(
                text,
                "  synthetic data   %s, generator %s",
                Counts.of(result.output().bytes(), "byte"),
                generator);
        line(text, "  characterization %s", Counts.of(result.fileBytes(), "byte"));
        if (result.rate() == 1) {
            line(text, "  all runs of 8 bytes and more that also occur in the original were examined");
        } else {
            line(
                    text,
                    "  1 in %.0f sequences of 8 bytes was looked for: a run of 32 bytes is overlooked with a probability"
                            + " of %.2g, one of 64 with %.2g, one of 256 with %.2g",
                    1 / result.rate(),
                    result.missProbability(32),
                    result.missProbability(64),
                    result.missProbability(256));
        }
        runs(text, "Runs of the original in the synthetic data", result.output());
        starts(text, result.starts());
        runs(text, "Runs of the original in the characterization", result.stored());
        if (result.canaries() > 0) {
            line(text, "");
            line(text, "Secrets to look for");
            line(
                    text,
                    "  %,d named; %,d found in the synthetic data, %,d in the file, of which chance explains %,d",
                    result.canaries(),
                    result.canariesInOutput().size(),
                    result.canariesInFile().size(),
                    result.chanceCanaries());
            if (!result.canariesNotInOriginal().isEmpty()) {
                line(
                        text,
                        "  not in the original, so check how they are written: %s",
                        lines(result.canariesNotInOriginal()));
            }
            canaries(text, "in the synthetic data", result.canariesInOutput(), result.unexplainedInOutput());
            canaries(text, "in the file", result.canariesInFile(), result.unexplainedInFile());
        }
        reveals(text);
        return text.toString();
    }

    /** Names the secrets found somewhere by their lines, never by their content. */
    private static void canaries(WrappedText text, String where, List<Integer> found, List<Integer> unexplained) {
        if (!unexplained.isEmpty()) {
            line(text, "  %s, not explained by chance: %s", where, lines(unexplained));
        }
        List<Integer> explained = new ArrayList<>(found);
        explained.removeAll(Set.copyOf(unexplained));
        if (!explained.isEmpty()) {
            line(text, "  %s, explained by chance: %s", where, lines(explained));
        }
    }

    private static String lines(List<Integer> numbers) {
        String named = numbers.stream().limit(NAMED_LINES).map(String::valueOf).collect(Collectors.joining(", "));
        int more = numbers.size() - NAMED_LINES;
        return (numbers.size() == 1 ? "line " : "lines ")
                + named
                + (more > 0 ? String.format(Locale.ROOT, " and %,d more", more) : "");
    }

    private String remedy() {
        boolean isFree = result.strings().longest() > LONGEST_UNLESS_FREE;
        return isFree && !result.starts().withinChance()
                ? "scan with --anonymity normal or strict"
                : "scan with --anonymity strict, or with a larger --k-anonymity, and audit that characterization";
    }

    private static void runs(WrappedText text, String title, AuditResult.CommonRuns runs) {
        line(text, "");
        line(text, "%s", title);
        for (AuditResult.CommonRuns.Length length : runs.lengths()) {
            line(
                    text,
                    "  of %2d bytes and more: %,.0f, %.3f %% of the bytes",
                    length.atLeast(),
                    length.runs(),
                    runs.bytes() == 0 ? 0 : 100 * length.coveredBytes() / runs.bytes());
        }
        if (runs.longest() > 0) {
            line(
                    text,
                    "  the longest has %,d bytes; by chance there would be %.2g runs as likely as that",
                    runs.longest(),
                    runs.longestByChance());
        }
        line(
                text,
                "  not explained by chance: %,d%s",
                runs.unexplained(),
                runs.unexplained() == 0
                        ? ""
                        : String.format(Locale.ROOT, ", the longest of %,d bytes", runs.longestUnexplained()));
    }

    private static void starts(WrappedText text, AuditResult.RunStarts starts) {
        line(
                text,
                "  of %d bytes and more begin at %.4f %% of the positions; by chance at %.4f %%",
                AuditResult.RunStarts.LENGTH,
                100 * starts.share(),
                100 * starts.chance());
    }

    private void reveals(WrappedText text) {
        line(text, "");
        line(text, "What the characterization reveals");
        new TreeMap<>(result.types()).forEach((type, bytes) -> {
            if (!type.startsWith("DataSeries: ")) {
                line(
                        text,
                        "  %s: %s (%,d bytes unpacked)",
                        type,
                        MEANINGS.getOrDefault(type, "unknown to this version"),
                        bytes);
            }
        });
        line(
                text,
                "  It marks %.1f %% of the data as equal to earlier data, and %.1f %% as constant.",
                100.0 * result.copiedBytes() / Math.max(1, result.originalBytes()),
                100.0 * result.constantBytes() / Math.max(1, result.originalBytes()));
        AuditResult.StoredStrings strings = result.strings();
        boolean contexts = strings.count() > 0;
        if (contexts) {
            line(
                    text,
                    "  It holds %s of at most %d bytes; the rarest of them occurs %s in the original.",
                    Counts.of(strings.count(), "string"),
                    strings.longest(),
                    Counts.of(strings.rarest(), "time"));
        }
        line(text, "  Whoever has a candidate for a file can check whether it matches these numbers.");
        line(text, contexts ? ORDER_OF_STRINGS : NO_ORDER);
        line(text, "");
        line(text, """
                How chance is computed: a writer knows how often each byte of the original follows each two bytes, and writes as \
                much as was searched, or 16 MiB. Runs of 12 bytes and more of the original may begin at as many positions of the \
                synthetic data as of that text, and 1 in 100,000 more. Runs with a period of 1 to 4 bytes do not count. Apart from \
                that, not a single run may be one that a writer who knows which byte follows which two or four produces less than \
                once in a thousand times.""");
    }

    /** Adds a line; the spaces that it begins with are those of the lines it is broken into. */
    private static void line(WrappedText text, String format, Object... arguments) {
        String line = String.format(Locale.ROOT, format, arguments);
        String words = line.stripLeading();
        text.line(" ".repeat(line.length() - words.length()), words);
    }

    /** Returns the JSON document. */
    ObjectNode json() {
        ObjectNode root = Json.object();
        root.put("verdict", result.passed() ? "pass" : "fail");
        root.putArray("reasons");
        result.reasons().forEach(root.withArray("reasons")::add);
        root.put("generator", generator);
        root.put("originalBytes", result.originalBytes());
        root.put("fileBytes", result.fileBytes());
        root.put("searchedShare", result.rate());
        ObjectNode miss = root.putObject("missProbability");
        for (int length : new int[] {16, 32, 64, 256}) {
            miss.put(Integer.toString(length), result.missProbability(length));
        }
        runs(root.putObject("output"), result.output());
        starts(root.withObject("output").putObject("runStarts"), result.starts());
        runs(root.putObject("file"), result.stored());
        ObjectNode canaries = root.putObject("canaries");
        canaries.put("count", result.canaries());
        canaries.put("inOutput", result.canariesInOutput().size());
        canaries.put("inFile", result.canariesInFile().size());
        canaries.put("byChance", result.chanceCanaries());
        result.canariesNotInOriginal().forEach(canaries.putArray("notInOriginalLines")::add);
        result.canariesInOutput().forEach(canaries.putArray("outputLines")::add);
        result.canariesInFile().forEach(canaries.putArray("fileLines")::add);
        result.unexplainedInOutput().forEach(canaries.putArray("unexplainedOutputLines")::add);
        result.unexplainedInFile().forEach(canaries.putArray("unexplainedFileLines")::add);
        ObjectNode reveals = root.putObject("reveals");
        ObjectNode types = reveals.putObject("unpackedBytes");
        new TreeMap<>(result.types()).forEach(types::put);
        ObjectNode strings = reveals.putObject("strings");
        strings.put("count", result.strings().count());
        strings.put("longest", result.strings().longest());
        strings.put("rarest", result.strings().rarest());
        reveals.put("copiedBytes", result.copiedBytes());
        reveals.put("constantBytes", result.constantBytes());
        return root;
    }

    private static void starts(ObjectNode node, AuditResult.RunStarts starts) {
        node.put("atLeast", AuditResult.RunStarts.LENGTH);
        Json.put(node, "share", starts.share());
        Json.put(node, "byChance", starts.chance());
        Json.put(node, "allowance", AuditResult.RunStarts.ALLOWANCE);
    }

    private static void runs(ObjectNode node, AuditResult.CommonRuns runs) {
        node.put("bytes", runs.bytes());
        for (AuditResult.CommonRuns.Length length : runs.lengths()) {
            ObjectNode entry = node.withArray("runs").addObject();
            entry.put("atLeast", length.atLeast());
            Json.put(entry, "count", length.runs());
            Json.put(entry, "coveredBytes", length.coveredBytes());
        }
        node.put("longest", runs.longest());
        Json.put(node, "longestByChance", runs.longestByChance());
        node.put("unexplained", runs.unexplained());
        node.put("longestUnexplained", runs.longestUnexplained());
        node.put("unexplainedOffset", runs.unexplainedOffset());
        node.put("originalOffset", runs.originalOffset());
    }
}

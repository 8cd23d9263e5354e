package dev.mimeo.cli.mimic;

import dev.mimeo.cli.command.ValueNames;
import dev.mimeo.scan.ScannerSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Limits on what a scan may reveal of the content, and on its effort: options of scanners under names of their own. */
final class AnonymitySettings {

    private static final Set<String> MIMIC = Set.of("mimic");
    private static final Set<String> REPETITION = Set.of("repetition");

    /** Scanners that store counts. */
    private static final Set<String> COUNTING = Set.of("histogram", "repetition", "mimic");

    @Option(
            names = "--k-anonymity",
            paramLabel = "N",
            description = "Scanner mimic stores only strings that occur at least N times, in at least 3 chunks "
                    + "(default: 6).")
    private @Nullable Integer occurrences;

    @Option(
            names = "--anonymity",
            completionCandidates = Levels.class,
            paramLabel = "LEVEL",
            description =
                    "Limit of scanner mimic on what generated data repeats of the original: strict or normal, no more "
                            + "than chance explains, or free, frequent strings too (default: normal).")
    private @Nullable String level;

    @Option(
            names = "--noise",
            paramLabel = "EPSILON",
            description = "Add Laplace noise of scale 1/EPSILON to all counts, seeded by --seed (default: "
                    + "exact counts).")
    private @Nullable Double noise;

    @Option(
            names = "--effort",
            completionCandidates = Efforts.class,
            paramLabel = "LEVEL",
            description =
                    "Time that scanner mimic takes to fit its model: fast, normal or best (default: normal). With fast, "
                            + "the repetitions of one chunk in 64 are measured.")
    private @Nullable String effort;

    /** The levels of anonymity. */
    static final class Levels extends ValueNames {
        Levels() {
            super("strict", "normal", "free");
        }
    }

    /** The levels of effort. */
    static final class Efforts extends ValueNames {
        Efforts() {
            super("fast", "normal", "best");
        }
    }

    /**
     * Returns the scanners with these options.
     *
     * @param seed decides the noise
     * @param all whether every chunk is scanned
     * @throws IllegalArgumentException if an option concerns no scanner, or one that says otherwise
     */
    List<ScannerSpec> apply(List<ScannerSpec> scanners, long seed, boolean all) {
        List<ScannerSpec> result = scanners;
        if (occurrences != null) {
            result = with(result, "--k-anonymity", MIMIC, Map.of("k-anonymity", occurrences.toString()));
        }
        if (level != null) {
            result = with(result, "--anonymity", MIMIC, Map.of("anonymity", level));
        }
        if (noise != null) {
            Map<String, String> options = Map.of("noise", noise.toString(), "seed", Long.toString(seed));
            result = with(result, "--noise", COUNTING, options);
        }
        if (effort != null) {
            result = with(result, "--effort", MIMIC, Map.of("effort", effort));
            if (all
                    && effort.equals("fast")
                    && result.stream().anyMatch(scanner -> REPETITION.contains(scanner.name()))) {
                result = with(result, "--effort", REPETITION, Map.of("every", "64"));
            }
        }
        return result;
    }

    private static List<ScannerSpec> with(
            List<ScannerSpec> scanners, String flag, Set<String> names, Map<String, String> options) {
        List<ScannerSpec> result = new ArrayList<>();
        boolean applies = false;
        for (ScannerSpec scanner : scanners) {
            if (!names.contains(scanner.name())) {
                result.add(scanner);
                continue;
            }
            Map<String, String> all = new LinkedHashMap<>(scanner.options());
            options.forEach((option, value) -> {
                if (!all.getOrDefault(option, value).equals(value)) {
                    throw new IllegalArgumentException(flag + " and option '" + option + "' of scanner '"
                            + scanner.name() + "' contradict each other");
                }
                all.put(option, value);
            });
            result.add(new ScannerSpec(scanner.name(), all));
            applies = true;
        }
        if (!applies) {
            List<String> sorted = names.stream().sorted().toList();
            throw new IllegalArgumentException(flag + " concerns scanner " + String.join(" or ", sorted)
                    + ", which is not used; add --scanner " + sorted.get(0));
        }
        return result;
    }
}

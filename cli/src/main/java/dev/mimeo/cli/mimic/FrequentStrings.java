package dev.mimeo.cli.mimic;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.fidelity.summary.ChainedStrings;
import dev.mimeo.internal.text.Counts;
import dev.mimeo.internal.text.Failures;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/**
 * The long strings of an original that generated data will repeat, said to a person.
 *
 * @param strings the longest first
 */
record FrequentStrings(List<String> strings) {

    private static final int EXAMPLES = 3;
    private static final int MAX_EXAMPLE = 60;

    /** Returns those of a characterization; none where its byte values stand for others. */
    static FrequentStrings of(Characterization characterization) throws IOException {
        boolean permuted = characterization.dataset().scanners().contains("alphabet permuted");
        return new FrequentStrings(permuted ? List.of() : ChainedStrings.of(characterization.mimicModel()));
    }

    /** Returns a warning, a line, or nothing where there are no such strings. */
    String warning(String file) {
        return strings.isEmpty()
                ? ""
                : "mimeo: warning: " + Failures.oneLine(file) + ": " + counted() + ", such as "
                        + String.join(" and ", examples()) + "; generated data repeats them: see mimeo audit\n";
    }

    /** Returns how many there are, in words. */
    String counted() {
        return String.format(
                Locale.ROOT,
                "%s of %d bytes and more can be assembled from the strings in the file",
                Counts.of(strings.size(), "frequent value"),
                ChainedStrings.LEAST);
    }

    /** Returns some, with {@code .} for what is not printable. */
    List<String> examples() {
        return strings.stream()
                .limit(EXAMPLES)
                .map(string -> string.substring(0, Math.min(MAX_EXAMPLE, string.length())))
                .map(string -> "'" + string.replaceAll("[^ -~]", ".") + "'")
                .toList();
    }
}

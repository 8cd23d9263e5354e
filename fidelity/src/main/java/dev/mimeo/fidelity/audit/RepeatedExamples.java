package dev.mimeo.fidelity.audit;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The least likely of the runs that were repeated, each text once. Not thread-safe. */
final class RepeatedExamples {

    private static final int MAX = 5;
    private static final int MAX_TEXT = 80;

    private record Rated(double log, AuditResult.CommonRuns.Example example) {}

    private final List<Rated> rated = new ArrayList<>();

    /** Takes a run, whose logarithm of likelihood is the lower the more it reveals. */
    void add(double log, byte[] data, int start, int length, long offset, long originalOffset) {
        if (rated.size() == MAX && log >= rated.get(MAX - 1).log()) {
            return;
        }
        String text = new String(data, start, Math.min(length, MAX_TEXT), StandardCharsets.ISO_8859_1)
                .replaceAll("[^ -~]", ".");
        if (rated.stream().anyMatch(each -> each.example().text().equals(text))) {
            return;
        }
        rated.add(new Rated(log, new AuditResult.CommonRuns.Example(offset, originalOffset, length, text)));
        rated.sort(Comparator.comparingDouble(Rated::log));
        if (rated.size() > MAX) {
            rated.remove(MAX);
        }
    }

    /** Returns the examples, the least likely first. */
    List<AuditResult.CommonRuns.Example> list() {
        return rated.stream().map(Rated::example).toList();
    }
}

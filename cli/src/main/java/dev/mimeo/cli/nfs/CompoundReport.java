package dev.mimeo.cli.nfs;

import static dev.mimeo.cli.nfs.TrafficText.count;

import dev.mimeo.cli.command.Json;
import dev.mimeo.internal.text.Counts;
import dev.mimeo.nfs.summary.TrafficSummary.Compounds;
import dev.mimeo.nfs.summary.TrafficSummary.ResultLine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * State of NFSv4 as sentences, rows and JSON: opens, locks, delegations, sessions and layouts.
 *
 * @param compounds operations within compounds
 */
record CompoundReport(Compounds compounds) {

    private static final String DENIED = "NFS4ERR_DENIED";

    /** Adds sentences, by what they are about; of what there was none, there is no sentence. */
    void addFacts(Map<String, String> facts) {
        if (compounds.count() == 0) {
            return;
        }
        facts.put(
                "Compounds",
                count(compounds.count()) + " answered, of "
                        + String.format(Locale.ROOT, "%.0f", compounds.medianSize()) + " operations (median), at most "
                        + count(compounds.largestSize()));
        add(
                facts,
                "Opens",
                List.of(
                        part(good("open"), "opened"),
                        part(bad("open"), "failed"),
                        part(good("close"), "closed"),
                        part(good("open_downgrade"), "downgraded")));
        add(
                facts,
                "Locks",
                List.of(
                        part(good("lock"), "granted"),
                        part(denied("lock"), "denied"),
                        part(bad("lock") - denied("lock"), "failed"),
                        part(good("locku"), "released"),
                        part(good("lockt") + denied("lockt"), "tested")));
        long granted = compounds.readDelegations() + compounds.writeDelegations();
        add(
                facts,
                "Delegated",
                List.of(
                        part(compounds.readDelegations(), "for reading"),
                        part(compounds.writeDelegations(), "for writing"),
                        part(good("cb_recall") + bad("cb_recall"), "recalled"),
                        part(good("delegreturn"), granted == 0 ? "returned that were granted before" : "returned")));
        add(
                facts,
                "Sessions",
                List.of(
                        part(
                                compounds.sessions(),
                                (compounds.sessions() < Compounds.MOST_SESSIONS ? "in use" : "and more in use")
                                        + ", with at most "
                                        + Counts.of(compounds.slots(), "slot")),
                        part(good("create_session"), "created"),
                        part(good("destroy_session"), "destroyed")));
        add(
                facts,
                "Layouts",
                List.of(
                        part(good("layoutget"), "granted"),
                        part(bad("layoutget"), "refused"),
                        part(good("layoutcommit"), "committed"),
                        part(good("cb_layoutrecall") + bad("cb_layoutrecall"), "recalled"),
                        part(good("layoutreturn"), "returned")));
    }

    private static void add(Map<String, String> facts, String name, List<String> parts) {
        List<String> there = parts.stream().filter(part -> !part.isEmpty()).toList();
        if (!there.isEmpty()) {
            facts.put(name, String.join(", ", there));
        }
    }

    private static String part(long number, String what) {
        return number == 0 ? "" : count(number) + " " + what;
    }

    private long good(String operation) {
        return compounds.successes(operation);
    }

    private long bad(String operation) {
        return compounds.failures(operation);
    }

    private long denied(String operation) {
        return compounds.operations().stream()
                .filter(line ->
                        line.operation().equals(operation) && line.status().equals(DENIED))
                .mapToLong(ResultLine::count)
                .sum();
    }

    /** An operation with its results: those without an error, and all others. */
    record Row(String operation, long successes, long failures) {}

    /** Returns the operations, the most frequent first. */
    List<Row> rows() {
        Map<String, Row> rows = new LinkedHashMap<>();
        for (ResultLine line : compounds.operations()) {
            rows.computeIfAbsent(line.operation(), name -> new Row(name, good(name), bad(name)));
        }
        List<Row> sorted = new ArrayList<>(rows.values());
        sorted.sort((one, other) -> Long.compare(other.successes + other.failures, one.successes + one.failures));
        return sorted;
    }

    /** Returns the object of {@code --json}. */
    ObjectNode json() {
        ObjectNode node = Json.object().put("compounds", compounds.count());
        Json.put(node, "medianOperations", compounds.medianSize());
        node.put("mostOperations", compounds.largestSize());
        node.put("readDelegations", compounds.readDelegations());
        node.put("writeDelegations", compounds.writeDelegations());
        node.put("sessions", compounds.sessions());
        node.put("slots", compounds.slots());
        ArrayNode results = node.putArray("results");
        for (ResultLine line : compounds.operations()) {
            results.addObject()
                    .put("operation", line.operation())
                    .put("status", line.status())
                    .put("count", line.count());
        }
        return node;
    }
}

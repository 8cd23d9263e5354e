package dev.mimeo.cli.nfs;

import static dev.mimeo.cli.nfs.TrafficText.count;

import dev.mimeo.cli.command.Json;
import dev.mimeo.internal.text.AlignedText;
import dev.mimeo.internal.text.Counts;
import dev.mimeo.internal.text.Milliseconds;
import dev.mimeo.nfs.summary.TrafficSummary.LockWaits;
import dev.mimeo.nfs.summary.TrafficSummary.ResultLine;
import dev.mimeo.nfs.summary.TrafficSummary.Sideband;
import dev.mimeo.report.HtmlPage;
import dev.mimeo.report.PageTable;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Results of NLM, NSM and NFSACL, and waits of locks, as sentences, text, JSON and a table of a page.
 *
 * @param quantiles those of the waits
 */
record SidebandReport(Sideband sideband, List<Double> quantiles) {

    /** Adds sentences about locks that waited, if any did. */
    void addFacts(Map<String, String> facts) {
        add(facts, "NLM waits", sideband.locks());
        add(facts, "v4 waits", sideband.version4Locks());
    }

    private void add(Map<String, String> facts, String what, LockWaits locks) {
        if (locks.blocked() == 0) {
            return;
        }
        String fact =
                Counts.of(locks.blocked(), "lock") + " waited, " + count(locks.granted()) + " of them granted later";
        facts.put(
                what,
                locks.granted() == 0
                        ? fact
                        : fact + ", " + TrafficText.quantile(quantiles.get(0)) + " within "
                                + Milliseconds.of(locks.waits().quantiles().get(0)) + " ms, all within "
                                + Milliseconds.of(locks.waits().max()) + " ms");
    }

    /** Adds a table of results, if there are any. */
    void addText(StringBuilder text) {
        if (sideband.results().isEmpty()) {
            return;
        }
        AlignedText table = new AlignedText("%9s  %-s").add("replies", "result of NLM, NSM and NFSACL");
        for (ResultLine line : sideband.results()) {
            table.add(count(line.count()), (line.operation() + ' ' + line.status()).stripTrailing());
        }
        text.append('\n').append(table);
    }

    /** Returns the object of {@code --json}. */
    ObjectNode json() {
        ObjectNode node = Json.object();
        ArrayNode results = node.putArray("results");
        for (ResultLine line : sideband.results()) {
            results.addObject()
                    .put("operation", line.operation())
                    .put("status", line.status())
                    .put("replies", line.count());
        }
        put(node.putObject("lockWaits"), sideband.locks());
        put(node.putObject("version4LockWaits"), sideband.version4Locks());
        return node;
    }

    private void put(ObjectNode node, LockWaits locks) {
        node.put("blocked", locks.blocked()).put("granted", locks.granted());
        TrafficReport.putLatency(node.putObject("waitMillis"), locks.waits(), quantiles);
    }

    /** Adds a table of results to a page, if there are any. */
    void addTable(HtmlPage page) {
        if (!sideband.results().isEmpty()) {
            page.table(PageTable.of(
                    "Results of NLM, NSM and NFSACL.",
                    List.of("operation", "status", "replies"),
                    sideband.results().stream()
                            .map(line -> List.of(line.operation(), line.status(), count(line.count())))
                            .toList()));
        }
    }
}

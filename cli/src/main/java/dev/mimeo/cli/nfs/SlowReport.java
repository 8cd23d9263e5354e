package dev.mimeo.cli.nfs;

import dev.mimeo.cli.command.Json;
import dev.mimeo.internal.text.CsvLines;
import dev.mimeo.nfs.summary.TrafficSummary.Slow;
import dev.mimeo.nfs.summary.TrafficSummary.SlowCall;
import dev.mimeo.report.HtmlPage;
import dev.mimeo.report.PageRecipe;
import dev.mimeo.report.PageTable;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A list of slow calls as text, JSON, CSV and a page.
 *
 * @param name name of the input
 * @param slow the calls
 */
record SlowReport(String name, Slow slow) {

    private static final List<String> HEAD =
            List.of("time", "latency_ms", "operation", "client", "server", "user", "status", "offset", "bytes", "file");

    /** Returns the list for a terminal. */
    String text() {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%-23s%10s %-14s %-15s%14s%9s  %s%n",
                "time (UTC)",
                "ms",
                "operation",
                "client",
                "offset",
                "bytes",
                "file"));
        for (SlowCall call : slow.calls()) {
            text.append(String.format(
                    Locale.ROOT,
                    "%s%s %-14s %-15s%s%s  %s%n",
                    TrafficText.time(call.nanos()),
                    TrafficText.right(TrafficText.millis(call.latencyMillis()), 10),
                    call.operation(),
                    call.client(),
                    TrafficText.right(call.bytes() < 0 ? "-" : Long.toUnsignedString(call.offset()), 14),
                    TrafficText.right(call.bytes() < 0 ? "-" : Long.toString(call.bytes()), 9),
                    TrafficText.shortened(call.file()) + (call.status().isEmpty() ? "" : " " + call.status())));
        }
        return text.toString();
    }

    private static List<String> values(SlowCall call) {
        return List.of(
                TrafficText.instant(call.nanos()).toString(),
                TrafficText.plainMillis(call.latencyMillis()),
                call.operation(),
                call.client(),
                call.server(),
                call.user(),
                call.status(),
                call.bytes() < 0 ? "" : Long.toUnsignedString(call.offset()),
                call.bytes() < 0 ? "" : Long.toString(call.bytes()),
                call.file());
    }

    /** Returns one table with a row for each call. */
    String csv() {
        StringBuilder text = new StringBuilder(CsvLines.line(HEAD));
        slow.calls().forEach(call -> text.append(CsvLines.line(values(call))));
        return text.toString();
    }

    /** Returns the document of {@code --json}. */
    ObjectNode json() {
        ObjectNode document = Json.object().put("name", name).put("slowCalls", slow.total());
        ArrayNode calls = document.putArray("calls");
        for (SlowCall call : slow.calls()) {
            ObjectNode node = calls.addObject()
                    .put("time", TrafficText.instant(call.nanos()).toString())
                    .put("latencyMillis", call.latencyMillis())
                    .put("operation", call.operation())
                    .put("client", call.client())
                    .put("server", call.server())
                    .put("user", call.user())
                    .put("status", call.status());
            if (call.bytes() >= 0) {
                node.put("offset", Long.toUnsignedString(call.offset()));
                node.put("bytes", call.bytes());
            }
            node.put("file", call.file());
        }
        return document;
    }

    /** Returns the page. */
    HtmlPage page(PageRecipe recipe) {
        HtmlPage page = HtmlPage.of("Slow NFS calls of " + name)
                .summary(
                        HtmlPage.Status.NEUTRAL,
                        TrafficText.count(slow.total()) + " calls were slow",
                        List.of(TrafficText.count(slow.calls().size()) + " are listed"));
        page.table(PageTable.of(
                "Slow calls.",
                HEAD,
                slow.calls().stream().map(SlowReport::values).toList()));
        return page.recipe(recipe);
    }
}

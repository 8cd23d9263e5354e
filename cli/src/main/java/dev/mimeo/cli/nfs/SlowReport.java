package dev.mimeo.cli.nfs;

import static dev.mimeo.cli.nfs.TrafficText.cell;
import static dev.mimeo.cli.nfs.TrafficText.right;

import dev.mimeo.cli.command.Json;
import dev.mimeo.internal.text.Counts;
import dev.mimeo.internal.text.CsvLines;
import dev.mimeo.internal.text.Milliseconds;
import dev.mimeo.nfs.summary.TrafficSummary.Slow;
import dev.mimeo.nfs.summary.TrafficSummary.SlowCall;
import dev.mimeo.report.HtmlPage;
import dev.mimeo.report.PageRecipe;
import dev.mimeo.report.PageTable;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A list of slow calls as text, JSON, CSV and a page.
 *
 * @param name name of the input
 * @param slow the calls
 */
record SlowReport(String name, Slow slow) {

    private static final int TIME_WIDTH = 23;
    private static final int CLIENT_WIDTH = 22;

    private static final List<String> HEAD =
            List.of("time", "latency_ms", "operation", "client", "server", "user", "status", "offset", "bytes", "file");

    private static final List<String> PAGE_HEAD =
            List.of("time (UTC)", "ms", "operation", "client", "server", "user", "status", "offset", "bytes", "file");

    /**
     * The cells of a call, or of the head, for a terminal.
     *
     * @param file the name of the file, and the status of the call
     */
    private record CallCells(
            String time, String millis, String operation, String client, String offset, String bytes, String file) {

        static final CallCells HEAD =
                new CallCells("time (UTC)", "ms", "operation", "client", "offset", "bytes", "file");

        static CallCells of(SlowCall call) {
            String status = call.status().isEmpty() ? "" : " " + call.status();
            int fileWidth = TrafficText.LINE_WIDTH - TrafficText.INDENT.length() - status.length();
            return new CallCells(
                    TrafficText.time(call.nanos()),
                    Milliseconds.of(call.latencyMillis()),
                    call.operation(),
                    call.client(),
                    offsetOf(call, TrafficText.NONE),
                    bytesOf(call, TrafficText.NONE),
                    TrafficText.shortened(fileOf(call), fileWidth) + status);
        }

        /** Returns two lines: the second has the file. */
        String lines() {
            String start = cell(time, TIME_WIDTH) + right(millis, 10) + ' ' + cell(operation, 19) + ' ';
            String end = right(offset, 14) + right(bytes, 9);
            int clientWidth = Math.min(CLIENT_WIDTH, TrafficText.LINE_WIDTH - start.length() - end.length());
            return start + cell(client, clientWidth) + end + '\n' + TrafficText.INDENT + file + '\n';
        }
    }

    /** Returns the list for a terminal, in two lines for each call. */
    String text() {
        StringBuilder text = new StringBuilder(CallCells.HEAD.lines());
        slow.calls().forEach(call -> text.append(CallCells.of(call).lines()));
        return text.toString();
    }

    /** Returns the offset of a read or write, another text for other calls. */
    private static String offsetOf(SlowCall call, String otherwise) {
        return call.bytes() < 0 ? otherwise : Long.toUnsignedString(call.offset());
    }

    /** Returns the bytes of a read or write, another text for other calls. */
    private static String bytesOf(SlowCall call, String otherwise) {
        return call.bytes() < 0 ? otherwise : Long.toString(call.bytes());
    }

    private static String fileOf(SlowCall call) {
        return call.file().isEmpty() ? TrafficText.NONE : call.file();
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
                offsetOf(call, ""),
                bytesOf(call, ""),
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
                        Counts.of(slow.total(), "slow call"),
                        slow.calls().size() < slow.total()
                                ? List.of("The slowest "
                                        + TrafficText.count(slow.calls().size()) + " are listed.")
                                : List.of());
        page.table(PageTable.of(
                "Slow calls.",
                PAGE_HEAD,
                slow.calls().stream().map(SlowReport::pageRow).toList()));
        return page.recipe(recipe);
    }

    private static List<String> pageRow(SlowCall call) {
        return List.of(
                TrafficText.time(call.nanos()),
                Milliseconds.of(call.latencyMillis()),
                call.operation(),
                call.client(),
                call.server(),
                call.user(),
                call.status(),
                offsetOf(call, TrafficText.NONE),
                bytesOf(call, TrafficText.NONE),
                fileOf(call));
    }
}

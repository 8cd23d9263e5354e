package dev.mimeo.cli.nfs;

import static dev.mimeo.cli.nfs.TrafficText.bytes;
import static dev.mimeo.cli.nfs.TrafficText.count;
import static dev.mimeo.cli.nfs.TrafficText.right;
import static dev.mimeo.cli.nfs.TrafficText.shortened;

import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.nfs.TrafficText.Column;
import dev.mimeo.internal.text.AlignedText;
import dev.mimeo.internal.text.ByteSizes;
import dev.mimeo.internal.text.Counts;
import dev.mimeo.internal.text.Milliseconds;
import dev.mimeo.nfs.Counter;
import dev.mimeo.nfs.Counters;
import dev.mimeo.nfs.summary.TrafficSummary;
import dev.mimeo.nfs.summary.TrafficSummary.ErrorLine;
import dev.mimeo.nfs.summary.TrafficSummary.Latency;
import dev.mimeo.nfs.summary.TrafficSummary.Line;
import dev.mimeo.nfs.summary.TrafficSummary.Load;
import dev.mimeo.nfs.summary.TrafficSummary.ProcedureLine;
import dev.mimeo.nfs.summary.TrafficSummary.Top;
import dev.mimeo.report.HtmlPage;
import dev.mimeo.report.PageRecipe;
import dev.mimeo.report.PageTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A summary of captures as text, JSON and a page.
 *
 * @param name what was read
 * @param firstNanos time of the first packet or message, in nanoseconds since 1970
 * @param lastNanos time of the last packet or message
 * @param counters counters of all packets and messages
 * @param traffic the messages
 */
record TrafficReport(String name, long firstNanos, long lastNanos, Counters counters, TrafficSummary traffic) {

    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final String OPERATION = "operation";
    private static final Column CALLS = new Column("calls", 9, load -> count(load.calls()));
    private static final Column ERRORS = new Column("errors", 7, load -> count(load.errors()));
    private static final Column UNANSWERED = new Column("no reply", 9, load -> count(load.unanswered()));
    private static final Column MAX =
            new Column("max ms", 8, load -> Milliseconds.of(load.latency().max()));
    private static final Column READ = new Column("read", 10, load -> bytes(load.readBytes()));
    private static final Column WRITTEN = new Column("written", 10, load -> bytes(load.writtenBytes()));

    private static final List<Column> OF_FILES =
            List.of(new Column("transfers", 10, load -> count(load.calls())), READ, WRITTEN);

    /** A table of loads. */
    record Table(String kind, String title, List<Column> columns, List<Line> lines) {}

    /** Returns the tables of loads that have a line. */
    List<Table> tables() {
        List<Column> quantiles = TrafficText.quantiles(traffic.quantiles());
        List<Column> ofOperations = new ArrayList<>(List.of(CALLS, ERRORS, UNANSWERED));
        ofOperations.addAll(quantiles);
        double sum = traffic.all().latency().sum();
        ofOperations.addAll(List.of(
                MAX,
                new Column("time", 6, load -> TrafficText.percent(load.latency().sum(), sum)),
                READ,
                WRITTEN));
        // Parties have the first and the last quantile.
        List<Column> ofParties = new ArrayList<>(List.of(CALLS, ERRORS, UNANSWERED, quantiles.get(0)));
        if (quantiles.size() > 1) {
            ofParties.add(quantiles.get(quantiles.size() - 1));
        }
        ofParties.addAll(List.of(READ, WRITTEN));
        List<Table> tables = new ArrayList<>();
        tables.add(new Table(OPERATION, OPERATION, ofOperations, traffic.operations()));
        tables.add(new Table(
                "client",
                title("client", traffic.clients()),
                ofParties,
                traffic.clients().lines()));
        tables.add(new Table(
                "server",
                title("server", traffic.servers()),
                ofParties,
                traffic.servers().lines()));
        tables.add(new Table(
                "user",
                title("user", traffic.users()),
                ofParties,
                traffic.users().lines()));
        tables.add(new Table(
                "file",
                title("file", traffic.files()),
                OF_FILES,
                traffic.files().lines()));
        tables.removeIf(table -> table.lines.isEmpty());
        return tables;
    }

    private static String title(String noun, Top top) {
        String all = (top.exact() ? "" : "more than ") + count(top.distinct());
        return top.exact() && top.lines().size() == top.distinct()
                ? noun
                : noun + " (" + top.lines().size() + " busiest of " + all + ")";
    }

    /** Returns what was seen, in sentences, by what it is about. */
    private Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        if (hasPeriod()) {
            facts.put(
                    "Period",
                    TrafficText.time(firstNanos) + " to " + TrafficText.time(lastNanos) + " UTC, "
                            + seconds(lastNanos - firstNanos));
        }
        boolean counted = counters.get(Counter.PACKET) > 0 || traffic.all().calls() == 0;
        if (counted) {
            facts.put(
                    "Packets",
                    count(counters.get(Counter.PACKET)) + ", " + ByteSizes.format(counters.get(Counter.WIRE_LEN))
                            + " on the wire");
            facts.put("Messages", messages());
        }
        Load all = traffic.all();
        facts.put(
                "Calls",
                count(all.calls()) + ", " + count(all.errors()) + " with an error, " + count(all.unanswered())
                        + " without a reply, " + count(all.retransmissions()) + " sent again");
        facts.put(
                "Replies",
                count(all.latency().replies()) + " to these calls, "
                        + count(counters.get(Counter.DUPLICATE_REPLY)) + " sent again, "
                        + count(counters.get(Counter.UNMATCHED_REPLY)) + " to calls that were not captured");
        if (traffic.encryptedCalls() > 0) {
            facts.put(
                    "Privacy",
                    Counts.of(traffic.encryptedCalls(), "call")
                            + " encrypted by RPCSEC_GSS: files and status are not known");
        }
        if (counters.get(Counter.RDMA_PACKET) > 0) {
            facts.put(
                    "RDMA",
                    Counts.of(counters.get(Counter.RDMA_PACKET), "packet") + ", "
                            + Counts.of(counters.get(Counter.RDMA_RPC_MESSAGE), "message")
                            + " of RPC over RDMA, not decoded");
        }
        new CompoundReport(traffic.compounds()).addFacts(facts);
        sideband().addFacts(facts);
        List<String> streams = LossReport.streams(counters);
        if (!streams.isEmpty()) {
            facts.put("Streams", String.join(", ", streams));
        }
        List<String> losses = LossReport.parts(losses());
        facts.put(
                "Losses",
                !counted
                        ? "not known: the trace has no counters"
                        : losses.isEmpty() ? "none known" : String.join(", ", losses));
        return facts;
    }

    private SidebandReport sideband() {
        return new SidebandReport(traffic.sideband(), traffic.quantiles());
    }

    private boolean hasPeriod() {
        return counters.get(Counter.PACKET) > 0 || traffic.all().calls() > 0;
    }

    /** Returns what the captures lack. */
    Counters.Losses losses() {
        return Counters.Losses.of(List.of(counters.byName()));
    }

    private String messages() {
        List<String> parts = new ArrayList<>();
        addMessages(parts, "NFSv2", Counter.NFSV2_REQUEST, Counter.NFSV2_REPLY);
        addMessages(parts, "NFSv3", Counter.NFSV3_REQUEST, Counter.NFSV3_REPLY);
        addMessages(parts, "NFSv4", Counter.NFSV4_REQUEST, Counter.NFSV4_REPLY);
        addMessages(parts, "callbacks", Counter.NFS_CALLBACK_REQUEST, Counter.NFS_CALLBACK_REPLY);
        addMessages(parts, "mount", Counter.MOUNT_REQUEST, Counter.MOUNT_REPLY);
        addMessages(parts, "other RPC", Counter.OTHER_REQUEST, Counter.OTHER_REPLY);
        if (parts.isEmpty()) {
            return counters.get(Counter.RPC_REPLY) > 0
                    ? "of RPC only replies, whose calls were not captured"
                    : "no message of RPC";
        }
        return String.join(", ", parts) + " (calls + replies)";
    }

    private void addMessages(List<String> parts, String what, Counter calls, Counter replies) {
        long sum = counters.get(calls) + counters.get(replies);
        if (sum > 0) {
            parts.add(what + " " + count(counters.get(calls)) + " + " + count(counters.get(replies)));
        }
    }

    /** Returns the text for a terminal. */
    String text() {
        StringBuilder text = new StringBuilder(name).append('\n');
        facts().forEach((what, value) -> text.append(TrafficText.fact(what, value)));
        for (Table table : tables()) {
            text.append('\n');
            List<Column> columns = table.columns.stream()
                    .filter(column -> table.lines.stream().anyMatch(line -> column.hasValue(line.load())))
                    .map(column -> column.fitting(table.lines.stream().map(Line::load)))
                    .toList();
            columns.forEach(column -> text.append(right(column.head(), column.width())));
            text.append("  ").append(table.title).append('\n');
            for (Line line : table.lines) {
                StringBuilder row = new StringBuilder();
                columns.forEach(column -> row.append(right(column.value().apply(line.load()), column.width())));
                text.append(TrafficText.labelled(row, shortened(line.name()))).append('\n');
            }
        }
        List<CompoundReport.Row> results = new CompoundReport(traffic.compounds()).rows();
        if (!results.isEmpty()) {
            AlignedText table = new AlignedText("%9s %6s  %-s").add("ok", "errors", "operation in compounds");
            results.forEach(row -> table.add(count(row.successes()), count(row.failures()), row.operation()));
            text.append('\n').append(table);
        }
        if (!traffic.others().isEmpty()) {
            AlignedText table = new AlignedText("%9s %8s  %-s").add("calls", "replies", "procedure of another program");
            traffic.others().forEach(line -> table.add(count(line.calls()), count(line.replies()), line.name()));
            text.append('\n').append(table);
        }
        sideband().addText(text);
        if (!traffic.errors().isEmpty()) {
            AlignedText table = new AlignedText("%9s  %-s").add("replies", "error");
            traffic.errors()
                    .forEach(error -> table.add(count(error.count()), error.operation() + ' ' + error.status()));
            text.append('\n').append(table);
        }
        return text.toString();
    }

    /** Returns the document of {@code --json}. */
    ObjectNode json() {
        ObjectNode document = Json.object().put("name", name);
        boolean any = hasPeriod();
        document.put("firstPacketAt", any ? TrafficText.instant(firstNanos).toString() : null);
        document.put("lastPacketAt", any ? TrafficText.instant(lastNanos).toString() : null);
        document.put("complete", losses().isNone());
        ObjectNode counts = document.putObject("counters");
        counters.byName().forEach(counts::put);
        put(document.putObject("all"), traffic.all(), traffic.quantiles());
        put(document.putArray("operations"), traffic.operations());
        ArrayNode errors = document.putArray("errors");
        for (ErrorLine error : traffic.errors()) {
            errors.addObject()
                    .put("operation", error.operation())
                    .put("status", error.status())
                    .put("replies", error.count());
        }
        document.put("encryptedCalls", traffic.encryptedCalls());
        document.set("version4", new CompoundReport(traffic.compounds()).json());
        ArrayNode others = document.putArray("otherPrograms");
        for (ProcedureLine line : traffic.others()) {
            others.addObject()
                    .put("name", line.name())
                    .put("calls", line.calls())
                    .put("replies", line.replies());
        }
        document.set("sideband", sideband().json());
        put(document, "clients", traffic.clients());
        put(document, "servers", traffic.servers());
        put(document, "users", traffic.users());
        put(document, "files", traffic.files());
        return document;
    }

    private void put(ObjectNode document, String name, Top top) {
        ObjectNode node =
                document.putObject(name).put("distinct", top.distinct()).put("exact", top.exact());
        put(node.putArray("busiest"), top.lines());
    }

    private void put(ArrayNode array, List<Line> lines) {
        for (Line line : lines) {
            put(array.addObject().put("name", line.name()), line.load(), traffic.quantiles());
        }
    }

    /** Puts a load with its quantiles. */
    static void put(ObjectNode node, Load load, List<Double> quantiles) {
        node.put("calls", load.calls());
        node.put("errors", load.errors());
        node.put("retransmissions", load.retransmissions());
        node.put("unanswered", load.unanswered());
        node.put("readBytes", load.readBytes());
        node.put("writtenBytes", load.writtenBytes());
        putLatency(node.putObject("latencyMillis"), load.latency(), quantiles);
    }

    /** Puts times with their quantiles. */
    static void putLatency(ObjectNode node, Latency latency, List<Double> quantiles) {
        node.put("replies", latency.replies());
        // Sums of times have no more digits than times.
        Json.put(node, "sum", Math.rint(latency.sum() * NANOS_PER_MILLI) / NANOS_PER_MILLI);
        for (int i = 0; i < quantiles.size(); i++) {
            Json.put(
                    node,
                    TrafficText.quantile(quantiles.get(i)),
                    latency.quantiles().get(i));
        }
        Json.put(node, "max", latency.max());
    }

    /** Returns the page. */
    HtmlPage page(PageRecipe recipe) {
        Load all = traffic.all();
        String head = Counts.of(all.calls(), "call");
        if (all.latency().replies() > 0) {
            head += ", " + TrafficText.quantile(traffic.quantiles().get(0)) + " of latency "
                    + Milliseconds.of(all.latency().quantiles().get(0)) + " ms";
        }
        List<String> lines = facts().entrySet().stream()
                .map(fact -> fact.getKey() + ": " + fact.getValue())
                .toList();
        HtmlPage page = HtmlPage.of("NFS traffic of " + name).summary(HtmlPage.Status.NEUTRAL, head, lines);
        for (Table table : tables()) {
            List<String> columns = new ArrayList<>(List.of(table.kind));
            table.columns.forEach(column -> columns.add(column.head()));
            List<List<String>> rows = new ArrayList<>();
            for (Line line : table.lines) {
                List<String> row = new ArrayList<>(List.of(line.name()));
                table.columns.forEach(column -> row.add(column.value().apply(line.load())));
                rows.add(row);
            }
            String caption = "Load by " + table.title + ".";
            if (table.kind.equals(OPERATION)) {
                caption +=
                        " Latency is the time from a call to its reply, and time the share in the sum of all latencies.";
            }
            page.table(PageTable.of(caption, columns, rows));
        }
        if (!traffic.errors().isEmpty()) {
            page.table(PageTable.of(
                    "Errors by operation and status.",
                    List.of("operation", "status", "replies"),
                    traffic.errors().stream()
                            .map(error -> List.of(error.operation(), error.status(), count(error.count())))
                            .toList()));
        }
        List<CompoundReport.Row> results = new CompoundReport(traffic.compounds()).rows();
        if (!results.isEmpty()) {
            page.table(PageTable.of(
                    "Operations in compounds of NFSv4.",
                    List.of("operation", "ok", "errors"),
                    results.stream()
                            .map(row -> List.of(row.operation(), count(row.successes()), count(row.failures())))
                            .toList()));
        }
        if (!traffic.others().isEmpty()) {
            page.table(PageTable.of(
                    "Procedures of other programs.",
                    List.of("procedure", "calls", "replies"),
                    traffic.others().stream()
                            .map(line -> List.of(line.name(), count(line.calls()), count(line.replies())))
                            .toList()));
        }
        sideband().addTable(page);
        return page.recipe(recipe);
    }

    private static String seconds(long nanos) {
        Duration duration = Duration.ofNanos(nanos);
        double rest = nanos % (60 * TrafficText.NANOS) / NANOS_PER_SECOND;
        String text = String.format(Locale.ROOT, "%.3f s", rest);
        if (duration.toMinutes() == 0) {
            return text;
        }
        String minutes = duration.toMinutesPart() + " min " + text;
        return duration.toHours() == 0 ? minutes : duration.toHours() + " h " + minutes;
    }
}

package dev.mimeo.cli.nfs;

import dev.mimeo.cli.command.ByteSize;
import dev.mimeo.cli.command.Json;
import dev.mimeo.internal.text.CsvLines;
import dev.mimeo.nfs.Counter;
import dev.mimeo.nfs.Counters;
import dev.mimeo.nfs.summary.TrafficSummary;
import dev.mimeo.nfs.summary.TrafficSummary.ErrorLine;
import dev.mimeo.nfs.summary.TrafficSummary.Latency;
import dev.mimeo.nfs.summary.TrafficSummary.Line;
import dev.mimeo.nfs.summary.TrafficSummary.Load;
import dev.mimeo.nfs.summary.TrafficSummary.Top;
import dev.mimeo.report.HtmlPage;
import dev.mimeo.report.PageRecipe;
import dev.mimeo.report.PageTable;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A summary of captures as text, JSON, CSV and a page.
 *
 * @param name what was read
 * @param firstNanos time of the first packet or message, in nanoseconds since 1970
 * @param lastNanos time of the last packet or message
 * @param counters counters of all packets and messages
 * @param traffic the messages
 */
record TrafficReport(String name, long firstNanos, long lastNanos, Counters counters, TrafficSummary traffic) {

    private static final long NANOS = 1_000_000_000L;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final String NONE = "-";
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneOffset.UTC);

    /** Bytes of a path that a line of 100 columns has room for. */
    private static final int PATH_WIDTH = 70;

    /** A handle, and the zeros that fill it up. */
    private static final Pattern HANDLE = Pattern.compile("^(FH:(?:[0-9a-f]{2})+?)(?:00)+(?![0-9a-f])");

    /** A column of a table: its head, its width as text with the space before it, and its values. */
    private record Column(String head, int width, Function<Load, String> value) {}

    private static final Column CALLS = new Column("calls", 10, load -> count(load.calls()));
    private static final Column ERRORS = new Column("errors", 8, load -> count(load.errors()));
    private static final Column UNANSWERED = new Column("no reply", 9, load -> count(load.unanswered()));
    private static final Column P50 =
            new Column("p50 ms", 8, load -> millis(load.latency().p50()));
    private static final Column P90 =
            new Column("p90 ms", 8, load -> millis(load.latency().p90()));
    private static final Column P99 =
            new Column("p99 ms", 8, load -> millis(load.latency().p99()));
    private static final Column MAX =
            new Column("max ms", 9, load -> millis(load.latency().max()));
    private static final Column READ = new Column("read", 10, load -> bytes(load.readBytes()));
    private static final Column WRITTEN = new Column("written", 10, load -> bytes(load.writtenBytes()));

    private static final List<Column> OF_OPERATIONS =
            List.of(CALLS, ERRORS, UNANSWERED, P50, P90, P99, MAX, READ, WRITTEN);
    private static final List<Column> OF_PARTIES = List.of(CALLS, ERRORS, UNANSWERED, P50, P99, READ, WRITTEN);
    private static final List<Column> OF_FILES =
            List.of(new Column("transfers", 10, load -> count(load.calls())), READ, WRITTEN);

    /** A table of loads. */
    private record Table(String kind, String title, List<Column> columns, List<Line> lines) {}

    private List<Table> tables() {
        List<Table> tables = new ArrayList<>();
        tables.add(new Table("operation", "operation", OF_OPERATIONS, traffic.operations()));
        tables.add(new Table(
                "client",
                title("client", traffic.clients()),
                OF_PARTIES,
                traffic.clients().lines()));
        tables.add(new Table(
                "server",
                title("server", traffic.servers()),
                OF_PARTIES,
                traffic.servers().lines()));
        tables.add(new Table(
                "user",
                title("user", traffic.users()),
                OF_PARTIES,
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
                    TIME.format(instant(firstNanos)) + " to " + TIME.format(instant(lastNanos)) + " UTC, "
                            + seconds(lastNanos - firstNanos));
        }
        boolean counted = counters.get(Counter.PACKET) > 0 || traffic.all().calls() == 0;
        if (counted) {
            facts.put(
                    "Packets",
                    count(counters.get(Counter.PACKET)) + ", " + ByteSize.format(counters.get(Counter.WIRE_LEN))
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
        List<String> losses = LossReport.parts(losses());
        facts.put(
                "Losses",
                !counted
                        ? "not known: the trace has no counters"
                        : losses.isEmpty() ? "none known" : String.join(", ", losses));
        return facts;
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
        return parts.isEmpty() ? "no message of RPC" : String.join(", ", parts);
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
        facts().forEach((what, value) -> text.append(String.format(Locale.ROOT, "%-9s %s%n", what, value)));
        for (Table table : tables()) {
            text.append('\n');
            table.columns.forEach(column -> text.append(right(column.head, column.width)));
            text.append("  ").append(table.title).append('\n');
            for (Line line : table.lines) {
                table.columns.forEach(column -> text.append(right(column.value.apply(line.load()), column.width)));
                text.append("  ").append(shortened(line.name())).append('\n');
            }
        }
        if (!traffic.errors().isEmpty()) {
            text.append('\n').append(right("replies", CALLS.width)).append("  error\n");
            for (ErrorLine error : traffic.errors()) {
                text.append(right(count(error.count()), CALLS.width));
                text.append("  ")
                        .append(error.operation())
                        .append(' ')
                        .append(error.status())
                        .append('\n');
            }
        }
        return text.toString();
    }

    /** Returns a name that a line has room for: a handle without the zeros at its end, and the end of a path, which says most. */
    private static String shortened(String name) {
        String text = HANDLE.matcher(name).replaceFirst("$1");
        return text.length() <= PATH_WIDTH ? text : "..." + text.substring(text.length() - PATH_WIDTH + 3);
    }

    private static String right(String value, int width) {
        return " ".repeat(Math.max(1, width - value.length())) + value;
    }

    /** Returns one table with a row for each operation, error, client, server, user and file. */
    String csv() {
        StringBuilder text = new StringBuilder(
                "kind,name,status,calls,errors,retransmissions,unanswered,replies,p50_ms,p90_ms,p99_ms,max_ms,read_bytes,"
                        + "written_bytes\n");
        text.append(csv("all", name, traffic.all()));
        for (Table table : tables()) {
            for (Line line : table.lines) {
                text.append(csv(table.kind, line.name(), line.load()));
            }
        }
        for (ErrorLine error : traffic.errors()) {
            text.append(CsvLines.line(List.of(
                    "error",
                    error.operation(),
                    error.status(),
                    "",
                    Long.toString(error.count()),
                    "",
                    "",
                    "",
                    "",
                    "",
                    "",
                    "",
                    "",
                    "")));
        }
        return text.toString();
    }

    private static String csv(String kind, String name, Load load) {
        Latency latency = load.latency();
        return CsvLines.line(List.of(
                kind,
                name,
                "",
                Long.toString(load.calls()),
                Long.toString(load.errors()),
                Long.toString(load.retransmissions()),
                Long.toString(load.unanswered()),
                Long.toString(latency.replies()),
                plainMillis(latency.p50()),
                plainMillis(latency.p90()),
                plainMillis(latency.p99()),
                plainMillis(latency.max()),
                Long.toString(load.readBytes()),
                Long.toString(load.writtenBytes())));
    }

    /** Returns the document of {@code --json}. */
    ObjectNode json() {
        ObjectNode document = Json.object().put("name", name);
        boolean any = hasPeriod();
        document.put("firstPacketAt", any ? instant(firstNanos).toString() : null);
        document.put("lastPacketAt", any ? instant(lastNanos).toString() : null);
        document.put("complete", losses().isNone());
        ObjectNode counts = document.putObject("counters");
        counters.byName().forEach(counts::put);
        put(document.putObject("all"), traffic.all());
        put(document.putArray("operations"), traffic.operations());
        ArrayNode errors = document.putArray("errors");
        for (ErrorLine error : traffic.errors()) {
            errors.addObject()
                    .put("operation", error.operation())
                    .put("status", error.status())
                    .put("replies", error.count());
        }
        put(document, "clients", traffic.clients());
        put(document, "servers", traffic.servers());
        put(document, "users", traffic.users());
        put(document, "files", traffic.files());
        return document;
    }

    private static void put(ObjectNode document, String name, Top top) {
        ObjectNode node =
                document.putObject(name).put("distinct", top.distinct()).put("exact", top.exact());
        put(node.putArray("busiest"), top.lines());
    }

    private static void put(ArrayNode array, List<Line> lines) {
        for (Line line : lines) {
            put(array.addObject().put("name", line.name()), line.load());
        }
    }

    private static void put(ObjectNode node, Load load) {
        node.put("calls", load.calls());
        node.put("errors", load.errors());
        node.put("retransmissions", load.retransmissions());
        node.put("unanswered", load.unanswered());
        node.put("readBytes", load.readBytes());
        node.put("writtenBytes", load.writtenBytes());
        ObjectNode latency = node.putObject("latencyMillis");
        latency.put("replies", load.latency().replies());
        Json.put(latency, "p50", load.latency().p50());
        Json.put(latency, "p90", load.latency().p90());
        Json.put(latency, "p99", load.latency().p99());
        Json.put(latency, "max", load.latency().max());
    }

    /** Returns the page. */
    HtmlPage page(PageRecipe recipe) {
        Load all = traffic.all();
        String head = count(all.calls()) + " calls, median latency "
                + millis(all.latency().p50()) + " ms";
        List<String> lines = facts().entrySet().stream()
                .map(fact -> fact.getKey() + ": " + fact.getValue())
                .toList();
        HtmlPage page = HtmlPage.of("NFS traffic of " + name).summary(HtmlPage.Status.NEUTRAL, head, lines);
        for (Table table : tables()) {
            List<String> columns = new ArrayList<>(List.of(table.kind));
            table.columns.forEach(column -> columns.add(column.head));
            List<List<String>> rows = new ArrayList<>();
            for (Line line : table.lines) {
                List<String> row = new ArrayList<>(List.of(line.name()));
                table.columns.forEach(column -> row.add(column.value.apply(line.load())));
                rows.add(row);
            }
            page.table(PageTable.of("Load by " + table.title + ".", columns, rows));
        }
        if (!traffic.errors().isEmpty()) {
            page.table(PageTable.of(
                    "Errors by operation and status.",
                    List.of("operation", "status", "replies"),
                    traffic.errors().stream()
                            .map(error -> List.of(error.operation(), error.status(), count(error.count())))
                            .toList()));
        }
        return page.recipe(recipe);
    }

    private static Instant instant(long nanos) {
        return Instant.ofEpochSecond(Math.floorDiv(nanos, NANOS), Math.floorMod(nanos, NANOS));
    }

    private static String seconds(long nanos) {
        Duration duration = Duration.ofNanos(nanos);
        double rest = nanos % (60 * NANOS) / NANOS_PER_SECOND;
        String text = String.format(Locale.ROOT, "%.3f s", rest);
        if (duration.toMinutes() == 0) {
            return text;
        }
        String minutes = duration.toMinutesPart() + " min " + text;
        return duration.toHours() == 0 ? minutes : duration.toHours() + " h " + minutes;
    }

    private static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private static String bytes(long bytes) {
        return bytes == 0 ? NONE : ByteSize.format(bytes);
    }

    /** Returns a latency with as many digits as a column has room for. */
    private static String millis(double value) {
        if (Double.isNaN(value)) {
            return NONE;
        }
        return String.format(Locale.ROOT, value < 1000 ? "%.3f" : value < 100_000 ? "%.1f" : "%.0f", value);
    }

    private static String plainMillis(double value) {
        return Double.isNaN(value) ? "" : String.format(Locale.ROOT, "%.6f", value);
    }
}

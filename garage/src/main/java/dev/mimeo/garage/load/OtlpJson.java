package dev.mimeo.garage.load;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.util.TokenBuffer;

/**
 * Reads metrics of OpenTelemetry in the JSON encoding of OTLP (opentelemetry-proto, {@code metrics/v1/metrics.proto}). Gauges and sums
 * are a counter each. Histograms and summaries become series as those of Prometheus: {@code _count}, {@code _sum}, and
 * {@code _bucket} with label {@code le}, or label {@code quantile}. Of exponential histograms count and sum are kept, their buckets
 * are counted as left out. Attributes are labels, and so are the name, version and attributes of a scope, as in "Prometheus and
 * OpenMetrics Compatibility" of the OpenTelemetry Specification: two libraries may have metrics of the same name. Fields that are
 * missing because they have the value 0 count as that. An instance reads one file.
 */
final class OtlpJson {

    private static final int NO_RECORDED_VALUE = 1;
    private static final JsonNode ZERO = IntNode.valueOf(0);

    private static final List<String> KINDS = List.of("gauge", "sum", "histogram", "exponentialHistogram", "summary");

    /** Start of the names of attributes whose names are those of labels for buckets, as Prometheus renames labels. */
    private static final String OWN_LABEL = "exported_";

    /** Start of the names of labels of scopes. */
    private static final String SCOPE = "otel_scope_";

    /** Start of the names of attributes of resources whose names are those of other labels. */
    private static final String RESOURCE = "resource_";

    /** Bytes of a document. Exporters send at most 4 MiB at a time. */
    private static final int MAX_BYTES = 1 << 24;

    /** Tokens that are held at a time: a metric, or metrics that stand before their resource. One takes up to 80 bytes. */
    private static final int MAX_TOKENS = 1_000_000;

    private final JsonDocuments in;
    private final SeriesNaming naming;
    private final TextRows rows;
    private Map<String, String> resource = Map.of();

    /** Labels of the resource and of the scope. */
    private Map<String, String> target = Map.of();

    private OtlpJson(JsonDocuments in, SeriesNaming naming, TextRows rows) {
        this.in = in;
        this.naming = naming;
        this.rows = rows;
    }

    static void read(Path file, SeriesNaming naming, TextRows rows) throws IOException {
        try (JsonDocuments in = new JsonDocuments(file, MAX_BYTES)) {
            OtlpJson reader = new OtlpJson(in, naming, rows);
            in.each(reader::document);
        }
    }

    private void document(JsonParser parser) throws IOException {
        boolean isFound = false;
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            if (parser.currentName().equals("resourceMetrics")) {
                isFound |= parser.nextToken() == JsonToken.START_ARRAY;
                eachObject(parser, "resourceMetrics", this::resourceMetrics);
            } else {
                skipValue(parser);
            }
        }
        if (!isFound) {
            throw in.error("expected \"resourceMetrics\": is this metrics of OpenTelemetry in JSON?");
        }
    }

    private void resourceMetrics(JsonParser parser) throws IOException {
        resource = Map.of();
        withContext(
                parser,
                "resource",
                description -> resource = labels(description.path("attributes")),
                "scopeMetrics",
                this::scopeMetrics);
    }

    private void scopeMetrics(JsonParser parser) throws IOException {
        target = resource;
        withContext(parser, "scope", this::scope, "metrics", each -> metric(tree(each)));
    }

    private void scope(JsonNode scope) throws IOException {
        Map<String, String> own = new HashMap<>();
        labels(scope.path("attributes")).forEach((name, value) -> own.put(SCOPE + name, value));
        for (String field : List.of("name", "version")) {
            String text = scope.path(field).asString("");
            if (!text.isEmpty()) {
                SeriesNaming.set(own, SCOPE + field, text, OWN_LABEL);
            }
        }
        Map<String, String> all = new HashMap<>(resource);
        own.forEach((name, value) -> SeriesNaming.set(all, name, value, RESOURCE));
        target = all;
    }

    /** Reads an object. */
    @FunctionalInterface
    private interface NodeReader {
        void read(JsonNode node) throws IOException;
    }

    /**
     * Reads the rest of an object with a list and a description of what is in it. A list that stands before the description is held
     * until that is read, as JSON does not order fields.
     */
    private void withContext(
            JsonParser parser, String context, NodeReader reader, String list, JsonDocuments.ObjectVisitor elements)
            throws IOException {
        boolean isKnown = false;
        TokenBuffer early = null;
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            isKnown |= name.equals(context);
            if (name.equals(context) && value == JsonToken.START_OBJECT) {
                reader.read(tree(parser));
            } else if (!name.equals(list)) {
                parser.skipChildren();
            } else if (isKnown) {
                eachObject(parser, list, elements);
            } else {
                early = TokenBuffer.forGeneration();
                early.copyCurrentStructure(
                        in.limited(parser, MAX_TOKENS, "\"" + list + "\" without a \"" + context + "\" before it"));
            }
        }
        if (early != null) {
            try (JsonParser again = early.asParser()) {
                again.nextToken();
                eachObject(again, list, elements);
            }
        }
    }

    private JsonNode tree(JsonParser parser) {
        return in.tree(in.limited(parser, MAX_TOKENS, "a resource or metric"));
    }

    private static void skipValue(JsonParser parser) {
        parser.nextToken();
        parser.skipChildren();
    }

    /** Hands on the objects of an array, which starts with the current token; null is an array without any. */
    private void eachObject(JsonParser parser, String name, JsonDocuments.ObjectVisitor reader) throws IOException {
        if (parser.currentToken() == JsonToken.VALUE_NULL) {
            return;
        }
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            throw in.error("\"" + name + "\" is not an array");
        }
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (parser.currentToken() != JsonToken.START_OBJECT) {
                throw in.error("a value of \"" + name + "\" is not an object");
            }
            reader.read(parser);
        }
    }

    private void metric(JsonNode metric) throws IOException {
        String name = metric.path("name").asString("");
        if (name.isEmpty()) {
            throw in.error("a metric has no name");
        }
        if (KINDS.stream().noneMatch(metric::has)) {
            rows.skip("unknown metric", in.line());
        }
        for (String kind : List.of("gauge", "sum")) {
            for (JsonNode point : points(name, metric, kind)) {
                JsonNode value = point.has("asInt") ? point.path("asInt") : point.path("asDouble");
                add(name, labels(point.path("attributes")), point, value);
            }
        }
        for (JsonNode point : points(name, metric, "histogram")) {
            totals(name, point, Set.of("count"));
            buckets(name, point);
        }
        for (JsonNode point : points(name, metric, "exponentialHistogram")) {
            totals(name, point, Set.of("count"));
            rows.skip("exponential bucket list", in.line());
        }
        for (JsonNode point : points(name, metric, "summary")) {
            totals(name, point, Set.of("count", "sum"));
            for (JsonNode quantile : point.path("quantileValues")) {
                Map<String, String> labels = labels(point.path("attributes"));
                SeriesNaming.set(labels, "quantile", quantile.path("quantile").asString("0"), OWN_LABEL);
                add(name, labels, point, quantile.has("value") ? quantile.path("value") : ZERO);
            }
        }
    }

    /**
     * Returns the points of a metric of one kind that have values. Counts the others, and exemplars, which have no place in a
     * table.
     */
    private List<JsonNode> points(String name, JsonNode metric, String kind) throws IOException {
        JsonNode points = metric.path(kind).path("dataPoints");
        if (!points.isMissingNode() && !points.isArray()) {
            throw in.error("\"dataPoints\" of '" + TextLines.shown(name) + "' is not an array");
        }
        List<JsonNode> recorded = new ArrayList<>();
        for (JsonNode point : points) {
            if (!point.isObject()) {
                throw in.error("a point of '" + TextLines.shown(name) + "' is not an object");
            }
            for (int i = 0; i < point.path("exemplars").size(); i++) {
                rows.skip("exemplar", in.line());
            }
            if ((point.path("flags").asInt(0) & NO_RECORDED_VALUE) == 0) {
                recorded.add(point);
            } else {
                rows.skip("empty point", in.line());
            }
        }
        return recorded;
    }

    /** Adds what a point says of all its values. A field that is always there, but has the value 0, may be left out. */
    private void totals(String name, JsonNode point, Set<String> always) throws IOException {
        for (String total : List.of("count", "sum", "min", "max")) {
            if (!point.has(total) && always.contains(total)) {
                add(name + "_" + total, labels(point.path("attributes")), point, ZERO);
            } else if (point.has(total)) {
                add(name + "_" + total, labels(point.path("attributes")), point, point.path(total));
            }
        }
    }

    /** Adds buckets, each with all values up to its bound as in Prometheus. */
    private void buckets(String name, JsonNode point) throws IOException {
        JsonNode counts = point.path("bucketCounts");
        JsonNode bounds = point.path("explicitBounds");
        if (counts.size() > 0 && counts.size() != bounds.size() + 1) {
            throw in.error("histogram '" + TextLines.shown(name) + "' has " + counts.size() + " buckets for "
                    + bounds.size() + " bounds");
        }
        double upTo = 0;
        boolean isExact = true;
        for (int i = 0; i < counts.size(); i++) {
            NumberText count = in.number(counts.get(i).asString(""));
            // A greater sum may have been rounded.
            isExact &= count.exact() && (upTo == 0 || upTo + count.value() <= NumberText.MAX_EXACT);
            upTo += count.value();
            Map<String, String> labels = labels(point.path("attributes"));
            SeriesNaming.set(labels, "le", i < bounds.size() ? bounds.get(i).asString("") : "+Inf", OWN_LABEL);
            rows.add(place(name + "_bucket", labels), time(name, point), new NumberText(upTo, isExact), in.line());
        }
    }

    private void add(String name, Map<String, String> labels, JsonNode point, JsonNode value) throws IOException {
        if (value.isMissingNode() || value.isNull()) {
            rows.skip("empty point", in.line());
            return;
        }
        SeriesNaming.SeriesCells place = place(name, labels);
        TimeText time = time(name, point);
        String text = value.asString("");
        // A number of JSON that is too large is infinite here.
        if (value.isNumber() && Double.isInfinite(value.doubleValue())) {
            throw in.error("expected a number of '" + TextLines.shown(name) + "' below 1.8e308");
        }
        Long whole = point.has("asInt") ? whole(text) : null;
        if (whole != null) {
            rows.add(place, time, whole, in.line());
        } else {
            rows.add(place, time, in.number(text), in.line());
        }
    }

    private static @Nullable Long whole(String text) {
        try {
            return Long.valueOf(text);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private SeriesNaming.SeriesCells place(String name, Map<String, String> labels) throws LoadException {
        SeriesNaming.SeriesCells place = naming.place(name, target, labels);
        if (place == null) {
            throw in.error(SeriesNaming.noServer(name));
        }
        return place;
    }

    private TimeText time(String name, JsonNode point) throws LoadException {
        String nanos = point.path("timeUnixNano").asString("");
        long number = nanos.isEmpty() ? 0 : in.wholeNumber(nanos);
        // For Protocol Buffers, 0 is a field that is not set.
        TimeText time = number == 0 ? null : EpochUnit.NANOSECONDS.time(number);
        if (time == null) {
            throw in.error("a point of '" + TextLines.shown(name) + "' has no time");
        }
        return time;
    }

    /** Returns attributes as labels; lists and maps are their JSON. */
    private Map<String, String> labels(JsonNode attributes) throws LoadException {
        Map<String, String> labels = new HashMap<>();
        for (JsonNode attribute : attributes) {
            if (!attribute.isObject()) {
                throw in.error("an attribute is not an object");
            }
            JsonNode value = attribute.path("value");
            List<String> texts = new ArrayList<>();
            value.properties()
                    .forEach(entry -> texts.add(
                            entry.getValue().isValueNode()
                                    ? entry.getValue().asString("")
                                    : entry.getValue().toString()));
            String key = attribute.path("key").asString("");
            String text = texts.isEmpty() ? "" : texts.get(0);
            String before = labels.put(key, text);
            if (before != null && !before.equals(text)) {
                throw in.error("attribute '" + TextLines.shown(key) + "' has two values");
            }
        }
        return labels;
    }
}

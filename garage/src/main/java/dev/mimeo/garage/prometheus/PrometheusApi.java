package dev.mimeo.garage.prometheus;

import dev.mimeo.garage.prometheus.MetricQuery.Constant;
import dev.mimeo.garage.prometheus.MetricQuery.Selection;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The resources of the API and their answers in JSON. Thread-safe. */
final class PrometheusApi {

    private static final JsonMapper MAPPER = JsonMapper.shared();
    private static final String PREFIX = "/api/v1/";

    private static final Set<String> RESOURCES = Set.of(
            "query",
            "query_range",
            "series",
            "labels",
            "metadata",
            "query_exemplars",
            "rules",
            "alerts",
            "status/buildinfo");

    /** Resources that take a form too; all others only GET. */
    private static final Set<String> TAKING_FORMS =
            Set.of("query", "query_range", "query_exemplars", "labels", "series");

    /** The first version of Prometheus with the ranges, regular expressions and quoted names of the answers here. */
    private static final String EQUIVALENT_VERSION = "3.0.0";

    private static final Pattern LABEL_VALUES = Pattern.compile("label/([^/]*)/values");
    private static final Pattern LABEL_NAME = Pattern.compile("[a-zA-Z_][a-zA-Z0-9_]*");

    /** As in Prometheus. */
    private static final int MAX_STEPS = 11_000;

    /** Memory of a value in JSON, in that of a sample that is read. */
    private static final int JSON_FACTOR = 8;

    private static final long REFRESH_NANOS = 15_000_000_000L;

    private final SeriesStore store;
    private final String version;
    private final Consumer<String> log;
    private long refreshed;

    PrometheusApi(SeriesStore store, String version, Consumer<String> log) {
        this.store = store;
        this.version = version;
        this.log = log;
    }

    /**
     * An answer with its JSON.
     *
     * @param body empty if only the methods are asked for
     * @param allow the methods that the resource takes, if the request asked for them or had another one; else empty
     */
    record Answer(int status, String body, String allow) {

        static Answer of(Object data) {
            return of(data, false);
        }

        /** Returns an answer whose data may be less than what was found. */
        static Answer of(Object data, boolean isTruncated) {
            ObjectNode document = JsonNodeFactory.instance.objectNode().put("status", "success");
            document.set("data", MAPPER.valueToTree(data));
            if (isTruncated) {
                document.putArray("warnings").add("results truncated due to limit");
            }
            return new Answer(200, MAPPER.writeValueAsString(document), "");
        }

        /** Returns an answer with the first of some items. */
        static Answer of(Collection<?> items, int limit) {
            return of(items.stream().limit(limit).toList(), items.size() > limit);
        }

        static Answer error(int status, String type, String message) {
            ObjectNode document = JsonNodeFactory.instance
                    .objectNode()
                    .put("status", "error")
                    .put("errorType", type)
                    .put("error", message);
            return new Answer(status, MAPPER.writeValueAsString(document), "");
        }

        static Answer wrongMethod(List<String> allowed) {
            Answer answer = error(405, "bad_data", "expected " + String.join(" or ", allowed));
            return new Answer(answer.status, answer.body, methods(allowed).allow);
        }

        static Answer methods(List<String> allowed) {
            return new Answer(204, "", String.join(", ", allowed) + ", OPTIONS");
        }
    }

    /** Looks for new files, unless it did so a moment ago. */
    synchronized void refresh() throws IOException {
        if (refreshed == 0 || System.nanoTime() - refreshed > REFRESH_NANOS) {
            store.refresh().forEach(log);
            refreshed = System.nanoTime();
        }
    }

    Answer answer(String method, String path, Map<String, List<String>> parameters) throws IOException {
        boolean isState = path.equals("/-/healthy") || path.equals("/-/ready");
        String resource = path.startsWith(PREFIX) ? path.substring(PREFIX.length()) : "";
        Matcher label = LABEL_VALUES.matcher(resource);
        if (!isState && !label.matches() && !RESOURCES.contains(resource)) {
            return Answer.error(404, "not_found", "there is no '" + path + "'");
        }
        List<String> allowed = isState
                ? List.of("GET", "HEAD")
                : TAKING_FORMS.contains(resource) ? List.of("GET", "POST") : List.of("GET");
        if (method.equals("OPTIONS")) {
            return Answer.methods(allowed);
        }
        if (!allowed.contains(method)) {
            return Answer.wrongMethod(allowed);
        }
        if (isState) {
            return Answer.of("ready");
        }
        refresh();
        ApiParameters given = new ApiParameters(parameters);
        return label.matches() ? labelValues(label.group(1), given) : resource(resource, given);
    }

    private Answer resource(String resource, ApiParameters parameters) throws IOException {
        return switch (resource) {
            case "query" -> query(parameters);
            case "query_range" -> queryRange(parameters);
            case "series" -> {
                if (!parameters.has("match[]")) {
                    throw new QueryException("parameter 'match[]' is missing");
                }
                yield Answer.of(series(parameters), parameters.limit());
            }
            case "labels" -> {
                Set<String> names = new TreeSet<>();
                series(parameters).forEach(labels -> names.addAll(labels.keySet()));
                yield Answer.of(names, parameters.limit());
            }
            case "metadata" -> {
                parameters.limit();
                yield Answer.of(Map.of());
            }
            case "query_exemplars" -> Answer.of(List.of());
            case "rules" -> Answer.of(Map.of("groups", List.of()));
            case "alerts" -> Answer.of(Map.of("alerts", List.of()));
            case "status/buildinfo" ->
                Answer.of(JsonNodeFactory.instance
                        .objectNode()
                        .put("version", EQUIVALENT_VERSION)
                        .put("application", "Mimeo " + version));
            default -> throw new IllegalArgumentException(resource);
        };
    }

    private Answer labelValues(String label, ApiParameters parameters) throws IOException {
        if (!LABEL_NAME.matcher(label).matches()) {
            throw new QueryException("the name of a label has letters, digits and underscores, found '" + label + "'");
        }
        Set<String> values = new TreeSet<>();
        for (Map<String, String> labels : series(parameters)) {
            String value = labels.get(label);
            if (value != null) {
                values.add(value);
            }
        }
        return Answer.of(values, parameters.limit());
    }

    private Set<Map<String, String>> series(ApiParameters parameters) throws IOException {
        long from = parameters.time("start", -ApiParameters.LAST_TIME);
        long to = parameters.time("end", ApiParameters.LAST_TIME);
        List<String> selectors = parameters.all("match[]");
        if (selectors.isEmpty()) {
            return store.labels(List.of(), from, to);
        }
        Set<Map<String, String>> found = new TreeSet<>((a, b) -> a.toString().compareTo(b.toString()));
        for (String selector : selectors) {
            found.addAll(store.labels(MetricQueryParser.parseSelector(selector).matchers(), from, to));
        }
        return found;
    }

    private Answer query(ApiParameters parameters) throws IOException {
        int limit = parameters.limit();
        parameters.checkTimeout();
        parameters.requireUsualLookback();
        MetricQuery query = MetricQueryParser.parse(parameters.required("query"));
        long time = parameters.time("time", Instant.now().toEpochMilli());
        ObjectNode data = JsonNodeFactory.instance.objectNode();
        if (query instanceof Constant constant) {
            data.put("resultType", "scalar").set("result", sample(time, constant.value()));
            return Answer.of(data);
        }
        MetricEvaluator evaluator = new MetricEvaluator(store, time, 1, 1);
        if (query instanceof Selection selection && selection.rangeMillis() > 0) {
            addSamples(data.put("resultType", "matrix").putArray("result"), evaluator.samples(selection));
        } else {
            addValues(data.put("resultType", "vector").putArray("result"), evaluator.rows(query), time);
        }
        return Answer.of(data, truncate(data, limit));
    }

    /** Removes series beyond a limit; returns whether there were more. */
    private static boolean truncate(ObjectNode data, int limit) {
        ArrayNode result = (ArrayNode) data.path("result");
        int found = result.size();
        for (int i = found - 1; i >= limit; i--) {
            result.remove(i);
        }
        return found > limit;
    }

    /** Adds series with all their samples. */
    private void addSamples(ArrayNode result, List<CounterSeries> found) throws IOException {
        store.checkRoom(
                found.stream().mapToLong(series -> series.times().length).sum(), JSON_FACTOR);
        for (CounterSeries series : found) {
            ObjectNode node = result.addObject();
            node.set("metric", MAPPER.valueToTree(series.labels()));
            ArrayNode values = node.putArray("values");
            for (int i = 0; i < series.times().length; i++) {
                values.add(sample(series.times()[i], series.values()[i]));
            }
        }
    }

    /** Adds series with their value at one time, where they have one. */
    private static void addValues(ArrayNode result, List<MetricEvaluator.Row> rows, long time) {
        for (MetricEvaluator.Row row : rows) {
            if (!RangeFunction.isAbsent(row.values()[0])) {
                ObjectNode node = result.addObject();
                node.set("metric", MAPPER.valueToTree(row.labels()));
                node.set("value", sample(time, row.values()[0]));
            }
        }
    }

    private Answer queryRange(ApiParameters parameters) throws IOException {
        int limit = parameters.limit();
        parameters.checkTimeout();
        parameters.requireUsualLookback();
        MetricQuery query = MetricQueryParser.parse(parameters.required("query"));
        parameters.required("start");
        parameters.required("end");
        long start = parameters.time("start", 0);
        long end = parameters.time("end", 0);
        long step = parameters.step();
        if (end < start) {
            throw new QueryException("parameter 'end' is before 'start'");
        }
        if ((end - start) / step > MAX_STEPS) {
            throw new QueryException("the range has more than " + MAX_STEPS + " steps: use a larger step");
        }
        int count = (int) ((end - start) / step) + 1;
        ObjectNode data = JsonNodeFactory.instance.objectNode().put("resultType", "matrix");
        ArrayNode result = data.putArray("result");
        if (query instanceof Constant constant) {
            double[] values = new double[count];
            Arrays.fill(values, constant.value());
            addSteps(result, new MetricEvaluator.Row(Map.of(), values), start, step);
        } else {
            List<MetricEvaluator.Row> rows = new MetricEvaluator(store, start, step, count).rows(query);
            store.checkRoom((long) rows.size() * count, JSON_FACTOR);
            for (MetricEvaluator.Row row : rows) {
                addSteps(result, row, start, step);
            }
        }
        return Answer.of(data, truncate(data, limit));
    }

    /** Adds a series with its value at each step, where it has one. */
    private static void addSteps(ArrayNode result, MetricEvaluator.Row row, long start, long step) {
        ArrayNode values = JsonNodeFactory.instance.arrayNode();
        for (int i = 0; i < row.values().length; i++) {
            if (!RangeFunction.isAbsent(row.values()[i])) {
                values.add(sample(start + i * step, row.values()[i]));
            }
        }
        if (!values.isEmpty()) {
            ObjectNode node = result.addObject();
            node.set("metric", MAPPER.valueToTree(row.labels()));
            node.set("values", values);
        }
    }

    private static ArrayNode sample(long millis, double value) {
        return JsonNodeFactory.instance
                .arrayNode()
                .add(BigDecimal.valueOf(millis, 3))
                .add(number(value));
    }

    /** Returns a number as Prometheus prints it. */
    private static String number(double value) {
        if (Double.isNaN(value)) {
            return "NaN";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "+Inf" : "-Inf";
        }
        return (value == 0 && 1 / value < 0 ? "-" : "")
                + new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString();
    }
}

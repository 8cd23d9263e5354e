package dev.mimeo.garage.prometheus;

import dev.mimeo.garage.prometheus.MetricQuery.Constant;
import dev.mimeo.garage.prometheus.MetricQuery.Selection;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
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

    private static final Pattern LABEL_VALUES = Pattern.compile("label/([^/]*)/values");
    private static final Pattern LABEL_NAME = Pattern.compile("[a-zA-Z_][a-zA-Z0-9_]*");

    /** As in Prometheus. */
    private static final int MAX_STEPS = 11_000;

    /** Memory of a value in JSON, in that of a sample that is read. */
    private static final int JSON_FACTOR = 8;

    private static final long REFRESH_NANOS = 15_000_000_000L;
    private static final long LAST_TIME = Long.MAX_VALUE / 8;

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
     * @param allow the methods that the resource takes, if the request had another one; else empty
     */
    record Answer(int status, String body, String allow) {

        static Answer of(Object data) {
            ObjectNode document = JsonNodeFactory.instance.objectNode().put("status", "success");
            document.set("data", MAPPER.valueToTree(data));
            return new Answer(200, MAPPER.writeValueAsString(document), "");
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
            return new Answer(answer.status, answer.body, String.join(", ", allowed));
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
        if (!allowed.contains(method)) {
            return Answer.wrongMethod(allowed);
        }
        if (isState) {
            return Answer.of("ready");
        }
        refresh();
        return label.matches() ? values(label.group(1), parameters) : answer(resource, parameters);
    }

    private Answer values(String label, Map<String, List<String>> parameters) throws IOException {
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
        return Answer.of(values);
    }

    private Answer answer(String resource, Map<String, List<String>> parameters) throws IOException {
        return switch (resource) {
            case "query" -> query(parameters);
            case "query_range" -> queryRange(parameters);
            case "series" -> {
                if (!parameters.containsKey("match[]")) {
                    throw new QueryException("parameter 'match[]' is missing");
                }
                yield Answer.of(series(parameters));
            }
            case "labels" -> {
                Set<String> names = new TreeSet<>();
                series(parameters).forEach(labels -> names.addAll(labels.keySet()));
                yield Answer.of(names);
            }
            case "metadata" -> Answer.of(Map.of());
            case "query_exemplars" -> Answer.of(List.of());
            case "rules" -> Answer.of(Map.of("groups", List.of()));
            case "alerts" -> Answer.of(Map.of("alerts", List.of()));
            case "status/buildinfo" -> Answer.of(Map.of("version", "2.42.0", "application", "Mimeo " + version));
            default -> throw new IllegalArgumentException(resource);
        };
    }

    private static String parameter(Map<String, List<String>> parameters, String name) throws QueryException {
        List<String> values = parameters.get(name);
        if (values == null || values.get(0).isEmpty()) {
            throw new QueryException("parameter '" + name + "' is missing");
        }
        return values.get(0);
    }

    private static long time(Map<String, List<String>> parameters, String name, long otherwise) throws QueryException {
        String text = parameters.getOrDefault(name, List.of("")).get(0);
        if (text.isEmpty()) {
            return otherwise;
        }
        try {
            double millis = MetricQueryParser.parseNumber(text) * 1000;
            if (Math.abs(millis) > LAST_TIME) {
                return millis < 0 ? -LAST_TIME : LAST_TIME;
            }
            if (!Double.isNaN(millis)) {
                return Math.round(millis);
            }
        } catch (NumberFormatException e) {
            // Then it is a date.
        }
        try {
            return OffsetDateTime.parse(text).toInstant().toEpochMilli();
        } catch (DateTimeParseException e) {
            throw new QueryException(
                    "parameter '" + name + "': expected seconds since 1970 or a date and time, found '" + text + "'");
        }
    }

    private static long step(Map<String, List<String>> parameters) throws QueryException {
        String text = parameter(parameters, "step");
        long millis;
        try {
            millis = Math.round(MetricQueryParser.parseNumber(text) * 1000);
        } catch (NumberFormatException e) {
            millis = MetricQueryParser.parseDuration(text);
        }
        if (millis <= 0) {
            throw new QueryException("parameter 'step' must be positive: at least 0.001 seconds");
        }
        if (millis > MetricQueryParser.MAX_DURATION_MILLIS) {
            throw new QueryException("parameter 'step' is too large: '" + text + "'");
        }
        return millis;
    }

    private Set<Map<String, String>> series(Map<String, List<String>> parameters) throws IOException {
        long from = time(parameters, "start", -LAST_TIME);
        long to = time(parameters, "end", LAST_TIME);
        List<String> selectors = parameters.getOrDefault("match[]", List.of());
        if (selectors.isEmpty()) {
            return store.labels(List.of(), from, to);
        }
        Set<Map<String, String>> found = new TreeSet<>((a, b) -> a.toString().compareTo(b.toString()));
        for (String selector : selectors) {
            found.addAll(store.labels(MetricQueryParser.parseSelector(selector).matchers(), from, to));
        }
        return found;
    }

    private Answer query(Map<String, List<String>> parameters) throws IOException {
        MetricQuery query = MetricQueryParser.parse(parameter(parameters, "query"));
        long time = time(parameters, "time", Instant.now().toEpochMilli());
        MetricEvaluator evaluator = new MetricEvaluator(store, time, 1, 1);
        ObjectNode data = JsonNodeFactory.instance.objectNode();
        if (query instanceof Constant constant) {
            data.put("resultType", "scalar").set("result", sample(time, constant.value()));
            return Answer.of(data);
        }
        if (query instanceof Selection selection && selection.rangeMillis() > 0) {
            ArrayNode result = data.put("resultType", "matrix").putArray("result");
            List<CounterSeries> found = evaluator.samples(selection);
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
            return Answer.of(data);
        }
        ArrayNode result = data.put("resultType", "vector").putArray("result");
        for (MetricEvaluator.Row row : evaluator.rows(query)) {
            if (!RangeFunction.isAbsent(row.values()[0])) {
                ObjectNode node = result.addObject();
                node.set("metric", MAPPER.valueToTree(row.labels()));
                node.set("value", sample(time, row.values()[0]));
            }
        }
        return Answer.of(data);
    }

    private Answer queryRange(Map<String, List<String>> parameters) throws IOException {
        MetricQuery query = MetricQueryParser.parse(parameter(parameters, "query"));
        parameter(parameters, "start");
        parameter(parameters, "end");
        long start = time(parameters, "start", 0);
        long end = time(parameters, "end", 0);
        long step = step(parameters);
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
            add(result, new MetricEvaluator.Row(Map.of(), values), start, step);
        } else {
            List<MetricEvaluator.Row> rows = new MetricEvaluator(store, start, step, count).rows(query);
            store.checkRoom((long) rows.size() * count, JSON_FACTOR);
            for (MetricEvaluator.Row row : rows) {
                add(result, row, start, step);
            }
        }
        return Answer.of(data);
    }

    private static void add(ArrayNode result, MetricEvaluator.Row row, long start, long step) {
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

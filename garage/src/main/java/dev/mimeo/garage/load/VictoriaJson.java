package dev.mimeo.garage.load;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Reads JSON lines of VictoriaMetrics, see "How to export data in JSON line format" in its documentation:
 * <code>{"metric":{"__name__":"up",...},"values":[...],"timestamps":[...]}</code> with times in milliseconds. A value of null is that
 * of a missing sample, such as the marker of the end of a series. Texts stand for values that are not finite, see also {@link
 * NonFiniteRepair}. An instance reads one file.
 */
final class VictoriaJson {

    private static final String NAME = "__name__";

    /** More samples of a series than this are several lines where VictoriaMetrics exports; they are 76 MiB here. */
    private static final int MAX_SAMPLES = 1 << 22;

    /** Bytes of a line, of which only the labels are kept as text. */
    private static final int MAX_BYTES = 1 << 27;

    private final JsonDocuments in;
    private final SeriesNaming naming;
    private final TextRows rows;
    private Map<String, String> labels = new HashMap<>();
    private double[] values = new double[64];
    private boolean[] missing = new boolean[64];
    private boolean[] rounded = new boolean[64];
    private long[] times = new long[64];
    private int valueCount;
    private int timeCount;

    private VictoriaJson(JsonDocuments in, SeriesNaming naming, TextRows rows) {
        this.in = in;
        this.naming = naming;
        this.rows = rows;
    }

    static void read(Path file, SeriesNaming naming, TextRows rows) throws IOException {
        try (JsonDocuments in = new JsonDocuments(file, MAX_BYTES, NonFiniteRepair::new)) {
            VictoriaJson reader = new VictoriaJson(in, naming, rows);
            in.each(reader::series);
        }
    }

    private void series(JsonParser parser) throws IOException {
        labels = new HashMap<>();
        valueCount = 0;
        timeCount = 0;
        long line = in.line();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String field = parser.currentName();
            JsonToken value = parser.nextToken();
            switch (field) {
                case "metric" -> labels = labels(parser, value);
                case "values" -> values(parser, value);
                case "timestamps" -> times(parser, value);
                default -> parser.skipChildren();
            }
        }
        if (valueCount != timeCount) {
            throw in.error("expected as many values as timestamps, found " + valueCount + " and " + timeCount);
        }
        String metric = labels.remove(NAME);
        if (metric == null) {
            throw in.error(
                    "expected \"metric\" with \"__name__\": is this what /api/v1/export of VictoriaMetrics prints?");
        }
        SeriesNaming.SeriesCells place = naming.place(metric, Map.of(), labels);
        if (place == null) {
            throw in.error(SeriesNaming.noServer(metric));
        }
        for (int i = 0; i < valueCount; i++) {
            if (missing[i]) {
                rows.skip("missing sample", line);
            } else {
                rows.add(place, TimeText.ofWholeMillis(times[i]), new NumberText(values[i], !rounded[i]), line);
            }
        }
    }

    private Map<String, String> labels(JsonParser parser, JsonToken start) throws IOException {
        in.expect(start, JsonToken.START_OBJECT, "an object of labels");
        Map<String, String> found = new HashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String label = parser.currentName();
            in.expect(parser.nextToken(), JsonToken.VALUE_STRING, "a text of label '" + TextLines.shown(label) + "'");
            found.put(label, parser.getString());
        }
        return found;
    }

    private void values(JsonParser parser, JsonToken start) throws IOException {
        in.expect(start, JsonToken.START_ARRAY, "an array of values");
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            if (valueCount == values.length) {
                int length = longer(valueCount);
                values = Arrays.copyOf(values, length);
                missing = Arrays.copyOf(missing, length);
                rounded = Arrays.copyOf(rounded, length);
            }
            missing[valueCount] = token == JsonToken.VALUE_NULL;
            if (token != JsonToken.VALUE_NULL) {
                NumberText number = in.number(token);
                values[valueCount] = number.value();
                rounded[valueCount] = !number.exact();
            }
            valueCount++;
        }
    }

    private void times(JsonParser parser, JsonToken start) throws IOException {
        in.expect(start, JsonToken.START_ARRAY, "an array of timestamps");
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            if (timeCount == times.length) {
                times = Arrays.copyOf(times, longer(timeCount));
            }
            TimeText time = TimeText.of(in.wholeNumber(token), 1);
            if (time == null) {
                throw in.error("expected timestamps in milliseconds since 1970");
            }
            times[timeCount++] = time.millis();
        }
    }

    private int longer(int length) throws LoadException {
        if (length == MAX_SAMPLES) {
            throw in.error(
                    "a series has more than " + MAX_SAMPLES + " samples in a line: export with max_rows_per_line");
        }
        return 2 * length;
    }
}

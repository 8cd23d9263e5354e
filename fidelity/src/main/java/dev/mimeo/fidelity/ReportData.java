package dev.mimeo.fidelity;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Builds the JSON data for the figures of an HTML report. Each figure has a list of curves: that of the original, then one per
 * synthetic data set.
 */
final class ReportData {

    /** Maximum number of points of a curve, which is enough for a smooth curve on paper. */
    private static final int CURVE_POINTS = 240;

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private final List<HtmlReport.Entry> entries;
    private final ComparisonResult first;
    private final ObjectNode root = JsonNodeFactory.instance.objectNode();

    private ReportData(List<HtmlReport.Entry> entries) {
        this.entries = entries;
        this.first = entries.get(0).result();
    }

    static String json(List<HtmlReport.Entry> entries) {
        ReportData data = new ReportData(entries);
        data.build();
        return MAPPER.writeValueAsString(data.root);
    }

    /** Returns the index of the codec whose ratio is plotted along the data: zlib:6 if it was compared, else the first. */
    static int codecAlong(ComparisonResult result) {
        for (int i = 0; i < result.codecs().size(); i++) {
            if (result.codecs().get(i).codec().equals("zlib:6")) {
                return i;
            }
        }
        return 0;
    }

    private void build() {
        ArrayNode labels = root.putArray("labels");
        entries.forEach(entry -> labels.add(entry.label()));
        ArrayNode codecs = root.putArray("codecs");
        for (int i = 0; i < first.codecs().size(); i++) {
            int index = i;
            ObjectNode node = codecs.addObject();
            node.put("codec", first.codecs().get(i).codec());
            cumulative(node.putArray("ratio"), 1, r -> r.codecs().get(index).chunkRatio());
            cumulative(node.putArray("time"), 1e3, r -> r.codecs().get(index).chunkTime());
        }
        along(root.putObject("along"));
        ArrayNode entropy = root.putArray("entropy");
        cumulative(entropy.addArray(), first.content().entropyOriginal(), 1);
        ArrayNode bytes = root.putArray("bytes");
        shares(bytes.addArray(), first.content().bytesOriginal());
        for (HtmlReport.Entry entry : entries) {
            cumulative(entropy.addArray(), entry.result().content().entropySynthetic(), 1);
            shares(bytes.addArray(), entry.result().content().bytesSynthetic());
        }
        ArrayNode repetitions = root.putArray("repetitions");
        lengths(repetitions.addArray(), first.content().repetitionsOriginal());
        entries.forEach(entry ->
                lengths(repetitions.addArray(), entry.result().content().repetitionsSynthetic()));
        duplicates(root.putObject("duplicates"));
    }

    private void cumulative(
            ArrayNode curves, double scale, Function<ComparisonResult, CodecComparison.ChunkComparison> quantity) {
        cumulative(curves.addArray(), quantity.apply(first).original(), scale);
        for (HtmlReport.Entry entry : entries) {
            cumulative(curves.addArray(), quantity.apply(entry.result()).synthetic(), scale);
        }
    }

    /** Adds an empirical distribution function as steps of value and share; long distributions are reduced to quantiles. */
    private static void cumulative(ArrayNode curve, Distribution values, double scale) {
        if (values.size() == 0) {
            return;
        }
        int steps = Math.min(values.size(), CURVE_POINTS);
        point(curve, scale * values.quantile(0), 0);
        for (int i = 1; i <= steps; i++) {
            // With all values this is the i-th smallest at the height i / n.
            double q = steps == 1 ? 0 : (i - 1) / (double) (steps - 1);
            point(curve, scale * values.quantile(q), i / (double) steps);
        }
    }

    private void along(ObjectNode node) {
        if (first.codecs().isEmpty()) {
            return;
        }
        int index = codecAlong(first);
        node.put("codec", first.codecs().get(index).codec());
        node.put("end", rounded(Math.max(1e-6, first.comparedBytes() / 1048576.0)));
        ArrayNode curves = node.putArray("curves");
        ordered(curves.addArray(), first.codecs().get(index).chunkRatio().original(), first.comparedBytes());
        for (HtmlReport.Entry entry : entries) {
            ordered(
                    curves.addArray(),
                    entry.result().codecs().get(index).chunkRatio().synthetic(),
                    entry.result().comparedBytes());
        }
    }

    private static void ordered(ArrayNode curve, Distribution values, long bytes) {
        for (int i = 0; i < values.size(); i++) {
            point(curve, bytes / 1048576.0 * i / values.size(), values.at(i));
        }
    }

    private static void shares(ArrayNode curve, Distribution.Histogram histogram) {
        double total = Math.max(1, histogram.total());
        for (int value = 0; value < histogram.size(); value++) {
            curve.add(rounded(histogram.count(value) / total));
        }
    }

    /** Adds the lengths that occur with their share of all repetitions. */
    private static void lengths(ArrayNode curve, Distribution.Histogram histogram) {
        double total = Math.max(1, histogram.total());
        for (int length = 0; length < histogram.size(); length++) {
            if (histogram.count(length) > 0) {
                point(curve, length, histogram.count(length) / total);
            }
        }
    }

    private void duplicates(ObjectNode node) {
        ArrayNode boundaries = node.putArray("boundaries");
        ArrayNode ratios = node.putArray("ratios");
        ArrayNode original = ratios.addArray();
        for (ContentComparison.DuplicationComparison cut : first.content().duplication()) {
            boundaries.add(cut.boundaries());
            original.add(rounded(cut.ratio().original()));
        }
        for (HtmlReport.Entry entry : entries) {
            ArrayNode synthetic = ratios.addArray();
            for (ContentComparison.DuplicationComparison cut :
                    entry.result().content().duplication()) {
                synthetic.add(rounded(cut.ratio().synthetic()));
            }
        }
    }

    private static void point(ArrayNode curve, double x, double y) {
        curve.addArray().add(rounded(x)).add(rounded(y));
    }

    /** Keeps five significant digits: finer than any screen, and a quarter of the size. */
    private static double rounded(double value) {
        return value == 0 ? 0 : new BigDecimal(value).round(new MathContext(5)).doubleValue();
    }
}

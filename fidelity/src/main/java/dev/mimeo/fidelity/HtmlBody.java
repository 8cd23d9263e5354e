package dev.mimeo.fidelity;

import dev.mimeo.internal.text.Markup;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** Writes the visible part of a report: facts and tables, and between them the figures. */
final class HtmlBody {

    private final List<HtmlReport.Entry> entries;
    private final ComparisonResult first;
    private final Tolerance tolerance;
    private final boolean several;
    private int tables;

    HtmlBody(List<HtmlReport.Entry> entries, Tolerance tolerance) {
        this.entries = entries;
        this.first = entries.get(0).result();
        this.tolerance = tolerance;
        this.several = entries.size() > 1;
    }

    private static String format(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }

    void write(Appendable out, String title, String recipe) throws IOException {
        out.append("<header>\n<h1>").append(Markup.escape(title)).append("</h1>\n");
        out.append("<p class=\"lead\">How closely synthetic data behaves like its original under compression. ")
                .append("A deviation is synthetic / original − 1.</p>\n");
        facts(out, recipe);
        out.append("</header>\n<main>\n");
        verdict(out);
        out.append("<h2>The whole data set</h2>\n");
        wholeTable(out);
        out.append("<h2>Chunk by chunk</h2>\n");
        chunkTable(out);
        granularityTable(out);
        HtmlFigures figures = new HtmlFigures(first);
        figures.codecs(
                out,
                "ratio",
                "Compression ratios of single chunks, original against synthetic: share of the chunks "
                        + "(vertical) whose ratio is at most the value (horizontal). Every chunk is compressed on its own.");
        figures.codecs(
                out,
                "time",
                "Compression times of single chunks: share of the chunks (vertical) that take at most "
                        + "the time (horizontal). CPU time of one thread, median of the repetitions.");
        figures.along(out);
        out.append("<h2>What the bytes are</h2>\n");
        contentTable(out);
        figures.content(out);
        out.append("</main>\n");
        method(out);
    }

    private void facts(Appendable out, String recipe) throws IOException {
        out.append("<dl class=\"facts\">\n");
        fact(out, "Original", side(first.original()));
        for (HtmlReport.Entry entry : entries) {
            String label = several ? entry.label() + " — " : "";
            fact(out, "Synthetic", label + side(entry.result().synthetic()));
        }
        fact(
                out,
                "Compared",
                format(
                        "%s, %,d chunks of %s",
                        ComparisonTable.size(first.comparedBytes()),
                        first.chunks(),
                        ComparisonTable.size(first.options().chunkSize())));
        ComparisonResult.Machine machine = first.machine();
        fact(
                out,
                "Measured on",
                format(
                        "%s (%d processors, one used), %s, %s",
                        machine.processor(), machine.processors(), machine.system(), machine.java()));
        out.append("</dl>\n");
        if (!recipe.isBlank()) {
            out.append("<h3>Recipe</h3>\n<pre>")
                    .append(Markup.escape(recipe.strip()))
                    .append("</pre>\n");
        }
    }

    private static void fact(Appendable out, String name, String value) throws IOException {
        out.append("<dt>")
                .append(name)
                .append("</dt><dd>")
                .append(Markup.escape(value))
                .append("</dd>\n");
    }

    private static String side(ComparisonResult.Side side) {
        String files = side.files() == 1 ? "" : format(" in %,d files", side.files());
        return format("%s, %s (%,d bytes)%s", side.label(), ComparisonTable.size(side.bytes()), side.bytes(), files);
    }

    private void verdict(Appendable out) throws IOException {
        if (tolerance.equals(Tolerance.NONE)) {
            return;
        }
        for (HtmlReport.Entry entry : entries) {
            List<String> violations = tolerance.violations(entry.result());
            String who = several ? Markup.escape(entry.label()) + ": " : "";
            out.append("<div class=\"verdict")
                    .append(violations.isEmpty() ? "" : " outside")
                    .append("\">")
                    .append(who);
            if (violations.isEmpty()) {
                out.append("All figures of the whole data set lie within the tolerance (")
                        .append(tolerance.describe())
                        .append(").");
            } else {
                out.append(format(
                        "%d figures lie outside the tolerance (%s):<ul>", violations.size(), tolerance.describe()));
                for (String violation : violations) {
                    out.append("<li>")
                            .append(Markup.escape(violation).replace(" by -", " by −"))
                            .append("</li>");
                }
                out.append("</ul>");
            }
            out.append("</div>\n");
        }
    }

    private void caption(Appendable out, String text) throws IOException {
        tables++;
        out.append("<caption><b>Table ")
                .append(String.valueOf(tables))
                .append(".</b> ")
                .append(text)
                .append("</caption>\n");
    }

    private void wholeTable(Appendable out) throws IOException {
        out.append("<div class=\"scroll\"><table>\n");
        caption(
                out,
                "Everything as one stream" + sampleNote() + ". Times are CPU time of one thread, medians of repeated, "
                        + "interleaved measurements.");
        out.append("<thead><tr><th class=\"name\" rowspan=\"2\">codec</th>")
                .append(several ? "<th class=\"name\" rowspan=\"2\">synthetic</th>" : "")
                .append(
                        "<th class=\"group\" colspan=\"3\">ratio</th><th class=\"group\" colspan=\"3\">compression time, ms</th>")
                .append("<th class=\"group\" colspan=\"3\">decompression time, ms</th></tr>\n<tr>");
        for (int i = 0; i < 3; i++) {
            out.append("<th class=\"sep\">original</th><th>synthetic</th><th>deviation</th>");
        }
        out.append("</tr></thead>\n<tbody>\n");
        for (int i = 0; i < first.codecs().size(); i++) {
            for (int j = 0; j < entries.size(); j++) {
                CodecComparison codec = entries.get(j).result().codecs().get(i);
                rowStart(out, codec.codec(), j);
                ComparisonResult.MeasuredPair ratio = codec.ratio();
                out.append(format("<td class=\"sep\">%.3f</td><td>%.3f</td>", ratio.original(), ratio.synthetic()));
                deviation(out, ratio.deviation(), tolerance.ratio(), false);
                time(out, codec.compressTime());
                time(out, codec.decompressTime());
                out.append("</tr>\n");
            }
        }
        out.append("</tbody></table></div>\n<p class=\"legend\">");
        if (!tolerance.equals(Tolerance.NONE)) {
            out.append("<span class=\"key\" style=\"background:var(--good)\">within</span> and ")
                    .append("<span class=\"key\" style=\"background:var(--bad)\">▲ outside</span> the tolerance (")
                    .append(tolerance.describe())
                    .append("). ");
        }
        out.append("~ marks a time whose noise is larger than its deviation, so that it shows no difference.</p>\n");
    }

    private String sampleNote() {
        boolean cut = first.codecs().stream().anyMatch(codec -> codec.bytes() < first.comparedBytes());
        return cut
                ? format(
                        "; of larger data, segments from all of it joined to %s (%s for slow codecs)",
                        ComparisonTable.size(first.options().fastBytes()),
                        ComparisonTable.size(first.options().slowBytes()))
                : "";
    }

    private void rowStart(Appendable out, String name, int entry) throws IOException {
        out.append(entry == 0 ? "<tr class=\"first\">" : "<tr>");
        if (entry == 0) {
            out.append(format("<td class=\"name\" rowspan=\"%d\">%s</td>", entries.size(), Markup.escape(name)));
        }
        if (several) {
            out.append("<td class=\"name\">")
                    .append(Markup.escape(entries.get(entry).label()))
                    .append("</td>");
        }
    }

    private void time(Appendable out, CodecComparison.TimeFigure figure) throws IOException {
        out.append("<td class=\"sep\">")
                .append(ComparisonTable.milliseconds(figure.original()))
                .append("</td><td>")
                .append(ComparisonTable.milliseconds(figure.synthetic()))
                .append("</td>");
        deviation(out, figure.deviation(), tolerance.time(), figure.isNoisy());
    }

    private static void deviation(Appendable out, double deviation, double limit, boolean noisy) throws IOException {
        boolean outside = !noisy && Math.abs(deviation) > limit;
        String style = outside ? "bad" : noisy ? "noise" : Double.isInfinite(limit) ? "" : "good";
        out.append(format(
                "<td class=\"%s\">%s%s&nbsp;%%%s</td>",
                style, outside ? "▲ " : "", signed(deviation), noisy ? "&nbsp;~" : ""));
    }

    private static String signed(double share) {
        return ComparisonTable.percent(share).replace('-', '−');
    }

    private void chunkTable(Appendable out) throws IOException {
        out.append("<div class=\"scroll\"><table>\n");
        caption(
                out,
                format(
                        "Chunks of %s, each with a fresh codec. <i>Together</i> compares the sums over all chunks; <i>median</i> and "
                                + "<i>p90</i> are of the absolute deviation chunk by chunk; KS is the Kolmogorov–Smirnov distance "
                                + "of the distributions.",
                        ComparisonTable.size(first.options().chunkSize())));
        out.append("<thead><tr><th class=\"name\" rowspan=\"2\">codec</th>")
                .append(several ? "<th class=\"name\" rowspan=\"2\">synthetic</th>" : "")
                .append("<th rowspan=\"2\">chunks</th><th class=\"group\" colspan=\"4\">ratio</th>")
                .append("<th class=\"group\" colspan=\"4\">compression time</th>")
                .append("<th class=\"group\" colspan=\"4\">decompression time</th></tr>\n<tr>");
        for (int i = 0; i < 3; i++) {
            out.append("<th class=\"sep\">together</th><th>median</th><th>p90</th><th>KS</th>");
        }
        out.append("</tr></thead>\n<tbody>\n");
        for (int i = 0; i < first.codecs().size(); i++) {
            for (int j = 0; j < entries.size(); j++) {
                CodecComparison codec = entries.get(j).result().codecs().get(i);
                rowStart(out, codec.codec(), j);
                out.append(format("<td>%,d</td>", codec.chunkRatio().original().size()));
                chunks(out, codec.chunkRatio());
                chunks(out, codec.chunkTime());
                chunks(out, codec.chunkDecompressTime());
                out.append("</tr>\n");
            }
        }
        out.append("</tbody></table></div>\n")
                .append(
                        "<p class=\"legend\">~ marks medians that repeated measurements of one and the same chunk reach as well.</p>\n");
    }

    private void granularityTable(Appendable out) throws IOException {
        List<Integer> sizes = first.options().granularity();
        if (sizes.isEmpty()) {
            return;
        }
        out.append("<div class=\"scroll\"><table>\n");
        caption(out, "Ratio of chunks of other sizes, each with a fresh codec, all together.");
        out.append("<thead><tr><th class=\"name\" rowspan=\"2\">codec</th>")
                .append(several ? "<th class=\"name\" rowspan=\"2\">synthetic</th>" : "");
        for (int size : sizes) {
            out.append(format("<th class=\"group\" colspan=\"3\">%s</th>", ComparisonTable.size(size)));
        }
        out.append("</tr>\n<tr>");
        for (int i = 0; i < sizes.size(); i++) {
            out.append("<th class=\"sep\">original</th><th>synthetic</th><th>deviation</th>");
        }
        out.append("</tr></thead>\n<tbody>\n");
        for (int i = 0; i < first.codecs().size(); i++) {
            for (int j = 0; j < entries.size(); j++) {
                CodecComparison codec = entries.get(j).result().codecs().get(i);
                rowStart(out, codec.codec(), j);
                for (CodecComparison.GranularityFigure figure : codec.granularity()) {
                    ComparisonResult.MeasuredPair ratio = figure.ratio();
                    out.append(format("<td class=\"sep\">%.3f</td><td>%.3f</td>", ratio.original(), ratio.synthetic()));
                    deviation(out, ratio.deviation(), tolerance.ratio(), false);
                }
                out.append("</tr>\n");
            }
        }
        out.append("</tbody></table></div>\n");
    }

    private static void chunks(Appendable out, CodecComparison.ChunkComparison chunks) throws IOException {
        out.append(format(
                "<td class=\"sep\">%s&nbsp;%%</td><td>%.1f&nbsp;%%%s</td><td>%.1f&nbsp;%%</td><td>%.3f</td>",
                signed(chunks.total().deviation()),
                100 * chunks.medianDeviation(),
                chunks.isNoisy() ? "&nbsp;~" : "",
                100 * chunks.p90Deviation(),
                chunks.kolmogorovSmirnov()));
    }

    private void contentTable(Appendable out) throws IOException {
        out.append("<div class=\"scroll\"><table>\n");
        caption(
                out,
                "Distances of what decides compression, from evenly spaced chunks. KS and total variation run from 0 "
                        + "(equal) to 1 (disjoint).");
        out.append("<thead><tr><th class=\"name\">quantity</th>")
                .append(several ? "<th class=\"name\">synthetic</th>" : "")
                .append("<th>original</th><th>synthetic</th><th>deviation</th><th>distance of distributions</th>")
                .append("<th>chunk by chunk</th></tr></thead>\n<tbody>\n");
        contentRows(
                out,
                "entropy, bits per byte",
                "%.3f",
                ContentComparison::entropy,
                content -> format("KS %.3f", content.entropyKolmogorovSmirnov()),
                content -> format("%.3f bits apart", content.meanEntropyDifference()));
        contentRows(
                out,
                "byte values that occur",
                "%.0f",
                HtmlBody::symbols,
                content -> format("total variation %.3f", content.byteHistogramDistance()),
                content -> format("total variation %.3f", content.chunkHistogramDistance()));
        contentRows(
                out,
                "repetitions found by Deflate",
                "%,.0f",
                ContentComparison::repetitions,
                content -> "",
                content -> "");
        contentRows(
                out,
                "mean length of a repetition, bytes",
                "%.2f",
                ContentComparison::meanRepetition,
                content -> format("KS %.3f", content.repetitionKolmogorovSmirnov()),
                content -> "");
        for (int i = 0; i < first.content().duplication().size(); i++) {
            int cut = i;
            contentRows(
                    out,
                    "dedup ratio, " + first.content().duplication().get(i).boundaries(),
                    "%.3f",
                    content -> content.duplication().get(cut).ratio(),
                    content -> content.duplication().get(cut).exact() ? "" : "estimated",
                    content -> "");
        }
        out.append("</tbody></table></div>\n");
    }

    private static ComparisonResult.MeasuredPair symbols(ContentComparison content) {
        return new ComparisonResult.MeasuredPair(symbols(content.bytesOriginal()), symbols(content.bytesSynthetic()));
    }

    private static int symbols(Distribution.Histogram histogram) {
        int symbols = 0;
        for (int value = 0; value < histogram.size(); value++) {
            symbols += histogram.count(value) > 0 ? 1 : 0;
        }
        return symbols;
    }

    /** Writes the rows of one quantity, one per synthetic data set. */
    private void contentRows(
            Appendable out,
            String name,
            String format,
            Function<ContentComparison, ComparisonResult.MeasuredPair> quantity,
            Function<ContentComparison, String> distance,
            Function<ContentComparison, String> chunkDistance)
            throws IOException {
        for (int i = 0; i < entries.size(); i++) {
            ContentComparison content = entries.get(i).result().content();
            rowStart(out, name, i);
            ComparisonResult.MeasuredPair figure = quantity.apply(content);
            out.append("<td>").append(format(format, figure.original())).append("</td>");
            out.append("<td>").append(format(format, figure.synthetic())).append("</td>");
            out.append(format("<td>%s&nbsp;%%</td>", signed(figure.deviation())));
            out.append("<td>").append(distance.apply(content)).append("</td>");
            out.append("<td>").append(chunkDistance.apply(content)).append("</td></tr>\n");
        }
    }

    private void method(Appendable out) throws IOException {
        ComparisonOptions options = first.options();
        out.append("<footer>\n<p>")
                .append(format(
                        "Method: one thread; both sides measured in turn, the side that goes first alternating; up to %d "
                                + "repetitions after warm-up within %d s of CPU time for each codec and level, at least 3 of "
                                + "the whole; sections too short for the clock repeated within a reading; every block checked "
                                + "by a round trip. Up to %,d chunks (%,d for slow codecs), evenly spaced.",
                        options.repetitions(),
                        options.budget().toSeconds(),
                        options.fastChunks(),
                        options.slowChunks()))
                .append("</p>\n<p>Made by Mimeo. Charts by Chart.js (MIT licence).</p>\n</footer>\n");
    }
}

package dev.mimeo.fidelity;

import dev.mimeo.internal.text.Markup;
import java.io.IOException;
import java.util.Locale;

/** Writes a place for every figure of a report, with its caption and number. */
final class HtmlFigures {

    private final ComparisonResult first;
    private int figures;

    HtmlFigures(ComparisonResult first) {
        this.first = first;
    }

    /** Writes a figure with a panel for each codec. */
    void codecs(Appendable out, String chart, String text) throws IOException {
        out.append("<figure>\n");
        caption(out, text);
        out.append("<div class=\"panels\">\n");
        for (int i = 0; i < first.codecs().size(); i++) {
            canvas(out, chart, i, 440, 320, first.codecs().get(i).codec());
        }
        out.append("</div>\n</figure>\n");
    }

    /** Writes the figure of ratios along the data. */
    void along(Appendable out) throws IOException {
        if (first.codecs().isEmpty()) {
            return;
        }
        out.append("<figure>\n");
        caption(
                out,
                "Compression ratio of the chunks in the order of the data: synthetic data should be heterogeneous "
                        + "at the same positions as the original.");
        out.append("<div class=\"panels one\">\n");
        canvas(out, "along", 0, 1100, 340, "ratio along the data");
        out.append("</div>\n</figure>\n");
    }

    /** Writes the figures of what the bytes are. */
    void content(Appendable out) throws IOException {
        out.append("<figure>\n");
        caption(out, "How often each byte value occurs in all chunks together.");
        out.append("<div class=\"panels one\">\n");
        canvas(out, "bytes", 0, 1100, 320, "byte histogram");
        out.append("</div>\n</figure>\n<div class=\"panels two\">\n");
        small(out, "entropy", "Order-0 entropy: share of the chunks (vertical) whose entropy is at most the value.");
        small(out, "repetitions", "Lengths of the repetitions that zlib's default parse finds in the chunks.");
        if (!first.content().duplication().isEmpty()) {
            small(out, "duplicates", "Exact duplication: bytes over distinct bytes, 1 without duplicates.");
        }
        out.append("</div>\n");
    }

    private void small(Appendable out, String chart, String text) throws IOException {
        out.append("<figure>\n");
        caption(out, text);
        canvas(out, chart, 0, 560, 380, text);
        out.append("</figure>\n");
    }

    private void caption(Appendable out, String text) throws IOException {
        figures++;
        out.append("<figcaption><b>Figure ")
                .append(String.valueOf(figures))
                .append(".</b> ")
                .append(text)
                .append("</figcaption>\n");
    }

    private static void canvas(Appendable out, String chart, int codec, int width, int height, String what)
            throws IOException {
        out.append(String.format(
                Locale.ROOT,
                "<div class=\"panel\"><canvas data-chart=\"%s\" data-codec=\"%d\" data-width=\"%d\" data-height=\"%d\" "
                        + "role=\"img\" aria-label=\"%s\"></canvas></div>\n",
                chart,
                codec,
                width,
                height,
                Markup.escape(what)));
    }
}

package dev.mimeo.report.plot;

import dev.mimeo.internal.text.Markup;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Draws SVG 1.1. For one thread at a time. */
final class SvgCanvas implements Canvas {

    private final StringBuilder out = new StringBuilder();

    SvgCanvas(int width, int height) {
        out.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"");
        out.append(width).append("\" height=\"").append(height);
        out.append("\" viewBox=\"0 0 ").append(width).append(' ').append(height);
        out.append("\" font-family=\"Helvetica, Arial, sans-serif\">\n");
        out.append("<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n");
    }

    @Override
    public void line(double[] x, double[] y, int color, double width, float[] dash) {
        out.append("<polyline fill=\"none\" stroke=\"").append(String.format(Locale.ROOT, "#%06x", color));
        out.append("\" stroke-width=\"").append(number(width)).append('"');
        for (int i = 0; i < dash.length; i++) {
            out.append(i == 0 ? " stroke-dasharray=\"" : " ").append(number(dash[i]));
        }
        out.append(dash.length == 0 ? " points=\"" : "\" points=\"");
        for (int i = 0; i < x.length; i++) {
            out.append(i == 0 ? "" : " ").append(number(x[i])).append(',').append(number(y[i]));
        }
        out.append("\"/>\n");
    }

    @Override
    public void text(double x, double y, String text, int size, Anchor anchor, boolean turned) {
        out.append("<text x=\"").append(number(x)).append("\" y=\"").append(number(y));
        out.append("\" font-size=\"").append(size).append("\" text-anchor=\"");
        out.append(anchor.name().toLowerCase(Locale.ROOT)).append('"');
        if (turned) {
            out.append(" transform=\"rotate(-90 ")
                    .append(number(x))
                    .append(' ')
                    .append(number(y))
                    .append(")\"");
        }
        out.append('>').append(Markup.escape(printable(text))).append("</text>\n");
    }

    /** XML has no control characters. */
    private static String printable(String text) {
        return text.replaceAll("[\\p{Cntrl}\\uFFFE\\uFFFF]", " ");
    }

    private static String number(double value) {
        String text = String.format(Locale.ROOT, "%.2f", value);
        return text.endsWith(".00") ? text.substring(0, text.length() - 3) : text;
    }

    @Override
    public void write(OutputStream stream) throws IOException {
        stream.write((out + "</svg>\n").getBytes(StandardCharsets.UTF_8));
    }
}

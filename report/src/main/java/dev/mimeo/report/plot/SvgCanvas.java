package dev.mimeo.report.plot;

import dev.mimeo.internal.text.Markup;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Draws SVG 1.1. Colours are attributes, and classes by which the style sheet of a page replaces them. For one thread at a
 * time.
 */
final class SvgCanvas implements Canvas {

    private static final String FONT = "Helvetica, Arial, 'Liberation Sans', sans-serif";

    private final int width;
    private final int height;
    private final StringBuilder out = new StringBuilder();

    SvgCanvas(int width, int height) {
        this.width = width;
        this.height = height;
    }

    @Override
    public void line(double[] x, double[] y, Paint paint, double lineWidth, float[] dash) {
        out.append("<polyline fill=\"none\" class=\"line-").append(paint.name());
        out.append("\" stroke=\"").append(paint.hex());
        out.append("\" stroke-width=\"").append(number(lineWidth)).append('"');
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
    public void described(String description, Runnable drawing) {
        // Outlines react to the pointer inside too.
        out.append("<g pointer-events=\"all\"><title>")
                .append(Markup.escape(printable(description)))
                .append("</title>\n");
        drawing.run();
        out.append("</g>\n");
    }

    @Override
    public void rectangle(double x, double y, double rectangleWidth, double rectangleHeight, Paint paint) {
        out.append("<rect class=\"area-").append(paint.name()).append("\" x=\"").append(number(x));
        out.append("\" y=\"").append(number(y)).append("\" width=\"").append(number(rectangleWidth));
        out.append("\" height=\"").append(number(rectangleHeight));
        out.append("\" fill=\"").append(paint.hex()).append("\"/>\n");
    }

    @Override
    public void text(double x, double y, String text, int size, Anchor anchor) {
        text(x, y, text, size, anchor, "");
    }

    @Override
    public void upwardText(double x, double y, String text, int size, Anchor anchor) {
        text(x, y, text, size, anchor, " transform=\"rotate(-90 " + number(x) + ' ' + number(y) + ")\"");
    }

    private void text(double x, double y, String text, int size, Anchor anchor, String transform) {
        out.append("<text class=\"area-ink\" fill=\"").append(Paint.INK.hex());
        out.append("\" x=\"").append(number(x)).append("\" y=\"").append(number(y));
        out.append("\" font-size=\"").append(size).append("\" text-anchor=\"");
        out.append(anchor.name().toLowerCase(Locale.ROOT)).append('"').append(transform);
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

    /** Returns the picture as an element of HTML, as wide as its place. */
    String element(String title, String cssClass) {
        return "<svg class=\"" + Markup.escape(cssClass) + "\" viewBox=\"0 0 " + width + " " + height
                + "\" font-family=\"" + FONT + "\" role=\"img\" aria-label=\"" + Markup.escape(title) + "\">\n" + out
                + "</svg>\n";
    }

    @Override
    public void write(OutputStream stream) throws IOException {
        String text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\""
                + width + "\" height=\"" + height + "\" viewBox=\"0 0 " + width + " " + height + "\" font-family=\""
                + FONT + "\">\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n" + out + "</svg>\n";
        stream.write(text.getBytes(StandardCharsets.UTF_8));
    }
}

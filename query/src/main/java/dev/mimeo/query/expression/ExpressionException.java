package dev.mimeo.query.expression;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.Extent;
import java.io.UncheckedIOException;
import java.util.regex.Pattern;

/** Reports an expression that cannot be parsed or does not fit the type of the rows. */
public final class ExpressionException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    /** Characters of the expression that a message shows. */
    private static final int SHOWN = 60;

    /** Messages stay one line. */
    private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}\\x{2028}\\x{2029}\\x{85}]");

    private final int position;

    ExpressionException(String text, int position, String problem) {
        super(place(text, position) + ": " + oneLine(problem));
        this.position = position;
    }

    /** Returns an error about a row that an expression cannot be evaluated for. */
    static UncheckedIOException atRow(Extent extent, String text, int position, String problem) {
        return new UncheckedIOException(new DataSeriesException(
                extent.source(), extent.fileOffset(), -1, place(text, position), oneLine(problem)));
    }

    private static String place(String text, int position) {
        return "expression '" + oneLine(excerpt(text, position)) + "', character " + (position + 1);
    }

    private static String oneLine(String text) {
        return CONTROL.matcher(text).replaceAll("?");
    }

    private static String excerpt(String text, int position) {
        if (text.length() <= SHOWN) {
            return text;
        }
        int from = Math.max(0, Math.min(position - SHOWN / 2, text.length() - SHOWN));
        return (from > 0 ? "..." : "")
                + text.substring(from, from + SHOWN)
                + (from + SHOWN < text.length() ? "..." : "");
    }

    /** Returns where the fault is, in characters from the start of the expression, from 0. */
    public int position() {
        return position;
    }
}

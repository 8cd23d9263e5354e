package dev.mimeo.analysis.expression;

/** Reports an expression that cannot be parsed, does not fit the type of the rows, or fails on a row. */
public final class ExpressionException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    /** Characters of the expression that a message shows. */
    private static final int SHOWN = 60;

    private final int position;

    ExpressionException(String text, int position, String problem) {
        super("expression '" + excerpt(text, position) + "', character " + (position + 1) + ": " + problem);
        this.position = position;
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

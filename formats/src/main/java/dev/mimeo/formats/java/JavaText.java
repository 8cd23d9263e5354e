package dev.mimeo.formats.java;

/** Text in Java source, which is pure ASCII whatever the text holds. */
final class JavaText {

    private JavaText() {}

    /** Returns a string literal. */
    static String literal(String text) {
        StringBuilder literal = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> literal.append("\\\"");
                case '\\' -> literal.append("\\\\");
                case '\n' -> literal.append("\\n");
                case '\r' -> literal.append("\\r");
                case '\t' -> literal.append("\\t");
                default -> {
                    if (c >= ' ' && c <= '~') {
                        literal.append(c);
                    } else {
                        // A line break, for which this would not do, is above.
                        literal.append(String.format("\\u%04x", (int) c));
                    }
                }
            }
        }
        return literal.append('"').toString();
    }

    /**
     * Returns text for a documentation comment: whatever could end it, or mean something in it, is a character reference.
     * Control characters, which have none, are spaces.
     */
    static String comment(String text) {
        StringBuilder comment = new StringBuilder();
        text.codePoints().forEach(c -> {
            if (c == ' ' || (c <= '~' && Character.isLetterOrDigit(c)) || "-_.,:;()=+/".indexOf(c) >= 0) {
                comment.appendCodePoint(c);
            } else if (Character.isISOControl(c)) {
                comment.append(' ');
            } else {
                comment.append("&#").append(c).append(';');
            }
        });
        return comment.toString();
    }
}

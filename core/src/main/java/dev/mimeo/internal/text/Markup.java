package dev.mimeo.internal.text;

/** Escapes text for HTML and XML. Thread-safe. */
public final class Markup {

    private Markup() {}

    /** Returns a text for the content of elements and for quoted attributes of HTML, and for the content of elements of XML. */
    public static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /** Returns whether XML 1.0 has all characters of a text, as themselves or as references (section 2.2). */
    public static boolean isXml(String text) {
        return text.codePoints()
                .allMatch(c -> c >= ' '
                        ? (c < 0xd800 || c > 0xdfff) && c != 0xfffe && c != 0xffff
                        : c == '\t' || c == '\n' || c == '\r');
    }

    /**
     * Returns a text for a quoted attribute of XML. Control characters become references: parsers replace tabs and line
     * breaks that are not with spaces (XML 1.0, section 3.3.3), and refuse the others either way.
     */
    public static String escapeAttribute(String text) {
        StringBuilder escaped = new StringBuilder();
        escape(text).codePoints().forEach(character -> {
            if (character < ' ') {
                escaped.append("&#").append(character).append(';');
            } else {
                escaped.appendCodePoint(character);
            }
        });
        return escaped.toString();
    }
}

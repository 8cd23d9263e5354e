package dev.mimeo.garage.query;

import java.io.IOException;
import java.util.regex.Pattern;

/** Reports a query whose text has not the form of one. The message is one line with the place and what was expected there. */
public final class QuerySyntaxException extends IOException {

    private static final long serialVersionUID = 1L;

    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}|[\\x{85}\\x{2028}\\x{2029}]");

    QuerySyntaxException(String message) {
        super(CONTROL.matcher(message).replaceAll("?"));
    }

    /**
     * Makes an exception for a place in a text.
     *
     * @param at index of the character where the text is wrong, or its length
     */
    static QuerySyntaxException at(String text, int at, String problem) {
        int line = 1;
        int lineStart = 0;
        for (int i = 0; i < at; i++) {
            if (text.charAt(i) == '\n') {
                line++;
                lineStart = i + 1;
            }
        }
        return new QuerySyntaxException("line " + line + ", column " + (at - lineStart + 1) + ": " + problem);
    }
}

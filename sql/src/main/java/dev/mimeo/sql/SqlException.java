package dev.mimeo.sql;

import dev.mimeo.MimeoException;
import dev.mimeo.sql.internal.JsonTree;
import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Reports a query that cannot be run or that failed. The message is one line. */
public final class SqlException extends MimeoException {

    private static final long serialVersionUID = 1L;

    /** Start of the engine's quotation of the query, which the user can see already. */
    private static final Pattern QUOTED_QUERY = Pattern.compile("\\s*\\n\\s*LINE \\d+:.*", Pattern.DOTALL);

    /** Start of the errors that the engine passes between its own parts. */
    private static final Pattern JSON = Pattern.compile("\\{\\s*\"exception_type\"");

    private static final Pattern LINE_BREAKS = Pattern.compile("\\s*[\\r\\n]+\\s*");

    /** Makes an exception; line breaks in the problem become semicolons. */
    public SqlException(String problem) {
        super(Reason.QUERY, oneLine(problem));
    }

    SqlException(String problem, SQLException cause) {
        super("", -1, Reason.QUERY, oneLine(problem), cause);
    }

    /** Turns an error of the engine into one of ours. */
    public static SqlException of(SQLException cause) {
        return new SqlException(message(cause), cause);
    }

    /** Returns what the engine says of an error, on one line, also where it says it as JSON. */
    public static String message(SQLException error) {
        String text = String.valueOf(error.getMessage());
        Matcher json = JSON.matcher(text);
        if (!json.find()) {
            return oneLine(text);
        }
        try {
            JsonNode document = JsonTree.read(text.substring(json.start()));
            String told = document.path("exception_message").asString("");
            return oneLine(
                    told.isBlank() ? text : document.path("exception_type").asString("") + " Error: " + told);
        } catch (JacksonException e) {
            return oneLine(text);
        }
    }

    private static String oneLine(String text) {
        String head = QUOTED_QUERY.matcher(text).replaceFirst("").strip();
        return LINE_BREAKS.matcher(head.isEmpty() ? text.strip() : head).replaceAll("; ");
    }
}

package dev.mimeo.analysis.sql;

import java.io.IOException;
import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reports a query that cannot be run or that failed. The message is one line. */
public final class SqlException extends IOException {

    private static final long serialVersionUID = 1L;

    /** Where the engine starts to quote the query, which the user has before the eyes. */
    private static final Pattern QUOTED_QUERY = Pattern.compile("\\s*\\n\\s*LINE \\d+:.*", Pattern.DOTALL);

    private static final Pattern JSON = Pattern.compile("\\{\\s*\"exception_type\"");

    private static final Pattern LINE_BREAKS = Pattern.compile("\\s*[\\r\\n]+\\s*");

    /** Makes an exception; line breaks in the problem become semicolons. */
    public SqlException(String problem) {
        super(oneLine(problem));
    }

    SqlException(String problem, SQLException cause) {
        super(oneLine(problem), cause);
    }

    /** Turns an error of the engine into one of ours. */
    public static SqlException of(SQLException cause) {
        return new SqlException(plain(String.valueOf(cause.getMessage())), cause);
    }

    /**
     * Returns what the engine says in plain text: of failures below its own layers it hands on a JSON object, of which the text is
     * a member.
     */
    private static String plain(String message) {
        Matcher start = JSON.matcher(message);
        if (!start.find()) {
            return message;
        }
        try {
            JsonNode error = JsonMapper.shared().readTree(message.substring(start.start()));
            String text = error.path("exception_message").asString("");
            return text.isBlank() ? message : error.path("exception_type").asString("") + " Error: " + text;
        } catch (JacksonException e) {
            return message;
        }
    }

    private static String oneLine(String text) {
        String head = QUOTED_QUERY.matcher(text).replaceFirst("").strip();
        return LINE_BREAKS.matcher(head.isEmpty() ? text.strip() : head).replaceAll("; ");
    }
}

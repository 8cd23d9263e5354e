package dev.mimeo.analysis.sql;

import java.io.IOException;
import java.sql.SQLException;
import java.util.regex.Pattern;

/** Reports a query that cannot be run or that failed. The message is one line. */
public final class SqlException extends IOException {

    private static final long serialVersionUID = 1L;

    /** Where the engine starts to quote the query, which the user has before the eyes. */
    private static final Pattern QUOTED_QUERY = Pattern.compile("\\s*\\n\\s*LINE \\d+:.*", Pattern.DOTALL);

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
        return new SqlException(String.valueOf(cause.getMessage()), cause);
    }

    private static String oneLine(String text) {
        String head = QUOTED_QUERY.matcher(text).replaceFirst("").strip();
        return LINE_BREAKS.matcher(head.isEmpty() ? text.strip() : head).replaceAll("; ");
    }
}

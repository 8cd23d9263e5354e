package dev.mimeo.internal.text;

import java.util.regex.Pattern;

/** Texts of SQL among the arguments of a command. */
public final class SqlArguments {

    /** Two dashes and what no option has behind them: white space, a dash, or a line that ends without a value. */
    private static final Pattern COMMENT = Pattern.compile("--(?:[\\s-]|[^=\n]*\n)");

    private SqlArguments() {}

    /** Puts a blank before a text that starts with a comment, which would be taken for an option. */
    public static String unlikeOption(String argument) {
        return COMMENT.matcher(argument).lookingAt() ? " " + argument : argument;
    }
}

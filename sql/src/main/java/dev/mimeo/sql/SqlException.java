package dev.mimeo.sql;

import dev.mimeo.MimeoException;
import dev.mimeo.internal.text.Failures;
import dev.mimeo.sql.internal.JsonTree;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Reports a query that cannot be run or that failed. The message is one line. */
public final class SqlException extends MimeoException {

    private static final long serialVersionUID = 1L;

    /** Start of the errors that the engine passes between its own parts. */
    private static final Pattern JSON = Pattern.compile("\\{\\s*\"exception_type\"");

    private static final String NOT_PARQUET = "$1: is not a Parquet file, or not a whole one: make it again";

    private static final String NOT_UTF_8 = "is not UTF-8 text: convert the file to it, such as with iconv";

    /** The end of the errors of values that do not fit the type of their column, which the first lines decide. */
    static final String AS_TEXT = "correct the line, or read the column as text";

    /** Errors of the engine about files, which have hints for those who call it, and what to report instead. */
    private static final List<FileError> FILE_ERRORS = List.of(
            fileError(
                    "Error when sniffing file \"(.*?)\"\\.",
                    "$1: is not CSV: make it UTF-8 text with as many values in each line"),
            fileError(
                    "CSV Error on Line: (\\d+)\n(?:Original Line: .*?\n)?Invalid unicode .*\n\\s*file ?= ?(.*?)\n",
                    "$2: line $1: " + NOT_UTF_8),
            // The engine counts from 2 here.
            fileError(
                    "Malformed JSON in file \"(.*?)\", at byte \\d+ in (?:line|record/value) (\\d+): (?:UTF-\\d+ encoding is not supported|invalid UTF-8)",
                    "$1: near value $2: " + NOT_UTF_8),
            fileError(
                    "Malformed JSON in file \"(.*?)\", at byte \\d+ in (?:line|record/value) (\\d+): ([^\n.]+)",
                    "$1: near value $2: $3: correct the text"),
            // More objects in the sample do not help.
            fileError(
                    "JSON transform error in file \"(.*?)\", in (?:line|record/value) (\\d+): (.*? has duplicate key .*?)[.;]?\\s*Try increasing",
                    "$1: value $2: $3: correct the value"),
            fileError(
                    "JSON transform error in file \"(.*?)\", in (?:line|record/value) (\\d+): (.*?)[.;]?\\s*Try increasing",
                    "$1: value $2: $3: correct the value, or read the file with read_json('$1', sample_size = -1)"),
            // The engine names another line.
            fileError(
                    "CSV Error on Line: .*\nMaximum line size of (\\d+) bytes exceeded\\. Actual Size:(\\d+) bytes.*\n\\s*file ?= ?(.*?)\n",
                    "$3: a line has $2 bytes, more than the $1 that the engine reads at once"),
            fileError(
                    "CSV Error on Line: (\\d+)\nOriginal Line: .*?\n(Error when converting column [^\n]*)\n.*\n\\s*file ?= ?(.*?)\n",
                    "$3: line $1: $2: " + AS_TEXT),
            fileError(
                    "CSV Error on Line: (\\d+)\nOriginal Line: .*?\n(.*?)\n.*\n\\s*file ?= ?(.*?)\n",
                    "$3: line $1: $2: correct the line"),
            fileError("(?:No magic bytes found at end of|Footer length error in) file '(.*?)'", NOT_PARQUET),
            fileError("File '(.*?)' too small to be a Parquet file", NOT_PARQUET),
            fileError("Cannot open file \"(.*?)\": Permission denied", "$1: permission denied"),
            fileError("Could not (?:write|truncate|sync|fsync) file \"(.*?)\": ([^\"]+)", "$1: $2"),
            fileError("failed to offload data block of size .*? used\\)", "no space left for temporary files"),
            fileError("Out of Memory Error: .*?\\([^()]* used\\)", "the engine needs more memory than its limit"),
            fileError("No files found that match the pattern \"(.*?)\"", "$1: no such file: check the name"),
            fileError(
                    "\"partition_by\" expected to find (.*?), but it was not found",
                    "the result has no column '$1' to make folders of: name one that it has"),
            // Errors that queries of Mimeo report themselves.
            fileError("Invalid Input Error: (column '[^\n]*? has [^\n]*)", "$1"),
            fileError("zero-length delimited identifier", "the name of a table or column is empty: give it one"));

    private static final Pattern LINE_BREAKS = Pattern.compile("\\s*[\\r\\n]+\\s*");

    /** Makes an exception; line breaks in the problem become semicolons. */
    public SqlException(String problem) {
        this(Reason.QUERY, problem);
    }

    /** Makes an exception for a text that is not one query, whatever the tables hold. */
    static SqlException ofSyntax(String problem) {
        return new SqlException(Reason.SYNTAX, problem);
    }

    /** Returns the same exception for a part of a query, which the message begins with. */
    public SqlException of(String part) {
        return new SqlException(reason(), part + ": " + getMessage());
    }

    private SqlException(Reason reason, String problem) {
        super(reason, oneLine(problem));
    }

    SqlException(String problem, SQLException cause) {
        super("", -1, Reason.QUERY, oneLine(problem), cause);
    }

    private record FileError(Pattern pattern, String report) {}

    private static FileError fileError(String part, String report) {
        return new FileError(Pattern.compile("^.*?" + part + ".*$", Pattern.DOTALL), report);
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
            return plain(text);
        }
        try {
            JsonNode document = JsonTree.read(text.substring(json.start()));
            String told = document.path("exception_message").asString("");
            return plain(told.isBlank() ? text : document.path("exception_type").asString("") + " Error: " + told);
        } catch (JacksonException e) {
            return plain(text);
        }
    }

    /** Returns a message that starts with what it is about, once. It may be about a file in a folder that is the source. */
    public static String named(String source, String message) {
        return message.startsWith(source + ": ") || message.startsWith(source + "/")
                ? message
                : source + ": " + message;
    }

    /** Returns an error of the engine as one line, without its hints. */
    private static String plain(String text) {
        for (FileError error : FILE_ERRORS) {
            Matcher matcher = error.pattern().matcher(text);
            if (matcher.matches()) {
                return oneLine(matcher.replaceFirst(error.report()));
            }
        }
        return oneLine(text);
    }

    private static String oneLine(String text) {
        return LINE_BREAKS.matcher(Failures.withoutQuery(text)).replaceAll("; ");
    }
}

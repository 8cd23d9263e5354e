package dev.mimeo.sql;

import dev.mimeo.MimeoException;
import dev.mimeo.MimeoException.Reason;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Statements that make and fill tables, read without being run. */
final class InsertStatement {

    private InsertStatement() {}

    /** Returns whether a text starts like a file of such statements. */
    static boolean isStart(String text) {
        return text.regionMatches(true, 0, "CREATE TABLE", 0, 12) || text.regionMatches(true, 0, "INSERT INTO", 0, 11);
    }

    /**
     * Adds the rows of a statement: none of one that makes a table.
     *
     * @throws IOException if it is another statement, or has something but plain values
     */
    static void rows(Path file, String statement, CsvTableFiles parts) throws IOException {
        List<SqlToken> tokens = SqlToken.scan(statement);
        boolean one = !tokens.isEmpty()
                && tokens.get(tokens.size() - 1).isSymbol(";")
                && tokens.stream().filter(token -> token.isSymbol(";")).count() == 1;
        if (one && isWords(tokens, "CREATE", "TABLE")) {
            return;
        }
        if (!one || !isWords(tokens, "INSERT", "INTO")) {
            throw bad(file, statement);
        }
        int at = 3;
        List<String> columns = new ArrayList<>();
        at = list(file, statement, tokens, at, columns);
        if (!tokens.get(Math.min(at, tokens.size() - 1)).isWord("VALUES")) {
            throw bad(file, statement);
        }
        parts.table(ResultTables.checkedName(file, tokens.get(2).value()), String.join(",", columns));
        do {
            List<String> values = new ArrayList<>();
            at = list(file, statement, tokens, at + 1, values);
            if (values.size() != columns.size()) {
                throw bad(file, statement);
            }
            parts.row(String.join(",", values));
        } while (tokens.get(at).isSymbol(","));
        if (!tokens.get(at).isSymbol(";")) {
            throw bad(file, statement);
        }
    }

    private static boolean isWords(List<SqlToken> tokens, String first, String second) {
        return tokens.size() > 4 && tokens.get(0).isWord(first) && tokens.get(1).isWord(second);
    }

    /** Reads a list in parentheses and returns the number of the token behind it. */
    private static int list(Path file, String statement, List<SqlToken> tokens, int open, List<String> values)
            throws IOException {
        int at = open;
        if (!tokens.get(at).isSymbol("(")) {
            throw bad(file, statement);
        }
        while (!tokens.get(at).isSymbol(")")) {
            int first = at + 1;
            at = first;
            while (!tokens.get(at).isSymbol(",") && !tokens.get(at).isSymbol(")")) {
                if (tokens.get(at).isSymbol("(") || tokens.get(at).isSymbol(";")) {
                    throw bad(file, statement);
                }
                at++;
            }
            if (at == first) {
                throw bad(file, statement);
            }
            values.add(value(statement, tokens.get(first), tokens.get(at - 1)));
        }
        return at + 1;
    }

    /** Returns a value for CSV. A number such as 1e-05 is several tokens. */
    private static String value(String statement, SqlToken first, SqlToken last) {
        if (first.kind() == SqlToken.Kind.STRING) {
            return '"' + first.value().replace("\"", "\"\"") + '"';
        }
        return first.isWord("NULL") ? "" : statement.substring(first.start(), last.end());
    }

    private static IOException bad(Path file, String statement) {
        return MimeoException.of(
                file,
                Reason.UNSUPPORTED,
                "only CREATE TABLE and INSERT INTO with columns and values are taken, not: "
                        + statement.strip().lines().findFirst().orElse(""));
    }
}

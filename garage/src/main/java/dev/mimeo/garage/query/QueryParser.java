package dev.mimeo.garage.query;

import dev.mimeo.MimeoException;
import dev.mimeo.garage.query.GarageQuery.ListFile;
import dev.mimeo.garage.query.GarageQuery.Nested;
import dev.mimeo.garage.query.GarageQuery.Scope;
import dev.mimeo.garage.query.GarageQuery.Script;
import dev.mimeo.garage.query.GarageQuery.Source;

/** Reads the text of one query, one token ahead. For one use and one thread. */
final class QueryParser {

    private static final int MAX_LENGTH = 1_000_000;
    private static final int MAX_DEPTH = 16;
    private static final String COMMENT = "--";

    /** Kinds of tokens. */
    private enum Kind {
        WORD,
        QUOTED,
        OPEN,
        CLOSE,
        END
    }

    private final String text;
    private Kind kind = Kind.END;
    private String value = "";
    private int start;
    private int end;

    QueryParser(String text) throws MimeoException {
        if (text.length() > MAX_LENGTH) {
            throw new MimeoException(
                    MimeoException.Reason.QUERY, "the query has more than " + MAX_LENGTH + " characters");
        }
        this.text = text;
        next();
    }

    GarageQuery parse() throws MimeoException {
        GarageQuery query = query(1);
        if (kind != Kind.END) {
            throw expected(
                    query.into() != null
                            ? "the end of the query"
                            : query.combine() != null ? "INTO or the end of the query" : "COMBINE, INTO or the end");
        }
        return query;
    }

    private GarageQuery query(int depth) throws MimeoException {
        if (depth > MAX_DEPTH) {
            throw error(text, start, "more than " + MAX_DEPTH + " nested queries");
        }
        keyword("APPLY");
        Script apply = script();
        keyword("ON");
        Source source = source(depth);
        Script combine = null;
        if (isKeyword("COMBINE")) {
            next();
            combine = script();
        }
        String into = null;
        if (isKeyword("INTO")) {
            next();
            into = name("the name of a file");
        }
        return new GarageQuery(apply, source, combine, into);
    }

    private Script script() throws MimeoException {
        String wanted = "SQL in quotes, or @ and the name of a file";
        if (kind == Kind.QUOTED) {
            return Script.ofText(name(wanted));
        }
        if (kind != Kind.WORD || value.charAt(0) != '@') {
            throw expected(wanted);
        }
        if (value.length() > 1) {
            String file = value.substring(1);
            next();
            return Script.ofFile(file);
        }
        next();
        return Script.ofFile(name("the name of a file"));
    }

    private Source source(int depth) throws MimeoException {
        if (kind == Kind.OPEN) {
            next();
            GarageQuery query = query(depth + 1);
            if (kind != Kind.CLOSE) {
                throw expected(")");
            }
            next();
            return new Nested(query);
        }
        if (isKeyword("LIST")) {
            next();
            return new ListFile(name("the name of a file"));
        }
        return new Scope(name("a pattern of paths, LIST and a file, or a query in parentheses"));
    }

    private String name(String wanted) throws MimeoException {
        if (kind != Kind.QUOTED && kind != Kind.WORD) {
            throw expected(wanted);
        }
        if (value.isBlank()) {
            throw error(text, start, "expected " + wanted + ", found an empty text");
        }
        String name = value;
        next();
        return name;
    }

    private void keyword(String word) throws MimeoException {
        if (!isKeyword(word)) {
            throw expected(word);
        }
        next();
    }

    private boolean isKeyword(String word) {
        return kind == Kind.WORD && value.equalsIgnoreCase(word);
    }

    private MimeoException expected(String what) {
        String found = switch (kind) {
            case END -> "the end";
            case QUOTED -> "a text in quotes";
            default -> "'" + (value.length() > 40 ? value.substring(0, 40) + "..." : value) + "'";
        };
        return error(text, start, "expected " + what + ", found " + found);
    }

    private void next() throws MimeoException {
        int at = afterBlanks(end);
        start = at;
        if (at == text.length()) {
            kind = Kind.END;
            value = "";
            end = at;
            return;
        }
        char c = text.charAt(at);
        if (c == '"' || c == '\'') {
            quoted(c);
        } else if (c == '(' || c == ')') {
            kind = c == '(' ? Kind.OPEN : Kind.CLOSE;
            value = String.valueOf(c);
            end = at + 1;
        } else {
            while (at < text.length() && isWordPart(text.charAt(at))) {
                at++;
            }
            kind = Kind.WORD;
            value = text.substring(start, at);
            end = at;
        }
    }

    /** Returns the index of the first character that is neither white space nor part of a comment, or the length. */
    private int afterBlanks(int from) {
        int at = from;
        boolean isComment = false;
        while (at < text.length()) {
            char c = text.charAt(at);
            isComment = isComment ? c != '\n' : text.startsWith(COMMENT, at);
            if (!isComment && !Character.isWhitespace(c)) {
                return at;
            }
            at++;
        }
        return at;
    }

    private void quoted(char quote) throws MimeoException {
        StringBuilder content = new StringBuilder();
        for (int at = start + 1; at < text.length(); at++) {
            if (text.charAt(at) == quote) {
                if (at + 1 == text.length() || text.charAt(at + 1) != quote) {
                    kind = Kind.QUOTED;
                    value = content.toString();
                    end = at + 1;
                    return;
                }
                at++;
            }
            content.append(text.charAt(at));
        }
        throw error(text, start, "the string has no closing quote");
    }

    private static boolean isWordPart(char c) {
        return !Character.isWhitespace(c) && c != '"' && c != '\'' && c != '(' && c != ')';
    }

    /**
     * Makes an exception for a place in a text.
     *
     * @param at index of the character where the text is wrong, or its length
     */
    static MimeoException error(String text, int at, String problem) {
        int line = 1;
        int lineStart = 0;
        for (int i = 0; i < at; i++) {
            if (text.charAt(i) == '\n') {
                line++;
                lineStart = i + 1;
            }
        }
        return new MimeoException(
                MimeoException.Reason.SYNTAX, "line " + line + ", column " + (at - lineStart + 1) + ": " + problem);
    }
}

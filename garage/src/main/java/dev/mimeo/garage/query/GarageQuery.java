package dev.mimeo.garage.query;

import dev.mimeo.MimeoException;
import dev.mimeo.sql.internal.Database;
import org.jspecify.annotations.Nullable;

/**
 * A query as it is written: {@code APPLY script ON source [COMBINE script] [INTO path]}. The script behind APPLY runs on each
 * file of the source, the one behind COMBINE once on table {@code ApplyResult}, which has all rows that APPLY gave.
 *
 * @param apply script that runs on each file
 * @param source the source of the files
 * @param combine script that runs on all rows, null for {@code SELECT * FROM ApplyResult}
 * @param into name of the file for the result, null if the query names none
 */
public record GarageQuery(
        Script apply,
        Source source,
        @Nullable Script combine,
        @Nullable String into) {

    /**
     * An SQL text, or the name of a file that has it.
     *
     * @param text the text, or the name
     * @param inFile whether it is a name
     */
    public record Script(String text, boolean inFile) {
        @Override
        public String toString() {
            return (inFile ? "@" : "") + Database.quotedName(text);
        }
    }

    /** Source of the rows of a query. */
    public sealed interface Source {}

    /**
     * Files whose path under a root of the garage matches.
     *
     * @param text a pattern of names, or {@code regex:} and a regular expression; see {@link ScopePattern}
     */
    public record Scope(String text) implements Source {
        @Override
        public String toString() {
            return Database.quotedName(text);
        }
    }

    /**
     * Files that a text file names, one a line.
     *
     * @param file name of the text file
     */
    public record ListFile(String file) implements Source {
        @Override
        public String toString() {
            return "LIST " + Database.quotedName(file);
        }
    }

    /**
     * The result of another query, as one file.
     *
     * @param query the other query
     */
    public record Nested(GarageQuery query) implements Source {
        @Override
        public String toString() {
            return "(" + query + ")";
        }
    }

    /**
     * Reads a query. Keywords are known in any case. Blanks and line breaks are free. Texts stand in double or single quotes,
     * which are doubled inside; a pattern or the name of a file needs none if it has neither blanks, quotes nor parentheses.
     *
     * @throws MimeoException if the text has not the form of a query, has more than a million characters, or more than
     *     16 queries in one another
     */
    public static GarageQuery parse(String text) throws MimeoException {
        return new QueryParser(text).parse();
    }

    /** Returns a text that {@link #parse} reads as this query. */
    @Override
    public String toString() {
        return "APPLY " + apply + " ON " + source + (combine == null ? "" : " COMBINE " + combine)
                + (into == null ? "" : " INTO " + Database.quotedName(into));
    }
}

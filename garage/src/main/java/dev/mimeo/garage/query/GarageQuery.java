package dev.mimeo.garage.query;

import dev.mimeo.MimeoException;
import dev.mimeo.garage.internal.scope.ScopePattern;
import dev.mimeo.sql.internal.Database;
import java.nio.file.Path;
import java.util.List;
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

        /** Returns a script of a text. */
        public static Script ofText(String text) {
            return new Script(text, false);
        }

        /** Returns a script that a file has. */
        public static Script ofFile(String name) {
            return new Script(name, true);
        }

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

    /**
     * Options of queries.
     *
     * @param roots folders of the garage, at least one, in any file system; of a path that is under several the first is read
     * @param macros short forms that scripts may use
     * @param threads workers, each of which has one file at a time; at least 1
     * @param memoryBytes most memory that the engine may take; more goes to the temporary folder
     * @param temporaryFolder need not exist, is used by nobody else
     * @param strict whether a file that is damaged ends the query
     * @param partial folder for partial results, which a later run can continue; null to keep none
     * @param resume whether to continue what is in that folder
     * @param outputs files that the engine may write: those that results are saved to
     */
    public record Options(
            List<Path> roots,
            Macros macros,
            int threads,
            long memoryBytes,
            Path temporaryFolder,
            boolean strict,
            @Nullable Path partial,
            boolean resume,
            List<Path> outputs) {

        /** The usual memory of the engine, in bytes: 256 MiB. */
        public static final long DEFAULT_MEMORY_BYTES = 256L << 20;

        /**
         * Checks the options.
         *
         * @throws IllegalArgumentException if there is no root or no thread, or nothing to resume from
         */
        public Options {
            roots = List.copyOf(roots);
            outputs = List.copyOf(outputs);
            if (roots.isEmpty() || threads < 1 || (resume && partial == null)) {
                throw new IllegalArgumentException(
                        "a query needs a root and a thread, and to be resumed a folder with partial results");
            }
        }

        /** Makes the usual options: a query in memory, with the standard macros, which keeps no partial results. */
        public static Options of(List<Path> roots, int threads, Path temporaryFolder) {
            return new Options(
                    roots,
                    Macros.STANDARD,
                    threads,
                    DEFAULT_MEMORY_BYTES,
                    temporaryFolder,
                    false,
                    null,
                    false,
                    List.of());
        }

        /** Returns these options, with which a damaged file ends a query or is left out. */
        public Options withStrict(boolean fails) {
            return new Options(roots, macros, threads, memoryBytes, temporaryFolder, fails, partial, resume, outputs);
        }

        /** Returns these options with another folder for partial results, null to keep none; a query starts anew in it. */
        public Options withPartial(@Nullable Path folder) {
            return new Options(roots, macros, threads, memoryBytes, temporaryFolder, strict, folder, false, outputs);
        }

        /** Returns these options with other files that the engine may write. */
        public Options withOutputs(List<Path> files) {
            return new Options(roots, macros, threads, memoryBytes, temporaryFolder, strict, partial, resume, files);
        }
    }
}

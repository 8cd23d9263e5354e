package dev.mimeo.garage.query;

import dev.mimeo.sql.SqlException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Bindings of a script to the files of each signature, which the first worker makes for all. Thread-safe. */
final class Bindings {

    private final OncePerKey<Binding> known = new OncePerKey<>();

    /**
     * Binding of a script to the files of a signature.
     *
     * @param types the columns of its result
     * @param missing the missing table or column, null for nothing
     */
    record Binding(List<ResultType> types, @Nullable String missing) {}

    /**
     * Returns the binding of a script to the tables of a file.
     *
     * @param session session of the worker
     * @throws SqlException if the script is wrong
     */
    Binding of(ApplySession session, String sql, FileTables tables) throws SqlException {
        return known.get(tables.signature(), () -> {
            try {
                return new Binding(session.bind(sql, tables), null);
            } catch (MissingColumnException e) {
                return new Binding(List.of(), String.valueOf(e.getMessage()));
            }
        });
    }
}

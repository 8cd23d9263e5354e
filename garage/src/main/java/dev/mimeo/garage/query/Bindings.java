package dev.mimeo.garage.query;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.mimeo.sql.SqlException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Bindings of a script to the files of each signature, which the first worker makes while the others wait. Thread-safe. */
final class Bindings {

    @GuardedBy("this") private final Map<String, Binding> known = new HashMap<>();

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
    synchronized Binding of(ApplySession session, String sql, FileTables tables) throws SqlException {
        String signature = tables.signature();
        Binding binding = known.get(signature);
        if (binding == null) {
            try {
                binding = new Binding(session.bind(sql, tables), null);
            } catch (MissingColumnException e) {
                binding = new Binding(List.of(), String.valueOf(e.getMessage()));
            }
            known.put(signature, binding);
        }
        return binding;
    }
}

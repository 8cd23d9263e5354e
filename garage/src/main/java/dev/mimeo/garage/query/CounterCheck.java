package dev.mimeo.garage.query;

import dev.mimeo.garage.internal.AnyCase;
import dev.mimeo.garage.store.ColumnSchema;
import dev.mimeo.garage.store.PackedFile;
import dev.mimeo.garage.store.TableSchema;
import dev.mimeo.internal.text.SimilarNames;
import dev.mimeo.sql.SqlException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Checks a script against the tables and columns that all files together have, of which only the schemas are read: a name that none
 * has is most likely misspelt. For one thread.
 */
final class CounterCheck {

    /** Columns of all files by table and name in small letters. */
    private final Map<String, Map<String, ColumnSchema>> columns = new TreeMap<>();

    private CounterCheck() {}

    /**
     * Checks a script.
     *
     * @throws SqlException if it names a table or column that no file has; the message suggests similar names
     */
    static void check(ApplySession session, ApplyScript script, List<GarageFile> files) throws IOException {
        CounterCheck check = new CounterCheck();
        for (GarageFile file : files) {
            check.read(file);
        }
        // Nothing is known of the names in files that are all damaged.
        if (files.isEmpty() || !check.columns.isEmpty()) {
            check.bind(session, script, files.isEmpty() ? "" : files.get(0).path());
        }
    }

    /** Reads the schema of a file, unless it is damaged: the query itself counts those. */
    private void read(GarageFile file) {
        for (Path place : file.replicas()) {
            try (PackedFile packed = PackedFile.open(place)) {
                for (TableSchema table : packed.tables()) {
                    Map<String, ColumnSchema> known =
                            columns.computeIfAbsent(AnyCase.key(table.name()), key -> new TreeMap<>());
                    for (ColumnSchema column : table.columns()) {
                        known.putIfAbsent(AnyCase.key(column.name()), column);
                    }
                }
                return;
            } catch (IOException e) {
                System.getLogger(CounterCheck.class.getName()).log(System.Logger.Level.DEBUG, file.path(), e);
            }
        }
    }

    private void bind(ApplySession session, ApplyScript script, String path) throws SqlException {
        Map<String, List<ColumnSchema>> used = new TreeMap<>();
        columns.forEach((table, known) -> {
            List<ColumnSchema> chosen = new ArrayList<>(
                    known.values().stream().filter(script::mayUse).toList());
            if (chosen.isEmpty()) {
                // A table has a column, though no script needs it.
                chosen.add(known.values().iterator().next());
            }
            used.put(table, chosen);
        });
        FileTables tables = FileTables.withoutRows(used, script);
        if (tables.missing() != null) {
            throw new SqlException(
                    "no file has a table " + tables.missing() + similar(tables.missing(), columns.keySet()));
        }
        try {
            session.bind(script.sql(path, tables), tables);
        } catch (MissingColumnException e) {
            String what = String.valueOf(e.getMessage());
            List<String> names = new ArrayList<>();
            for (String table : tables.sources().keySet()) {
                columns.getOrDefault(table, Map.of()).values().forEach(column -> names.add(column.name()));
            }
            throw new SqlException("no file has a " + what + similar(what.substring(what.indexOf(' ') + 1), names));
        }
    }

    private static String similar(String name, Collection<String> names) {
        return SimilarNames.suggestion(name, names, AnyCase::key);
    }
}

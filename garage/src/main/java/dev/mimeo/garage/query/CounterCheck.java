package dev.mimeo.garage.query;

import dev.mimeo.garage.internal.AnyCase;
import dev.mimeo.garage.store.ColumnSchema;
import dev.mimeo.garage.store.PackedFile;
import dev.mimeo.garage.store.TableSchema;
import dev.mimeo.sql.SqlException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Checks a script against the tables and columns that all files together have, of which only the schemas are read: a name that none
 * has is most likely misspelt. For one thread.
 */
final class CounterCheck {

    private static final int SUGGESTIONS = 3;

    /** Columns of all files by table and name in small letters. */
    private final Map<String, Map<String, ColumnSchema>> columns = new TreeMap<>();

    private CounterCheck() {}

    /**
     * Checks a script.
     *
     * @throws SqlException if it names a table or column that no file has; the message has names that are near
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
                    "no file has a table " + tables.missing() + near(tables.missing(), columns.keySet()));
        }
        try {
            session.bind(script.sql(path, tables), tables);
        } catch (MissingColumnException e) {
            String what = String.valueOf(e.getMessage());
            List<String> names = new ArrayList<>();
            for (String table : tables.sources().keySet()) {
                columns.getOrDefault(table, Map.of()).values().forEach(column -> names.add(column.name()));
            }
            throw new SqlException("no file has a " + what + near(what.substring(what.indexOf(' ') + 1), names));
        }
    }

    /** Returns the names that are most like another one, if there are any. */
    private static String near(String name, Collection<String> names) {
        String wanted = AnyCase.key(name);
        record Candidate(String name, int distance) {}
        List<String> near = names.stream()
                .distinct()
                .map(other -> new Candidate(other, distance(wanted, AnyCase.key(other))))
                .filter(candidate -> candidate.distance() <= Math.max(2, wanted.length() / 3))
                .sorted(Comparator.comparingInt(Candidate::distance).thenComparing(Candidate::name))
                .limit(SUGGESTIONS)
                .map(Candidate::name)
                .toList();
        return near.isEmpty() ? "" : "; near to it are " + String.join(", ", near);
    }

    /** Returns how many characters must be added, removed or changed to make one text of another, after V. Levenshtein. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int above = row[j];
                int changed = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(changed, 1 + Math.min(above, row[j - 1]));
                diagonal = above;
            }
        }
        return row[b.length()];
    }
}

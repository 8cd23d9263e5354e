package dev.mimeo.sql;

import dev.mimeo.MimeoException;
import dev.mimeo.MimeoException.Reason;
import dev.mimeo.internal.files.Folders;
import dev.mimeo.sql.internal.Database;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Puts tables of result files into an engine: CSV with a line {@code # NAME} before each table, CSV of one table that has the name of
 * its file, JSON objects with the name in {@code table}, or statements of SQL. Numbers become DOUBLE, other values text, what is
 * empty NULL. Each table gets a column {@code dataset} if it has none.
 */
final class ResultTables {

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    /** Names of columns in the first line of CSV. */
    private static final Pattern COLUMNS = Pattern.compile("[A-Za-z_][A-Za-z0-9_.]*(,[A-Za-z_][A-Za-z0-9_.]*)+");

    private static final int MOST_STATEMENT = 64 << 20;
    private static final String HEAD = "# ";

    private final Engine engine;
    private final Path folder;

    /** @param folder for temporary files */
    ResultTables(Engine engine, Path folder) {
        this.engine = engine;
        this.folder = folder;
    }

    /** Adds the tables of a file. */
    void add(String dataset, Path file) throws IOException, SQLException {
        Folders.refuse(file);
        try {
            addTables(dataset, file);
        } catch (CharacterCodingException e) {
            throw new MimeoException(file.toString(), -1, Reason.CORRUPT, file + ": is not UTF-8 text", e);
        }
    }

    private void addTables(String dataset, Path file) throws IOException, SQLException {
        String start = start(file);
        if (start.startsWith("{") || start.startsWith("[")) {
            json(dataset, file);
        } else if (start.startsWith(HEAD)) {
            csv(dataset, file);
        } else if (InsertStatement.isStart(start)) {
            sql(dataset, file);
        } else if (COLUMNS.matcher(start.lines().findFirst().orElse("")).matches()) {
            insert(dataset, dataset, read(file));
        } else if (!start.isBlank()) {
            throw MimeoException.of(
                    file,
                    Reason.UNSUPPORTED,
                    "is neither CSV with names of columns or a line '# TABLE', nor JSON with tables, nor SQL"
                            + " that makes tables");
        }
    }

    private static String start(Path file) throws IOException {
        try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            char[] start = new char[4096];
            int length = in.read(start);
            return length < 0 ? "" : new String(start, 0, length).stripLeading();
        }
    }

    /** Takes a file apart into one for each table, which the engine reads by itself. */
    private void csv(String dataset, Path file) throws IOException, SQLException {
        try (CsvTableFiles parts = new CsvTableFiles(folder);
                BufferedReader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            boolean first = true;
            boolean quoted = false;
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (!quoted && first && line.startsWith(HEAD)) {
                    String header = in.readLine();
                    if (header == null) {
                        throw MimeoException.of(file, Reason.TRUNCATED, "ends behind '" + line + "'");
                    }
                    parts.table(checkedName(file, line.substring(HEAD.length())), header);
                    first = false;
                } else if (!quoted && line.isEmpty()) {
                    first = true;
                } else {
                    parts.row(line);
                    first = false;
                    quoted ^= hasOdd(line, '"');
                }
            }
            insert(parts, dataset);
        }
    }

    private void insert(CsvTableFiles parts, String dataset) throws IOException, SQLException {
        for (Map.Entry<String, Path> part : parts.finish().entrySet()) {
            insert(part.getKey(), dataset, read(part.getValue()));
        }
    }

    /** Returns whether a line has an odd number of quotation marks, so that a text begins or ends in it. */
    private static boolean hasOdd(String line, char mark) {
        return line.chars().filter(c -> c == mark).count() % 2 == 1;
    }

    private static String read(Path csv) {
        return "SELECT * FROM read_csv(" + Database.quotedString(csv.toString())
                + ", header = true, delim = ',', quote = '\"', escape = '\"', nullstr = '', sample_size = -1,"
                + " auto_type_candidates = ['DOUBLE', 'VARCHAR'])";
    }

    private void json(String dataset, Path file) throws IOException, SQLException {
        String path = Database.quotedString(file.toString());
        Map<String, Set<String>> tables = new LinkedHashMap<>();
        try (Statement statement = engine.connection().createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT DISTINCT json ->> 'table' AS name, CAST(json_keys(json) AS VARCHAR[]) AS keys"
                                + " FROM read_json_objects(" + path + ", format = 'auto') ORDER BY name, keys")) {
            while (rows.next()) {
                String name = rows.getString(1);
                if (name == null) {
                    throw MimeoException.of(file, Reason.CORRUPT, "an object has no name of a table");
                }
                // Objects of a table may lack columns that others have.
                Set<String> keys = tables.computeIfAbsent(checkedName(file, name), table -> new LinkedHashSet<>());
                for (Object key : (Object[]) rows.getArray(2).getArray()) {
                    if (!key.equals("table")) {
                        keys.add(key.toString());
                    }
                }
            }
        }
        for (Map.Entry<String, Set<String>> table : tables.entrySet()) {
            List<String> columns = new ArrayList<>();
            for (String key : table.getValue()) {
                columns.add("json ->> " + Database.quotedString(key) + " AS " + Database.quotedName(key));
            }
            String staged = "SELECT " + String.join(", ", columns) + " FROM read_json_objects(" + path
                    + ", format = 'auto') WHERE json ->> 'table' = " + Database.quotedString(table.getKey());
            engine.execute("CREATE OR REPLACE TEMP TABLE staged AS " + staged);
            List<String> typed = new ArrayList<>();
            for (String key : table.getValue()) {
                String column = Database.quotedName(key);
                typed.add(isNumeric(column) ? "CAST(" + column + " AS DOUBLE) AS " + column : column);
            }
            insert(table.getKey(), dataset, "SELECT " + String.join(", ", typed) + " FROM staged");
            engine.execute("DROP TABLE staged");
        }
    }

    private boolean isNumeric(String column) throws SQLException {
        try (Statement statement = engine.connection().createStatement();
                ResultSet rows = statement.executeQuery("SELECT count(" + column + ") > 0 AND count(" + column
                        + ") = count(TRY_CAST(" + column + " AS DOUBLE)) FROM staged")) {
            return rows.next() && rows.getBoolean(1);
        }
    }

    /** Adds the rows of a query to a table, which is made if it is new. */
    private void insert(String table, String dataset, String rows) throws SQLException {
        String name = Database.quotedName(table);
        String named = hasDataset(rows)
                ? rows
                : "SELECT *, " + Database.quotedString(dataset) + " AS dataset FROM (" + rows + ")";
        boolean known = exists(table);
        engine.execute(known ? "INSERT INTO " + name + " BY NAME " + named : "CREATE TABLE " + name + " AS " + named);
    }

    private boolean exists(String table) throws SQLException {
        return answer(
                "SELECT count(*) FROM information_schema.tables WHERE table_name = " + Database.quotedString(table));
    }

    private boolean hasDataset(String rows) throws SQLException {
        return answer("SELECT count(*) FROM (DESCRIBE " + rows + ") WHERE lower(column_name) = 'dataset'");
    }

    private boolean answer(String count) throws SQLException {
        try (Statement statement = engine.connection().createStatement();
                ResultSet rows = statement.executeQuery(count)) {
            return rows.next() && rows.getLong(1) > 0;
        }
    }

    /** Takes the rows of statements, of which each ends at the end of a line, as those of CSV; nothing is run. */
    private void sql(String dataset, Path file) throws IOException, SQLException {
        CsvTableFiles parts = new CsvTableFiles(folder);
        try (parts;
                BufferedReader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            StringBuilder text = new StringBuilder();
            boolean quoted = false;
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                text.append(line).append('\n');
                quoted ^= hasOdd(line, '\'');
                if (!quoted && line.endsWith(";")) {
                    InsertStatement.rows(file, text.toString(), parts);
                    text.setLength(0);
                } else if (text.length() > MOST_STATEMENT) {
                    throw MimeoException.of(file, Reason.LIMIT, "a statement of more than 64 MiB");
                }
            }
            if (!text.toString().isBlank()) {
                throw MimeoException.of(file, Reason.TRUNCATED, "the last statement does not end in ;");
            }
            insert(parts, dataset);
        }
    }

    static String checkedName(Path file, @Nullable String name) throws IOException {
        if (name == null || !NAME.matcher(name).matches()) {
            throw MimeoException.of(file, Reason.CORRUPT, "'" + name + "' is not a name of a table");
        }
        return name;
    }
}

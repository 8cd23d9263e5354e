package dev.mimeo.garage.load;

import dev.mimeo.garage.store.Column;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One CSV or Parquet file as a query that gives {@code serverID}, {@code sampleTime} in milliseconds, and the counters. */
final class InputTable {

    private static final List<String> SERVERS = List.of("serverid", "server", "host", "hostname");
    private static final List<String> TIMES =
            List.of("sampletime", "sampletimems", "timestamp", "time", "datetime", "date");

    /** Numbers from here on are milliseconds: in seconds that is the year 5138, in milliseconds 1973. */
    private static final long FIRST_MILLISECONDS = 100_000_000_000L;

    private final LoadEngine engine;
    private final ImportOptions options;
    private final Path file;
    private final String source;
    private final Map<String, String> columns;

    InputTable(LoadEngine engine, Path file, ImportOptions options) throws SQLException, LoadException {
        this.engine = engine;
        this.options = options;
        this.file = file;
        this.source = source(file);
        this.columns = engine.describe("SELECT * FROM " + source);
    }

    private static String source(Path file) throws LoadException {
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        String quoted = LoadEngine.quotedString(file.toString());
        if (name.endsWith(".parquet")) {
            return "read_parquet(" + quoted + ")";
        }
        if (name.matches(".*\\.(csv|tsv)(\\.gz|\\.zst)?")) {
            // All rows say what the columns are: a counter may have its first fraction late in the day.
            return "read_csv(" + quoted + ", sample_size = -1)";
        }
        throw new LoadException(file + ": is neither .csv nor .parquet: rename it to what it is");
    }

    /** Returns whether there is a row for each value, with the name of its counter. */
    boolean isNarrow() {
        return find(List.of("counter")) != null && find(List.of("value")) != null;
    }

    private @Nullable String find(List<String> names) {
        for (String name : names) {
            for (String column : columns.keySet()) {
                if (column.equalsIgnoreCase(name)) {
                    return column;
                }
            }
        }
        return null;
    }

    private String named(String wanted) throws LoadException {
        String found = find(List.of(wanted));
        if (found == null) {
            throw new LoadException(file + ": has no column '" + wanted + "'");
        }
        return found;
    }

    /** Returns the query. */
    String query() throws SQLException, LoadException {
        String server = options.serverColumn() == null ? find(SERVERS) : named(options.serverColumn());
        String time = options.timeColumn() == null ? find(TIMES) : named(options.timeColumn());
        if (time == null) {
            throw new LoadException(file + ": has no column of times: expected one of " + String.join(", ", TIMES)
                    + ", or say which it is");
        }
        String previous = find(List.of(Column.PREVIOUS_TIME.toLowerCase(Locale.ROOT)));
        List<String> parts = new ArrayList<>();
        String serverValue = server == null || options.serverName() != null
                ? LoadEngine.quotedString(serverName())
                : "CAST(" + LoadEngine.quotedName(server) + " AS VARCHAR)";
        parts.add(serverValue + " AS " + LoadEngine.quotedName(Column.SERVER));
        parts.add(milliseconds(time) + " AS " + LoadEngine.quotedName(Column.TIME));
        if (previous != null) {
            parts.add(milliseconds(previous) + " AS " + LoadEngine.quotedName(Column.PREVIOUS_TIME));
        }
        for (String column : columns.keySet()) {
            if (!column.equals(server) && !column.equals(time) && !column.equals(previous)) {
                parts.add(LoadEngine.quotedName(column));
            }
        }
        return "SELECT " + parts.stream().collect(Collectors.joining(", ")) + " FROM " + source;
    }

    private String serverName() {
        if (options.serverName() != null) {
            return options.serverName();
        }
        String name = String.valueOf(file.getFileName());
        return name.substring(0, name.indexOf('.'));
    }

    private String milliseconds(String column) throws SQLException, LoadException {
        String type = String.valueOf(columns.get(column));
        String quoted = LoadEngine.quotedName(column);
        if (type.startsWith("TIMESTAMP") || type.equals("DATE")) {
            return "epoch_ms(CAST(" + quoted + " AS TIMESTAMP))";
        }
        if (!Types.isNumber(type)) {
            throw new LoadException(
                    file + ": column '" + column + "' holds " + type + ", not times; expected times or numbers");
        }
        return isMilliseconds(quoted)
                ? "CAST(" + quoted + " AS BIGINT)"
                : "CAST(round(CAST(" + quoted + " AS DOUBLE) * 1000) AS BIGINT)";
    }

    private boolean isMilliseconds(String quoted) throws SQLException {
        try (Statement statement = engine.connection().createStatement();
                ResultSet rows = statement.executeQuery("SELECT CAST(max(" + quoted + ") AS DOUBLE) FROM " + source)) {
            return rows.next() && rows.getDouble(1) >= FIRST_MILLISECONDS;
        }
    }
}

package dev.mimeo.sql;

import dev.mimeo.sql.internal.InexactColumn;
import dev.mimeo.sql.internal.JsonTree;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** The columns of the Parquet, CSV and JSON files of a query that have values which the engine does not read exactly, or in an order that it guesses. */
final class InexactColumns {

    private static final Set<String> SCANS =
            Set.of("PARQUET_SCAN", "READ_PARQUET", "READ_CSV", "READ_CSV_AUTO", "READ_JSON", "READ_JSON_AUTO");

    /** A column and what to warn of. */
    private record Warned(String column, String warning) {}

    private final List<Warned> columns = new ArrayList<>();

    /** Adds those of a file of CSV. */
    void addCsv(Engine engine, CsvStart start) throws SQLException {
        DateOrder.of(engine.connection(), start, start.reading())
                .forEach(dates -> columns.add(new Warned(dates.column(), dates.warning())));
    }

    /** Adds the columns of times of a file of JSON that have words which the engine takes for a day. */
    void addJson(Engine engine, Path file) {
        try {
            for (String column : JsonTimes.withWords(engine.connection(), file)) {
                columns.add(new Warned(
                        column,
                        file + ": column '" + column + "' has times such as infinity that are read as "
                                + JsonTimes.DAY_OF_WORDS + ": write them as times or null"));
            }
        } catch (SQLException e) {
            debug("the columns of a file of JSON cannot be read", e);
        }
    }

    /** Adds those of a file that a query may read, if it is one of Parquet. */
    void addParquet(Engine engine, Path file) {
        try {
            if (ParquetFiles.isParquet(file)) {
                InexactColumn.of(engine.connection(), file)
                        .forEach(column -> columns.add(new Warned(column.name(), column.warning())));
            }
        } catch (IOException | SQLException e) {
            debug("the columns of a Parquet file cannot be read", e);
        }
    }

    /** Returns a warning for each one that a query reads. The engine's plan does not tell files apart, only names of columns. */
    List<String> warnings(Engine engine, String sql) {
        if (columns.isEmpty()) {
            return List.of();
        }
        List<JsonNode> scans = new ArrayList<>();
        try (Statement statement = engine.connection().createStatement();
                ResultSet plan = statement.executeQuery("EXPLAIN (FORMAT json) " + sql)) {
            while (plan.next()) {
                addScans(JsonTree.read(plan.getString("explain_value")), scans);
            }
        } catch (SQLException e) {
            debug("a query has no plan", e);
        }
        return columns.stream()
                .filter(column -> scans.stream().anyMatch(scan -> reads(scan, column.column())))
                .map(Warned::warning)
                .toList();
    }

    /** Collects the parts of a plan that read such files. */
    private static void addScans(JsonNode plan, List<JsonNode> scans) {
        if (SCANS.contains(plan.path("name").asString(""))) {
            scans.add(plan.path("extra_info"));
        }
        plan.forEach(child -> addScans(child, scans));
    }

    /** Returns whether a scan has a column, or a part of it, among those that it returns or filters by. */
    private static boolean reads(JsonNode scan, String column) {
        Pattern inFilter = Pattern.compile("(?<!\\w)" + Pattern.quote(column) + "(?!\\w)");
        return texts(scan.path("Projections")).stream()
                        .anyMatch(name -> name.equals(column) || name.startsWith(column + "."))
                || texts(scan.path("Filters")).stream()
                        .anyMatch(filter -> inFilter.matcher(filter).find());
    }

    /** Returns the texts of a property of a plan, which is an array only if there are several. */
    private static List<String> texts(JsonNode property) {
        List<String> texts = new ArrayList<>();
        if (property.isArray()) {
            property.forEach(text -> texts.add(text.asString("")));
        } else {
            texts.add(property.asString(""));
        }
        return texts;
    }

    /** Keeps a problem that the query will report when it runs. */
    private static void debug(String problem, Exception e) {
        System.getLogger(InexactColumns.class.getName()).log(System.Logger.Level.DEBUG, problem, e);
    }
}

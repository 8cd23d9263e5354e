package dev.mimeo.sql;

import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.sql.internal.Database;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A JSON file as a table with types that hold all of its values.
 *
 * @param reading SQL that reads it
 * @param columns its columns
 * @param warnings the reasons of those that the engine takes for others than texts, and that are texts
 */
record TypedJson(String reading, List<ImportColumn> columns, List<String> warnings) {

    private static final String TEXT = ImportColumn.TEXT;

    /** The engine's types of texts that it changes: it puts those among other values into quotes, and writes UUIDs in lower case. */
    private static final Set<String> CHANGED_TEXTS = Set.of(ImportColumn.SEVERAL_TYPES, "UUID");

    /**
     * Reads a file once for each kind of values that may have too many digits.
     *
     * @param plain SQL that reads the file with the types that the engine finds
     * @param found the columns with these types
     * @param type type of the rows, whose string fields take texts as they stand in the file; null for one made for the columns
     * @throws SqlException if the engine would round a number
     */
    static TypedJson of(
            Connection connection, Path file, String plain, List<ImportColumn> found, @Nullable ExtentType type)
            throws SQLException, SqlException {
        Set<String> texts = type == null ? changedTexts(found) : ImportColumn.names(found, type, ImportColumn.STRINGS);
        List<ImportColumn> columns = ImportColumn.withTexts(found, texts);
        Set<String> words = JsonTimes.withWords(connection, plain, columns);
        if (type != null) {
            // Those of other fields are errors.
            words.retainAll(ImportColumn.names(columns, type, Set.of(FieldType.DOUBLE)));
        }
        columns = ImportColumn.withTexts(columns, words);
        if (type == null && JsonNumbers.areNestedRounded(connection, file)) {
            columns = JsonNumbers.nestedAsTexts(columns);
        }
        Set<String> doubtful = type == null
                ? found.stream().map(ImportColumn::name).collect(Collectors.toSet())
                : ImportColumn.names(found, type, Set.of(FieldType.DOUBLE));
        List<ImportColumn> exact =
                RoundedColumns.exact(connection, typed -> RoundedColumns.reading(plain, typed), columns, doubtful);
        Map<String, String> reasons = new LinkedHashMap<>();
        for (int i = 0; type == null && i < found.size(); i++) {
            String reason = found.get(i).reasonOfText(exact.get(i), 0);
            if (reason != null) {
                reasons.put(found.get(i).name(), reason);
            }
        }
        boolean areFound = exact.equals(found) && !JsonTimes.areIn(found);
        return new TypedJson(
                areFound ? plain : RoundedColumns.reading(plain, exact), exact, ImportColumn.warningsOfText(reasons));
    }

    /** Returns a table without rows for the fields of a type if the file has no objects, and so no names; otherwise null. */
    static @Nullable TypedJson withoutRows(Connection connection, Path file, ExtentType type) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet objects = statement.executeQuery("SELECT 1 FROM read_json_objects("
                        + Database.quotedString(file.toString()) + ", format = 'auto') LIMIT 1")) {
            if (objects.next()) {
                return null;
            }
        }
        List<ImportColumn> columns = TraceColumn.of(type.fields(), Set.of()).stream()
                .map(field -> new ImportColumn(field.name(), TEXT))
                .toList();
        String nulls = columns.stream()
                .map(column -> "CAST(NULL AS VARCHAR) AS " + Database.quotedName(column.name()))
                .collect(Collectors.joining(", "));
        return new TypedJson("(SELECT " + nulls + " LIMIT 0)", columns, List.of());
    }

    private static Set<String> changedTexts(List<ImportColumn> columns) {
        return columns.stream()
                .filter(column -> CHANGED_TEXTS.contains(column.type()))
                .map(ImportColumn::name)
                .collect(Collectors.toSet());
    }
}

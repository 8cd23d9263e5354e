package dev.mimeo.sql;

import dev.mimeo.sql.internal.Database;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Empty values in quotes of CSV files, which the engine by itself takes for NULL, as it does values that are missing. */
final class QuotedEmpties {

    private static final String TEXT = "VARCHAR";

    private QuotedEmpties() {}

    /**
     * Finds whether a file has such values in columns of text. Reads it once, if it has such columns.
     *
     * @param reading how the file is read
     * @param columns those of the file, with the types that they are read as
     * @return how to read the file so that {@code ""} is the empty text in columns of text, and NULL in others
     * @throws SQLException if the engine cannot read the file
     */
    static String asTexts(Connection connection, Path file, String reading, List<ImportColumn> columns)
            throws SQLException {
        if (columns.stream().noneMatch(QuotedEmpties::isText)) {
            return reading;
        }
        String kept = "read_csv(" + Database.quotedString(file.toString()) + ", allow_quoted_nulls = false, header = "
                + CsvStart.hasHeader(connection, file) + ")";
        List<ImportColumn> texts = columns.stream().map(QuotedEmpties::asText).toList();
        boolean[] empty = areEmpty(connection, withTypes(kept, texts), columns);
        boolean isAny = false;
        List<ImportColumn> read = new ArrayList<>(columns);
        List<String> others = new ArrayList<>();
        for (int i = 0; i < empty.length; i++) {
            ImportColumn column = columns.get(i);
            isAny |= empty[i] && isText(column);
            if (empty[i] && !isText(column)) {
                read.set(i, asText(column));
                String name = Database.quotedName(column.name());
                others.add("CAST(nullif(" + name + ", '') AS " + column.type() + ") AS " + name);
            }
        }
        if (!isAny) {
            return reading;
        }
        String all = withTypes(kept, read);
        return others.isEmpty() ? all : "(SELECT * REPLACE (" + String.join(", ", others) + ") FROM " + all + ")";
    }

    private static boolean[] areEmpty(Connection connection, String reading, List<ImportColumn> columns)
            throws SQLException {
        String tests = columns.stream()
                .map(column -> "coalesce(bool_or(" + Database.quotedName(column.name()) + " = ''), false)")
                .collect(Collectors.joining(", "));
        boolean[] empty = new boolean[columns.size()];
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT " + tests + " FROM " + reading)) {
            row.next();
            for (int i = 0; i < empty.length; i++) {
                empty[i] = row.getBoolean(i + 1);
            }
        }
        return empty;
    }

    private static boolean isText(ImportColumn column) {
        return column.type().equals(TEXT);
    }

    private static ImportColumn asText(ImportColumn column) {
        return new ImportColumn(column.name(), TEXT);
    }

    private static String withTypes(String reading, List<ImportColumn> columns) {
        return RoundedColumns.reading(
                reading, columns.stream().collect(Collectors.toMap(ImportColumn::name, ImportColumn::type)));
    }
}

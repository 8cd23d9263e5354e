package dev.mimeo.garage.query;

import dev.mimeo.sql.SqlException;
import dev.mimeo.sql.internal.Database;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.dhatim.fastexcel.Workbook;
import org.jspecify.annotations.Nullable;

/** Writes results as workbooks of Excel, whose rows go to the file as they come. */
final class ExcelResult {

    private static final String PROGRAM = "Mimeo";

    /** Version of the program, in the syntax that the format accepts. */
    private static final String PROGRAM_VERSION = "1.0";

    private ExcelResult() {}

    /**
     * Saves the rows of a query as sheet {@code Result}, also sheet {@code Completeness}.
     *
     * @param file overwritten
     * @return rows saved
     * @throws SqlException if the result is too large for a sheet; the file is none then
     */
    static long save(Connection connection, String sql, Completeness completeness, Path file)
            throws SQLException, IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file));
                Workbook workbook = new Workbook(out, PROGRAM, PROGRAM_VERSION)) {
            long rows = addResult(connection, sql, workbook);
            addCompleteness(completeness, workbook);
            return rows;
        }
    }

    private static long addResult(Connection connection, String sql, Workbook workbook)
            throws SQLException, IOException {
        List<String> names = new ArrayList<>();
        List<ExcelSheet.Kind> kinds = new ArrayList<>();
        List<String> values = new ArrayList<>();
        List<String> aliases = new ArrayList<>();
        try (Statement statement = connection.createStatement()) {
            // The columns of PIVOT are only known from its rows, even if there are none.
            try (ResultSet none = statement.executeQuery("SELECT * FROM (" + sql + "\n) LIMIT 0")) {
                ResultSetMetaData metadata = none.getMetaData();
                for (int i = 1; i <= metadata.getColumnCount(); i++) {
                    String type = metadata.getColumnTypeName(i);
                    names.add(metadata.getColumnLabel(i));
                    boolean isZoned = type.equals("TIMESTAMP WITH TIME ZONE");
                    kinds.add(ExcelSheet.Kind.of(isZoned ? "TIMESTAMP" : type));
                    String alias = Database.quotedName("c" + i);
                    aliases.add(alias);
                    values.add("CAST(" + (isZoned ? "CAST(" + alias + " AS TIMESTAMP)" : alias) + " AS VARCHAR)");
                }
            }
            ExcelSheet sheet = ExcelSheet.start(workbook, "Result", names, kinds);
            long count = 0;
            @Nullable String[] row = new String[names.size()];
            try (ResultSet rows = statement.executeQuery("SELECT " + String.join(", ", values) + " FROM (" + sql
                    + "\n) AS result(" + String.join(", ", aliases) + ")")) {
                for (; rows.next(); count++) {
                    for (int i = 0; i < row.length; i++) {
                        row[i] = rows.getString(i + 1);
                    }
                    sheet.add(row);
                }
            }
            sheet.finish();
            return count;
        }
    }

    private static void addCompleteness(Completeness completeness, Workbook workbook) throws IOException {
        ExcelSheet sheet = ExcelSheet.start(
                workbook,
                "Completeness",
                List.of("item", "files", "path", "reason"),
                List.of(ExcelSheet.Kind.TEXT, ExcelSheet.Kind.NUMBER, ExcelSheet.Kind.TEXT, ExcelSheet.Kind.TEXT));
        for (Completeness.Row row : completeness.rows()) {
            Long files = row.files();
            sheet.add(new @Nullable String[] {
                row.item(), files == null ? null : files.toString(), row.path(), row.reason()
            });
        }
        sheet.finish();
    }
}

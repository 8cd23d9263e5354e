package dev.mimeo.sql;

import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.FieldType;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A CSV file as a table with types that hold all of its values.
 *
 * @param reading SQL that reads it
 * @param columns its columns
 * @param nullable whether these have nulls
 * @param warnings the reasons of those that the engine takes for others than texts, and that are texts
 */
record TypedCsv(String reading, List<ImportColumn> columns, List<Boolean> nullable, List<String> warnings) {

    private static final String TEXT = ImportColumn.TEXT;

    /**
     * Reads a file once, and once more for times and for numbers of many digits if it has such.
     *
     * @param type type of the rows, whose string fields take values as they stand in the file; null for one made for the columns
     */
    static TypedCsv of(Connection connection, CsvStart start, @Nullable ExtentType type) throws SQLException {
        Set<String> texts = type == null ? Set.of() : ImportColumn.names(start.columns(), type, ImportColumn.STRINGS);
        List<ImportColumn> wanted = ImportColumn.withTexts(start.columns(), texts);
        List<CsvColumn> found = CsvColumn.of(connection, start, wanted);
        List<ImportColumn> columns = found.stream()
                .map(type == null ? CsvColumn::holdingAll : CsvColumn::column)
                .toList();
        Set<String> doubtful = found.stream()
                .filter(CsvColumn::isDoubtful)
                .map(column -> column.column().name())
                .collect(Collectors.toSet());
        if (type != null) {
            // Casts of other numbers are checked.
            doubtful.retainAll(ImportColumn.names(columns, type, Set.of(FieldType.DOUBLE)));
        }
        columns = RoundedColumns.exact(connection, start::reading, columns, doubtful);
        String reading = type == null && columns.equals(start.columns()) ? start.reading() : start.reading(columns);
        List<Boolean> nullable = new ArrayList<>();
        Map<String, String> reasons = new LinkedHashMap<>();
        for (int i = 0; i < columns.size(); i++) {
            CsvColumn column = found.get(i);
            nullable.add(column.hasMissing()
                    || (column.hasEmpties() && !columns.get(i).type().equals(TEXT)));
            String reason = type == null ? start.columns().get(i).reasonOfText(columns.get(i), column.others()) : null;
            if (reason != null) {
                reasons.put(columns.get(i).name(), reason);
            }
        }
        List<Boolean> hasEmpties = found.stream()
                .map(column -> column.hasEmpties()
                        && (type == null || texts.contains(column.column().name())))
                .toList();
        return new TypedCsv(
                QuotedEmpties.asTexts(start, reading, columns, hasEmpties),
                columns,
                nullable,
                ImportColumn.warningsOfText(reasons));
    }
}

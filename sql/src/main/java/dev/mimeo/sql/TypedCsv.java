package dev.mimeo.sql;

import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.sql.internal.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A CSV file as a table with types that hold all of its values.
 *
 * @param reading SQL that reads it
 * @param columns its columns
 * @param nullable whether these have nulls
 */
record TypedCsv(String reading, List<ImportColumn> columns, List<Boolean> nullable) {

    private static final String TEXT = "VARCHAR";

    /**
     * Reads a file once, and once more for times and for numbers of many digits if it has such.
     *
     * @param type type of the rows, whose string fields take values as they stand in the file; null for one made for the columns
     */
    static TypedCsv of(Connection connection, CsvStart start, @Nullable ExtentType type) throws SQLException {
        List<ImportColumn> wanted = type == null ? start.columns() : withTexts(start.columns(), type);
        List<CsvColumn> found = CsvColumn.of(connection, start, wanted);
        List<ImportColumn> columns = found.stream().map(CsvColumn::column).toList();
        if (type == null) {
            columns = found.stream().map(CsvColumn::holdingAll).toList();
            Set<String> doubtful = found.stream()
                    .filter(CsvColumn::isDoubtful)
                    .map(column -> column.column().name())
                    .collect(Collectors.toSet());
            columns = RoundedColumns.exact(connection, start::reading, columns, doubtful);
        }
        String reading = type == null && columns.equals(start.columns()) ? start.reading() : start.reading(columns);
        List<Boolean> nullable = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            CsvColumn column = found.get(i);
            nullable.add(column.hasMissing()
                    || (column.hasEmpties() && !columns.get(i).type().equals(TEXT)));
        }
        List<Boolean> hasEmpties = found.stream().map(CsvColumn::hasEmpties).toList();
        return new TypedCsv(QuotedEmpties.asTexts(start, reading, columns, hasEmpties), columns, nullable);
    }

    private static List<ImportColumn> withTexts(List<ImportColumn> columns, ExtentType type) {
        Set<String> texts = TraceColumn.of(type.fields(), Set.of()).stream()
                .filter(field -> field.field().type() == FieldType.VARIABLE32
                        || field.field().type() == FieldType.FIXEDWIDTH)
                .map(field -> Database.nameKey(field.name()))
                .collect(Collectors.toSet());
        return columns.stream()
                .map(column -> texts.contains(Database.nameKey(column.name()))
                        ? new ImportColumn(column.name(), TEXT)
                        : column)
                .toList();
    }
}

package dev.mimeo.sql;

import dev.mimeo.sql.internal.Database;
import java.util.ArrayList;
import java.util.List;

/** Empty values in quotes of CSV files, which the engine by itself takes for NULL, as it does values that are missing. */
final class QuotedEmpties {

    private static final String TEXT = "VARCHAR";

    private QuotedEmpties() {}

    /**
     * Returns the SQL that reads a file so that {@code ""} is the empty text in columns of text, and NULL in others.
     *
     * @param reading how the file is read
     * @param columns those of the file, with the types that they are read as
     * @param hasEmpties whether such values are in these columns
     */
    static String asTexts(CsvStart start, String reading, List<ImportColumn> columns, List<Boolean> hasEmpties) {
        boolean isAny = false;
        List<ImportColumn> read = new ArrayList<>(columns);
        List<String> others = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            ImportColumn column = columns.get(i);
            isAny |= hasEmpties.get(i) && isText(column);
            if (hasEmpties.get(i) && !isText(column)) {
                read.set(i, new ImportColumn(column.name(), TEXT));
                String name = Database.quotedName(column.name());
                others.add("CAST(nullif(" + name + ", '') AS " + column.type() + ") AS " + name);
            }
        }
        if (!isAny) {
            return reading;
        }
        String all = start.readingEmpties(read);
        return others.isEmpty() ? all : "(SELECT * REPLACE (" + String.join(", ", others) + ") FROM " + all + ")";
    }

    private static boolean isText(ImportColumn column) {
        return column.type().equals(TEXT);
    }
}

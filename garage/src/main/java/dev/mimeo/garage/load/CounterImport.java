package dev.mimeo.garage.load;

import dev.mimeo.garage.store.Column;
import dev.mimeo.garage.store.FileDescription;
import dev.mimeo.garage.store.GarageTree;
import dev.mimeo.garage.store.PackOptions;
import dev.mimeo.garage.store.PackedFileWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Packs tables of counters into files of one server and one day (UTC) each, {@code ROOT/LAYOUT/SERVER.YYYY-MM-DD.gar}.
 *
 * <p>Tables are CSV files (also {@code .csv.gz}, {@code .tsv}) or Parquet files, with a time in each row, milliseconds or
 * seconds since 1970 or a date and time in UTC, and either a column for each counter or, in columns {@code counter} and
 * {@code value}, a row for each value. Rows need not be in order. What the time of the sample before was follows from the
 * rows of the server if there is no column {@code prevSampleTime}. Counters that a server has no value of on a day are not
 * in its file.
 */
public final class CounterImport {

    private static final int MAX_NAME = 200;

    private CounterImport() {}

    /**
     * Packs files.
     *
     * @param inputs files by the name of the table that their rows are part of
     * @param root folder of the garage; made if it is not there
     * @param progress is told each file that was written
     * @throws LoadException if a table cannot be understood
     * @throws java.nio.file.FileAlreadyExistsException if a file exists and may not be replaced; others may be written by then
     * @throws IOException if reading or writing fails
     */
    public static ImportReport run(
            Map<String, List<Path>> inputs, Path root, ImportOptions options, Consumer<Path> progress)
            throws IOException {
        List<TableCursor> cursors = new ArrayList<>();
        try (LoadEngine engine = LoadEngine.open(options.threads(), options.temporaryFolder())) {
            try {
                for (Map.Entry<String, List<Path>> input : inputs.entrySet()) {
                    cursors.add(new TableCursor(engine, input.getKey(), input.getValue(), options));
                }
                return pack(cursors, root, options, progress);
            } finally {
                for (TableCursor cursor : cursors) {
                    cursor.close();
                }
            }
        } catch (SQLException e) {
            throw LoadException.of("the tables cannot be read", e);
        }
    }

    private static ImportReport pack(
            List<TableCursor> cursors, Path root, ImportOptions options, Consumer<Path> progress)
            throws SQLException, IOException {
        int files = 0;
        long rows = 0;
        long rawBytes = 0;
        long packedBytes = 0;
        for (TableCursor.Key key = least(cursors); key != null; key = least(cursors)) {
            List<DayTable> tables = new ArrayList<>();
            for (TableCursor cursor : cursors) {
                if (key.equals(cursor.key())) {
                    tables.add(cursor.readDay());
                }
            }
            LocalDate day = LocalDate.ofEpochDay(key.day());
            Path target = root.resolve(folder(options.layout(), tables.get(0)))
                    .resolve(fileName(key.server()) + "." + day + GarageTree.SUFFIX);
            Files.createDirectories(Objects.requireNonNull(target.getParent()));
            FileDescription description = new FileDescription(key.server(), day, Map.of());
            try (PackedFileWriter writer = PackedFileWriter.create(
                    target, description, pack(options.pack(), options.declarations(), tables), options.overwrite())) {
                for (DayTable table : tables) {
                    writer.add(table.schema(), table.values());
                    rows += table.rows();
                    rawBytes += table.rawBytes();
                }
                packedBytes += writer.commit();
            } catch (IllegalArgumentException e) {
                throw new LoadException(target + ": " + e.getMessage(), e);
            }
            files++;
            progress.accept(target);
        }
        return new ImportReport(files, rows, rawBytes, packedBytes);
    }

    /** Returns how to pack tables, with what is declared of their columns. */
    static PackOptions pack(PackOptions options, CounterDeclarations declarations, List<DayTable> tables) {
        Map<String, Double> errors = new HashMap<>(options.columnErrors());
        for (DayTable table : tables) {
            for (Column column : table.schema().columns()) {
                Double error = declarations.maxRelativeError(column);
                if (error != null) {
                    errors.put(column.name(), error);
                }
            }
        }
        return new PackOptions(options.scheme(), options.maxRelativeError(), errors);
    }

    private static TableCursor.@Nullable Key least(List<TableCursor> cursors) {
        TableCursor.Key least = null;
        for (TableCursor cursor : cursors) {
            TableCursor.Key key = cursor.key();
            if (key != null && (least == null || key.compareTo(least) < 0)) {
                least = key;
            }
        }
        return least;
    }

    private static String folder(String layout, DayTable table) throws LoadException {
        List<String> folders = new ArrayList<>();
        for (String folder : layout.split("/")) {
            if (folder.startsWith("{") && folder.endsWith("}")) {
                String column = folder.substring(1, folder.length() - 1);
                String value = table.firstText(column);
                if (value == null) {
                    throw new LoadException("the layout needs column '" + column + "' of text, and a value in it");
                }
                folders.add(fileName(value));
            } else if (!folder.isEmpty()) {
                folders.add(folder);
            }
        }
        return String.join("/", folders);
    }

    /** Returns a name as part of a path, if it can be one. */
    static String fileName(String name) throws LoadException {
        boolean bad = name.isEmpty()
                || name.startsWith(".")
                || name.length() > MAX_NAME
                || name.chars().anyMatch(c -> c == '/' || c == '\\' || c < ' ');
        if (bad) {
            throw new LoadException("'" + name.replaceAll("\\p{Cntrl}", "?") + "' is no name for a file: expected 1 to "
                    + MAX_NAME + " characters, no slash and no dot first");
        }
        return name;
    }
}

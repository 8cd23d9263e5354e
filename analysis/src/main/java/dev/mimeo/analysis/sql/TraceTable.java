package dev.mimeo.analysis.sql;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.IndexEntry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The rows of one type in one or more files, as a table: all files have the same fields there. Immutable and thread-safe.
 *
 * @param parts the files in the order of their rows
 * @param type the type in the first file
 * @param columns the columns, one per field
 * @param extents extents with rows of the table in all files
 * @param rows about how many rows there are
 */
record TraceTable(List<Part> parts, ExtentType type, List<TraceColumn> columns, long extents, long rows) {

    /** How many headers of extents are read for an estimate of the rows of a file. */
    private static final int SAMPLED_EXTENTS = 32;

    /**
     * A file of a table.
     *
     * @param file the file
     * @param typeName name of the type of its rows
     */
    record Part(Path file, String typeName) {}

    TraceTable {
        parts = List.copyOf(parts);
        columns = List.copyOf(columns);
    }

    /**
     * Looks into files.
     *
     * @param files at least one
     * @param typePattern which type of each
     * @param binaryFields see {@link SqlOptions#binaryFields()}
     * @throws DataSeriesException if a file is damaged, has no or more than one such type, or has other fields than the
     *     first
     */
    static TraceTable open(List<Path> files, String typePattern, Set<String> binaryFields) throws IOException {
        List<Part> parts = new ArrayList<>();
        List<TraceColumn> columns = List.of();
        ExtentType first = null;
        long extents = 0;
        long rows = 0;
        for (Path file : files) {
            try (DataSeriesReader reader = DataSeriesReader.open(file)) {
                ExtentType type = reader.type(typePattern);
                if (first == null) {
                    first = type;
                    columns = TraceColumn.of(type.fields(), binaryFields);
                } else {
                    checkFields(columns, type, reader.name(), parts.get(0).file());
                }
                List<IndexEntry> entries = reader.index().stream()
                        .filter(entry -> entry.typeName().equals(type.name()))
                        .toList();
                extents += entries.size();
                rows += estimateRows(reader, entries);
                parts.add(new Part(file, type.name()));
            }
        }
        if (first == null) {
            throw new IllegalArgumentException("a table needs a file");
        }
        return new TraceTable(parts, first, columns, extents, rows);
    }

    private static void checkFields(List<TraceColumn> columns, ExtentType type, String name, Path firstFile)
            throws DataSeriesException {
        List<Field> fields = type.fields();
        boolean same = fields.size() == columns.size();
        for (int i = 0; same && i < fields.size(); i++) {
            same = columns.get(i).matches(fields.get(i));
        }
        if (!same) {
            throw new DataSeriesException(
                    name,
                    "type '" + type.name() + "' has other fields than in " + firstFile
                            + ": name the files apart and join them with UNION BY NAME");
        }
    }

    private static long estimateRows(DataSeriesReader reader, List<IndexEntry> entries) throws IOException {
        int samples = Math.min(SAMPLED_EXTENTS, entries.size());
        long rows = 0;
        for (int i = 0; i < samples; i++) {
            int entry = (int) ((long) i * entries.size() / samples);
            rows += reader.header(entries.get(entry).offset()).rows();
        }
        return samples == 0 ? 0 : Math.round((double) rows / samples * entries.size());
    }
}

package dev.mimeo.sql;

import dev.mimeo.dataseries.Checksums;
import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.DataSeriesFiles;
import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * The rows of one type in one or more files, as a table: all files have the same fields there. Immutable and thread-safe.
 *
 * @param files the files in the order of their rows
 * @param pattern the pattern for the type in each
 * @param type the type in the first file
 * @param columns the columns, one per field
 * @param extents extents with rows of the table in all files
 * @param rows about how many rows there are
 * @param exclusion extents that are not read
 */
record TypeTable(
        List<Path> files,
        String pattern,
        ExtentType type,
        List<TraceColumn> columns,
        long extents,
        long rows,
        DataSeriesFiles.Exclusion exclusion) {

    /** Number of extent headers that are read to estimate the rows of a file. */
    private static final int SAMPLED_EXTENTS = 32;

    /**
     * Looks into files.
     *
     * @param files at least one
     * @param pattern pattern of the type of each
     * @param binaryFields see {@link SqlOptions#binaryFields()}
     * @throws DataSeriesException if a file is damaged, has no or more than one such type, or has other fields than the
     *     first
     */
    static TypeTable open(List<Path> files, String pattern, Set<String> binaryFields) throws IOException {
        TypeTable table = null;
        for (Path file : files) {
            try (DataSeriesReader reader = DataSeriesReader.open(file)) {
                ExtentType type = reader.type(pattern);
                if (type.fields().isEmpty()) {
                    throw new DataSeriesException(reader.name(), "type '" + type.name() + "' has no fields");
                }
                if (table == null) {
                    List<TraceColumn> columns = TraceColumn.of(type.fields(), binaryFields);
                    table = new TypeTable(List.copyOf(files), pattern, type, columns, 0, 0, any -> Set.of());
                }
                table.check(type, reader.name());
                List<DataSeriesReader.IndexEntry> entries = reader.index().stream()
                        .filter(entry -> entry.typeName().equals(type.name()))
                        .toList();
                table = new TypeTable(
                        table.files,
                        pattern,
                        table.type,
                        table.columns,
                        table.extents + entries.size(),
                        table.rows + estimateRows(reader, entries),
                        table.exclusion);
            }
        }
        if (table == null) {
            throw new IllegalArgumentException("a table needs a file");
        }
        return table;
    }

    /** Returns the table without the rows of some extents. */
    TypeTable without(DataSeriesFiles.Exclusion excluded) {
        return new TypeTable(files, pattern, type, columns, extents, rows, excluded);
    }

    /**
     * Checks that the rows of a type can be rows of the table.
     *
     * @param source name of the file
     */
    void check(ExtentType other, String source) throws DataSeriesException {
        if (other.equals(type)) {
            return;
        }
        List<Field> fields = other.fields();
        boolean same = fields.size() == columns.size();
        for (int i = 0; same && i < fields.size(); i++) {
            same = columns.get(i).matches(fields.get(i));
        }
        if (!same) {
            throw new DataSeriesException(
                    source,
                    "type '" + other.name() + "' has other fields, or another opt_doublebase of one, than '"
                            + type.name() + "' of " + files.get(0)
                            + ": name the files apart and join them with UNION ALL BY NAME");
        }
    }

    /**
     * Starts to read; the files are opened when their turn comes.
     *
     * @param fields names of the only fields that are needed
     * @param checksums checksums of extents that are verified
     * @param threads threads that unpack
     * @param onExcluded called for each extent that is not read
     */
    ExtentSource read(Set<String> fields, Checksums checksums, int threads, Runnable onExcluded) {
        return DataSeriesFiles.of(files)
                .matching(pattern)
                .withFields(fields)
                .withChecksums(checksums)
                .withTypeRule(DataSeriesFiles.TypeRule.ANY)
                .without(exclusion, header -> onExcluded.run())
                .open(threads);
    }

    private static long estimateRows(DataSeriesReader reader, List<DataSeriesReader.IndexEntry> entries)
            throws IOException {
        int samples = Math.min(SAMPLED_EXTENTS, entries.size());
        long rows = 0;
        for (int i = 0; i < samples; i++) {
            int entry = (int) ((long) i * entries.size() / samples);
            rows += reader.header(entries.get(entry).offset()).rows();
        }
        return samples == 0 ? 0 : Math.round((double) rows / samples * entries.size());
    }
}

package dev.mimeo.dataseries;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * The number of rows and extents in a file, and the bytes that they take. Immutable and thread-safe.
 *
 * @param bytes size of the file
 * @param order byte order of the file
 * @param extents extents of rows, without the lists of types and of extents
 * @param rows rows in them
 * @param types the types that the file declares, in its order
 */
public record FileStatistics(long bytes, ByteOrder order, long extents, long rows, List<TypeStatistics> types) {

    /** Copies the list. */
    public FileStatistics {
        types = List.copyOf(types);
    }

    /**
     * Measures a file. Reads only the headers of extents, unless their type has strings: such extents are decompressed,
     * because the lengths of strings are not in the header.
     *
     * @param threads threads that decompress, at least 1
     * @param progress given the file offset of each extent that is decompressed; starts again for each type
     * @throws IllegalArgumentException if {@code threads} is below 1
     * @throws DataSeriesException if the file is damaged
     * @throws IOException if the file cannot be read
     */
    public static FileStatistics of(Path file, int threads, LongConsumer progress) throws IOException {
        try (DataSeriesReader reader = DataSeriesReader.open(file)) {
            Map<String, TypeCounts> counts = new LinkedHashMap<>();
            reader.types().forEach(type -> counts.put(type.name(), new TypeCounts(type)));
            for (DataSeriesReader.IndexEntry entry : reader.index()) {
                TypeCounts ofType = counts.get(entry.typeName());
                if (ofType != null) { // the lists of types and of extents have types that a file does not declare
                    ofType.stored.add(reader.header(entry.offset()));
                }
            }
            for (TypeCounts ofType : counts.values()) {
                ofType.addStrings(reader, threads, progress);
            }
            List<TypeStatistics> types =
                    counts.values().stream().map(TypeCounts::statistics).toList();
            long extents =
                    types.stream().mapToLong(type -> type.storage().extents()).sum();
            long rows = types.stream().mapToLong(type -> type.storage().rows()).sum();
            return new FileStatistics(reader.sizeBytes(), reader.order(), extents, rows, types);
        }
    }

    /** The totals over the extents of one type, and over their columns. */
    private static final class TypeCounts {
        private final ExtentType type;
        private final WriteCounts.OfType stored;
        private final long[] stringBytes;

        TypeCounts(ExtentType type) {
            this.type = type;
            this.stored = new WriteCounts.OfType(type);
            this.stringBytes = new long[type.fields().size()];
        }

        void addStrings(DataSeriesReader reader, int threads, LongConsumer progress) throws IOException {
            List<Integer> columns = type.fields().stream()
                    .filter(field -> field.type() == FieldType.VARIABLE32)
                    .map(Field::index)
                    .toList();
            if (columns.isEmpty() || stored.rows() == 0) {
                return;
            }
            try (ExtentSource source = reader.extents(type.name(), threads)) {
                for (Extent extent = source.next(); extent != null; extent = source.next()) {
                    progress.accept(extent.fileOffset());
                    for (int column : columns) {
                        stringBytes[column] += stringBytes(extent.variables(column), extent.rows());
                    }
                }
            }
        }

        private static long stringBytes(VariableColumn strings, int rows) {
            long bytes = 0;
            for (int row = 0; row < rows; row++) {
                bytes += strings.length(row);
            }
            return bytes;
        }

        TypeStatistics statistics() {
            List<TypeStatistics.FieldStatistics> columns = new ArrayList<>();
            for (RecordLayout.Column column : type.layout().columns()) {
                // A bool takes one bit of a record.
                long inRecords =
                        column.type() == FieldType.BOOL ? (stored.rows() + 7) / 8 : stored.rows() * column.width();
                columns.add(new TypeStatistics.FieldStatistics(
                        column.field(), inRecords + stringBytes[column.field().index()]));
            }
            return new TypeStatistics(type, stored.statistics(), columns);
        }
    }
}

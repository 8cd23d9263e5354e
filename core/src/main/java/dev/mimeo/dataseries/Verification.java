package dev.mimeo.dataseries;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/**
 * Content of a file that was found whole and undamaged.
 *
 * @param bytes size of the file
 * @param extents extents of rows, without the lists of types and of extents
 * @param rows rows in them
 * @param chained whether the checksum over all extents in the trailer is right too. Old writers left that word to chance,
 *     so a wrong one is not a fault
 */
public record Verification(long bytes, long extents, long rows, boolean chained) {

    /** Of the lists of types and of extents, which every file has. */
    private static final int BUILT_IN = 2;

    /**
     * Verifies a file: header, types, index and trailer; that the index lists every extent and nothing else; both
     * checksums of every extent; that all its columns can be decoded.
     *
     * @param threads threads that check extents, at least 1
     * @param progress given the number of bytes verified so far, from time to time
     * @throws IllegalArgumentException if {@code threads} is below 1
     * @throws DataSeriesException at the first fault; says where it is
     * @throws IOException if the file cannot be read
     */
    public static Verification of(Path file, int threads, LongConsumer progress) throws IOException {
        try (DataSeriesReader reader = DataSeriesReader.open(file)) {
            int chain = chain(reader);
            long rows = 0;
            try (ExtentSource source = reader.extents("", threads)) {
                for (Extent extent = source.next(); extent != null; extent = source.next()) {
                    decode(extent);
                    progress.accept(extent.fileOffset());
                    ExtentType type = extent.type();
                    rows += type.equals(ExtentType.XML_TYPE) || type.equals(ExtentType.INDEX_TYPE) ? 0 : extent.rows();
                }
            }
            long size = reader.sizeBytes();
            return new Verification(size, reader.index().size() - BUILT_IN, rows, chain == reader.chain());
        }
    }

    /** Reads the headers of all extents, which checks that the index lists them without gaps; returns their chained checksum. */
    private static int chain(DataSeriesReader reader) throws IOException {
        int chain = 0;
        for (DataSeriesReader.IndexEntry entry : reader.index()) {
            ExtentHeader header = reader.header(entry.offset());
            chain = FileFrame.chain(chain, header.hash() ^ header.adler());
        }
        return chain;
    }

    private static void decode(Extent extent) {
        for (Field field : extent.type().fields()) {
            int index = field.index();
            extent.nulls(index);
            switch (field.type()) {
                case BOOL -> extent.booleans(index);
                case BYTE -> extent.bytes(index);
                case INT32 -> extent.ints(index);
                case INT64 -> extent.longs(index);
                case DOUBLE -> extent.doubles(index);
                case VARIABLE32 -> extent.variables(index);
                case FIXEDWIDTH -> extent.fixedWidths(index);
            }
        }
    }
}

package dev.mimeo.dataseries;

import dev.mimeo.internal.pipeline.OrderedPipeline;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;

/**
 * Files one after the other in one, their extents copied as they are stored: nothing is decompressed, only the Adler-32 of
 * each extent is verified. The file gets the byte order of the first one; extents of files of the other order are packed
 * anew.
 *
 * <p>Types of one name must be the same in all files, except for those whose names start with {@code Info:}: by convention
 * they hold what tools note about a file, and other versions of a tool note other things. Where such a type differs, its
 * extents are left out of all files.
 */
public final class Concatenation {

    /** Prefix of the names of types that hold notes of tools about a file. */
    private static final String NOTES = "Info:";

    /** Bytes of extents that are held, per thread. */
    private static final long BYTES_PER_THREAD = 8L << 20;

    private Concatenation() {}

    /**
     * Totals of a concatenation.
     *
     * @param inputBytes sizes of the inputs together
     * @param outputBytes size of the file written
     * @param extents extents of rows
     * @param rows rows in them
     * @param repackedExtents number of extents that were packed anew
     * @param omittedTypes names of the types of notes that differ, whose extents were left out
     */
    public record Report(
            long inputBytes,
            long outputBytes,
            long extents,
            long rows,
            long repackedExtents,
            List<String> omittedTypes) {

        /** Copies the list. */
        public Report {
            omittedTypes = List.copyOf(omittedTypes);
        }
    }

    /**
     * Concatenates files.
     *
     * @param out takes the file; closed afterwards
     * @param options codecs for what must be packed anew; threads. The byte order is that of the first file
     * @param progress given the number of bytes of the inputs handled so far, from time to time
     * @throws IllegalArgumentException if there are no inputs
     * @throws DataSeriesException if an input is damaged, or two have different types of one name
     * @throws IOException if reading or writing fails
     */
    public static Report run(List<Path> inputs, WritableByteChannel out, WriterOptions options, LongConsumer progress)
            throws IOException {
        try (out) {
            if (inputs.isEmpty()) {
                throw new IllegalArgumentException("there are no files to concatenate");
            }
            Set<String> omitted = new TreeSet<>();
            List<ExtentType> types = types(inputs, omitted);
            ByteOrder order;
            try (DataSeriesReader first = DataSeriesReader.open(inputs.get(0))) {
                order = first.order();
            }
            DataSeriesWriter writer = create(out, types, options.withOrder(order), inputs.get(0));
            try {
                long inputBytes = 0;
                long repacked = 0;
                for (Path input : inputs) {
                    try (DataSeriesReader reader = DataSeriesReader.open(input)) {
                        long before = inputBytes;
                        LongConsumer here = bytes -> progress.accept(before + bytes);
                        if (reader.order().equals(order)) {
                            copy(reader, types, writer, options.threads(), here);
                        } else {
                            repacked += repack(reader, types, writer, options.threads(), here);
                        }
                        inputBytes += reader.sizeBytes();
                    }
                }
                writer.close();
                long extents = 0;
                long rows = 0;
                for (TypeStatistics type : writer.statistics()) {
                    extents += type.storage().extents();
                    rows += type.storage().rows();
                }
                return new Report(inputBytes, writer.sizeBytes(), extents, rows, repacked, List.copyOf(omitted));
            } finally {
                // Leaves what was not closed recognisably unfinished.
                writer.abort();
            }
        }
    }

    private static DataSeriesWriter create(
            WritableByteChannel out, List<ExtentType> types, WriterOptions options, Path first) throws IOException {
        try {
            return DataSeriesWriter.create(out, types, options);
        } catch (IllegalArgumentException e) {
            // The library reads such types, but writes no extents of them.
            throw new DataSeriesException(first.toString(), String.valueOf(e.getMessage()));
        }
    }

    /**
     * Returns the types of all files.
     *
     * @param omitted takes the names of types of notes that differ, which are not among them
     */
    private static List<ExtentType> types(List<Path> inputs, Set<String> omitted) throws IOException {
        Map<String, ExtentType> types = new LinkedHashMap<>();
        Map<String, Path> declaredBy = new HashMap<>();
        for (Path input : inputs) {
            try (DataSeriesReader reader = DataSeriesReader.open(input)) {
                for (ExtentType type : reader.types()) {
                    ExtentType before = types.putIfAbsent(type.name(), type);
                    if (before == null) {
                        declaredBy.put(type.name(), input);
                    } else if (!before.equals(type) && type.name().startsWith(NOTES)) {
                        omitted.add(type.name());
                    } else if (!before.equals(type)) {
                        throw new DataSeriesException(
                                reader.name(),
                                "type '" + type.name() + "' is another type in " + declaredBy.get(type.name()));
                    }
                }
            }
        }
        types.keySet().removeAll(omitted);
        return List.copyOf(types.values());
    }

    private static void copy(
            DataSeriesReader reader,
            List<ExtentType> types,
            DataSeriesWriter writer,
            int threads,
            LongConsumer progress)
            throws IOException {
        IndexWalk walk =
                reader.walk(types.stream().map(ExtentType::name).collect(Collectors.toSet()), Set.of(), header -> {});
        OrderedPipeline.Source<StoredExtent> source = () -> reader.fetchNext(walk, null);
        try (OrderedPipeline<StoredExtent, StoredExtent> pipeline = new OrderedPipeline<>(
                source,
                () -> Concatenation::verified,
                stored -> stored.bytes().length,
                BYTES_PER_THREAD * threads,
                threads)) {
            for (StoredExtent stored = pipeline.next(); stored != null; stored = pipeline.next()) {
                writer.write(stored);
                progress.accept(stored.place().offset());
            }
        }
    }

    private static StoredExtent verified(StoredExtent stored) throws DataSeriesException {
        ExtentUnpacker.checkAdler(stored.header(), stored.bytes(), stored.place());
        return stored;
    }

    private static long repack(
            DataSeriesReader reader,
            List<ExtentType> types,
            DataSeriesWriter writer,
            int threads,
            LongConsumer progress)
            throws IOException {
        long extents = 0;
        try (ExtentSource source = reader.extents("", threads)) {
            for (Extent extent = source.next(); extent != null; extent = source.next()) {
                if (types.contains(extent.type())) {
                    writer.write(extent);
                    extents++;
                    progress.accept(extent.fileOffset());
                }
            }
        }
        return extents;
    }
}

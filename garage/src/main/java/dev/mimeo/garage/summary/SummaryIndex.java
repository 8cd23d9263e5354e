package dev.mimeo.garage.summary;

import dev.mimeo.garage.store.ColumnArray;
import dev.mimeo.garage.store.ColumnSchema;
import dev.mimeo.garage.store.PackedFile;
import dev.mimeo.garage.store.PackedFileWriter;
import dev.mimeo.garage.store.TableSchema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The files that are summarized, and the segments that have their summaries. It is a packed file with table {@code Sources};
 * properties name the segments and the version. Version 1 has no checksums of files. Rows of a segment whose number is not in the
 * table are of former states of files.
 *
 * @param sources by the path of the file below the root
 * @param segments numbers of the segments, the oldest first
 */
record SummaryIndex(SortedMap<String, SummarizedFile> sources, List<Integer> segments) {

    private static final String TABLE = "Sources";
    private static final String SEGMENTS = "segments";
    private static final String VERSION = "version";
    private static final String VERSION_1 = "1";
    private static final String VERSION_2 = "2";

    private static final List<ColumnSchema> COLUMNS_1 = List.of(
            new ColumnSchema("source", ColumnSchema.Type.TEXT),
            new ColumnSchema(ColumnSchema.SERVER, ColumnSchema.Type.TEXT),
            new ColumnSchema("number", ColumnSchema.Type.INT64),
            new ColumnSchema("bytes", ColumnSchema.Type.INT64),
            new ColumnSchema("sourceDeleted", ColumnSchema.Type.BOOL));

    private static final List<ColumnSchema> COLUMNS_2 = Stream.concat(
                    COLUMNS_1.stream(), Stream.of(new ColumnSchema("checksum", ColumnSchema.Type.INT64)))
            .toList();

    /** Copies both. */
    SummaryIndex {
        sources = Collections.unmodifiableSortedMap(new TreeMap<>(sources));
        segments = List.copyOf(segments);
    }

    /**
     * A file.
     *
     * @param number its number in segments
     * @param server name of its server
     * @param bytes its size when it was summarized, or after a change that left the summaries valid
     * @param checksum its checksum then; null if it was summarized by a version that did not note it
     * @param isDeleted whether it is gone
     */
    record SummarizedFile(
            long number,
            String server,
            long bytes,
            @Nullable Integer checksum,
            boolean isDeleted) {

        static SummarizedFile of(long number, PackedFile file) {
            return new SummarizedFile(number, file.description().server(), file.sizeBytes(), file.checksum(), false);
        }

        /** Returns this file, which is gone. */
        SummarizedFile deleted() {
            return new SummarizedFile(number, server, bytes, checksum, true);
        }

        /** Returns whether a file is the one that was summarized. */
        boolean isOf(PackedFile file) {
            return !isDeleted && bytes == file.sizeBytes() && (checksum == null || checksum == file.checksum());
        }
    }

    /**
     * Reads an index.
     *
     * @throws PackedFile.DamagedException if it is damaged, or of another version
     */
    static SummaryIndex read(Path path) throws IOException {
        try (PackedFile file = PackedFile.open(path)) {
            Map<String, String> properties = file.description().properties();
            String version = properties.get(VERSION);
            TableSchema table = file.table(TABLE);
            boolean hasChecksums = VERSION_2.equals(version);
            if (!(hasChecksums || VERSION_1.equals(version))
                    || table == null
                    || !table.columns().equals(hasChecksums ? COLUMNS_2 : COLUMNS_1)) {
                throw new PackedFile.DamagedException(
                        path.toString(),
                        "version " + version,
                        "expected an index of summaries of version " + VERSION_1 + " or " + VERSION_2
                                + ": use a newer Mimeo, or remove the folder and summarize again");
            }
            ColumnArray[] columns =
                    file.read(TABLE, IntStream.range(0, table.columns().size()).toArray());
            SortedMap<String, SummarizedFile> sources = new TreeMap<>();
            for (int row = 0; row < table.rows(); row++) {
                sources.put(
                        columns[0].texts()[row],
                        new SummarizedFile(
                                columns[2].longs()[row],
                                columns[1].texts()[row],
                                columns[3].longs()[row],
                                hasChecksums && !columns[5].isNull(row)
                                        ? (int) columns[5].longs()[row]
                                        : null,
                                columns[4].booleans()[row]));
            }
            return new SummaryIndex(sources, segments(path, properties.getOrDefault(SEGMENTS, "")));
        }
    }

    private static List<Integer> segments(Path path, String text) throws PackedFile.DamagedException {
        try {
            return Stream.of(text.split(","))
                    .filter(number -> !number.isEmpty())
                    .map(Integer::valueOf)
                    .toList();
        } catch (NumberFormatException e) {
            throw new PackedFile.DamagedException(
                    path.toString(), "segments", "expected numbers, found '" + text + "'");
        }
    }

    /** Writes the index, in place of any other. */
    void write(Path path) throws IOException {
        List<SummarizedFile> values = new ArrayList<>(sources.values());
        boolean[] deleted = new boolean[values.size()];
        long[] checksums = new long[values.size()];
        for (int i = 0; i < deleted.length; i++) {
            deleted[i] = values.get(i).isDeleted();
            Integer checksum = values.get(i).checksum();
            checksums[i] = checksum == null ? 0 : checksum;
        }
        List<ColumnArray> columns = List.of(
                ColumnArray.ofTexts(sources.keySet().toArray(String[]::new), null),
                ColumnArray.ofTexts(values.stream().map(SummarizedFile::server).toArray(String[]::new), null),
                ColumnArray.ofLongs(
                        values.stream().mapToLong(SummarizedFile::number).toArray(), null),
                ColumnArray.ofLongs(
                        values.stream().mapToLong(SummarizedFile::bytes).toArray(), null),
                ColumnArray.ofBooleans(deleted, null),
                ColumnArray.ofLongs(
                        checksums,
                        ColumnArray.nulls(
                                checksums.length, row -> values.get(row).checksum() == null)));
        String numbers = segments.stream().map(String::valueOf).collect(Collectors.joining(","));
        PackedFileWriter.FileDescription description =
                new PackedFileWriter.FileDescription("", null, Map.of(VERSION, VERSION_2, SEGMENTS, numbers));
        try (PackedFileWriter writer = PackedFileWriter.replace(path, description, PackedFileWriter.Options.LOSSLESS)) {
            writer.add(new TableSchema(TABLE, values.size(), COLUMNS_2), columns);
            writer.commit();
        }
    }
}

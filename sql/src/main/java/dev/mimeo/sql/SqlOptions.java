package dev.mimeo.sql;

import dev.mimeo.dataseries.Checksums;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Options of queries.
 *
 * @param threads threads of the engine, and threads that unpack extents ahead of it; at least 1
 * @param memoryBytes most memory that the engine may take; more goes to the temporary folder. At least 64 MiB. Extents that are read
 *     ahead are on Java's heap and not counted
 * @param temporaryFolder folder for the spill files of the engine; need not exist, is used by nobody else
 * @param typePattern type of the files to read, as {@link dev.mimeo.dataseries.DataSeriesReader#type} takes it;
 *     {@code *} for the only one there is
 * @param binaryFields names of {@code variable32} fields to read as {@code BLOB} instead of text; {@code *} for all
 * @param checksums checksums of extents that are verified
 * @param index a min-max index; extents in which no row can pass the WHERE clause are not read, and their rows not verified; null for
 *     none
 * @param progress is told how far the reading of the files has come
 */
public record SqlOptions(
        int threads,
        long memoryBytes,
        Path temporaryFolder,
        String typePattern,
        Set<String> binaryFields,
        Checksums checksums,
        @Nullable Path index,
        ExtentListener progress) {

    /** The least memory, in bytes, that the engine is given: 64 MiB. */
    public static final long MIN_MEMORY_BYTES = 64L << 20;

    /** The usual memory of the engine, in bytes: 256 MiB. */
    public static final long DEFAULT_MEMORY_BYTES = 256L << 20;

    /** The pattern for the only type of a file. */
    public static final String ONLY_TYPE = "*";

    /**
     * Checks the options.
     *
     * @throws IllegalArgumentException if there are too few threads or too little memory
     */
    public SqlOptions {
        if (threads < 1) {
            throw new IllegalArgumentException("threads must be at least 1, got " + threads);
        }
        if (memoryBytes < MIN_MEMORY_BYTES) {
            throw new IllegalArgumentException(
                    "the engine needs at least " + (MIN_MEMORY_BYTES >> 20) + " MiB of memory, got " + memoryBytes);
        }
        binaryFields = Set.copyOf(binaryFields);
    }

    /**
     * Makes options with the usual memory, for files with one type each, whose stored bytes are verified.
     *
     * @param temporaryFolder see {@link #temporaryFolder()}
     */
    public static SqlOptions of(int threads, Path temporaryFolder) {
        return new SqlOptions(
                threads,
                DEFAULT_MEMORY_BYTES,
                temporaryFolder,
                ONLY_TYPE,
                Set.of(),
                Checksums.PACKED,
                null,
                (extents, total) -> {});
    }

    /** Returns these options with a pattern for types. */
    public SqlOptions withType(String pattern) {
        return new SqlOptions(threads, memoryBytes, temporaryFolder, pattern, binaryFields, checksums, index, progress);
    }

    /** Returns these options with other fields to read as binary. */
    public SqlOptions withBinaryFields(Set<String> names) {
        return new SqlOptions(threads, memoryBytes, temporaryFolder, typePattern, names, checksums, index, progress);
    }

    /** Returns these options with another memory. */
    public SqlOptions withMemory(long bytes) {
        return new SqlOptions(threads, bytes, temporaryFolder, typePattern, binaryFields, checksums, index, progress);
    }

    /** Returns these options with other checksums that are verified. */
    public SqlOptions withChecksums(Checksums verified) {
        return new SqlOptions(
                threads, memoryBytes, temporaryFolder, typePattern, binaryFields, verified, index, progress);
    }

    /** Returns these options with a min-max index. */
    public SqlOptions withIndex(@Nullable Path file) {
        return new SqlOptions(
                threads, memoryBytes, temporaryFolder, typePattern, binaryFields, checksums, file, progress);
    }

    /** Returns these options with another receiver of progress. */
    public SqlOptions withProgress(ExtentListener receiver) {
        return new SqlOptions(
                threads, memoryBytes, temporaryFolder, typePattern, binaryFields, checksums, index, receiver);
    }

    /** A listener for the progress of a query over the extents of files. Called by any thread, one at a time per table of a query. */
    @FunctionalInterface
    public interface ExtentListener {

        /**
         * Takes a step.
         *
         * @param extents extents read or skipped so far, of all tables of the query
         * @param total extents that these tables have
         */
        void update(long extents, long total);
    }
}

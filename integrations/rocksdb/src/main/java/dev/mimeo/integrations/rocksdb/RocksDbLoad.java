package dev.mimeo.integrations.rocksdb;

import dev.mimeo.internal.bytes.BigEndian;
import dev.mimeo.internal.files.TreeWalk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.CompactRangeOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.FlushOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * Loads values into a fresh RocksDB and compacts it, to see how large its tables become and how long it takes. Keys are
 * numbers of 8 bytes in ascending order, so that values lie in the tables in the order in which they come, as rows do that
 * are inserted by primary key. There is no write-ahead log.
 *
 * @param compression one of {@link #compressions()}
 * @param valueBytes size of a value, at least 1
 * @param blockBytes size of the blocks that are compressed, before compression; RocksDB's default is 4096
 */
public record RocksDbLoad(String compression, int valueBytes, int blockBytes) {

    private static final Map<String, CompressionType> COMPRESSIONS = new LinkedHashMap<>();

    static {
        COMPRESSIONS.put("none", CompressionType.NO_COMPRESSION);
        COMPRESSIONS.put("snappy", CompressionType.SNAPPY_COMPRESSION);
        COMPRESSIONS.put("lz4", CompressionType.LZ4_COMPRESSION);
        COMPRESSIONS.put("lz4hc", CompressionType.LZ4HC_COMPRESSION);
        COMPRESSIONS.put("zlib", CompressionType.ZLIB_COMPRESSION);
        COMPRESSIONS.put("zstd", CompressionType.ZSTD_COMPRESSION);
        COMPRESSIONS.put("bzip2", CompressionType.BZLIB2_COMPRESSION);
    }

    /** A batch of values is written once it has this many bytes; what is in between is the source's time. */
    private static final int BATCH_BYTES = 1 << 20;

    private static final String TABLE_BYTES = "rocksdb.total-sst-files-size";

    /**
     * Totals of a load.
     *
     * @param values number of values
     * @param valueBytes their bytes
     * @param tableBytes bytes of the tables after compaction, with keys, indexes and checksums
     * @param writeSeconds wall-clock time of writing, flushing and compacting, without what making the values took
     */
    public record Result(long values, long valueBytes, long tableBytes, double writeSeconds) {

        /** Returns how many bytes of values one byte of the tables holds. */
        public double ratio() {
            return tableBytes == 0 ? 1 : (double) valueBytes / tableBytes;
        }
    }

    /**
     * Describes a load.
     *
     * @throws IllegalArgumentException if RocksDB has no such compression, or a size is not positive
     */
    public RocksDbLoad {
        if (!COMPRESSIONS.containsKey(compression)) {
            throw new IllegalArgumentException(
                    "no compression '" + compression + "'; there are: " + String.join(", ", compressions()));
        }
        if (valueBytes < 1 || blockBytes < 1) {
            throw new IllegalArgumentException("values and blocks need at least 1 byte");
        }
    }

    /** Returns the names of RocksDB's compressions. */
    public static List<String> compressions() {
        return List.copyOf(COMPRESSIONS.keySet());
    }

    /**
     * Loads values into a database that is deleted afterwards.
     *
     * @param folder folder in which the database is made, in a folder of its own
     * @param count most values to load; fewer if the source has fewer
     * @throws IOException if RocksDB cannot write, or the source cannot be read
     */
    public Result run(Path folder, long count, Values source) throws IOException {
        Path temporary = Files.createTempDirectory(folder, "mimeo-rocksdb");
        try {
            return create(temporary.resolve("db"), count, source);
        } finally {
            TreeWalk.delete(temporary);
        }
    }

    /** Loads values into a database that does not exist yet, and stays. */
    Result create(Path folder, long count, Values source) throws IOException {
        RocksDB.loadLibrary();
        CompressionType type = COMPRESSIONS.get(compression);
        try (Options options = new Options()
                        .setCreateIfMissing(true)
                        .setErrorIfExists(true)
                        .setCompressionType(type)
                        .setBottommostCompressionType(type)
                        .setTableFormatConfig(new BlockBasedTableConfig().setBlockSize(blockBytes));
                RocksDB database = RocksDB.open(options, folder.toString())) {
            return load(database, count, source);
        } catch (RocksDBException e) {
            throw new IOException("RocksDB in " + folder + ": " + e.getMessage(), e);
        }
    }

    private Result load(RocksDB database, long count, Values source) throws IOException, RocksDBException {
        byte[] key = new byte[Long.BYTES];
        byte[] value = new byte[valueBytes];
        long done = 0;
        long nanos = 0;
        try (WriteBatch batch = new WriteBatch();
                WriteOptions unlogged = new WriteOptions().setDisableWAL(true)) {
            boolean more = true;
            while (more && done < count) {
                batch.clear();
                while (done < count && batch.getDataSize() < BATCH_BYTES && (more = source.next(value))) {
                    BigEndian.putLong(key, 0, done++);
                    batch.put(key, value);
                }
                long start = System.nanoTime();
                database.write(unlogged, batch);
                nanos += System.nanoTime() - start;
            }
        }
        long start = System.nanoTime();
        try (FlushOptions waiting = new FlushOptions().setWaitForFlush(true);
                CompactRangeOptions whole = new CompactRangeOptions()
                        .setBottommostLevelCompaction(CompactRangeOptions.BottommostLevelCompaction.kForce)) {
            database.flush(waiting);
            database.compactRange(database.getDefaultColumnFamily(), null, null, whole);
        }
        nanos += System.nanoTime() - start;
        return new Result(done, done * valueBytes, database.getLongProperty(TABLE_BYTES), 1e-9 * nanos);
    }

    /** Source of the values of a load. Used by one thread. */
    @FunctionalInterface
    public interface Values {

        /**
         * Fills an array with the next value.
         *
         * @return whether there was one more value; if not, what is in the array is undefined
         * @throws IOException if the values cannot be read
         */
        boolean next(byte[] value) throws IOException;
    }
}

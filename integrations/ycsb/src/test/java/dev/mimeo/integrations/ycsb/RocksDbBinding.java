package dev.mimeo.integrations.ycsb;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import org.jspecify.annotations.Nullable;
import org.rocksdb.CompactRangeOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/**
 * A binding of YCSB for RocksDB that can only insert, as those of YCSB are in no repository: a record is a value, of names
 * and values of fields with their lengths. For one thread; prints the size of the tables in the end.
 */
public final class RocksDbBinding extends DB {

    static final String FOLDER = "rocksdb.dir";
    static final String COMPRESSION = "rocksdb.compression";

    private @Nullable RocksDB database;

    @Override
    public void init() throws DBException {
        RocksDB.loadLibrary();
        CompressionType type =
                CompressionType.getCompressionType(getProperties().getProperty(COMPRESSION, "lz4"));
        try (Options options = new Options()
                .setCreateIfMissing(true)
                .setErrorIfExists(true)
                .setCompressionType(type)
                .setBottommostCompressionType(type)) {
            database = RocksDB.open(options, getProperties().getProperty(FOLDER));
        } catch (RocksDBException e) {
            throw new DBException(e);
        }
    }

    @Override
    public Status insert(String table, String key, Map<String, ByteIterator> values) {
        RocksDB open = database;
        if (open == null) {
            return Status.ERROR;
        }
        try (WriteOptions unlogged = new WriteOptions().setDisableWAL(true)) {
            open.put(unlogged, key.getBytes(StandardCharsets.UTF_8), record(values));
            return Status.OK;
        } catch (RocksDBException e) {
            return Status.ERROR;
        }
    }

    private static byte[] record(Map<String, ByteIterator> values) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream record = new DataOutputStream(bytes)) {
            for (Map.Entry<String, ByteIterator> field : values.entrySet()) {
                byte[] value = field.getValue().toArray();
                record.writeUTF(field.getKey());
                record.writeInt(value.length);
                record.write(value);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    @Override
    public void cleanup() throws DBException {
        RocksDB open = database;
        if (open != null) {
            try (CompactRangeOptions whole = new CompactRangeOptions()
                    .setBottommostLevelCompaction(CompactRangeOptions.BottommostLevelCompaction.kForce)) {
                open.compactRange(open.getDefaultColumnFamily(), null, null, whole);
                System.out.println("tables: " + open.getLongProperty("rocksdb.total-sst-files-size") + " bytes");
            } catch (RocksDBException e) {
                throw new DBException(e);
            } finally {
                open.close();
            }
        }
    }

    @Override
    public Status read(String table, String key, @Nullable Set<String> fields, Map<String, ByteIterator> result) {
        return Status.NOT_IMPLEMENTED;
    }

    @Override
    @SuppressWarnings("NonApiType") // as YCSB declares it
    public Status scan(
            String table,
            String startKey,
            int count,
            @Nullable Set<String> fields,
            Vector<HashMap<String, ByteIterator>> result) {
        return Status.NOT_IMPLEMENTED;
    }

    @Override
    public Status update(String table, String key, Map<String, ByteIterator> values) {
        return Status.NOT_IMPLEMENTED;
    }

    @Override
    public Status delete(String table, String key) {
        return Status.NOT_IMPLEMENTED;
    }
}

package dev.mimeo.integrations.ycsb;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import org.jspecify.annotations.Nullable;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;

/** Passes operations on to a database, with other values in those that write. YCSB opens and closes the database itself. */
final class SyntheticValueDb extends DB {

    private final DB target;
    private final SyntheticValues values;

    SyntheticValueDb(DB target, SyntheticValues values) {
        this.target = target;
        this.values = values;
    }

    DB target() {
        return target;
    }

    @Override
    public Status insert(String table, String key, Map<String, ByteIterator> fields) {
        return target.insert(table, key, values.inserted(key, fields));
    }

    @Override
    public Status update(String table, String key, Map<String, ByteIterator> fields) {
        return target.update(table, key, values.updated(fields));
    }

    @Override
    public Status read(String table, String key, @Nullable Set<String> fields, Map<String, ByteIterator> result) {
        return target.read(table, key, fields, result);
    }

    @Override
    @SuppressWarnings("NonApiType") // as YCSB declares it
    public Status scan(
            String table,
            String startKey,
            int count,
            @Nullable Set<String> fields,
            Vector<HashMap<String, ByteIterator>> result) {
        return target.scan(table, startKey, count, fields, result);
    }

    @Override
    public Status delete(String table, String key) {
        return target.delete(table, key);
    }
}

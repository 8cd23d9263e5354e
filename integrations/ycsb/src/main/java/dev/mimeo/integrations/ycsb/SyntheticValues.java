package dev.mimeo.integrations.ycsb;

import dev.mimeo.generate.PayloadSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import org.jspecify.annotations.Nullable;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;

/** The values that one thread of YCSB writes. Not thread-safe. */
final class SyntheticValues {

    private final PayloadSource inserts;
    private final PayloadSource updates;
    private @Nullable SyntheticValueDb database;

    /**
     * Makes values for a thread.
     *
     * @param inserts source of new records, each from the place of its key
     * @param updates source of new values of fields, one after the other
     */
    SyntheticValues(PayloadSource inserts, PayloadSource updates) {
        this.inserts = inserts;
        this.updates = updates;
    }

    /** Returns a database that writes these values into another instead of those it is given. */
    DB writtenTo(DB target) {
        SyntheticValueDb made = database;
        if (made == null || made.target() != target) {
            made = new SyntheticValueDb(target, this);
            database = made;
        }
        return made;
    }

    /** Returns other values of the same names and lengths for a new record. */
    Map<String, ByteIterator> inserted(String key, Map<String, ByteIterator> fields) {
        inserts.seekObject(PayloadSource.keyOf(key));
        return next(inserts, fields);
    }

    /** Returns other values of the same names and lengths for fields of a record that there is. */
    Map<String, ByteIterator> updated(Map<String, ByteIterator> fields) {
        return next(updates, fields);
    }

    /** Does not read the fields, so that their lengths are known still if YCSB tries again. */
    private static Map<String, ByteIterator> next(PayloadSource source, Map<String, ByteIterator> fields) {
        Map<String, ByteIterator> values = new LinkedHashMap<>(2 * fields.size());
        for (Map.Entry<String, ByteIterator> field : fields.entrySet()) {
            byte[] value = new byte[Math.toIntExact(field.getValue().bytesLeft())];
            source.fill(value, 0, value.length);
            values.put(field.getKey(), new ByteArrayByteIterator(value));
        }
        return values;
    }

    /** Passes operations on to a database, with other values in those that write. YCSB opens and closes the database itself. */
    private static final class SyntheticValueDb extends DB {

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
}

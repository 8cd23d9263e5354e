package dev.mimeo.integrations.ycsb;

import dev.mimeo.generate.PayloadSource;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;

/** The values that one thread of YCSB writes. Not thread-safe. */
final class SyntheticValues {

    /** Which printable character each byte becomes: itself where it is one. */
    private static final byte[] PRINTABLE = new byte[256];

    private static final int FIRST_PRINTABLE = ' ';
    private static final int LAST_PRINTABLE = '~';

    static {
        for (int b = 0; b < PRINTABLE.length; b++) {
            boolean printable = b >= FIRST_PRINTABLE && b <= LAST_PRINTABLE;
            PRINTABLE[b] = (byte) (printable ? b : FIRST_PRINTABLE + b % (LAST_PRINTABLE - FIRST_PRINTABLE + 1));
        }
    }

    private final PayloadSource inserts;
    private final PayloadSource updates;
    private final boolean printable;
    private @Nullable SyntheticValueDb database;

    /**
     * Makes values for a thread.
     *
     * @param inserts where new records come from, each from the place of its key
     * @param updates where new values of fields come from, one after the other
     * @param printable whether to replace bytes that are no printable ASCII characters
     */
    SyntheticValues(PayloadSource inserts, PayloadSource updates, boolean printable) {
        this.inserts = inserts;
        this.updates = updates;
        this.printable = printable;
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
    private Map<String, ByteIterator> next(PayloadSource source, Map<String, ByteIterator> fields) {
        long bytes = 0;
        for (ByteIterator field : fields.values()) {
            bytes += field.bytesLeft();
        }
        byte[] record = new byte[Math.toIntExact(bytes)];
        source.fill(record, 0, record.length);
        if (printable) {
            for (int i = 0; i < record.length; i++) {
                record[i] = PRINTABLE[record[i] & 0xff];
            }
        }
        Map<String, ByteIterator> values = new LinkedHashMap<>();
        int offset = 0;
        for (Map.Entry<String, ByteIterator> field : fields.entrySet()) {
            int length = (int) field.getValue().bytesLeft();
            values.put(field.getKey(), new ByteArrayByteIterator(record, offset, length));
            offset += length;
        }
        return values;
    }
}

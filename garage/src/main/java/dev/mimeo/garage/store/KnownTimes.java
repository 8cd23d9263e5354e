package dev.mimeo.garage.store;

import dev.mimeo.garage.internal.codec.RowTimes;
import java.lang.ref.SoftReference;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The columns of times of a file, and the times of its blocks that were decoded, so that columns that are read one by one do not
 * decode them again. The garbage collector may take the times when memory is short. Thread-safe.
 */
final class KnownTimes {

    private final int[] timeColumns;
    private final int[] previousColumns;
    private final Map<Integer, SoftReference<RowTimes>> byEntry = new ConcurrentHashMap<>();

    KnownTimes(List<TableSchema> tables) {
        this.timeColumns = tables.stream().mapToInt(BlockTimes::timeColumn).toArray();
        this.previousColumns =
                tables.stream().mapToInt(BlockTimes::previousColumn).toArray();
    }

    /** Returns {@link BlockTimes#timeColumn} of a table. */
    int timeColumn(int table) {
        return timeColumns[table];
    }

    /** Returns {@link BlockTimes#previousColumn} of a table. */
    int previousColumn(int table) {
        return previousColumns[table];
    }

    /**
     * Returns the times of a block, null if they must be decoded.
     *
     * @param entry that of the block of the column of times in the directory
     */
    @Nullable RowTimes get(int entry) {
        SoftReference<RowTimes> known = byEntry.get(entry);
        return known == null ? null : known.get();
    }

    void put(int entry, RowTimes times) {
        byEntry.put(entry, new SoftReference<>(times));
    }
}

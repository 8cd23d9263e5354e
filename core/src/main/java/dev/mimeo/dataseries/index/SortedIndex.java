package dev.mimeo.dataseries.index;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.ExtentStream;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.dataseries.GeneralValue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds extents by binary search in files whose rows are sorted by one field, with an index of {@link ExtentIndexer} or the
 * original {@code dsextentindex}, of which that field is held in memory. Immutable and thread-safe.
 */
public final class SortedIndex {

    private record Entry(long offset, ValueRange range) {}

    private final FieldType type;
    private final Path folder;
    private final Map<String, List<Entry>> files;

    private SortedIndex(FieldType type, Path folder, Map<String, List<Entry>> files) {
        this.type = type;
        this.folder = folder;
        this.files = files;
    }

    /**
     * Reads an index.
     *
     * @param field name of an indexed field
     * @throws IllegalArgumentException if the field is not indexed
     * @throws DataSeriesException if the file is not an index, or one of the indexed files is not sorted by the field
     */
    public static SortedIndex read(Path file, String field) throws IOException {
        Map<String, List<Entry>> files = new LinkedHashMap<>();
        try (IndexFile index = IndexFile.open(file)) {
            ExtentType type = index.minMax();
            int names = type.indexOf(IndexTypes.FILE);
            int offsets = type.indexOf(IndexTypes.OFFSET);
            index.check(type, IndexTypes.ROWS, FieldType.INT32);
            int rowCounts = type.indexOf(IndexTypes.ROWS);
            int min = type.indexOf(IndexTypes.min(field));
            int max = type.indexOf(IndexTypes.max(field));
            try (ExtentSource source = index.extents(type, 1)) {
                for (Extent extent = source.next(); extent != null; extent = source.next()) {
                    for (int row = 0; row < extent.rows(); row++) {
                        // Bounds of an extent without rows mean nothing.
                        if (extent.ints(rowCounts)[row] > 0) {
                            files.computeIfAbsent(index.file(extent, names, row), name -> new ArrayList<>())
                                    .add(new Entry(
                                            extent.longs(offsets)[row],
                                            new ValueRange(
                                                    GeneralValue.of(extent, min, row),
                                                    GeneralValue.of(extent, max, row))));
                        }
                    }
                }
            }
            for (Map.Entry<String, List<Entry>> entry : files.entrySet()) {
                entry.getValue().sort(Comparator.comparing(Entry::offset));
                checkSorted(entry.getKey(), field, entry.getValue());
            }
            Path parent = file.toAbsolutePath().getParent();
            return new SortedIndex(type.fields().get(min).type(), parent == null ? Path.of("") : parent, files);
        }
    }

    private static void checkSorted(String file, String field, List<Entry> entries) throws DataSeriesException {
        for (int i = 1; i < entries.size(); i++) {
            GeneralValue before = entries.get(i - 1).range.max();
            GeneralValue after = entries.get(i).range.min();
            if (before.compareTo(after) > 0) {
                throw new DataSeriesException(
                        file,
                        entries.get(i).offset,
                        -1,
                        "is not sorted by '" + field + "'",
                        before + " comes before " + after);
            }
        }
    }

    /** Returns where the extents are that may hold a value, file by file. */
    public List<MinMaxIndex.Location> find(GeneralValue value) {
        return find(value, value);
    }

    /**
     * Returns where the extents are that may hold values in a range, file by file.
     *
     * @param from the least value, not null; converted to the type of the field
     * @param to the greatest value
     */
    public List<MinMaxIndex.Location> find(GeneralValue from, GeneralValue to) {
        return List.copyOf(find(Set.of(new ValueRange(from.to(type), to.to(type)))));
    }

    /** Returns where the extents are that may hold one of several values, each once, file by file. */
    public List<MinMaxIndex.Location> findAny(Collection<GeneralValue> values) {
        Set<GeneralValue> sorted = new TreeSet<>();
        values.forEach(value -> sorted.add(value.to(type)));
        return List.copyOf(
                find(sorted.stream().map(value -> new ValueRange(value, value)).toList()));
    }

    private Set<MinMaxIndex.Location> find(Collection<ValueRange> wanted) {
        Set<MinMaxIndex.Location> found = new LinkedHashSet<>();
        files.forEach((file, entries) -> {
            for (ValueRange range : wanted) {
                for (int i = firstReaching(entries, range.min());
                        i < entries.size() && entries.get(i).range.overlaps(range);
                        i++) {
                    found.add(new MinMaxIndex.Location(file, entries.get(i).offset));
                }
            }
        });
        return found;
    }

    /** Returns the first entry whose greatest value is at least a value. */
    private static int firstReaching(List<Entry> entries, GeneralValue value) {
        int low = 0;
        int high = entries.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (entries.get(middle).range.max().compareTo(value) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /**
     * Opens a stream of extents at places found, in their order. Files with relative names are looked for where the
     * process runs, then beside the index.
     *
     * @param threads size of the pool that reads and unpacks, at least 1
     */
    public ExtentStream extents(List<MinMaxIndex.Location> locations, int threads) {
        return new LocatedExtents(locations, folder, threads);
    }
}

package dev.mimeo.dataseries;

import java.io.IOException;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A walk through the index of a file that stops at the extents of some types. The headers of the others are read on the way: an
 * index that misses an extent, or gives it a wrong type, shows in the extent before it, of whatever type that is. For one thread at a
 * time.
 */
final class IndexWalk {

    private final FileDirectory directory;
    private final Predicate<String> wanted;
    private final Set<Long> excluded;
    private final Consumer<ExtentHeader> onExcluded;
    private int number;

    /**
     * Starts before the first extent.
     *
     * @param wanted tells whether to stop at extents of the type of a name
     * @param excluded offsets of extents not to stop at all the same
     * @param onExcluded is told of each of these that is wanted otherwise
     */
    IndexWalk(
            FileDirectory directory, Predicate<String> wanted, Set<Long> excluded, Consumer<ExtentHeader> onExcluded) {
        this.directory = directory;
        this.wanted = wanted;
        this.excluded = excluded;
        this.onExcluded = onExcluded;
    }

    /**
     * Returns the next entry that is wanted, or null at the end.
     *
     * @throws DataSeriesException if the index does not agree with the extents in between
     */
    DataSeriesReader.@Nullable IndexEntry next() throws IOException {
        while (number < directory.index().size()) {
            DataSeriesReader.IndexEntry entry = directory.index().get(number);
            number++;
            if (!wanted.test(entry.typeName())) {
                directory.check(entry);
            } else if (excluded.contains(entry.offset())) {
                onExcluded.accept(directory.header(directory.place(entry.offset())));
            } else {
                return entry;
            }
        }
        return null;
    }
}

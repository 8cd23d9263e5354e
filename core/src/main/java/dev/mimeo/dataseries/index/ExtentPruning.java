package dev.mimeo.dataseries.index;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.DataSeriesFiles;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.index.MinMaxIndex.Combination;
import dev.mimeo.dataseries.index.MinMaxIndex.Location;
import dev.mimeo.dataseries.index.MinMaxIndex.Selection;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** The extents of indexed files in which no row lies in all of some ranges. Immutable and thread-safe. */
final class ExtentPruning implements DataSeriesFiles.Exclusion {

    /** Use of the times at which files were last changed. */
    enum FileTimes {
        COMPARED,
        IGNORED
    }

    /** By real path: offsets of such extents. Files that have changed since they were indexed are left out. */
    private final Map<Path, Set<Long>> offsets;

    private ExtentPruning(Map<Path, Set<Long>> offsets) {
        this.offsets = offsets;
    }

    /**
     * Searches an index; parameters and exceptions are those of {@link MinMaxIndex#exclusion}.
     *
     * @param times whether files with other times than those in the index have changed
     */
    static ExtentPruning of(
            MinMaxIndex index, IndexFile file, String typeName, List<Selection> selections, FileTimes times)
            throws IOException {
        if (!typeName.contains(file.prefix()) && !file.prefix().equals("*")) {
            throw new DataSeriesException(
                    file.name(),
                    "is an index of type '" + file.prefix() + "', and the rows are of type '" + typeName + "'");
        }
        List<Selection> indexed = selections.stream()
                .filter(selection -> isIndexed(file, selection))
                .toList();
        Map<Path, Set<Long>> excluded = new HashMap<>();
        if (!indexed.isEmpty()) {
            Map<String, Path> unchanged = unchanged(index, times);
            Set<Location> found = new HashSet<>(index.find(indexed, Combination.AND, IndexTypes.OFFSET));
            // Extents that the index does not know, such as those of other types, are never excluded.
            for (Location location : index.find(List.of(), Combination.AND, IndexTypes.OFFSET)) {
                Path path = unchanged.get(location.file());
                if (path != null && !found.contains(location)) {
                    excluded.computeIfAbsent(path, key -> new HashSet<>()).add(location.offset());
                }
            }
        }
        return new ExtentPruning(excluded);
    }

    /** Returns the real paths of those files that have not changed since they were indexed, by their names in the index. */
    private static Map<String, Path> unchanged(MinMaxIndex index, FileTimes times) throws IOException {
        Map<String, Path> unchanged = new HashMap<>();
        for (Map.Entry<String, Long> entry : index.modifyTimes().entrySet()) {
            try {
                Path path = index.resolve(entry.getKey()).toRealPath();
                if (times == FileTimes.IGNORED || isTime(path, entry.getValue())) {
                    unchanged.put(entry.getKey(), path);
                }
            } catch (NoSuchFileException e) {
                // Files that are gone are not asked for.
            }
        }
        return unchanged;
    }

    /** Returns whether a file was last changed at a time, as precisely as its file system keeps times. */
    private static boolean isTime(Path file, long nanos) throws IOException {
        FileTime time = Files.getLastModifiedTime(file);
        // File systems that are not those of the machine have milliseconds, also of a file that was copied with its
        // time.
        TimeUnit unit =
                file.getFileSystem().equals(FileSystems.getDefault()) ? TimeUnit.NANOSECONDS : TimeUnit.MILLISECONDS;
        return time.to(unit) == FileTime.from(nanos, TimeUnit.NANOSECONDS).to(unit);
    }

    private static boolean isIndexed(IndexFile file, Selection selection) {
        return isIndexed(file, selection, selection.minField()) && isIndexed(file, selection, selection.maxField());
    }

    private static boolean isIndexed(IndexFile file, Selection selection, String name) {
        for (Field field : file.fields()) {
            if (field.name().equals(name)) {
                return field.type() == selection.from().type();
            }
        }
        return false;
    }

    @Override
    public Set<Long> offsets(Path file) throws IOException {
        return offsets.getOrDefault(file.toRealPath(), Set.of());
    }
}

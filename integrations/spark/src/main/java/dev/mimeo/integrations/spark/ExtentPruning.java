package dev.mimeo.integrations.spark;

import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.index.MinMaxIndex;
import dev.mimeo.dataseries.index.MinMaxIndex.Combination;
import dev.mimeo.dataseries.index.MinMaxIndex.Selection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Selection of the extents of indexed files that may hold rows that pass the filters of a query. */
final class ExtentPruning {

    private final Set<String> fields;

    /** By file as it is now, the offsets of extents that may hold rows; files that have changed are not here. */
    private final Map<Path, Set<Long>> offsets;

    private ExtentPruning(Set<String> fields, Map<Path, Set<Long>> offsets) {
        this.fields = fields;
        this.offsets = offsets;
    }

    /**
     * Looks into an index.
     *
     * @throws dev.mimeo.dataseries.DataSeriesException if the file is not one
     * @throws IllegalArgumentException if it is about another type
     */
    static ExtentPruning read(Path file, ValueBounds bounds, String typeName) throws IOException {
        try (MinMaxIndex index = MinMaxIndex.open(file)) {
            if (!typeName.contains(index.typePattern()) && !index.typePattern().equals("*")) {
                throw new IllegalArgumentException("index " + file + " is about type '" + index.typePattern()
                        + "', and what is read is of type '" + typeName + "'");
            }
            Map<String, ValueBounds.Range> ranges = bounds.ranges(new HashSet<>(index.fields()));
            List<Selection> selections = new ArrayList<>();
            ranges.forEach((field, range) -> selections.add(Selection.of(field, range.from(), range.to())));
            Map<String, Path> names = new HashMap<>();
            Map<Path, Set<Long>> offsets = new HashMap<>();
            for (Map.Entry<String, Long> entry : index.modifyTimes().entrySet()) {
                Path path = path(entry.getKey(), file);
                if (Files.exists(path)
                        && Files.getLastModifiedTime(path).to(TimeUnit.NANOSECONDS) == entry.getValue()) {
                    names.put(entry.getKey(), path.toRealPath());
                    offsets.put(path.toRealPath(), new HashSet<>());
                }
            }
            for (MinMaxIndex.Location location : index.find(selections, Combination.AND, "extent_offset")) {
                Path path = names.get(location.file());
                Set<Long> known = path == null ? null : offsets.get(path);
                if (known != null) {
                    known.add(location.offset());
                }
            }
            return new ExtentPruning(ranges.keySet(), offsets);
        }
    }

    private static Path path(String name, Path index) {
        Path path = Path.of(name);
        return Files.exists(path) ? path : index.toAbsolutePath().resolveSibling(name);
    }

    /** Tells whether it is known what the extents of a file hold: it has not changed since it was indexed. */
    boolean isAbout(Path file, ExtentType type) throws IOException {
        // The index has doubles as they are stored.
        return offsets.containsKey(file.toRealPath())
                && fields.stream()
                        .allMatch(
                                field -> type.fields().get(type.indexOf(field)).doubleBase() == 0);
    }

    /** Tells whether an extent of a file that {@link #isAbout} accepts may hold rows that pass. */
    boolean mayHold(Path file, long offset) throws IOException {
        return offsets.getOrDefault(file.toRealPath(), Set.of()).contains(offset);
    }
}

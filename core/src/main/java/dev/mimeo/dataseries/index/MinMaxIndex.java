package dev.mimeo.dataseries.index;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.DataSeriesFiles;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.ExtentStream;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.dataseries.GeneralValue;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Finds extents that may hold values looked for, by an index of {@link ExtentIndexer} or the original
 * {@code dsextentindex}. Rows that do not fit may come along; rows that fit are never left out. Only what is found is held
 * in memory. For one thread.
 */
public final class MinMaxIndex implements Closeable {

    /**
     * File and offset of an extent.
     *
     * @param file name of its file, as the index has it
     * @param offset offset, in bytes from the start of the file
     */
    public record Location(String file, long offset) {}

    /** Combination of several selections. */
    public enum Combination {
        /** Extents that may hold rows for each of them. */
        AND,
        /** Extents that may hold rows for one of them. */
        OR
    }

    /**
     * A range of values looked for.
     *
     * @param from the least, not null; converted to the type of the fields
     * @param to the greatest
     * @param minField indexed field whose least value must not be greater than {@code to}
     * @param maxField indexed field whose greatest value must not be less than {@code from}; the same as
     *     {@code minField}, unless rows are intervals between two fields
     */
    public record Selection(GeneralValue from, GeneralValue to, String minField, String maxField) {

        /** Checks that there are values. */
        public Selection {
            if (from.isNull() || to.isNull()) {
                throw new IllegalArgumentException("the bounds of a selection must not be null");
            }
            Objects.requireNonNull(minField, "minField");
            Objects.requireNonNull(maxField, "maxField");
        }

        /** Looks for rows whose value in a field lies in a range. */
        public static Selection of(String field, GeneralValue from, GeneralValue to) {
            return new Selection(from, to, field, field);
        }

        /** Looks for rows with a value in a field. */
        public static Selection of(String field, GeneralValue value) {
            return of(field, value, value);
        }
    }

    private final IndexFile index;
    private final Path folder;

    private MinMaxIndex(IndexFile index, Path folder) {
        this.index = index;
        this.folder = folder;
    }

    /**
     * Opens an index.
     *
     * @throws DataSeriesException if the file is not one
     */
    public static MinMaxIndex open(Path file) throws IOException {
        Path parent = file.toAbsolutePath().getParent();
        return new MinMaxIndex(IndexFile.open(file), parent == null ? Path.of("") : parent);
    }

    /** Returns the pattern of the indexed type. */
    public String typePattern() {
        return index.prefix();
    }

    /** Returns the names of the indexed fields. */
    public List<String> fields() {
        return index.fieldNames();
    }

    /**
     * Returns when each indexed file was last changed before it was indexed, in nanoseconds since 1970, by its name in the index.
     * The index says nothing about a file that has changed since.
     *
     * @throws DataSeriesException if the index does not say it
     */
    public Map<String, Long> modifyTimes() throws IOException {
        return index.modifyTimes();
    }

    /**
     * Returns where the extents are that may hold rows looked for.
     *
     * @param selections selections to look for; none means everything with AND, and nothing with OR
     * @param orderColumn column of the index whose values give the order, such as {@code min:time}; files and offsets
     *     decide where they are equal
     * @throws IllegalArgumentException if a field is not indexed or of another type than the values, or there is no such
     *     column
     */
    public List<Location> find(List<Selection> selections, Combination combination, String orderColumn)
            throws IOException {
        ExtentType type = index.minMax();
        int order = type.indexOf(orderColumn);
        List<Condition> conditions = new ArrayList<>();
        for (Selection selection : selections) {
            conditions.add(new Condition(type, selection));
        }
        List<Candidate> found = new ArrayList<>();
        int files = type.indexOf(IndexTypes.FILE);
        int offsets = type.indexOf(IndexTypes.OFFSET);
        try (ExtentSource source = index.extents(type, 1)) {
            for (Extent extent = source.next(); extent != null; extent = source.next()) {
                for (int row = 0; row < extent.rows(); row++) {
                    if (matches(conditions, combination, extent, row)) {
                        found.add(new Candidate(
                                GeneralValue.of(extent, order, row),
                                new Location(index.file(extent, files, row), extent.longs(offsets)[row])));
                    }
                }
            }
        }
        removeByRanges(found, selections, combination);
        found.sort(Comparator.comparing(Candidate::order)
                .thenComparing(candidate -> candidate.location.file())
                .thenComparing(candidate -> candidate.location.offset()));
        return found.stream().map(Candidate::location).toList();
    }

    /**
     * Opens a stream of the extents that may hold rows looked for. Files with relative names are looked for where the
     * process runs, then beside the index. Parameters and exceptions are those of {@link #find}.
     *
     * @param threads size of the pool that reads and unpacks, at least 1
     */
    public ExtentStream extents(List<Selection> selections, Combination combination, String orderColumn, int threads)
            throws IOException {
        return extents(find(selections, combination, orderColumn), threads);
    }

    /**
     * Returns the file of a name in the index: with a relative name where the process runs, or beside the index if there is
     * none there or the index is not in the default file system of Java.
     */
    public Path resolve(String name) {
        return LocatedExtents.resolve(name, folder);
    }

    /**
     * Returns the extents in which no row lies in all of some ranges, for queries that need not read them. Of files that have changed
     * since they were indexed, or that the index does not name, none is excluded.
     *
     * @param file the index
     * @param typeName name of the type of the rows
     * @param selections ranges; those of fields that are not indexed, or with another type, exclude nothing
     * @throws DataSeriesException if the file is not an index, or is one of another type
     */
    public static DataSeriesFiles.Exclusion exclusion(Path file, String typeName, List<Selection> selections)
            throws IOException {
        try (MinMaxIndex index = open(file)) {
            return ExtentPruning.of(index, index.index, typeName, selections, ExtentPruning.FileTimes.COMPARED);
        }
    }

    /**
     * Returns the same as {@link #exclusion}, for files that are copies of those that were indexed, by the same names: the times of
     * their last changes are not compared. For object stores, which do not keep these times.
     *
     * @throws DataSeriesException if the file is not an index, or is one of another type
     */
    public static DataSeriesFiles.Exclusion exclusionOfCopies(Path file, String typeName, List<Selection> selections)
            throws IOException {
        try (MinMaxIndex index = open(file)) {
            return ExtentPruning.of(index, index.index, typeName, selections, ExtentPruning.FileTimes.IGNORED);
        }
    }

    /** Opens a stream of extents at places that {@link #find} gave, in their order. */
    public ExtentStream extents(List<Location> locations, int threads) {
        return new LocatedExtents(locations, folder, threads);
    }

    private record Candidate(GeneralValue order, Location location) {}

    private static boolean matches(List<Condition> conditions, Combination combination, Extent extent, int row) {
        for (Condition condition : conditions) {
            if (condition.matches(extent, row) != (combination == Combination.AND)) {
                return combination == Combination.OR;
            }
        }
        return combination == Combination.AND;
    }

    /** Drops extents none of whose ranges holds a value looked for, if the index has ranges. */
    private void removeByRanges(List<Candidate> found, List<Selection> selections, Combination combination)
            throws IOException {
        ExtentType type = index.ranges();
        if (type == null || found.isEmpty() || selections.isEmpty()) {
            return;
        }
        List<Condition> conditions = new ArrayList<>();
        for (Selection selection : selections) {
            if (selection.minField.equals(selection.maxField)) {
                conditions.add(new Condition(type, selection));
            } else if (combination == Combination.OR) {
                // An interval says nothing about ranges, so nothing can be ruled out.
                return;
            }
        }
        Map<Location, Set<Condition>> held = new HashMap<>();
        Set<Location> described = new HashSet<>();
        Set<Location> candidates = new HashSet<>();
        found.forEach(candidate -> candidates.add(candidate.location));
        int files = type.indexOf(IndexTypes.FILE);
        int offsets = type.indexOf(IndexTypes.OFFSET);
        try (ExtentSource source = index.extents(type, 1)) {
            for (Extent extent = source.next(); extent != null; extent = source.next()) {
                for (int row = 0; row < extent.rows(); row++) {
                    Location location = new Location(extent.variables(files).utf8(row), extent.longs(offsets)[row]);
                    if (!candidates.contains(location)) {
                        continue;
                    }
                    described.add(location);
                    for (Condition condition : conditions) {
                        if (condition.matches(extent, row)) {
                            held.computeIfAbsent(location, at -> new HashSet<>())
                                    .add(condition);
                        }
                    }
                }
            }
        }
        found.removeIf(candidate -> {
            int count = held.getOrDefault(candidate.location, Set.of()).size();
            boolean possible = combination == Combination.AND ? count == conditions.size() : count > 0;
            return !possible && described.contains(candidate.location);
        });
    }

    @Override
    public void close() throws IOException {
        index.close();
    }

    /** A selection on the columns of one type. */
    private static final class Condition {
        private final int min;
        private final int max;
        private final GeneralValue from;
        private final GeneralValue to;

        Condition(ExtentType type, Selection selection) {
            this.min = type.indexOf(IndexTypes.min(selection.minField));
            this.max = type.indexOf(IndexTypes.max(selection.maxField));
            FieldType valueType = valueType(type, min);
            if (valueType(type, max) != valueType) {
                throw new IllegalArgumentException(
                        "fields '" + selection.minField + "' and '" + selection.maxField + "' are of different types");
            }
            this.from = selection.from.to(valueType);
            this.to = selection.to.to(valueType);
        }

        private static FieldType valueType(ExtentType type, int column) {
            Field field = type.fields().get(column);
            return field.type();
        }

        boolean matches(Extent extent, int row) {
            return !extent.isNull(min, row)
                    && !extent.isNull(max, row)
                    && GeneralValue.of(extent, min, row).compareTo(to) <= 0
                    && GeneralValue.of(extent, max, row).compareTo(from) >= 0;
        }
    }
}

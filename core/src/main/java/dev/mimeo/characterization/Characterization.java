package dev.mimeo.characterization;

import dev.mimeo.MimeoException.Reason;
import dev.mimeo.characterization.mimic.MimicModel;
import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentType;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads a characterization: the data set as a whole, and any of its chunks by number.
 *
 * <p>Chunks are decoded in groups on demand, and the groups used last are kept, so memory does not depend on the number
 * of chunks and access to consecutive ones is cheap. Thread-safe.
 */
public final class Characterization implements Closeable {

    /** Groups kept; each is some 256 KiB unpacked, and its columns as much again. */
    private static final int CACHED_GROUPS = 64;

    /** Name of what is not an extent in {@link #storedBytes()}: the header and the trailer of the file. */
    private static final String FILE_FRAME = "DataSeries: header, trailer";

    private final DataSeriesReader reader;
    private final String source;
    private final DatasetCharacterization dataset;
    private final List<GroupPlace> groups;
    private final @Nullable MimicRows mimic;
    private final Map<Integer, ChunkGroup> cache = new LinkedHashMap<>(2 * CACHED_GROUPS, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, ChunkGroup> eldest) {
            return size() > CACHED_GROUPS;
        }
    };

    private Characterization(DataSeriesReader reader, String source) throws IOException {
        this.reader = reader;
        this.source = source;
        checkTypes();
        this.dataset = readDataset();
        this.groups = List.copyOf(placeGroups());
        this.mimic = MimicRows.find(reader, source, dataset.chunks());
        long chunks = 0;
        long bytes = 0;
        if (!groups.isEmpty()) {
            ChunkGroup last = group(groups.size() - 1);
            chunks = last.end();
            bytes = last.endOffset();
        }
        if (chunks != dataset.chunks() || bytes != dataset.scannedBytes()) {
            throw damaged(dataset.chunks() + " chunks of " + dataset.scannedBytes() + " bytes are announced, but "
                    + chunks + " of " + bytes + " bytes are there");
        }
    }

    /**
     * Opens a file.
     *
     * @throws DataSeriesException if it is damaged, unfinished, not a characterization, or written by another version with
     *     other types
     */
    public static Characterization open(Path file) throws IOException {
        return of(DataSeriesReader.open(file), file.toString());
    }

    /**
     * Reads a characterization that is in memory.
     *
     * @param content the whole file; not copied, must not be changed
     * @param source its name in error messages
     * @throws DataSeriesException as {@link #open}
     */
    public static Characterization read(byte[] content, String source) throws IOException {
        return of(DataSeriesReader.read(content, source), source);
    }

    private static Characterization of(DataSeriesReader reader, String source) throws IOException {
        try {
            return new Characterization(reader, source);
        } catch (IOException | RuntimeException e) {
            reader.close();
            throw e;
        }
    }

    /** Returns what is known of the data set as a whole. */
    public DatasetCharacterization dataset() {
        return dataset;
    }

    /** Returns the number of chunks. */
    public long chunkCount() {
        return dataset.chunks();
    }

    /** Returns the sum of the sizes of all chunks, bytes. */
    public long scannedBytes() {
        return dataset.scannedBytes();
    }

    /**
     * Returns a chunk.
     *
     * @param number 0 to {@link #chunkCount()} - 1
     * @throws IndexOutOfBoundsException if there is no such chunk
     * @throws DataSeriesException if its rows are damaged
     */
    public ChunkCharacterization chunk(long number) throws IOException {
        if (number < 0 || number >= chunkCount()) {
            throw new IndexOutOfBoundsException("chunk " + number + " of " + chunkCount());
        }
        int low = 0;
        int high = groups.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (groups.get(middle).first <= number) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return group(low).chunk(number);
    }

    /**
     * Returns the number of the chunk that holds a byte.
     *
     * @param offset 0 to {@link #scannedBytes()} - 1, counted over the chunks in order
     * @throws IndexOutOfBoundsException if the offset is out of range
     */
    public long chunkAt(long offset) throws IOException {
        if (offset < 0 || offset >= scannedBytes()) {
            throw new IndexOutOfBoundsException("offset " + offset + " of " + scannedBytes());
        }
        int low = 0;
        int high = groups.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (group(middle).firstOffset() <= offset) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return group(low).chunkAt(offset);
    }

    /**
     * Returns what the parts of the file take: stored bytes by the name of their type, the largest first; what is before
     * the first extent and behind the last one is a part as well, so that all together are the file.
     *
     * @throws DataSeriesException if the file is damaged
     */
    public Map<String, Long> storedBytes() throws IOException {
        Map<String, Long> bytes = new LinkedHashMap<>();
        for (DataSeriesReader.IndexEntry entry : reader.index()) {
            bytes.merge(entry.typeName(), reader.header(entry.offset()).sizeBytes(), Long::sum);
        }
        long extents = bytes.values().stream().mapToLong(Long::longValue).sum();
        bytes.put(FILE_FRAME, reader.sizeBytes() - extents);
        Map<String, Long> sorted = new LinkedHashMap<>();
        bytes.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .forEach(part -> sorted.put(part.getKey(), part.getValue()));
        return sorted;
    }

    /** Returns whether a part of the file, by its name in {@link #storedBytes}, has rows for each chunk. */
    public static boolean isPerChunk(String part) {
        return CharacterizationTypes.PER_CHUNK.stream()
                .anyMatch(type -> type.name().equals(part));
    }

    /**
     * Returns what the chunks have in common, for generator {@code mimic}, or null if that was not scanned.
     *
     * @throws DataSeriesException if it is damaged
     */
    public @Nullable MimicModel mimicModel() throws IOException {
        return mimic == null ? null : mimic.model();
    }

    /**
     * Returns how a chunk is made, or null for a chunk whose bytes are all equal, and where that was not scanned.
     *
     * @param number 0 to {@link #chunkCount()} - 1
     * @throws IndexOutOfBoundsException if there is no such chunk
     * @throws DataSeriesException if it is damaged
     */
    public MimicModel.@Nullable Recipe recipe(long number) throws IOException {
        if (number < 0 || number >= chunkCount()) {
            throw new IndexOutOfBoundsException("chunk " + number + " of " + chunkCount());
        }
        return mimic == null ? null : mimic.recipe(number);
    }

    private synchronized ChunkGroup group(int index) throws IOException {
        ChunkGroup group = cache.get(index);
        if (group == null) {
            GroupPlace place = groups.get(index);
            group = new ChunkGroup(
                    source,
                    place.first,
                    dataset.chunkSize(),
                    reader.read(place.chunks),
                    place.costs < 0 ? null : reader.read(place.costs),
                    place.statistics < 0 ? null : reader.read(place.statistics),
                    place.stretches < 0 ? null : reader.read(place.stretches));
            cache.put(index, group);
        }
        return group;
    }

    private void checkTypes() throws DataSeriesException {
        for (ExtentType expected : CharacterizationTypes.ALL) {
            ExtentType found = null;
            for (ExtentType type : reader.types()) {
                found = type.name().equals(expected.name()) ? type : found;
            }
            if (found == null && CharacterizationTypes.OPTIONAL.contains(expected)) {
                continue;
            }
            if (found == null) {
                throw new DataSeriesException(
                        Reason.UNSUPPORTED,
                        source,
                        "is a DataSeries file but not a characterization: it has no type '" + expected.name() + "'");
            }
            if (found.majorVersion() > CharacterizationTypes.MAJOR_VERSION
                    || (found.majorVersion() == CharacterizationTypes.MAJOR_VERSION
                            && found.minorVersion() > CharacterizationTypes.MINOR_VERSION)) {
                throw new DataSeriesException(
                        Reason.TOO_NEW,
                        source,
                        "is a characterization of version " + found.majorVersion() + "." + found.minorVersion()
                                + ", written by a newer Mimeo; this one reads up to version "
                                + CharacterizationTypes.MAJOR_VERSION + "." + CharacterizationTypes.MINOR_VERSION);
            }
            if (!found.xml().equals(expected.xml())) {
                throw new DataSeriesException(
                        source,
                        "is a characterization that another version of Mimeo wrote: its type '" + expected.name()
                                + "' is not the one of version " + expected.majorVersion() + "."
                                + expected.minorVersion() + ": scan the data again");
            }
        }
    }

    private List<GroupPlace> placeGroups() throws IOException {
        List<GroupPlace> places = new ArrayList<>();
        long first = 0;
        for (DataSeriesReader.IndexEntry entry : reader.index()) {
            String type = entry.typeName();
            if (type.equals(CharacterizationTypes.DATASET.name())) {
                break;
            } else if (type.equals(CharacterizationTypes.CHUNK.name())) {
                int rows = reader.header(entry.offset()).rows();
                places.add(new GroupPlace(first, entry.offset(), -1, -1, -1));
                first += rows;
            } else if (type.equals(CharacterizationTypes.COST.name())) {
                places.add(lastOf(places).withCosts(entry.offset()));
            } else if (type.equals(CharacterizationTypes.STATISTIC.name())) {
                places.add(lastOf(places).withStatistics(entry.offset()));
            } else if (type.equals(CharacterizationTypes.STRETCH.name())) {
                places.add(lastOf(places).withStretches(entry.offset()));
            }
        }
        return places;
    }

    private GroupPlace lastOf(List<GroupPlace> places) throws DataSeriesException {
        if (places.isEmpty()) {
            throw damaged("rows about chunks come before the first chunk");
        }
        return places.remove(places.size() - 1);
    }

    private DatasetCharacterization readDataset() throws IOException {
        Extent row = null;
        List<DuplicationCharacterization> duplication = new ArrayList<>();
        Map<String, Map<String, List<Long>>> profiles = Map.of();
        Map<String, Double> statistics = Map.of();
        for (DataSeriesReader.IndexEntry entry : reader.index()) {
            if (entry.typeName().equals(CharacterizationTypes.DATASET.name())) {
                row = reader.read(entry.offset());
            } else if (entry.typeName().equals(CharacterizationTypes.DUPLICATION.name())) {
                readDuplication(reader.read(entry.offset()), duplication);
            } else if (entry.typeName().equals(CharacterizationTypes.DUPLICATION_PROFILE.name())) {
                profiles = readProfiles(reader.read(entry.offset()));
            } else if (row != null && entry.typeName().equals(CharacterizationTypes.STATISTIC.name())) {
                statistics = readStatistics(reader.read(entry.offset()));
            }
        }
        if (row == null || row.rows() != 1) {
            throw damaged("it has no row about the data set as a whole");
        }
        try {
            return new DatasetCharacterization(
                    row.variables(0).utf8(0),
                    row.variables(1).utf8(0),
                    row.longs(2)[0],
                    row.longs(3)[0],
                    row.longs(4)[0],
                    row.longs(5)[0],
                    row.ints(6)[0],
                    row.booleans(7)[0],
                    row.longs(8)[0],
                    row.variables(9).utf8(0),
                    row.longs(10)[0],
                    withProfiles(duplication, profiles),
                    statistics);
        } catch (IllegalArgumentException e) {
            throw damaged(e.getMessage());
        }
    }

    private Map<String, Double> readStatistics(Extent extent) throws DataSeriesException {
        Map<String, Double> statistics = new HashMap<>();
        for (int i = 0; i < extent.rows(); i++) {
            if (extent.longs(0)[i] != CharacterizationTypes.WHOLE_DATASET) {
                throw damaged("rows about chunk " + extent.longs(0)[i] + " come after the data set");
            }
            statistics.put(extent.variables(1).utf8(i), extent.doubles(2)[i]);
        }
        return statistics;
    }

    private Map<String, Map<String, List<Long>>> readProfiles(Extent extent) throws IOException {
        try {
            return DuplicationRows.read(extent);
        } catch (IllegalArgumentException e) {
            throw damaged(e.getMessage());
        }
    }

    private static List<DuplicationCharacterization> withProfiles(
            List<DuplicationCharacterization> duplication, Map<String, Map<String, List<Long>>> profiles) {
        return duplication.stream()
                .map(cut -> new DuplicationCharacterization(
                        cut.boundaries(),
                        cut.blocks(),
                        cut.bytes(),
                        cut.distinctBlocks(),
                        cut.distinctBytes(),
                        cut.samplingRate(),
                        DuplicationRows.profile(profiles.getOrDefault(cut.boundaries(), Map.of()))))
                .toList();
    }

    private static void readDuplication(Extent extent, List<DuplicationCharacterization> target) throws IOException {
        for (int i = 0; i < extent.rows(); i++) {
            target.add(new DuplicationCharacterization(
                    extent.variables(0).utf8(i),
                    extent.longs(1)[i],
                    extent.longs(2)[i],
                    extent.longs(3)[i],
                    extent.longs(4)[i],
                    extent.doubles(5)[i]));
        }
    }

    private DataSeriesException damaged(@Nullable String what) {
        return new DataSeriesException(source, "is damaged: " + what);
    }

    /** Closes the file. */
    @Override
    public void close() throws IOException {
        reader.close();
    }

    /** File offsets of the rows of a group of chunks; -1 where a group has no such rows. */
    private record GroupPlace(long first, long chunks, long costs, long statistics, long stretches) {
        GroupPlace withCosts(long offset) {
            return new GroupPlace(first, chunks, offset, statistics, stretches);
        }

        GroupPlace withStatistics(long offset) {
            return new GroupPlace(first, chunks, costs, offset, stretches);
        }

        GroupPlace withStretches(long offset) {
            return new GroupPlace(first, chunks, costs, statistics, offset);
        }
    }
}

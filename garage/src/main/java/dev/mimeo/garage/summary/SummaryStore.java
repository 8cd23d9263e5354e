package dev.mimeo.garage.summary;

import dev.mimeo.garage.internal.AnyCase;
import dev.mimeo.garage.store.PackedFile;
import dev.mimeo.garage.summary.SummaryIndex.SummarizedFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Hourly summaries of the counters of a garage, in folder {@value #FOLDER} of its root. For one thread at a time, and one process.
 *
 * <p>Of each file, counter and hour (UTC) there are counts of values, NULLs, NaNs and values outside the valid range; least,
 * greatest, first and last value and sum, without loss; and the sum of squares of whole numbers. Of other values there
 * is the sum of the squared distances from the mean with 16 bits of fraction, from which the sum of squares follows. The values of all instances of a counter are aggregated.
 *
 * <p>The folder has an index, {@link SummaryIndex}, and segments, {@link SummarySegment}, which are never changed. New summaries
 * become a new segment, which {@link SegmentMerge} merges with others: a log-structured merge tree, after P. O'Neil, E. Cheng, D.
 * Gawlick, E. O'Neil, "The log-structured merge-tree (LSM-tree)", Acta Informatica 33, 1996. A process that ends at any moment leaves the last state
 * that was stored.
 */
public final class SummaryStore implements Closeable {

    /** Name of the folder in the root of a garage. */
    public static final String FOLDER = "summaries";

    /** Database of earlier versions, in the root of a garage. */
    static final String EARLIER = "summary.duckdb";

    /** Name of the index in the folder. */
    static final String INDEX = "index.sum";

    private static final Pattern SEGMENT = Pattern.compile("hours-\\d+\\.sum");

    /** Rows in memory, of some 100 bytes each. */
    private static final int MAX_PENDING_ROWS = 1 << 19;

    private final Path folder;
    private final @Nullable SummaryLock lock;
    private final SortedMap<String, SummarizedFile> sources;
    private final List<Integer> segments;
    private final Map<CounterName, HourlyRows> pending = new TreeMap<>();
    private long pendingRows;
    private long nextNumber;
    private boolean changed;

    private SummaryStore(Path folder, @Nullable SummaryLock lock) throws IOException {
        this.folder = folder;
        this.lock = lock;
        Path file = folder.resolve(INDEX);
        SummaryIndex index =
                Files.exists(file) ? SummaryIndex.read(file) : new SummaryIndex(new TreeMap<>(), List.of());
        this.sources = new TreeMap<>(index.sources());
        this.segments = new ArrayList<>(index.segments());
        this.nextNumber = 1
                + index.sources().values().stream()
                        .mapToLong(SummarizedFile::number)
                        .max()
                        .orElse(-1);
    }

    /**
     * Opens the summaries of a garage; there need not be any. Those of an earlier version, which were a database, are taken over if
     * there are no others.
     *
     * @param root root of the garage
     * @throws PackedFile.DamagedException if the index is damaged
     * @throws IOException if the summaries are in use, or cannot be read
     */
    public static SummaryStore open(Path root) throws IOException {
        Path folder = root.resolve(FOLDER);
        SummaryLock lock = SummaryLock.of(folder);
        try {
            SummaryStore store = new SummaryStore(folder, lock);
            store.removeOthers();
            if (hasOnlyEarlier(root)) {
                EarlierSummaries.read(root.resolve(EARLIER), store);
                store.commit();
            }
            return store;
        } catch (IOException | RuntimeException | Error e) {
            lock.close();
            throw e;
        }
    }

    /**
     * Opens the summaries of a garage to read them, also while another process uses them. Nothing is written, except that those of an
     * earlier version are taken over.
     *
     * @param root root of the garage
     * @return the summaries; changes of them cannot be stored
     * @throws PackedFile.DamagedException if the index is damaged
     * @throws IOException if the summaries cannot be read
     */
    public static SummaryStore openToRead(Path root) throws IOException {
        return hasOnlyEarlier(root) ? open(root) : new SummaryStore(root.resolve(FOLDER), null);
    }

    private static boolean hasOnlyEarlier(Path root) {
        return Files.exists(root.resolve(EARLIER))
                && !Files.exists(root.resolve(FOLDER).resolve(INDEX));
    }

    /** Removes segments that are not in the index: what a process left that was killed, and what was merged. */
    private void removeOthers() throws IOException {
        Set<String> names = new HashSet<>();
        segments.forEach(number -> names.add(String.valueOf(path(number).getFileName())));
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                String name = String.valueOf(file.getFileName());
                if (SEGMENT.matcher(name).matches() && !names.contains(name)) {
                    Files.delete(file);
                }
            }
        }
    }

    private Path path(int segment) {
        return folder.resolve("hours-" + segment + ".sum");
    }

    /**
     * Summarizes a file, in place of what there was of it. The summaries are stored by {@link #commit} at the latest.
     *
     * @param source its path below the root of the garage
     * @throws IOException if the file cannot be read, and then nothing has changed
     */
    public void add(String source, PackedFile file) throws IOException {
        long number = nextNumber++;
        FileSummary.read(
                file, (table, column, hours) -> add(new CounterName(table.name(), column.name()), number, hours));
        add(source, SummarizedFile.of(number, file));
    }

    private void add(CounterName counter, long number, Map<Long, PeriodSummary> hours) {
        HourlyRows rows = pending(counter);
        hours.forEach((hour, period) -> rows.add(number, hour, period));
        pendingRows += hours.size();
    }

    /** Returns the rows of a counter that are not stored yet, for more to be added, see {@link #addRows}. */
    HourlyRows pending(CounterName counter) {
        return pending.computeIfAbsent(counter, key -> new HourlyRows());
    }

    /** Returns a number for a file whose rows are added next. */
    long nextNumber() {
        return nextNumber++;
    }

    /** Takes note of rows that were added to {@link #pending}. */
    void addRows(long count) {
        pendingRows += count;
    }

    /** Adds a file whose rows were added before. */
    void add(String source, SummarizedFile state) throws IOException {
        sources.put(source, state);
        changed = true;
        if (pendingRows >= MAX_PENDING_ROWS) {
            store();
        }
    }

    /** Returns the files that are summarized, as they are or as they were, without those that are gone. */
    public Set<String> sources() {
        return sources.entrySet().stream()
                .filter(source -> !source.getValue().isDeleted())
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * Returns whether a file is summarized as it is. A file that was replaced has another size or {@linkplain PackedFile#checksum
     * checksum}; of files that were summarized before summaries had checksums, only the sizes are compared.
     */
    public boolean isSummarized(String source, PackedFile file) {
        SummarizedFile state = sources.get(source);
        return state != null && state.isOf(file);
    }

    SortedMap<String, SummarizedFile> states() {
        return sources;
    }

    /** Notes that a file is gone; its summaries stay. */
    public void markDeleted(String source) {
        SummarizedFile state = sources.get(source);
        if (state != null) {
            sources.put(source, state.deleted());
            changed = true;
        }
    }

    /** Removes the summaries of a file, whose rows are now in another one. */
    public void forget(String source) {
        changed |= sources.remove(source) != null;
    }

    /** Notes that a file was rewritten, although what was summarized still holds. */
    public void markRewritten(String source, PackedFile file) {
        SummarizedFile state = sources.get(source);
        if (state != null) {
            sources.put(
                    source,
                    new SummarizedFile(
                            state.number(), state.server(), file.sizeBytes(), file.checksum(), state.isDeleted()));
            changed = true;
        }
    }

    /**
     * Returns the files in which a counter, in any case, never reached a limit; those that lack it are not among them.
     *
     * @throws IllegalArgumentException if no summary has the counter
     * @throws IOException if summaries are damaged or cannot be stored
     */
    public Set<String> sourcesBelow(String counter, double limit) throws IOException {
        Map<Long, Double> greatest = new HashMap<>();
        Set<CounterName> found = new TreeSet<>();
        read(name -> AnyCase.equal(name.counter(), counter), (name, rows) -> {
            found.add(name);
            for (int row = 0; row < rows.size(); row++) {
                if (rows.hasValues(row)) {
                    greatest.merge(rows.integer(HourlyRows.SOURCE, row), rows.number(HourlyRows.MAX, row), Math::max);
                }
            }
        });
        if (found.isEmpty()) {
            throw new IllegalArgumentException(
                    "no summary has a counter '" + counter + "': check its name, and that its files are summarized");
        }
        Set<String> below = new TreeSet<>();
        sources.forEach((source, state) -> {
            if (greatest.getOrDefault(state.number(), Double.NaN) < limit) {
                below.add(source);
            }
        });
        return below;
    }

    /** Receives rows of a counter. */
    @FunctionalInterface
    interface RowReceiver {
        void accept(CounterName counter, HourlyRows rows) throws IOException;
    }

    /**
     * Reads the rows of counters, segment by segment. Rows of files that are not in {@link #states} are former states.
     *
     * @param isRead accepts counters
     */
    void read(Predicate<CounterName> isRead, RowReceiver receiver) throws IOException {
        store();
        for (int number : segments) {
            try (SummarySegment segment = segment(number)) {
                for (int i = 0; i < segment.counters().size(); i++) {
                    CounterName counter = segment.counters().get(i);
                    if (isRead.test(counter)) {
                        receiver.accept(counter, segment.read(i));
                    }
                }
            }
        }
    }

    private SummarySegment segment(int number) throws IOException {
        try {
            return SummarySegment.open(path(number));
        } catch (NoSuchFileException e) {
            if (SummaryIndex.read(folder.resolve(INDEX)).segments().contains(number)) {
                throw e;
            }
            throw new IOException(folder + ": was changed while it was read: try again", e);
        }
    }

    /**
     * Writes all summaries to a database of DuckDB, with tables {@code hourly}, {@code daily} and {@code sources}.
     *
     * @param database a file that does not exist
     */
    public void export(Path database) throws IOException {
        SummaryExport.write(this, database);
    }

    /** Returns the bytes that the summaries take on disk, after {@link #commit}. */
    public long sizeBytes() throws IOException {
        Path index = folder.resolve(INDEX);
        long bytes = Files.exists(index) ? Files.size(index) : 0;
        for (int number : segments) {
            bytes += Files.size(path(number));
        }
        return bytes;
    }

    /**
     * Stores all changes, and merges segments.
     *
     * @throws IllegalStateException if the summaries are closed, or were {@linkplain #openToRead opened to be read}
     * @throws IOException if they cannot be stored
     */
    public void commit() throws IOException {
        requireLock();
        store();
        merge();
    }

    private void store() throws IOException {
        if (!changed) {
            return;
        }
        requireLock();
        if (pendingRows > 0) {
            Set<Long> numbers = numbers();
            pending.replaceAll((counter, rows) -> {
                HourlyRows kept = new HourlyRows();
                kept.addAll(rows, numbers::contains);
                return kept;
            });
            pending.values().removeIf(rows -> rows.size() == 0);
        }
        if (!pending.isEmpty()) {
            int next = nextSegment();
            try (SummarySegment.HourWriter writer = new SummarySegment.HourWriter(path(next))) {
                for (Map.Entry<CounterName, HourlyRows> entry : pending.entrySet()) {
                    writer.add(entry.getKey(), entry.getValue());
                }
                writer.commit();
            }
            segments.add(next);
        }
        writeIndex();
        pending.clear();
        pendingRows = 0;
        changed = false;
    }

    private Set<Long> numbers() {
        return sources.values().stream().map(SummarizedFile::number).collect(Collectors.toSet());
    }

    private int nextSegment() {
        return segments.isEmpty() ? 0 : 1 + segments.get(segments.size() - 1);
    }

    private void requireLock() {
        if (lock == null) {
            throw new IllegalStateException("the summaries were opened to be read");
        }
        lock.requireHeld();
    }

    private void merge() throws IOException {
        try (SegmentMerge merge =
                SegmentMerge.open(segments.stream().map(this::path).toList())) {
            if (merge.size() > 1) {
                int next = nextSegment();
                merge.write(path(next), numbers());
                segments.subList(segments.size() - merge.size(), segments.size())
                        .clear();
                segments.add(next);
                writeIndex();
            }
        }
        removeOthers();
    }

    private void writeIndex() throws IOException {
        new SummaryIndex(sources, segments).write(folder.resolve(INDEX));
    }

    /** Forgets changes that were not stored. If nothing ever was, nothing is left of the folder. */
    @Override
    public void close() throws IOException {
        if (lock != null) {
            lock.close();
        }
    }
}

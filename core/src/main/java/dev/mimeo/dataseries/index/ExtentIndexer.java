package dev.mimeo.dataseries.index;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentOutput;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.WriterOptions;
import dev.mimeo.internal.pipeline.OrderedPipeline;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Makes index files, as the original {@code dsextentindex} does: for each extent of a type the least and the greatest value
 * of some fields and whether there are nulls, and when each file was last changed, so that an update reads only what has
 * changed since.
 *
 * <p>Where a column of an extent has no value but null (or NaN, which no range holds) both bounds are 0 or empty. Doubles
 * are indexed as stored, without an {@code opt_doublebase}. Not thread-safe.
 */
public final class ExtentIndexer implements Closeable {

    /** Most ranges per extent and field. */
    public static final int MAX_RANGES = 1024;

    private static final Comparator<String> BY_BYTES =
            Comparator.comparing(name -> name.getBytes(UTF_8), Arrays::compareUnsigned);

    private final String prefix;
    private final List<String> fieldNames;
    private final int maxRanges;
    private final @Nullable IndexFile old;

    /**
     * Totals of an indexing run.
     *
     * @param scanned files that were read
     * @param kept files that have not changed since they were indexed
     * @param gone files that were in the index before and do not exist any more
     * @param extents extents in the index
     */
    public record Report(int scanned, int kept, int gone, long extents) {}

    /** Is told how far the work is. */
    @FunctionalInterface
    public interface Listener {
        /** Tells that some of all files are done. */
        void filesDone(int done, int all);
    }

    private ExtentIndexer(String prefix, List<String> fieldNames, int maxRanges, @Nullable IndexFile old) {
        this.prefix = prefix;
        this.fieldNames = List.copyOf(fieldNames);
        this.maxRanges = maxRanges;
        this.old = old;
    }

    /**
     * Starts a new index.
     *
     * @param prefix pattern of the type whose extents are indexed, as {@link DataSeriesReader#type(String)} takes it
     * @param fields names of the fields to index; the original tool cannot update an index of names with commas
     * @param maxRanges 0 for an index as the original tool makes it; else also keep for each extent and field up to this
     *     many ranges that hold all values, which are the values themselves if there are as few
     * @throws IllegalArgumentException if there are no fields, one is named twice or has no name, or the number of ranges is out of range
     */
    public static ExtentIndexer create(String prefix, List<String> fields, int maxRanges) {
        if (fields.isEmpty() || fields.stream().anyMatch(String::isEmpty)) {
            throw new IllegalArgumentException("fields to index must be given, and have names");
        }
        if (new HashSet<>(fields).size() < fields.size()) {
            throw new IllegalArgumentException("a field is named twice: " + String.join(",", fields));
        }
        if (maxRanges < 0 || maxRanges > MAX_RANGES) {
            throw new IllegalArgumentException("ranges must be 0 to " + MAX_RANGES + ", got " + maxRanges);
        }
        return new ExtentIndexer(prefix, fields, maxRanges, null);
    }

    /**
     * Starts an update of an index, about the same type and fields.
     *
     * @param index the index as it is; stays so
     * @throws DataSeriesException if it is not an index
     */
    public static ExtentIndexer update(Path index) throws IOException {
        IndexFile old = IndexFile.open(index);
        try {
            return new ExtentIndexer(old.prefix(), old.fieldNames(), old.maxRanges(), old);
        } catch (IOException | RuntimeException e) {
            old.close();
            throw e;
        }
    }

    /**
     * Writes the index of some files, and when updating, of those in the old index that still exist. Files come in the
     * order of the bytes of their names.
     *
     * @param files names of files, kept in the index as they are
     * @param out takes the index; closed at the end
     * @param extentBytes target size of the extents of the index
     * @param threads threads that read files, at least 1
     * @throws DataSeriesException if a file lacks the type or a field, or they differ too much to be indexed together
     */
    public Report write(
            List<String> files,
            WritableByteChannel out,
            WriterOptions options,
            long extentBytes,
            int threads,
            Listener listener)
            throws IOException {
        Plan plan = new Plan(files);
        List<ExtentType> types = new ArrayList<>(List.of(IndexTypes.INFO, plan.minMax, IndexTypes.MODIFY_TIMES));
        ExtentType ranges = maxRanges == 0 ? null : IndexTypes.ranges(prefix, plan.fields, maxRanges);
        if (ranges != null) {
            types.add(ranges);
        }
        DataSeriesWriter writer = DataSeriesWriter.create(out, types, options);
        try {
            writeInfo(writer, extentBytes);
            ExtentOutput bounds = new ExtentOutput(writer, plan.minMax, extentBytes);
            IndexRowWriter rows = new IndexRowWriter(
                    bounds, ranges == null ? null : new ExtentOutput(writer, ranges, extentBytes), fieldNames);
            int done = 0;
            for (String file : plan.times.keySet()) {
                listener.filesDone(done++, plan.times.size());
                if (plan.kept.contains(file)) {
                    keep(file, plan, rows);
                } else {
                    scan(file, rows, threads);
                }
            }
            rows.flush();
            writeTimes(writer, plan, extentBytes);
            writer.close();
            return new Report(plan.times.size() - plan.kept.size(), plan.kept.size(), plan.gone, bounds.rows());
        } catch (IOException | RuntimeException e) {
            writer.abort();
            throw e;
        }
    }

    private void writeInfo(DataSeriesWriter writer, long extentBytes) throws IOException {
        try (ExtentOutput info = new ExtentOutput(writer, IndexTypes.INFO, extentBytes)) {
            var row = info.addRow();
            row.setString(0, prefix);
            row.setString(1, String.join(",", fieldNames));
        }
    }

    private static void writeTimes(DataSeriesWriter writer, Plan plan, long extentBytes) throws IOException {
        try (ExtentOutput times = new ExtentOutput(writer, IndexTypes.MODIFY_TIMES, extentBytes)) {
            for (Map.Entry<String, Long> entry : plan.times.entrySet()) {
                var row = times.addRow();
                row.setString(0, entry.getKey());
                row.setLong(1, entry.getValue());
            }
        }
    }

    private void keep(String file, Plan plan, IndexRowWriter rows) throws IOException {
        IndexFile from = old;
        if (from != null) {
            rows.copy(from, plan.oldRows.getOrDefault(file, List.of()), plan.oldRanges.getOrDefault(file, List.of()));
        }
    }

    private void scan(String file, IndexRowWriter rows, int threads) throws IOException {
        try (DataSeriesReader reader = DataSeriesReader.open(Path.of(file));
                ExtentSource extents = reader.extents(prefix, threads);
                OrderedPipeline<Extent, ExtentSummary> summaries = new OrderedPipeline<>(
                        extents::next,
                        () -> extent -> ExtentSummary.of(extent, fieldNames, maxRanges),
                        Extent::sizeBytes,
                        (32L << 20) * threads,
                        threads)) {
            for (ExtentSummary summary = summaries.next(); summary != null; summary = summaries.next()) {
                rows.add(file, summary);
            }
        }
    }

    @Override
    public void close() throws IOException {
        if (old != null) {
            old.close();
        }
    }

    /** Work to do, determined before anything is written. */
    private final class Plan {
        /** Last modification times of the files to index, in the order of the index. */
        private final Map<String, Long> times = new LinkedHashMap<>();

        private final Set<String> kept = new HashSet<>();
        private final Map<String, List<IndexFile.Run>> oldRows = new HashMap<>();
        private final Map<String, List<IndexFile.Run>> oldRanges = new HashMap<>();
        private final List<Field> fields = new ArrayList<>();
        private final ExtentType minMax;
        private int gone;
        private @Nullable IndexedVersion version;
        private String seenIn = "";

        Plan(List<String> files) throws IOException {
            Set<String> names = new TreeSet<>(BY_BYTES);
            names.addAll(files);
            Map<String, Long> before = Map.of();
            IndexFile index = old;
            if (index != null) {
                before = index.modifyTimes();
                oldRows.putAll(index.runs(index.minMax()));
                ExtentType ranges = index.ranges();
                if (ranges != null) {
                    oldRanges.putAll(index.runs(ranges));
                }
                for (String file : before.keySet()) {
                    if (!names.contains(file) && Files.exists(Path.of(file))) {
                        names.add(file);
                    } else if (!Files.exists(Path.of(file))) {
                        gone++;
                    }
                }
            }
            for (String file : names) {
                long time = Files.getLastModifiedTime(Path.of(file)).to(TimeUnit.NANOSECONDS);
                times.put(file, time);
                Long known = before.get(file);
                if (known != null && known == time) {
                    kept.add(file);
                }
            }
            agree(index);
            minMax = IndexTypes.minMax(prefix, fields, version());
        }

        private IndexedVersion version() {
            return version == null ? new IndexedVersion("", 0, 0) : version;
        }

        /** Finds the types of the fields, which must be the same in all files. */
        private void agree(@Nullable IndexFile index) throws IOException {
            if (index != null && !kept.isEmpty()) {
                fields.addAll(index.fields());
                version = IndexedVersion.of(index.minMax());
                seenIn = index.name();
            }
            for (String file : times.keySet()) {
                if (!kept.contains(file)) {
                    try (DataSeriesReader reader = DataSeriesReader.open(Path.of(file))) {
                        agree(reader);
                    }
                }
            }
            if (fields.isEmpty()) {
                throw new IllegalArgumentException("no file to index");
            }
        }

        private void agree(DataSeriesReader reader) throws IOException {
            ExtentType type = reader.type(prefix);
            List<Field> found = new ArrayList<>();
            for (String name : fieldNames) {
                if (!type.hasField(name)) {
                    throw new DataSeriesException(
                            reader.name(), "type '" + type.name() + "' has no field '" + name + "' to index");
                }
                found.add(type.fields().get(type.indexOf(name)));
            }
            IndexedVersion itsVersion = IndexedVersion.of(type);
            if (version == null) {
                version = itsVersion;
                fields.addAll(found);
                seenIn = reader.name();
                return;
            }
            if (!version.agreesWith(itsVersion)) {
                throw new DataSeriesException(
                        reader.name(),
                        "type '" + type.name() + "' version " + itsVersion.major() + "." + itsVersion.minor()
                                + " of '" + itsVersion.namespace() + "' cannot be indexed with version "
                                + version.major() + "." + version.minor() + " of '" + version.namespace() + "' in "
                                + seenIn);
            }
            for (int i = 0; i < found.size(); i++) {
                if (found.get(i).type() != fields.get(i).type()
                        || found.get(i).size() != fields.get(i).size()) {
                    throw new DataSeriesException(
                            reader.name(),
                            "field '" + found.get(i).name() + "' is of type "
                                    + found.get(i).type().xmlName() + ", of another in " + seenIn);
                }
            }
            version = version.lowest(itsVersion);
        }
    }
}

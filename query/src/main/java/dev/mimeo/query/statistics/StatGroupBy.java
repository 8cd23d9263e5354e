package dev.mimeo.query.statistics;

import dev.mimeo.MimeoException;
import dev.mimeo.dataseries.Checksums;
import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.DataSeriesFiles;
import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentHeader;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.index.MinMaxIndex;
import dev.mimeo.dataseries.index.internal.ValueBounds;
import dev.mimeo.internal.pipeline.OrderedPipeline;
import dev.mimeo.query.expression.Expression;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Computes statistics of expressions over the extents of one type of some files, several in one pass, in parallel by
 * extent.
 *
 * <p>Each extent contributes sums by group, which are put together in the order of the extents; so the result does not
 * depend on the number of threads. Only the columns that are used are decoded. Memory grows with the number
 * of groups, which each request limits.
 */
public final class StatGroupBy {

    /** Bytes of a file after its last extent. */
    private static final int TRAILER_BYTES = 28;

    /** Batches that wait per thread; what waits holds no rows. */
    private static final int WAITING_PER_THREAD = 4;

    /** Stored bytes that are worked on at a time: to hand work from thread to thread takes as long as some extents do. */
    private static final long BATCH_BYTES = 4 << 20;

    /**
     * Statistics to compute, and the rows and groups to compute them for.
     *
     * @param kind kind of statistics
     * @param expression gives the values; see {@link Expression}. A null counts as 0
     * @param where a condition on the rows, or empty for all
     * @param grouping grouping of the rows
     */
    public record Request(Kind kind, String expression, String where, Grouping grouping) {

        /** Kind of statistics. */
        public enum Kind {
            /** Count, mean, deviation, minimum and maximum. */
            BASIC,
            /** The same, and quantiles. */
            QUANTILE
        }

        /**
         * Asks for statistics by the values of a column.
         *
         * @param groupBy name of the column, or empty for one group of all rows
         */
        public Request(Kind kind, String expression, String where, String groupBy) {
            this(kind, expression, where, groupBy.isEmpty() ? Grouping.by() : Grouping.by(groupBy));
        }
    }

    /**
     * The rows that statistics are about: those of one type in some files, one after the other.
     *
     * @param files at least one
     * @param typePattern as {@link DataSeriesReader#type(String)} takes it; the type must be the same in all files
     * @param checksums checksums of extents to verify
     * @param index a min-max index, to skip extents in which no row fulfils the condition of a request; null for none. Errors in rows
     *     that are skipped are not found
     */
    public record Input(
            List<Path> files,
            String typePattern,
            Checksums checksums,
            @Nullable Path index) {

        /** Copies the list of files. */
        public Input {
            files = List.copyOf(files);
        }
    }

    private StatGroupBy() {}

    /**
     * The statistics and how much was read for them.
     *
     * @param type type of the rows
     * @param statistics one for each request, in their order
     * @param extents extents of the type that were read
     * @param skipped extents of the type that were not read, because an index shows that no row in them counts
     * @param storedBytes size of those read in the files
     * @param unpackedBytes their size after decompression
     */
    public record Result(
            ExtentType type,
            List<GroupedStatistics> statistics,
            long extents,
            long skipped,
            long storedBytes,
            long unpackedBytes) {

        /** Copies the list of statistics. */
        public Result {
            statistics = List.copyOf(statistics);
        }
    }

    /**
     * Computes statistics.
     *
     * @param requests statistics to compute
     * @param threads at least 1
     * @param progress is told how many stored bytes are done
     * @throws dev.mimeo.query.expression.ExpressionException if an expression has a fault
     * @throws IllegalArgumentException if a column to group by does not exist
     * @throws DataSeriesException if a file is damaged or has another type
     * @throws MimeoException if there are more groups than a request allows
     */
    public static Result compute(Input input, List<Request> requests, int threads, LongConsumer progress)
            throws IOException {
        try (Extents extents = new Extents(input, requests)) {
            ExtentType type = extents.type();
            List<GroupMerger> mergers = new ArrayList<>();
            for (Request request : requests) {
                mergers.add(new GroupMerger(request));
            }
            // Finds faults of the requests before any work.
            aggregators(requests, type);
            long count = 0;
            long storedBytes = 0;
            long unpackedBytes = 0;
            try (OrderedPipeline<List<Item>, List<Parts>> pipeline = new OrderedPipeline<>(
                    extents::nextBatch,
                    () -> worker(aggregators(requests, type)),
                    batch -> 1,
                    (long) WAITING_PER_THREAD * threads,
                    threads == 1 ? 0 : threads)) {
                for (List<Parts> batch = pipeline.next(); batch != null; batch = pipeline.next()) {
                    for (Parts parts : batch) {
                        for (int i = 0; i < mergers.size(); i++) {
                            mergers.get(i).add(parts.parts.get(i));
                        }
                        count++;
                        storedBytes += parts.item.storedBytes;
                        unpackedBytes += parts.unpackedBytes;
                        extents.done(parts.item);
                    }
                    progress.accept(storedBytes);
                }
            }
            for (GroupMerger merger : mergers) {
                merger.ignore(extents.skippedRows);
            }
            return new Result(
                    type,
                    mergers.stream().map(GroupMerger::result).toList(),
                    count,
                    extents.skipped,
                    storedBytes,
                    unpackedBytes);
        }
    }

    /** Returns ranges that the rows lie in that count for at least one request. */
    private static List<MinMaxIndex.Selection> selections(List<Request> requests, ExtentType type) {
        return requests.stream()
                .map(request -> request.where().isEmpty()
                        ? ValueBounds.NONE
                        : ValueBounds.of(Expression.parse(request.where(), type).selections()))
                .reduce(ValueBounds::or)
                .orElse(ValueBounds.NONE)
                .selections();
    }

    private static List<Aggregator> aggregators(List<Request> requests, ExtentType type) {
        return requests.stream().map(request -> new Aggregator(request, type)).toList();
    }

    private static OrderedPipeline.Worker<List<Item>, List<Parts>> worker(List<Aggregator> aggregators) {
        int[] fields = aggregators.stream()
                .flatMap(aggregator -> aggregator.fields().stream())
                .mapToInt(Field::index)
                .distinct()
                .toArray();
        return batch -> {
            List<Parts> results = new ArrayList<>(batch.size());
            int i = 0;
            while (i < batch.size()) {
                Item item = batch.get(i);
                if (i + 1 < batch.size() && batch.get(i + 1).reader == item.reader) {
                    Item next = batch.get(i + 1);
                    List<Extent> two = item.reader.read(item.offset, next.offset, fields);
                    results.add(parts(item, two.get(0), aggregators));
                    results.add(parts(next, two.get(1), aggregators));
                    i += 2;
                } else {
                    results.add(parts(item, item.reader.read(item.offset, fields), aggregators));
                    i++;
                }
            }
            return results;
        };
    }

    private static Parts parts(Item item, Extent extent, List<Aggregator> aggregators) throws MimeoException {
        List<Aggregator.Part> parts = new ArrayList<>(aggregators.size());
        for (Aggregator aggregator : aggregators) {
            parts.add(aggregator.aggregate(extent));
        }
        return new Parts(item, extent.sizeBytes(), parts);
    }

    /** An extent to read; the last one of a file closes it. */
    private record Item(DataSeriesReader reader, long offset, long storedBytes, boolean last) {}

    private record Parts(Item item, long unpackedBytes, List<Aggregator.Part> parts) {}

    /** The extents of one type of all files. */
    private static final class Extents implements Closeable {
        private final Iterator<Path> left;
        private final String typePattern;
        private final Checksums checksums;
        private final ExtentType type;
        private final ArrayDeque<DataSeriesReader> open = new ArrayDeque<>();
        private final DataSeriesFiles.Exclusion exclusion;
        private Iterator<Item> items;
        private long skipped;
        private long skippedRows;

        Extents(Input input, List<Request> requests) throws IOException {
            this.left = input.files.iterator();
            this.typePattern = input.typePattern;
            this.checksums = input.checksums;
            Path index = input.index;
            Path file = left.next();
            DataSeriesReader first = DataSeriesReader.open(file, checksums);
            open.add(first);
            try {
                this.type = first.type(typePattern);
                this.exclusion = index == null
                        ? any -> Set.of()
                        : MinMaxIndex.exclusion(index, type.name(), selections(requests, type));
                this.items = items(first, file).iterator();
            } catch (IOException | RuntimeException e) {
                first.close();
                throw e;
            }
        }

        ExtentType type() {
            return type;
        }

        /** Returns the next extents, or null when there are no more. */
        @Nullable List<Item> nextBatch() throws IOException {
            List<Item> batch = new ArrayList<>();
            long bytes = 0;
            while (bytes < BATCH_BYTES) {
                Item item = next();
                if (item == null) {
                    break;
                }
                batch.add(item);
                bytes += item.storedBytes;
            }
            return batch.isEmpty() ? null : batch;
        }

        private @Nullable Item next() throws IOException {
            while (!items.hasNext()) {
                if (!left.hasNext()) {
                    return null;
                }
                Path file = left.next();
                DataSeriesReader reader = DataSeriesReader.open(file, checksums);
                open.add(reader);
                ExtentType other = reader.type(typePattern);
                if (!other.equals(type)) {
                    throw new DataSeriesException(
                            reader.name(),
                            "type '" + other.name() + "' differs from type '" + type.name() + "' of the first file");
                }
                items = items(reader, file).iterator();
                if (!items.hasNext()) {
                    open.remove(reader);
                    reader.close();
                }
            }
            return items.next();
        }

        private List<Item> items(DataSeriesReader reader, Path file) throws IOException {
            Set<Long> excluded = exclusion.offsets(file);
            List<Item> found = new ArrayList<>();
            List<DataSeriesReader.IndexEntry> index = reader.index();
            int last = index.size() - 1;
            while (last >= 0 && !isRead(index.get(last), excluded)) {
                last--;
            }
            for (int i = 0; i < index.size(); i++) {
                DataSeriesReader.IndexEntry entry = index.get(i);
                long offset = entry.offset();
                if (isRead(entry, excluded)) {
                    long end = i + 1 < index.size() ? index.get(i + 1).offset() : reader.sizeBytes() - TRAILER_BYTES;
                    found.add(new Item(reader, offset, end - offset, i == last));
                } else {
                    // This notices where the index misses the extent behind it.
                    ExtentHeader header = reader.header(offset);
                    if (entry.typeName().equals(type.name())) {
                        skipped++;
                        skippedRows += header.rows();
                    }
                }
            }
            return found;
        }

        private boolean isRead(DataSeriesReader.IndexEntry entry, Set<Long> excluded) {
            return entry.typeName().equals(type.name()) && !excluded.contains(entry.offset());
        }

        void done(Item item) throws IOException {
            if (item.last) {
                open.remove(item.reader);
                item.reader.close();
            }
        }

        @Override
        public void close() throws IOException {
            for (DataSeriesReader reader = open.poll(); reader != null; reader = open.poll()) {
                reader.close();
            }
        }
    }
}

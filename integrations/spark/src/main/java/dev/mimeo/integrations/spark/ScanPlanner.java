package dev.mimeo.integrations.spark;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.DataSeriesFiles;
import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.index.MinMaxIndex;
import dev.mimeo.integrations.spark.ExtentPartition.ExtentRange;
import dev.mimeo.integrations.spark.ExtentPartition.FileExtents;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;

/** Divides the extents of files among tasks: as many as fit in a number of stored bytes, in the order of the files. */
final class ScanPlanner {

    /** Tasks per CPU that there should be if there is enough to do. */
    private static final int TASKS_PER_PROCESSOR = 3;

    /** Less than this is not worth a task of its own. */
    private static final long LEAST_BYTES = 1 << 20;

    private final ReadOptions options;
    private final List<String> files;
    private final String typeName;
    private final List<TableColumn> columns;
    private final Configuration configuration;
    private final List<MinMaxIndex.Selection> selections;

    ScanPlanner(TraceRows rows, Configuration configuration, List<MinMaxIndex.Selection> selections) {
        this.options = rows.options();
        this.files = rows.files();
        this.typeName = rows.typeName();
        this.columns = rows.columns();
        this.configuration = configuration;
        this.selections = selections;
    }

    /** An extent that is read. */
    private record Chosen(String file, ExtentRange extent) {}

    /**
     * Makes a plan.
     *
     * @param processors number of CPUs of the cluster
     * @throws DataSeriesException if a file is damaged or does not have the columns
     */
    PartitionPlan plan(int processors) throws IOException {
        DataSeriesFiles.Exclusion exclusion = exclusion();
        List<Chosen> chosen = new ArrayList<>();
        long all = 0;
        for (String file : files) {
            all += choose(file, exclusion, chosen);
        }
        long bytes = chosen.stream().mapToLong(one -> one.extent.bytes()).sum();
        long share = bytes / Math.max(1, (long) TASKS_PER_PROCESSOR * processors);
        long target = Math.min(options.splitBytes(), Math.max(LEAST_BYTES, share));
        return new PartitionPlan(partitions(chosen, target), chosen.size(), all, bytes);
    }

    private DataSeriesFiles.Exclusion exclusion() throws IOException {
        if (files.isEmpty() || options.index() == null || selections.isEmpty()) {
            return file -> Set.of();
        }
        Path index = InputFiles.path(options.index(), configuration);
        return options.compareTimes()
                ? MinMaxIndex.exclusion(index, typeName, selections)
                : MinMaxIndex.exclusionOfCopies(index, typeName, selections);
    }

    /** Returns the offsets of extents of a file that are not read. */
    private Set<Long> excluded(String file, DataSeriesReader reader, DataSeriesFiles.Exclusion exclusion)
            throws IOException {
        Path path = InputFiles.isAddress(file) ? HadoopFileSystem.path(file, configuration) : Path.of(file);
        Set<Long> excluded = exclusion.offsets(path);
        Set<Long> there = reader.index().stream()
                .filter(entry -> entry.typeName().equals(typeName))
                .map(DataSeriesReader.IndexEntry::offset)
                .collect(Collectors.toSet());
        // Otherwise it is not the file that was indexed.
        return there.containsAll(excluded) ? excluded : Set.of();
    }

    private long choose(String file, DataSeriesFiles.Exclusion exclusion, List<Chosen> chosen) throws IOException {
        try (DataSeriesReader reader = InputFiles.open(file, configuration)) {
            ExtentType type = reader.type(typeName);
            check(type, reader.name());
            List<DataSeriesReader.IndexEntry> index = reader.index();
            Set<Long> excluded = isIndexedAsRead(type) ? excluded(file, reader, exclusion) : Set.of();
            long count = 0;
            for (int i = 0; i < index.size(); i++) {
                DataSeriesReader.IndexEntry entry = index.get(i);
                if (!entry.typeName().equals(typeName)) {
                    continue;
                }
                count++;
                if (!excluded.contains(entry.offset())) {
                    long end = i + 1 < index.size() ? index.get(i + 1).offset() : reader.sizeBytes();
                    chosen.add(new Chosen(file, new ExtentRange(entry.offset(), end - entry.offset())));
                }
            }
            return count;
        }
    }

    /** Returns whether the fields with ranges have the values of the index, which has doubles as they are stored. */
    private boolean isIndexedAsRead(ExtentType type) {
        return selections.stream()
                .allMatch(selection ->
                        type.fields().get(type.indexOf(selection.minField())).doubleBase() == 0);
    }

    private void check(ExtentType type, String name) throws DataSeriesException {
        if (!type.name().equals(typeName)) {
            throw new DataSeriesException(name, "has no type '" + typeName + "', as the first file has");
        }
        for (TableColumn column : columns) {
            Field field =
                    type.hasField(column.fieldName()) ? type.fields().get(type.indexOf(column.fieldName())) : null;
            if (field == null || field.type() != column.type()) {
                throw new DataSeriesException(
                        name,
                        "type '" + typeName + "' has no field '" + column.fieldName() + "' of type "
                                + column.type().xmlName() + ", as in the first file");
            }
        }
    }

    private static List<ExtentPartition> partitions(List<Chosen> chosen, long target) {
        List<ExtentPartition> partitions = new ArrayList<>();
        List<FileExtents> places = new ArrayList<>();
        List<ExtentRange> extents = new ArrayList<>();
        String file = "";
        long bytes = 0;
        for (Chosen next : chosen) {
            boolean full = bytes > 0 && bytes + next.extent.bytes() > target;
            if (full || !next.file.equals(file)) {
                add(places, file, extents);
                extents = new ArrayList<>();
            }
            if (full) {
                partitions.add(new ExtentPartition(List.copyOf(places)));
                places.clear();
                bytes = 0;
            }
            file = next.file;
            extents.add(next.extent);
            bytes += next.extent.bytes();
        }
        add(places, file, extents);
        if (!places.isEmpty()) {
            partitions.add(new ExtentPartition(List.copyOf(places)));
        }
        return partitions;
    }

    private static void add(List<FileExtents> places, String file, List<ExtentRange> extents) {
        if (!extents.isEmpty()) {
            places.add(new FileExtents(file, List.copyOf(extents)));
        }
    }
}

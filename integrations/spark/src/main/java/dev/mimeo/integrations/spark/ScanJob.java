package dev.mimeo.integrations.spark;

import dev.mimeo.dataseries.transform.Sorting;
import dev.mimeo.internal.files.AtomicOutput;
import dev.mimeo.scan.BoundedCharacterization;
import dev.mimeo.scan.CharacterizationSink;
import dev.mimeo.scan.DataScanner;
import dev.mimeo.scan.ScanPlan;
import dev.mimeo.scan.ScanSummary;
import dev.mimeo.scan.SegmentWorker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.storage.StorageLevel;
import org.apache.spark.util.SerializableConfiguration;
import org.apache.spark.util.TaskCompletionListener;

/**
 * Scans files into a characterization. Executors read segments of 2 MiB and do all that concerns a chunk or a segment; the driver
 * merges what they found, in the order of the data. Scanner {@code mimic} then fits classes of chunks on executors, and what they have in
 * common on the driver. The characterization has the bytes that
 * {@link DataScanner} on one machine gives with the same versions of the codec libraries.
 *
 * <p>The files are in file systems that all machines mount at the same place, or in those of Hadoop, see {@link #path}. The findings wait on the disks of the
 * executors until they are merged, so the driver needs no more memory than a scan by one machine. What cannot be opened is skipped
 * or refused as on one machine; a file that changes while it is scanned fails the job. Immutable and thread-safe.
 */
public final class ScanJob {

    /** Segments of a task: enough that starting it does not count. */
    private static final int SEGMENTS_PER_TASK = 16;

    /** Tasks per CPU that there should be if there is enough to do. */
    private static final int TASKS_PER_PROCESSOR = 3;

    private final DataScanner.Options options;
    private final DataScanner scanner;

    /**
     * Prepares a job.
     *
     * @param options as for one machine; the threads do not matter
     * @throws IllegalArgumentException if a scanner or an option of one is unknown; the message lists what there is
     */
    public ScanJob(DataScanner.Options options) {
        this.options = options;
        this.scanner = new DataScanner(options);
    }

    /**
     * Returns the path of a file or folder in a file system of Hadoop, for {@link #run}. Code of other classes can only read it.
     *
     * @param address its address, such as {@code hdfs://server/data}
     * @throws IOException if there is no such file system
     */
    public static Path path(JavaSparkContext context, String address) throws IOException {
        return HadoopFileSystem.path(address, context.hadoopConfiguration());
    }

    /**
     * Scans.
     *
     * @param inputs files and trees, at least one
     * @param output the characterization, in any file system; replaced if it exists
     * @throws dev.mimeo.MimeoException if the inputs hold no byte that can be read
     * @throws IOException if an input cannot be read or the characterization cannot be written
     * @throws IllegalArgumentException if an input is a stream
     */
    public ScanSummary run(JavaSparkContext context, List<Path> inputs, Path output) throws IOException {
        ScanPlan plan = scanner.plan(inputs);
        try (AtomicOutput file = HadoopFileSystem.output(output)) {
            ScanSummary summary;
            try (BoundedCharacterization bounded = new BoundedCharacterization(
                    file.channel(), options.maxBytes(), Sorting.SpillFiles.inFolderForTemporaryFiles())) {
                summary = merge(context, plan, bounded);
            }
            file.commit();
            return summary;
        }
    }

    private ScanSummary merge(JavaSparkContext context, ScanPlan plan, CharacterizationSink sink) throws IOException {
        int tasks = tasks(plan.segments().size(), context.defaultParallelism());
        JavaRDD<SegmentWorker.SegmentFindings> findings = context.parallelize(plan.segments(), tasks)
                .mapPartitions(new Task(options, new SerializableConfiguration(context.hadoopConfiguration())))
                .persist(StorageLevel.DISK_ONLY());
        try {
            // All tasks at once; what they found is then fetched one task after the other.
            findings.count();
            return scanner.merge(
                    plan, findings.toLocalIterator(), sink, new ClusterSteps(context), DataScanner.Listener.NONE);
        } finally {
            findings.unpersist();
        }
    }

    /** Returns how many tasks scan some segments. */
    static int tasks(int segments, int processors) {
        return Math.max(
                1, Math.max(segments / SEGMENTS_PER_TASK, Math.min(segments, TASKS_PER_PROCESSOR * processors)));
    }

    /** Scans the segments of a partition. */
    private record Task(DataScanner.Options options, SerializableConfiguration configuration)
            implements FlatMapFunction<Iterator<ScanPlan.SegmentPlan>, SegmentWorker.SegmentFindings> {
        @Override
        public Iterator<SegmentWorker.SegmentFindings> call(Iterator<ScanPlan.SegmentPlan> segments) {
            SegmentWorker worker = new SegmentWorker(
                    options,
                    HadoopFileSystem.unchecked((URI address) -> HadoopFileSystem.path(address, configuration.value())));
            TaskCompletionListener closing = task -> worker.close();
            TaskContext.get().addTaskCompletionListener(closing);
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return segments.hasNext();
                }

                @Override
                public SegmentWorker.SegmentFindings next() {
                    try {
                        return worker.scan(segments.next());
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
            };
        }
    }
}

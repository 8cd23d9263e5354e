package dev.mimeo.benchmarks;

import dev.mimeo.characterization.CharacterizationWriter;
import dev.mimeo.dataseries.WriterOptions;
import dev.mimeo.scan.CharacterizationSink;
import dev.mimeo.scan.DataScanner;
import dev.mimeo.scan.DatasetFindings;
import dev.mimeo.scan.ScanPlan;
import dev.mimeo.scan.ScanSummary;
import dev.mimeo.scan.SegmentWorker;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntConsumer;

/**
 * The parts of a scan by a cluster, one after the other on one thread: what executors do, what they send, and what is left for the driver.
 *
 * <p>{@code ScanCost FILE [CHUNK_BYTES]} scans twice and prints the second time, when code is compiled.
 */
public final class ScanCost {

    private static final double NANOS = 1e9;
    private static final double MB = 1e6;

    private ScanCost() {}

    /** Runs. */
    public static void main(String[] args) throws IOException {
        DataScanner.Options all = DataScanner.Options.defaults();
        int chunkBytes = args.length > 1 ? Integer.parseInt(args[1]) : all.chunkSize();
        DataScanner.Options options =
                all.withChunkSize(chunkBytes).withThreads(1).withStrict(true);
        scan(Path.of(args[0]), options);
        System.out.print(scan(Path.of(args[0]), options));
    }

    private static String scan(Path file, DataScanner.Options options) throws IOException {
        DataScanner scanner = new DataScanner(options);
        ScanPlan plan = scanner.plan(List.of(file));
        List<SegmentWorker.SegmentFindings> findings = new ArrayList<>();
        long bytes = 0;
        long start = System.nanoTime();
        try (SegmentWorker worker = new SegmentWorker(options)) {
            for (ScanPlan.SegmentPlan segment : plan.segments()) {
                findings.add(worker.scan(segment));
                bytes += segment.bytes();
            }
        }
        long scanned = System.nanoTime() - start;
        long sent = 0;
        for (SegmentWorker.SegmentFindings found : findings) {
            sent += serializedBytes(found);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        TimedSteps steps = new TimedSteps();
        ScanSummary summary;
        try (CharacterizationWriter writer =
                CharacterizationWriter.create(Channels.newChannel(out), WriterOptions.DEFAULT)) {
            summary = scanner.merge(
                    plan, findings.iterator(), CharacterizationSink.to(writer), steps, DataScanner.Listener.NONE);
        }
        long chunks = summary.dataset().chunks();
        return String.format(
                Locale.ROOT,
                "%,.1f MB in %,d chunks%n"
                        + "executors scan   %.2f s, %.1f MB/s, and send %.1f MB, %d bytes a chunk%n"
                        + "driver merges    %.2f s, %.2f us a chunk, into %.2f MB, %d bytes a chunk%n"
                        + "executors fit    %.2f s in %d tasks, in %d rounds whose longest tasks take %.2f s together%n"
                        + "                 and get %.1f MB, %.1f MB for each task, and send %.1f MB%n"
                        + "driver fits      %.2f s%n",
                bytes / MB,
                chunks,
                scanned / NANOS,
                bytes / MB * NANOS / scanned,
                sent / MB,
                sent / chunks,
                summary.readNanos() / NANOS,
                summary.readNanos() / 1e3 / chunks,
                out.size() / MB,
                out.size() / chunks,
                steps.nanos / NANOS,
                steps.tasks,
                steps.rounds,
                steps.longestNanos / NANOS,
                steps.inputBytes / MB,
                steps.tasks == 0 ? 0 : steps.stepBytes / MB / steps.rounds,
                steps.resultBytes / MB,
                (summary.fitNanos() - steps.nanos - steps.serializingNanos) / NANOS);
    }

    /** Runs steps one after the other, and counts what a cluster would. */
    private static final class TimedSteps implements DatasetFindings.StepRunner {
        private int rounds;
        private int tasks;
        private long nanos;
        private long longestNanos;
        private long stepBytes;
        private long inputBytes;
        private long resultBytes;
        private long serializingNanos;

        @Override
        public <I, O> List<O> run(DatasetFindings.Step<I, O> step, List<I> inputs, IntConsumer done)
                throws IOException {
            List<O> results = new ArrayList<>();
            long longest = 0;
            for (I input : inputs) {
                long start = System.nanoTime();
                results.add(step.apply(input, done));
                long end = System.nanoTime();
                nanos += end - start;
                longest = Math.max(longest, end - start);
            }
            long start = System.nanoTime();
            rounds += inputs.isEmpty() ? 0 : 1;
            tasks += inputs.size();
            longestNanos += longest;
            stepBytes += inputs.isEmpty() ? 0 : serializedBytes(step);
            for (int i = 0; i < inputs.size(); i++) {
                inputBytes += serializedBytes(inputs.get(i));
                resultBytes += serializedBytes(results.get(i));
            }
            serializingNanos += System.nanoTime() - start;
            return results;
        }
    }

    private static long serializedBytes(Object object) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        return bytes.size();
    }
}

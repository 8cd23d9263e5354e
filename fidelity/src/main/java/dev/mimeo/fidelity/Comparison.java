package dev.mimeo.fidelity;

import dev.mimeo.MimeoException;
import dev.mimeo.fidelity.ComparisonResult.FileComparisons;
import dev.mimeo.internal.text.ByteSizes;
import dev.mimeo.internal.time.CpuClock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Compares synthetic data with its original, in the manner of the evaluation of SDGen (Gracia-Tinedo et al., FAST 2015):
 * the same codecs on the same places of both, ratios and times of the whole and of single chunks, and the distances of
 * byte histogram, entropy, repetitions and duplicates.
 *
 * <p>All times are CPU time of the calling thread, which does all the work. Both sides are measured in turn; a stream's
 * time is the median of at least three readings unless they are long, a chunk's the median of as many as the budget allows.
 */
public final class Comparison {

    /** Hears how far a comparison is; called on the comparing thread, never inside a timed section. */
    @FunctionalInterface
    public interface ProgressListener {

        /** Listens to nothing. */
        ProgressListener SILENT = (step, done) -> {};

        /**
         * Called when a step begins or has moved on.
         *
         * @param step current step, for people to read: {@code zlib:6, chunks}
         * @param done share of the whole comparison, 0 to 1, not decreasing
         */
        void update(String step, double done);
    }

    /** Size of chunks below which no more of them are compressed: a call of a slow codec costs milliseconds, however little it gets. */
    private static final int SMALLEST_COUNTED_CHUNK = 512;

    /** Bytes of heap for a byte of a stream: both sides, compressed and restored data, and what the garbage collector needs. */
    private static final int HEAP_PER_STREAM_BYTE = 5;

    private Comparison() {}

    /**
     * Compares two samples. Data beyond the size of the smaller side is not looked at, except by a comparison of files of the same
     * path.
     *
     * @throws IllegalArgumentException if files are to be compared, and the original is not a tree
     * @throws dev.mimeo.MimeoException if one of them has no data, or the heap has no room for the streams that codecs are given
     * @throws java.io.InterruptedIOException if the thread is interrupted
     * @throws IOException if reading fails, or a codec does not restore what it compressed
     */
    public static ComparisonResult compare(
            DataSample original, DataSample synthetic, ComparisonOptions options, ProgressListener progress)
            throws IOException {
        return compare(original, synthetic, options, progress, CpuClock.ofThread());
    }

    static ComparisonResult compare(
            DataSample original,
            DataSample synthetic,
            ComparisonOptions options,
            ProgressListener progress,
            CpuClock clock)
            throws IOException {
        if (options.byFile() && !original.isTree()) {
            throw new IllegalArgumentException(original.label() + ": not a directory: its files cannot be compared");
        }
        original.requireData();
        synthetic.requireData();
        long common = Math.min(original.bytes(), synthetic.bytes());
        requireHeap(longestStream(options, common), Runtime.getRuntime().maxMemory());
        int steps = options.codecs().size() + (options.byFile() ? 3 : 2);
        progress.update("duplicates", 0);
        List<ContentComparison.DuplicationComparison> duplication = new DuplicationMeter(options.chunkSize())
                .measure(
                        original,
                        synthetic,
                        Math.min(common, options.duplicationBytes()),
                        share -> progress.update("duplicates", share / steps));
        ChunkPairs chunks = new ChunkPairs(original, synthetic, options.chunkSize(), options.fastChunks());
        ContentComparison content = new ContentMeter()
                .measure(chunks, duplication, share -> progress.update("content", (1 + share) / steps));
        List<CodecComparison> codecs = codecs(
                original,
                synthetic,
                chunks,
                new CodecMeter(options, clock),
                options,
                (codec, done) -> progress.update(codec, (2 + done) / steps));
        FileComparisons files = null;
        if (options.byFile()) {
            double before = 2 + codecs.size();
            files = new FileMeter(options)
                    .measure(original, synthetic, share -> progress.update("files", (before + share) / steps));
        }
        original.requireUnchanged();
        synthetic.requireUnchanged();
        progress.update("done", 1);
        return new ComparisonResult(
                ComparisonResult.Side.of(original),
                ComparisonResult.Side.of(synthetic),
                common,
                chunks.total(),
                options,
                ComparisonResult.Machine.current(),
                codecs,
                content,
                files);
    }

    /**
     * Measures the codecs, and returns them in the order of the options.
     *
     * @param chunks those that fast codecs compress
     * @param progress given the number of codecs that are done, with fractions
     */
    private static List<CodecComparison> codecs(
            DataSample original,
            DataSample synthetic,
            ChunkPairs chunks,
            CodecMeter meter,
            ComparisonOptions options,
            ProgressListener progress)
            throws IOException {
        long common = Math.min(original.bytes(), synthetic.bytes());
        List<@Nullable CodecComparison> measured =
                new ArrayList<>(Collections.nCopies(options.codecs().size(), null));
        int done = 0;
        // Fast ones first, then slow ones, so that only one joined sample is in memory.
        for (boolean slow : new boolean[] {false, true}) {
            JoinedSegments joined = null;
            long most = slow ? options.slowBytesInBudget() : options.fastBytes();
            IntFunction<ChunkPairs> grains = size -> new ChunkPairs(
                    original, synthetic, size, (int) Math.max(1, most / Math.max(size, SMALLEST_COUNTED_CHUNK)));
            ChunkPairs pairs = slow
                    ? new ChunkPairs(original, synthetic, options.chunkSize(), options.slowChunksInBudget())
                    : chunks;
            for (int i = 0; i < measured.size(); i++) {
                String codec = options.codecs().get(i);
                if (ComparisonOptions.isSlow(codec) != slow) {
                    continue;
                }
                double before = done;
                progress.update(codec, before);
                if (joined == null) {
                    joined = JoinedSegments.read(original, synthetic, common, most);
                }
                measured.set(
                        i,
                        meter.measure(codec, joined, pairs, grains, share -> progress.update(codec, before + share)));
                done++;
            }
        }
        return measured.stream().map(Objects::requireNonNull).toList();
    }

    private static long longestStream(ComparisonOptions options, long common) {
        long longest = 0;
        for (String codec : options.codecs()) {
            long most = ComparisonOptions.isSlow(codec) ? options.slowBytesInBudget() : options.fastBytes();
            longest = Math.max(longest, Math.min(common, most));
        }
        return longest;
    }

    /** Refuses a comparison that would run out of memory, before it takes its time. */
    static void requireHeap(long streamBytes, long heapBytes) throws MimeoException {
        long needed = HEAP_PER_STREAM_BYTE * streamBytes;
        if (needed > heapBytes) {
            throw new MimeoException(
                    MimeoException.Reason.LIMIT,
                    "the heap has " + ByteSizes.format(heapBytes) + ", and to compare streams of "
                            + ByteSizes.format(streamBytes) + " takes " + ByteSizes.format(needed) + " of heap");
        }
    }
}

package dev.mimeo.fidelity;

import dev.mimeo.characterization.ByteHistogram;
import dev.mimeo.characterization.RepetitionHistogram;
import dev.mimeo.scan.internal.deflate.DeflateParser;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.function.DoubleConsumer;

/** Compares what the bytes of the chunks of both sides are, apart from any codec. */
final class ContentMeter {

    private final DeflateParser parser = new DeflateParser();
    private final long[][] bytes = new long[2][256];
    private final long[][] repetitions = new long[2][RepetitionHistogram.MAX_LENGTH + 1];

    /**
     * Looks at all chunks once.
     *
     * @param duplication duplication, found apart from the chunks, to be part of the result
     * @param progress given the fraction that is done
     */
    ContentComparison measure(
            ChunkPairs chunks, List<ContentComparison.DuplicationComparison> duplication, DoubleConsumer progress)
            throws IOException {
        int count = chunks.count();
        double[] originalEntropy = new double[count];
        double[] syntheticEntropy = new double[count];
        double distances = 0;
        for (int i = 0; i < count; i++) {
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedIOException("interrupted while comparing content");
            }
            chunks.load(i);
            int length = chunks.length();
            ByteHistogram original = add(0, chunks.original(), length);
            ByteHistogram synthetic = add(1, chunks.synthetic(), length);
            originalEntropy[i] = original.entropy();
            syntheticEntropy[i] = synthetic.entropy();
            long difference = 0;
            for (int value = 0; value < 256; value++) {
                difference += Math.abs(original.count(value) - synthetic.count(value));
            }
            distances += difference / (2.0 * length);
            if ((i & 63) == 63) {
                progress.accept((i + 1.0) / count);
            }
        }
        return new ContentComparison(
                Distribution.of(originalEntropy),
                Distribution.of(syntheticEntropy),
                Distribution.Histogram.of(bytes[0]),
                Distribution.Histogram.of(bytes[1]),
                distances / count,
                Distribution.Histogram.of(repetitions[0]),
                Distribution.Histogram.of(repetitions[1]),
                duplication);
    }

    private ByteHistogram add(int side, byte[] data, int length) {
        ByteHistogram histogram = ByteHistogram.ofBytes(data, 0, length);
        for (int value = 0; value < 256; value++) {
            bytes[side][value] += histogram.count(value);
        }
        parser.parse(data, 0, length);
        int[] counts = parser.lengthCounts();
        for (int value = RepetitionHistogram.MIN_LENGTH; value < counts.length; value++) {
            repetitions[side][value] += counts[value];
        }
        return histogram;
    }
}

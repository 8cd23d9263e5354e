package dev.mimeo.analysis.fidelity;

import dev.mimeo.characterization.ByteHistogram;
import java.io.IOException;

/** Compares what the bytes of both sides are, apart from any codec. */
final class ContentMeter {

    private ContentMeter() {}

    static ContentComparison measure(ChunkPairs chunks) throws IOException {
        int count = chunks.count();
        double[][] entropies = new double[2][count];
        long[][] totals = new long[2][256];
        double distances = 0;
        for (int i = 0; i < count; i++) {
            chunks.load(i);
            ByteHistogram original = ByteHistogram.ofBytes(chunks.original(), 0, chunks.length());
            ByteHistogram synthetic = ByteHistogram.ofBytes(chunks.synthetic(), 0, chunks.length());
            entropies[0][i] = original.entropy();
            entropies[1][i] = synthetic.entropy();
            long difference = 0;
            for (int value = 0; value < 256; value++) {
                totals[0][value] += original.count(value);
                totals[1][value] += synthetic.count(value);
                difference += Math.abs(original.count(value) - synthetic.count(value));
            }
            distances += difference / (2.0 * chunks.length());
        }
        return new ContentComparison(
                Distribution.of(entropies[0]),
                Distribution.of(entropies[1]),
                Histogram.of(totals[0]),
                Histogram.of(totals[1]),
                count == 0 ? 0 : distances / count);
    }
}

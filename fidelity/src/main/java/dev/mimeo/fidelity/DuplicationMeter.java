package dev.mimeo.fidelity;

import dev.mimeo.characterization.DuplicationCharacterization;
import dev.mimeo.scan.internal.DuplicationCounter;
import dev.mimeo.scan.internal.FastCdc;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleConsumer;

/**
 * Counts exact duplicates of both sides at fixed and at content-defined blocks.
 *
 * <p>Both sides are cut at the same places for files: those of the original. Blocks end with a file and with a section of
 * a few megabytes, in both sides alike.
 */
final class DuplicationMeter {

    private static final int SECTION = 4 << 20;
    private static final int SMALL_BLOCK = 4 << 10;

    private final int chunkSize;
    private final byte[] section;

    DuplicationMeter(int chunkSize) {
        this.chunkSize = chunkSize;
        this.section = new byte[Math.max(1, SECTION / chunkSize) * chunkSize];
    }

    /**
     * Counts.
     *
     * @param bytes from the start of both sides, at most the size of the smaller one
     * @param progress given the fraction that is done
     */
    List<ContentComparison.DuplicationComparison> measure(
            DataSample original, DataSample synthetic, long bytes, DoubleConsumer progress) throws IOException {
        ChunkGrid sections = original.grid(section.length);
        List<CutCounter> left = counters();
        List<CutCounter> right = counters();
        long all = sections.count();
        for (long i = 0; i < all && sections.offset(i) < bytes; i++) {
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedIOException("interrupted while counting duplicates");
            }
            long offset = sections.offset(i);
            int length = (int) Math.min(sections.length(i), bytes - offset);
            count(original, offset, length, left);
            count(synthetic, offset, length, right);
            if (length == section.length) {
                progress.accept((double) (offset + length) / bytes);
            }
        }
        List<ContentComparison.DuplicationComparison> result = new ArrayList<>();
        for (int i = 0; i < left.size(); i++) {
            DuplicationCharacterization a = left.get(i).counter.characterization();
            DuplicationCharacterization b = right.get(i).counter.characterization();
            result.add(new ContentComparison.DuplicationComparison(
                    a.boundaries(),
                    new ComparisonResult.MeasuredPair(a.dedupRatio(), b.dedupRatio()),
                    a.samplingRate() == 1 && b.samplingRate() == 1));
        }
        return List.copyOf(result);
    }

    private void count(DataSample sample, long offset, int length, List<CutCounter> counters) throws IOException {
        sample.read(offset, section, 0, length);
        for (CutCounter counter : counters) {
            int cut;
            for (int at = 0; at < length; at += cut) {
                cut = counter.cutter.cut(section, at, length - at);
                counter.counter.add(section, at, cut);
            }
        }
    }

    private List<CutCounter> counters() {
        List<CutCounter> counters = new ArrayList<>();
        if (chunkSize > SMALL_BLOCK && chunkSize % SMALL_BLOCK == 0) {
            counters.add(fixed(SMALL_BLOCK));
        }
        counters.add(fixed(chunkSize));
        counters.add(new CutCounter(new DuplicationCounter("fastcdc:" + FastCdc.AVERAGE_SIZE), FastCdc::cut));
        return counters;
    }

    private static CutCounter fixed(int size) {
        return new CutCounter(
                new DuplicationCounter("fixed:" + size), (data, offset, length) -> Math.min(size, length));
    }

    /** Returns the length of the block at the start of a range. */
    @FunctionalInterface
    private interface Cutter {
        int cut(byte[] data, int offset, int length);
    }

    private record CutCounter(DuplicationCounter counter, Cutter cutter) {}
}

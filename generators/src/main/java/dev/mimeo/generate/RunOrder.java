package dev.mimeo.generate;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.DatasetCharacterization.KeptRuns;
import java.io.IOException;
import java.util.Arrays;

/**
 * The order of chunks where a characterization has only runs of what was scanned: each run comes as often, one time after the other and each time with
 * other content, as its range has runs. So the chunk with a number is like the scanned chunks around that number. The n-th time of all runs is
 * a cycle, within which chunks repeat each other. Immutable and thread-safe.
 */
final class RunOrder implements ChunkOrder {

    private final Characterization characterization;
    private final KeptRuns kept;
    private final long rows;

    /** By kept run: the number of the first chunk that follows it, and where that begins; at the end the sums. */
    private final long[] firstNumbers;

    private final long[] firstBytes;

    /** Makes an order of the runs that a characterization has. */
    RunOrder(Characterization characterization, KeptRuns kept) throws IOException {
        this.characterization = characterization;
        this.kept = kept;
        this.rows = characterization.chunkCount();
        this.firstNumbers = new long[kept.kept() + 1];
        this.firstBytes = new long[kept.kept() + 1];
        for (int run = 0; run < kept.kept(); run++) {
            long times = kept.length(run);
            firstNumbers[run + 1] = firstNumbers[run] + times * chunksOf(run);
            firstBytes[run + 1] = firstBytes[run] + times * bytesOf(run);
        }
    }

    @Override
    public long chunks() {
        return firstNumbers[kept.kept()];
    }

    @Override
    public long bytes() {
        return firstBytes[kept.kept()];
    }

    @Override
    public long cycleOf(long number) {
        long inOrder = number % chunks();
        int run = indexOf(firstNumbers, inOrder);
        return number / chunks() * kept.mostInRange() + (inOrder - firstNumbers[run]) / chunksOf(run);
    }

    @Override
    public long contentCycle(long cycle, long row) {
        // Not every run comes as often as the most frequent one.
        long time = cycle % kept.mostInRange();
        return cycle - time + time % kept.length((int) (row / KeptRuns.CHUNKS));
    }

    @Override
    public long rowOf(long number) {
        long inOrder = number % chunks();
        int run = indexOf(firstNumbers, inOrder);
        return firstRow(run) + (inOrder - firstNumbers[run]) % chunksOf(run);
    }

    @Override
    public long numberAt(long position) throws IOException {
        long inOrder = position % bytes();
        int run = indexOf(firstBytes, inOrder);
        long bytes = bytesOf(run);
        long time = (inOrder - firstBytes[run]) / bytes;
        long row = characterization.chunkAt(startOfRow(firstRow(run)) + (inOrder - firstBytes[run]) % bytes);
        return position / bytes() * chunks() + firstNumbers[run] + time * chunksOf(run) + row - firstRow(run);
    }

    @Override
    public long startOf(long number) throws IOException {
        long inOrder = number % chunks();
        int run = indexOf(firstNumbers, inOrder);
        long time = (inOrder - firstNumbers[run]) / chunksOf(run);
        long inRun = startOfRow(rowOf(number)) - startOfRow(firstRow(run));
        return Math.addExact(
                Math.multiplyExact(number / chunks(), bytes()), firstBytes[run] + time * bytesOf(run) + inRun);
    }

    @Override
    public long timeOf(long cycle) {
        return cycle;
    }

    private static long firstRow(int run) {
        return (long) run * KeptRuns.CHUNKS;
    }

    private long chunksOf(int run) {
        return Math.min(rows, firstRow(run + 1)) - firstRow(run);
    }

    private long bytesOf(int run) throws IOException {
        return startOfRow(firstRow(run) + chunksOf(run)) - startOfRow(firstRow(run));
    }

    private long startOfRow(long row) throws IOException {
        return row == rows
                ? characterization.scannedBytes()
                : characterization.chunk(row).offset();
    }

    /** Returns the run that a number or a position is in. */
    private static int indexOf(long[] firsts, long value) {
        int found = Arrays.binarySearch(firsts, value);
        return found >= 0 ? found : -found - 2;
    }
}

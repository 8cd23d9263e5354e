package dev.mimeo.generate;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.internal.random.SplitMix64;
import java.io.IOException;

/** The rows in another random order in each cycle. The position of a chunk is the sum of the sizes of those before it in its cycle. */
final class RandomOrder extends CompleteCycles {

    /** Bytes whose chunks are read to find their end: generating too many chunks takes longer for such a short run. */
    private static final long SEARCHED_BYTES = 4 << 20;

    private final CharacterizationRows sizes;
    private final long seed;
    private final Permutation permutation;

    /** Makes an order that a seed determines. */
    RandomOrder(Characterization characterization, CharacterizationRows sizes, long seed) {
        super(characterization);
        this.sizes = sizes;
        this.seed = seed;
        this.permutation = new Permutation(chunks());
    }

    @Override
    public long rowOf(long number) {
        return permutation.at(SplitMix64.derive(~seed, cycleOf(number)), number % chunks());
    }

    @Override
    public long numberAt(long position) throws IOException {
        long number = position / bytes() * chunks();
        long inCycle = position % bytes();
        for (long end = size(number); end <= inCycle; end += size(number)) {
            number++;
        }
        return number;
    }

    @Override
    public long endOf(long first, long bytes) throws IOException {
        if (bytes > SEARCHED_BYTES) {
            return Long.MAX_VALUE;
        }
        long number = first;
        for (long left = bytes; left > 0; number++) {
            left -= size(number);
        }
        return number;
    }

    @Override
    public long startOf(long number) throws IOException {
        long cycle = cycleOf(number);
        long start = Math.multiplyExact(cycle, bytes());
        for (long before = cycle * chunks(); before < number; before++) {
            start = Math.addExact(start, size(before));
        }
        return start;
    }

    @Override
    public long objectStart(long number) {
        return number - number % chunks();
    }

    private int size(long number) throws IOException {
        return sizes.row(rowOf(number)).size();
    }
}

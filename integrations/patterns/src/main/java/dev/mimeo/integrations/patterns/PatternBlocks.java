package dev.mimeo.integrations.patterns;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.codec.Codec;
import dev.mimeo.codec.Codecs;
import dev.mimeo.generate.DataProducer;
import dev.mimeo.internal.random.SplitMix64;
import dev.mimeo.internal.text.ByteSizes;
import dev.mimeo.internal.text.Counts;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;

/**
 * A few blocks that stand for a whole synthetic stream, for benchmarks that write the same blocks again and again.
 *
 * <p>Many candidates, spread evenly over as much as was scanned, are compressed one by one; they are sorted by their
 * compressed size and cut into as many groups as there are blocks, and of each group the one nearest to the group's mean is
 * taken (stratified sampling). So the blocks have the distribution of the candidates, and nearly its mean, which as many random
 * ones would not. The first block is the one that is nearest to the mean of all; the others are in random order.
 *
 * <p>Not thread-safe.
 */
public final class PatternBlocks {

    /** Unit of disks and direct I/O, in bytes. */
    private static final int BLOCK_UNIT = 512;

    /** The longest pattern that fio takes. */
    private static final int MAX_BLOCK_BYTES = 128 << 20;

    private static final int MAX_BLOCKS = 1 << 16;

    private static final int CANDIDATES_PER_BLOCK = 16;

    /** To choose takes no more generating than this, unless there are more blocks. */
    private static final long MAX_CANDIDATE_BYTES = 128 << 20;

    private static final String CODEC = "zlib:6";

    private final DataProducer producer;
    private final int blockBytes;
    private final Candidate[] blocks;
    private final double candidateRatio;

    /**
     * Workload of a benchmark on the blocks.
     *
     * @param target file or device that it writes, as it is called in a job file
     * @param targetBytes so much of it
     * @param access in which order
     */
    public record Workload(String target, long targetBytes, Access access) {

        /** The order of writes. */
        public enum Access {
            /** From the first byte to the last, each once. */
            WRITE,
            /** As many bytes, anywhere. */
            RANDWRITE;

            /** Returns the name that fio has for it. */
            String fio() {
                return name().toLowerCase(Locale.ROOT);
            }
        }

        /** @throws IllegalArgumentException if the target has no name that can stand in a job file */
        public Workload {
            if (target.isBlank()) {
                throw new IllegalArgumentException("the target needs a name");
            }
            checkName(target);
        }

        /** Refuses names that mean something else in job files. */
        static void checkName(String name) {
            for (int i = 0; i < name.length(); i++) {
                char c = name.charAt(i);
                if (c < ' ' || c == 0x7f || c == '\'' || c == '"' || c == ';' || c == '#') {
                    throw new IllegalArgumentException(
                            "'" + name + "' cannot be named in a job file: choose a name without"
                                    + " quotes, semicolons, number signs and control characters");
                }
            }
        }
    }

    private record Candidate(long position, int compressedBytes) {}

    private PatternBlocks(DataProducer producer, int blockBytes, Candidate[] blocks, double candidateRatio) {
        this.producer = producer;
        this.blockBytes = blockBytes;
        this.blocks = blocks;
        this.candidateRatio = candidateRatio;
    }

    /**
     * Checks the size of a block.
     *
     * @throws IllegalArgumentException if it is not a multiple of 512, or more than 128 MiB
     */
    public static void checkBlockSize(long bytes) {
        if (bytes < BLOCK_UNIT || bytes > MAX_BLOCK_BYTES || bytes % BLOCK_UNIT != 0) {
            throw new IllegalArgumentException("the block size must be a multiple of " + BLOCK_UNIT + " bytes, at most "
                    + ByteSizes.format(MAX_BLOCK_BYTES) + ", got " + Counts.of(bytes, "byte"));
        }
    }

    /**
     * Chooses blocks of a stream; the same for the same arguments.
     *
     * @param characterization tells how much was scanned, which the blocks stand for
     * @param producer makes the blocks, also later on; remains the caller's to close
     * @param blockBytes a multiple of 512, at most 128 MiB
     * @param count 1 to 65536
     * @param seed decides which blocks are looked at, and their order
     * @throws IllegalArgumentException if a number is out of range
     */
    public static PatternBlocks choose(
            Characterization characterization, DataProducer producer, int blockBytes, int count, long seed) {
        checkBlockSize(blockBytes);
        if (count < 1 || count > MAX_BLOCKS) {
            throw new IllegalArgumentException("blocks must be 1 to " + MAX_BLOCKS + ", got " + count);
        }
        // A block that is smaller than a chunk costs a whole one.
        int cost = Math.max(blockBytes, characterization.dataset().chunkSize());
        long affordable = MAX_CANDIDATE_BYTES / cost;
        int candidates = (int) Math.max(count, Math.min((long) count * CANDIDATES_PER_BLOCK, affordable));
        Candidate[] sorted = candidates(producer, characterization.scannedBytes(), blockBytes, candidates, seed);
        double mean = mean(sorted, 0, candidates);
        Candidate[] chosen = new Candidate[count];
        for (int i = 0; i < count; i++) {
            int from = (int) ((long) candidates * i / count);
            int to = (int) ((long) candidates * (i + 1) / count);
            chosen[i] = nearest(sorted, from, to, mean(sorted, from, to));
        }
        order(chosen, mean, seed);
        return new PatternBlocks(producer, blockBytes, chosen, blockBytes / mean);
    }

    /** Returns blocks from all over the stream, by compressed size. */
    private static Candidate[] candidates(
            DataProducer producer, long streamBytes, int blockBytes, int count, long seed) {
        long places = Math.max(count, streamBytes / blockBytes);
        Candidate[] candidates = new Candidate[count];
        byte[] block = new byte[blockBytes];
        try (Codec codec = Codecs.open(CODEC)) {
            byte[] packed = new byte[codec.maxCompressedLength(blockBytes)];
            SplitMix64 random = new SplitMix64(seed);
            for (int i = 0; i < count; i++) {
                long first = places / count * i + places % count * i / count;
                long next = places / count * (i + 1) + places % count * (i + 1) / count;
                long position = (first + random.below(next - first)) * blockBytes;
                producer.seek(position);
                producer.fill(block, 0, blockBytes);
                candidates[i] = new Candidate(position, codec.compress(block, 0, blockBytes, packed, 0, packed.length));
            }
        }
        Arrays.sort(candidates, Comparator.comparingInt(Candidate::compressedBytes));
        return candidates;
    }

    private static double mean(Candidate[] candidates, int from, int to) {
        long sum = 0;
        for (int i = from; i < to; i++) {
            sum += candidates[i].compressedBytes;
        }
        return (double) sum / (to - from);
    }

    private static Candidate nearest(Candidate[] candidates, int from, int to, double size) {
        return Arrays.stream(candidates, from, to)
                .min(Comparator.comparingDouble(candidate -> Math.abs(candidate.compressedBytes - size)))
                .orElseThrow();
    }

    private static void order(Candidate[] chosen, double mean, long seed) {
        SplitMix64 random = new SplitMix64(~seed);
        for (int i = chosen.length - 1; i > 0; i--) {
            swap(chosen, i, (int) random.below(i + 1L));
        }
        swap(chosen, 0, Arrays.asList(chosen).indexOf(nearest(chosen, 0, chosen.length, mean)));
    }

    private static void swap(Candidate[] candidates, int i, int j) {
        Candidate candidate = candidates[i];
        candidates[i] = candidates[j];
        candidates[j] = candidate;
    }

    /** Returns the number of blocks. */
    public int count() {
        return blocks.length;
    }

    /** Returns the size of each block. */
    public int blockBytes() {
        return blockBytes;
    }

    /** Returns the compression ratio of the blocks together, each compressed alone with zlib at level 6. */
    public double ratio() {
        return blockBytes / mean(blocks, 0, blocks.length);
    }

    /** Returns the same of all candidates, which the blocks stand for. */
    public double candidateRatio() {
        return candidateRatio;
    }

    /**
     * Makes a block.
     *
     * @param number 0 to {@link #count()} - 1
     * @return a new array
     */
    public byte[] block(int number) {
        byte[] block = new byte[blockBytes];
        producer.seek(blocks[number].position);
        producer.fill(block, 0, blockBytes);
        return block;
    }
}

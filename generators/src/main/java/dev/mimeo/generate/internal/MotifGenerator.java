package dev.mimeo.generate.internal;

import dev.mimeo.characterization.ByteHistogram;
import dev.mimeo.characterization.ChunkCharacterization;
import dev.mimeo.characterization.RepetitionHistogram;
import dev.mimeo.generate.DataGenerator;
import dev.mimeo.generate.internal.mimic.HistogramDraw;
import dev.mimeo.internal.bytes.LittleEndian;
import dev.mimeo.internal.random.SplitMix64;
import java.util.Arrays;
import java.util.Objects;
import java.util.StringJoiner;

/**
 * The algorithm of the SDGen paper: Gracia-Tinedo, Harnik, Naor, Sotnikov, Toledo, Zuck, "SDGen: Mimicking Datasets for
 * Content Generation in Storage Benchmarks", FAST 2015.
 *
 * <p>A chunk has one <em>repeated sequence</em> of {@value #MOTIF_BYTES} random bytes, drawn from the byte histogram.
 * Lengths are drawn from the histogram of repetition lengths in batches, and each batch is used in decreasing order, so
 * that a matcher that knows only the last place of a prefix (lz4) finds all of it. For each length, with a probability
 * of 1 / zlib ratio, as many fresh bytes are drawn from the byte histogram; otherwise the prefix of the repeated sequence
 * of that length is emitted, followed by one random byte, so that repetitions do not join. For alphabets of fewer than
 * {@value #SHORT_ALPHABET} symbols the repeated sequence is renewed often.
 *
 * <p>What the paper leaves open is chosen here. A batch has one length for every {@value #BYTES_PER_LENGTH} bytes of the
 * chunk, so for most data one or two batches fill it, and the end of the chunk cuts the shortest lengths off the last.
 * That comes nearest to the ratios of lz4 and zlib on our corpora: batches that are never cut are 30 % low on logs, those
 * of one length for 8 bytes 13 % high on databases. The sequence of a short alphabet is renewed after {@value #RENEWAL}
 * repetitions.
 *
 * <p>The published code of SDGen deviates from its paper, and this class does not follow it there: it takes the ratio
 * of level 9 over a serialised array, 268 bytes for the sequence, a separator between two repetitions only, batches of
 * 1000 lengths whatever the chunk, and a renewal that leaves zero bytes.
 *
 * <p>Not thread-safe: keeps tables from chunk to chunk.
 */
public final class MotifGenerator implements DataGenerator {

    /** The longest match of Deflate. */
    static final int MOTIF_BYTES = RepetitionHistogram.MAX_LENGTH;

    static final int SHORT_ALPHABET = 8;
    static final int BYTES_PER_LENGTH = 12;
    static final int RENEWAL = 2;

    /** Copies move this many bytes at a time, and may read and write up to as many beyond their end. */
    private static final int SLACK = 32;

    private static final int TABLE_BITS = 16;

    /** More lengths than this are scaled down to it; a chunk of 32 KiB has at most 10,922. */
    private static final int MAX_LENGTHS = 1 << 16;

    /** Start of the fresh bytes in {@link #pool}; the repeated sequence is before them. */
    private static final int FRESH_START = MOTIF_BYTES + SLACK;

    private static final int FRESH_END = FRESH_START + 8192;

    private final HistogramDraw draw = new HistogramDraw(TABLE_BITS);

    /** Repetition lengths in proportion to their frequency. */
    private char[] lengths = new char[0];

    private int lengthCount;

    /** Number of occurrences of each length in the batch. */
    private final int[] batch = new int[RepetitionHistogram.MAX_LENGTH + 1];

    private final byte[] pool = new byte[FRESH_END + SLACK];
    private int fresh;
    private boolean renewing;
    private int repeats;
    private long random;

    /** Makes a generator. */
    public MotifGenerator() {}

    /**
     * Checks that a chunk has what this generator follows.
     *
     * @throws IllegalArgumentException if it has not; names the scanners that would provide it
     */
    static void check(ChunkCharacterization chunk) {
        if (chunk.bytes() == null || chunk.repetitions() == null || chunk.deflateBytes() < 0) {
            StringJoiner missing = new StringJoiner(", ");
            if (chunk.bytes() == null) {
                missing.add("the byte histogram (scanner 'histogram')");
            }
            if (chunk.repetitions() == null) {
                missing.add("the repetition lengths (scanner 'repetition')");
            }
            if (chunk.deflateBytes() < 0) {
                missing.add("the zlib size (scanner 'repetition')");
            }
            throw new IllegalArgumentException(
                    "generator 'motif' needs a statistic that was not scanned, of chunk " + chunk.number() + ": "
                            + missing + "; scan again with the default scanners, and not with `effort` fast");
        }
    }

    @Override
    public void generate(ChunkCharacterization chunk, long seed, byte[] destination, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, destination.length);
        check(chunk);
        ByteHistogram bytes = Objects.requireNonNull(chunk.bytes());
        RepetitionHistogram repetitions = Objects.requireNonNull(chunk.repetitions());
        int symbols = draw.prepare(bytes);
        if (symbols == 1) {
            Arrays.fill(destination, offset, offset + length, draw.first());
        } else if (repetitions.repetitions() == 0 || chunk.deflateBytes() >= chunk.size()) {
            draw.fill(seed, destination, offset, length);
        } else {
            fillLengths(repetitions);
            random = draw.fill(seed, pool, 0, FRESH_END);
            fresh = FRESH_START;
            repeats = 0;
            renewing = symbols < SHORT_ALPHABET;
            compose(fraction(chunk.deflateBytes(), chunk.size()), destination, offset, length);
        }
    }

    /** Returns part / whole, below 1, in units of 2^-64. */
    public static long fraction(int part, int whole) {
        long high = ((long) part << 32) / whole;
        long rest = ((long) part << 32) % whole;
        return high << 32 | (rest << 32) / whole;
    }

    private void compose(long freshShare, byte[] destination, int offset, int length) {
        int at = offset;
        int end = offset + length;
        while (at < end) {
            drawBatch(length / BYTES_PER_LENGTH + 1);
            if (renewing) {
                random = draw.fill(random, pool, 0, MOTIF_BYTES);
            }
            for (int n = RepetitionHistogram.MAX_LENGTH; n >= RepetitionHistogram.MIN_LENGTH; n--) {
                if (batch[n] > 0) {
                    at = emit(n, batch[n], freshShare, destination, at, end);
                    batch[n] = 0;
                }
            }
        }
    }

    private void drawBatch(int size) {
        long counter = random;
        for (int i = 0; i < size; i++) {
            counter += SplitMix64.GOLDEN_GAMMA;
            batch[lengths[(int) (((SplitMix64.mix64(counter) >>> 32) * lengthCount) >>> 32)]]++;
        }
        random = counter;
    }

    /**
     * Emits lengths that are equal, until they or the chunk are used up.
     *
     * <p>Both kinds are a copy from {@link #pool} and one byte after it, which the next copy overwrites where it is no
     * separator. So nothing but addresses depends on the kind, a branch that no CPU could predict.
     */
    private int emit(int length, int number, long freshShare, byte[] destination, int start, int end) {
        int roomy = end - length - SLACK;
        int at = start;
        int next = fresh;
        long counter = random;
        for (int i = 0; i < number && at < end; i++) {
            if (next > FRESH_END - length) {
                counter = draw.fill(counter, pool, FRESH_START, FRESH_END - FRESH_START);
                next = FRESH_START;
            }
            counter += SplitMix64.GOLDEN_GAMMA;
            int repeat = Long.compareUnsigned(SplitMix64.mix64(counter), freshShare) < 0 ? 0 : 1;
            int from = next & (repeat - 1);
            if (at < roomy) {
                copy(from, destination, at, length);
                destination[at + length] = pool[next];
                at += length + repeat;
            } else {
                int fits = Math.min(length, end - at);
                System.arraycopy(pool, from, destination, at, fits);
                at += fits;
                if (repeat == 1 && at < end) {
                    destination[at++] = pool[next];
                }
            }
            next += repeat == 1 ? 1 : length;
            repeats += repeat;
            if (renewing && repeats >= RENEWAL) {
                // No longer prefix is asked for in the rest of the batch.
                counter = draw.fill(counter, pool, 0, length + 7 & -8);
                repeats = 0;
            }
        }
        fresh = next;
        random = counter;
        return at;
    }

    /** Copies from the pool; up to {@link #SLACK} bytes are written whatever the length. */
    private void copy(int from, byte[] destination, int at, int length) {
        if (length > SLACK) {
            System.arraycopy(pool, from, destination, at, length);
            return;
        }
        LittleEndian.putLong(destination, at, LittleEndian.getLong(pool, from));
        LittleEndian.putLong(destination, at + 8, LittleEndian.getLong(pool, from + 8));
        if (length > 16) {
            LittleEndian.putLong(destination, at + 16, LittleEndian.getLong(pool, from + 16));
            LittleEndian.putLong(destination, at + 24, LittleEndian.getLong(pool, from + 24));
        }
    }

    private void fillLengths(RepetitionHistogram repetitions) {
        long total = repetitions.repetitions();
        lengthCount = (int) Math.min(total, MAX_LENGTHS);
        if (lengths.length < lengthCount) {
            lengths = new char[lengthCount];
        }
        long seen = 0;
        int from = 0;
        for (int length = RepetitionHistogram.MIN_LENGTH; length <= RepetitionHistogram.MAX_LENGTH; length++) {
            seen += repetitions.count(length);
            int to = (int) (seen * lengthCount / total);
            Arrays.fill(lengths, from, to, (char) length);
            from = to;
        }
    }
}

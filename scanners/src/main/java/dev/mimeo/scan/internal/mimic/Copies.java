package dev.mimeo.scan.internal.mimic;

import dev.mimeo.generate.internal.mimic.CopyEcho;
import dev.mimeo.internal.bytes.GapFiller;
import dev.mimeo.internal.random.SplitMix64;
import java.io.Serializable;
import java.util.Arrays;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;

/**
 * Finds which stretches of chunks repeat earlier chunks, and repeats them in what is generated in their place, as a producer of
 * synthetic data does whatever the generator: else the fit would make up for them a second time. They are found by a rolling
 * hash of blocks (Karp, Rabin: "Efficient randomized pattern-matching algorithms", IBM J. Res. Dev. 31(2), 1987) and compared
 * byte by byte. Immutable and thread-safe.
 */
public final class Copies {

    /**
     * Shorter stretches, bytes, are not copies, unless they are all of a chunk. They are left to the model: a copy is not like the rest of its
     * chunk, and with many short ones very compressible chunks are larger than the original.
     */
    public static final int SHORTEST = 3072;

    /** Bytes of the blocks that are looked up: a copy begins with less than one of them before such a block. */
    private static final int BLOCK = 512;

    private static final long FACTOR = SplitMix64.GOLDEN_GAMMA;

    /** By copy: place, place of what it repeats, bytes. */
    private final int[] copies;

    /** By chunk, and at last of all: how many copies are before. */
    private final int[] before;

    /** By chunk: where it ends. */
    private final int[] ends;

    private Copies(int[] copies, int[] before, int[] ends) {
        this.copies = copies;
        this.before = before;
        this.ends = ends;
    }

    /**
     * Finds the copies in chunks one after the other.
     *
     * @param ends by chunk: where it ends
     */
    static Copies find(byte[] data, int[] ends) {
        Finder finder = new Finder(data, ends.length == 0 ? 0 : ends[ends.length - 1]);
        int[] before = new int[ends.length + 1];
        int start = 0;
        for (int chunk = 0; chunk < ends.length; chunk++) {
            finder.find(start, ends[chunk]);
            finder.enter(start, ends[chunk]);
            start = ends[chunk];
            before[chunk + 1] = finder.count;
        }
        return new Copies(finder.copies, before, ends);
    }

    /** Returns whether there are none. */
    boolean isEmpty() {
        return before[ends.length] == 0;
    }

    /** Returns the bytes of a chunk that are not copies. */
    int ownBytes(int chunk) {
        int own = ends[chunk] - start(chunk);
        for (int i = 3 * before[chunk]; i < 3 * before[chunk + 1]; i += 3) {
            own -= copies[i + 2];
        }
        return own;
    }

    /**
     * Writes a chunk but its copies.
     *
     * @param own content that is not copied, {@link #ownBytes}
     * @param generated receives it, as all chunks
     */
    void spread(int chunk, byte[] own, byte[] generated) {
        GapFiller gaps = new GapFiller(own, generated, start(chunk));
        for (int i = 3 * before[chunk]; i < 3 * before[chunk + 1]; i += 3) {
            gaps.leaveOut(copies[i], copies[i] + copies[i + 2]);
        }
        gaps.fill(ends[chunk]);
    }

    private int start(int chunk) {
        return chunk == 0 ? 0 : ends[chunk - 1];
    }

    /**
     * Makes what was generated in the place of the chunks repeat itself as they do.
     *
     * @param echoes by chunk: share of its own content that repeats its copies, in 1/256
     * @param seeds by chunk: decides what that is
     */
    void apply(byte[] generated, IntUnaryOperator echoes, IntToLongFunction seeds) {
        for (int chunk = 0; chunk < ends.length; chunk++) {
            int first = 3 * before[chunk];
            int end = 3 * before[chunk + 1];
            for (int i = first; i < end; i += 3) {
                System.arraycopy(generated, copies[i + 1], generated, copies[i], copies[i + 2]);
            }
            int echo = first == end ? 0 : echoes.applyAsInt(chunk);
            if (echo > 0) {
                int start = start(chunk);
                int[] ranges = new int[2 * (end - first) / 3];
                for (int i = first, range = 0; i < end; i += 3) {
                    ranges[range++] = copies[i] - start;
                    ranges[range++] = copies[i] - start + copies[i + 2];
                }
                CopyEcho.write(generated, start, ends[chunk] - start, ranges, echo, seeds.applyAsLong(chunk));
            }
        }
    }

    /** The ranges of a chunk that repeat earlier ones. Immutable and thread-safe. */
    static final class OfChunk implements Serializable {
        private static final long serialVersionUID = 1L;

        static final OfChunk NONE = new OfChunk(new int[0], new byte[0][]);

        /** By copy: its place in the chunk, and what it is. */
        private final int[] places;

        private final byte[][] contents;

        private OfChunk(int[] places, byte[][] contents) {
            this.places = places;
            this.contents = contents;
        }

        boolean isEmpty() {
            return places.length == 0;
        }

        /** Returns the bytes of a chunk that are not copies. */
        int ownBytes(int length) {
            return length
                    - Arrays.stream(contents)
                            .mapToInt(content -> content.length)
                            .sum();
        }

        /**
         * Writes the chunk.
         *
         * @param own content that is not copied, {@link #ownBytes}
         * @param start place of the chunk in the target
         * @param echo share of that content that repeats the copies, in 1/256
         * @param seed decides what that is
         */
        void write(byte[] own, byte[] target, int start, int length, int echo, long seed) {
            GapFiller gaps = new GapFiller(own, target, start);
            int[] ranges = new int[2 * places.length];
            for (int i = 0; i < places.length; i++) {
                int place = start + places[i];
                gaps.leaveOut(place, place + contents[i].length);
                System.arraycopy(contents[i], 0, target, place, contents[i].length);
                ranges[2 * i] = places[i];
                ranges[2 * i + 1] = places[i] + contents[i].length;
            }
            gaps.fill(start + length);
            CopyEcho.write(target, start, length, ranges, echo, seed);
        }
    }

    /**
     * Returns what a chunk repeats of earlier ones.
     *
     * @param generated what was generated in the place of the chunks, after {@link #apply}
     */
    OfChunk ofChunk(int chunk, byte[] generated) {
        int count = before[chunk + 1] - before[chunk];
        if (count == 0) {
            return OfChunk.NONE;
        }
        int[] places = new int[count];
        byte[][] contents = new byte[count][];
        for (int i = 0; i < count; i++) {
            int copy = 3 * (before[chunk] + i);
            places[i] = copies[copy] - start(chunk);
            contents[i] = Arrays.copyOfRange(generated, copies[copy], copies[copy] + copies[copy + 2]);
        }
        return new OfChunk(places, contents);
    }

    /** Looks up blocks among those of the chunks before. */
    private static final class Finder {
        private final byte[] data;

        /** Places of blocks and 1, by hash; the first of each stays. */
        private final int[] places;

        private final int shift;

        /** Factor of the first byte of a block in the hash when the last byte is added. */
        private final long oldest;

        private int[] copies = new int[30];
        private int count;

        Finder(byte[] data, int length) {
            this.data = data;
            int bits = 33 - Integer.numberOfLeadingZeros(Math.max(1, length / BLOCK));
            this.places = new int[1 << bits];
            this.shift = 64 - bits;
            long power = 1;
            for (int i = 0; i < BLOCK; i++) {
                power *= FACTOR;
            }
            this.oldest = power;
        }

        void enter(int start, int end) {
            for (int at = start; at + BLOCK <= end; at += BLOCK) {
                int slot = slot(hash(at));
                places[slot] = places[slot] == 0 ? at + 1 : places[slot];
            }
        }

        /** Finds the copies in a chunk, from left to right, apart from each other. */
        void find(int start, int end) {
            int free = start;
            int at = start;
            long hash = at + BLOCK <= end ? hash(at) : 0;
            while (at + BLOCK <= end) {
                int source = places[slot(hash)] - 1;
                if (source >= 0 && Arrays.equals(data, at, at + BLOCK, data, source, source + BLOCK)) {
                    int most = Math.min(end - at, start - source);
                    int same = Arrays.mismatch(data, at, at + most, data, source, source + most);
                    int length = same < 0 ? most : same;
                    // Copies that begin later in one that was too short are too short, too.
                    boolean copied = copy(free, start, end, at, source, length);
                    at += copied ? length : length - BLOCK + 1;
                    free = copied ? at : free;
                    hash = at + BLOCK <= end ? hash(at) : 0;
                } else {
                    hash = at + BLOCK < end ? hash * FACTOR + value(at + BLOCK) - value(at) * oldest : 0;
                    at++;
                }
            }
        }

        /** Enters what is equal from a block on, and before it, if that is long enough; returns whether. */
        private boolean copy(int free, int start, int end, int at, int source, int after) {
            // A run of one byte is not a copy.
            if (Arrays.mismatch(data, at, at + after - 1, data, at + 1, at + after) < 0) {
                return false;
            }
            int before = 0;
            while (at - before > free && source > before && data[at - before - 1] == data[source - before - 1]) {
                before++;
            }
            int first = at - before;
            int length = before + after;
            if (length < SHORTEST && (first > start || length < end - start)) {
                return false;
            }
            if (3 * count == copies.length) {
                copies = Arrays.copyOf(copies, 2 * copies.length);
            }
            copies[3 * count] = first;
            copies[3 * count + 1] = source - before;
            copies[3 * count + 2] = length;
            count++;
            return true;
        }

        private long value(int at) {
            return (data[at] & 0xff) + 1L;
        }

        private long hash(int at) {
            long hash = 0;
            for (int i = at; i < at + BLOCK; i++) {
                hash = hash * FACTOR + value(i);
            }
            return hash;
        }

        private int slot(long hash) {
            return (int) ((hash * FACTOR) >>> shift);
        }
    }
}

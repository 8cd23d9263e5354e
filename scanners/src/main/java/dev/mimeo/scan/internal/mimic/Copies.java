package dev.mimeo.scan.internal.mimic;

import dev.mimeo.internal.random.SplitMix64;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

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

    private final int count;

    /** By copy: place, place of what it repeats, bytes. */
    private final int[] copies;

    private Copies(int count, int[] copies) {
        this.count = count;
        this.copies = copies;
    }

    /**
     * Finds the copies in chunks one after the other.
     *
     * @param ends by chunk: where it ends
     */
    static Copies find(byte[] data, int[] ends) {
        Finder finder = new Finder(data, ends.length == 0 ? 0 : ends[ends.length - 1]);
        int start = 0;
        for (int end : ends) {
            finder.find(start, end);
            finder.enter(start, end);
            start = end;
        }
        return new Copies(finder.count, finder.copies);
    }

    /** Returns whether there are none. */
    boolean isEmpty() {
        return count == 0;
    }

    /** Makes what was generated in the place of the chunks repeat itself as they do. */
    void apply(byte[] generated) {
        for (int i = 0; i < 3 * count; i += 3) {
            System.arraycopy(generated, copies[i + 1], generated, copies[i], copies[i + 2]);
        }
    }

    /** A range of a chunk that repeats an earlier one. Immutable. */
    static final class Copy implements Serializable {
        private static final long serialVersionUID = 1L;

        private final int offset;
        private final byte[] content;

        private Copy(int offset, byte[] content) {
            this.offset = offset;
            this.content = content;
        }

        /** Writes it where it is in a chunk that starts at an offset. */
        void write(byte[] target, int start) {
            System.arraycopy(content, 0, target, start + offset, content.length);
        }
    }

    /**
     * Returns the copies in each chunk.
     *
     * @param generated what was generated in the place of the chunks, after {@link #apply}
     * @param ends by chunk: where it ends
     */
    List<List<Copy>> byChunk(byte[] generated, int[] ends) {
        List<List<Copy>> byChunk = new ArrayList<>();
        int next = 0;
        int start = 0;
        for (int end : ends) {
            List<Copy> inChunk = new ArrayList<>();
            for (; next < 3 * count && copies[next] < end; next += 3) {
                int place = copies[next];
                byte[] content = Arrays.copyOfRange(generated, place, place + copies[next + 2]);
                inChunk.add(new Copy(place - start, content));
            }
            byChunk.add(List.copyOf(inChunk));
            start = end;
        }
        return byChunk;
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

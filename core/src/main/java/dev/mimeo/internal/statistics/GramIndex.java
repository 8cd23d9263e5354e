package dev.mimeo.internal.statistics;

import dev.mimeo.internal.bytes.LittleEndian;
import dev.mimeo.internal.random.SplitMix64;
import java.io.Serializable;

/**
 * Index of the first occurrence of each sequence of 8 bytes, or of somewhat more, in some data, in bounded memory. Longer sequences
 * are told apart by 64 bits of a hash.
 *
 * <p>Up to four million sequences are all kept. Beyond, only those whose scrambled bits begin with zeros, one more whenever
 * the table is full again: anchors, of which any longer run holds some. A run of n bytes has n - 7 sequences of 8, so it is missed
 * with a probability of (1 - rate)^(n - 7). Not thread-safe while it is filled.
 */
public final class GramIndex implements Serializable {

    private static final long serialVersionUID = 1L;

    /** Bytes of a sequence. */
    public static final int GRAM = Long.BYTES;

    private static final int MAX_ENTRIES = 1 << 22;

    /** Logarithm of the slots that share a word of the filter: four bits for each. */
    private static final int SLOTS_A_WORD = 4;

    /** Bits of a scrambled sequence below those of the filter: the lowest choose its slot, the highest decide whether it is kept. */
    private static final int FILTER_SHIFT = 20;

    private final int length;
    private final int maxEntries;
    private int entries;
    private int droppedBits;
    // Open addressing; a free slot has position 0, others that of the sequence plus 1.
    private long[] grams = new long[1 << 12];
    private long[] places = new long[1 << 12];

    // One bit of each sequence that is there. It stays in a cache, where the table would be read from memory for each
    // that is not.
    private long[] filter = new long[(1 << 12) >>> SLOTS_A_WORD];

    /** Makes an index of at most four million sequences of {@value #GRAM} bytes. */
    public GramIndex() {
        this(GRAM, MAX_ENTRIES);
    }

    /**
     * Makes an index.
     *
     * @param length bytes of a sequence, {@value #GRAM} to 16
     * @param maxEntries most sequences that are kept
     */
    public GramIndex(int length, int maxEntries) {
        this(length, maxEntries, 0);
    }

    /**
     * Makes an index of a known number of sequences: of more than can be kept, a sample is kept from the beginning.
     *
     * @param length bytes of a sequence, {@value #GRAM} to 16
     * @param maxEntries most sequences that are kept
     * @param expected sequences that will be entered, with those that occur again
     */
    public GramIndex(int length, int maxEntries, long expected) {
        this.length = length;
        this.maxEntries = maxEntries;
        while (expected >>> droppedBits > maxEntries) {
            droppedBits++;
        }
    }

    private long gram(byte[] data, int offset) {
        long first = LittleEndian.getLong(data, offset);
        return length == GRAM ? first : SplitMix64.mix64(first) ^ LittleEndian.getLong(data, offset + length - GRAM);
    }

    /** Returns the share of all sequences that is kept. */
    public double rate() {
        return Math.scalb(1.0, -droppedBits);
    }

    /** Enters the sequences that begin in a range; all their bytes are there. */
    public void add(byte[] data, int offset, int count, long position) {
        for (int i = 0; i < count; i++) {
            long gram = gram(data, offset + i);
            long mixed = SplitMix64.mix64(gram);
            if (isKept(mixed)) {
                add(gram, mixed, position + i);
            }
        }
    }

    private boolean isKept(long mixed) {
        return droppedBits == 0 || mixed >>> (64 - droppedBits) == 0;
    }

    private void add(long gram, long mixed, long position) {
        int slot = find(gram, mixed);
        if (places[slot] != 0) {
            return;
        }
        grams[slot] = gram;
        places[slot] = position + 1;
        enterFilter(mixed);
        entries++;
        if (entries > maxEntries) {
            droppedBits++;
            rehash(grams.length);
        } else if (entries > grams.length / 2) {
            rehash(grams.length * 2);
        }
    }

    /** Returns the position of the first occurrence of the sequence at an offset, or -1 if there is none or it is not kept. */
    public long position(byte[] data, int offset) {
        long gram = gram(data, offset);
        long mixed = SplitMix64.mix64(gram);
        return isKept(mixed) && mayBeThere(mixed) ? places[find(gram, mixed)] - 1 : -1;
    }

    private void enterFilter(long mixed) {
        filter[filterWord(mixed)] |= 1L << (mixed >>> FILTER_SHIFT);
    }

    private boolean mayBeThere(long mixed) {
        return (filter[filterWord(mixed)] >>> (mixed >>> FILTER_SHIFT) & 1) != 0;
    }

    private int filterWord(long mixed) {
        return (int) (mixed >>> (FILTER_SHIFT + 6)) & (filter.length - 1);
    }

    private int find(long gram, long mixed) {
        int mask = grams.length - 1;
        int slot = (int) mixed & mask;
        while (places[slot] != 0 && grams[slot] != gram) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void rehash(int capacity) {
        long[] oldGrams = grams;
        long[] oldPlaces = places;
        grams = new long[capacity];
        places = new long[capacity];
        filter = new long[capacity >>> SLOTS_A_WORD];
        entries = 0;
        for (int i = 0; i < oldGrams.length; i++) {
            long mixed = SplitMix64.mix64(oldGrams[i]);
            if (oldPlaces[i] != 0 && isKept(mixed)) {
                int slot = find(oldGrams[i], mixed);
                grams[slot] = oldGrams[i];
                places[slot] = oldPlaces[i];
                enterFilter(mixed);
                entries++;
            }
        }
    }
}

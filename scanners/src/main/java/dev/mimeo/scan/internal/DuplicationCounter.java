package dev.mimeo.scan.internal;

import com.dynatrace.hash4j.hashing.HashValue128;
import com.dynatrace.hash4j.hashing.Hashing;
import dev.mimeo.characterization.DuplicationCharacterization;
import org.jspecify.annotations.Nullable;

/**
 * Counts blocks of different content by 128-bit fingerprints, in bounded memory.
 *
 * <p>Up to a million different fingerprints are all kept and the figures are exact. Beyond, only fingerprints whose leading
 * bits are zero stay, one bit more whenever the table is full again: a uniform sample of the <em>contents</em>, each with
 * every one of its occurrences since the first. The number of distinct blocks and their bytes are then estimated as those of
 * the sample over its rate (Horvitz and Thompson); with at least half a million contents in the sample, the standard error
 * of the number is below 0.15 % (0.2 % with a profile, which halves the sample).
 *
 * <p>Not thread-safe.
 */
public final class DuplicationCounter {

    /** Different fingerprints kept at most. */
    private static final int MAX_ENTRIES = 1 << 20;

    private final String boundaries;
    private final int maxEntries;
    private long blocks;
    private long bytes;

    private int entries;
    private long entryBytes;
    private int droppedBits;
    // Open addressing; a free slot has length 0.
    private long[] high = new long[1 << 12];
    private long[] low = new long[1 << 12];
    private long[] first = new long[1 << 12];
    private int[] lengths = new int[1 << 12];

    // Only with a profile: occurrences, and the position of the last one.
    private final @Nullable BlockProfile profile;
    private int[] counts = {};
    private long[] last = {};

    /**
     * Makes an empty counter.
     *
     * @param boundaries chunk boundaries of the data, for the record: {@code fixed:32768}, {@code fastcdc:8192}
     */
    public DuplicationCounter(String boundaries) {
        this(boundaries, MAX_ENTRIES);
    }

    DuplicationCounter(String boundaries, int maxEntries) {
        this(boundaries, maxEntries, null);
    }

    private DuplicationCounter(String boundaries, int maxEntries, @Nullable BlockProfile profile) {
        this.boundaries = boundaries;
        this.maxEntries = maxEntries;
        this.profile = profile;
        if (profile != null) {
            counts = new int[lengths.length];
            last = new long[lengths.length];
        }
    }

    /** Makes an empty counter that also finds how duplicates are spread, of half as many different fingerprints. */
    static DuplicationCounter profiling(String boundaries) {
        return new DuplicationCounter(boundaries, MAX_ENTRIES / 2, new BlockProfile());
    }

    /**
     * Adds the next block.
     *
     * @param length bytes, at least 1
     * @return the number (from 0) of the first block with the same content, or -1 if there was none before or its content
     *     is not in the sample
     */
    public long add(byte[] data, int offset, int length) {
        HashValue128 hash = Hashing.xxh3_128().hashBytesTo128Bits(data, offset, length);
        return addFingerprint(hash.getMostSignificantBits(), hash.getLeastSignificantBits(), length);
    }

    /**
     * Adds the next block by its fingerprint, of which all bits must be uniformly distributed.
     *
     * @param length bytes, at least 1
     * @return as {@link #add(byte[], int, int)}
     */
    public long addFingerprint(long hi, long lo, int length) {
        return addFingerprint(hi, lo, length, blocks);
    }

    /**
     * Adds the next block by its fingerprint, with what is to be remembered of it.
     *
     * @param length bytes, at least 1
     * @param tag at least 0, for example where the block is
     * @return the tag of the first block with the same content, or -1 as {@link #add(byte[], int, int)}
     */
    long addFingerprint(long hi, long lo, int length, long tag) {
        if (length < 1) {
            throw new IllegalArgumentException("a block has at least 1 byte, got " + length);
        }
        blocks++;
        long position = bytes;
        bytes += length;
        if (!inSample(hi)) {
            return -1;
        }
        int slot = find(hi, lo, length);
        if (lengths[slot] != 0) {
            if (profile != null) {
                profile.repeated(position - last[slot], droppedBits);
                counts[slot]++;
                last[slot] = position;
            }
            return first[slot];
        }
        set(slot, hi, lo, tag, length);
        if (profile != null) {
            profile.appeared();
            counts[slot] = 1;
            last[slot] = position;
        }
        entries++;
        entryBytes += length;
        if (entries > maxEntries) {
            sampleHalf();
        } else if (entries > lengths.length / 2) {
            rehash(lengths.length * 2);
        }
        return -1;
    }

    /** Returns the blocks added. */
    public long blocks() {
        return blocks;
    }

    /** Returns what was found so far. */
    public DuplicationCharacterization characterization() {
        double rate = Math.scalb(1.0, -droppedBits);
        long distinct = Math.min(blocks, Math.round(entries / rate));
        long distinctBytes = Math.min(bytes, Math.round(entryBytes / rate));
        return new DuplicationCharacterization(
                boundaries,
                blocks,
                bytes,
                distinct,
                distinctBytes,
                rate,
                profile == null ? DuplicationCharacterization.Profile.NONE : profile.build(counts, droppedBits));
    }

    private boolean inSample(long hi) {
        return droppedBits == 0 || hi >>> (64 - droppedBits) == 0;
    }

    /** Returns the slot of a fingerprint, or the free slot where it belongs. */
    private int find(long hi, long lo, int length) {
        int mask = lengths.length - 1;
        int slot = (int) lo & mask;
        while (lengths[slot] != 0 && (high[slot] != hi || low[slot] != lo || lengths[slot] != length)) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void set(int slot, long hi, long lo, long tag, int length) {
        high[slot] = hi;
        low[slot] = lo;
        first[slot] = tag;
        lengths[slot] = length;
    }

    private void sampleHalf() {
        droppedBits++;
        rehash(lengths.length);
    }

    /** Moves the entries that are in the sample to a table of another size. */
    private void rehash(int capacity) {
        long[] oldHigh = high;
        long[] oldLow = low;
        long[] oldFirst = first;
        int[] oldLengths = lengths;
        int[] oldCounts = counts;
        long[] oldLast = last;
        counts = new int[profile == null ? 0 : capacity];
        last = new long[profile == null ? 0 : capacity];
        high = new long[capacity];
        low = new long[capacity];
        first = new long[capacity];
        lengths = new int[capacity];
        entries = 0;
        entryBytes = 0;
        for (int i = 0; i < oldLengths.length; i++) {
            if (oldLengths[i] != 0 && inSample(oldHigh[i])) {
                int slot = find(oldHigh[i], oldLow[i], oldLengths[i]);
                set(slot, oldHigh[i], oldLow[i], oldFirst[i], oldLengths[i]);
                if (profile != null) {
                    counts[slot] = oldCounts[i];
                    last[slot] = oldLast[i];
                }
                entries++;
                entryBytes += oldLengths[i];
            }
        }
    }
}

package dev.mimeo.generate.segment;

import dev.mimeo.internal.bytes.CommonPrefix;
import dev.mimeo.internal.bytes.LittleEndian;
import dev.mimeo.internal.random.Mixing;
import java.util.Arrays;

/**
 * Chooses the bytes of blocks that differ from pass to pass, so that compressors find as much in a changed block as before.
 *
 * <p>A slot is a pair of nearby bytes of the same kind (digits, lower-case letters, and so on), which some passes swap. So the byte
 * histogram stays. Both bytes lie outside of strings that occur again within about 64 KiB before or after them: first of all strings of 4
 * bytes or more, then, where a block has too few pairs, of 5, 6, 8, 12 and 16. So few matches of LZ codecs break. In a block without enough
 * pairs, passes overwrite {@value SegmentFormat#LETTERS} bytes with frequent bytes of the block, where the shortest strings occur again.
 *
 * <p>Not thread-safe.
 */
final class SlotChooser {

    /** Data before and after a region in which strings are searched for, in bytes. */
    static final int CONTEXT_BYTES = 64 << 10;

    private static final int[] STRING_BYTES = {4, 5, 6, 8, 12, 16};
    private static final int MAX_STRING_BYTES = 16;
    private static final int TABLE_BITS = 16;
    private static final long FOUR_BYTES = 0xffffffffL;

    private final int[] lastFour = new int[1 << TABLE_BITS];
    private final int[] lastEight = new int[1 << TABLE_BITS];
    private int base;

    /** For each byte of a window, the length of the longest string that begins there and was found elsewhere, at most the maximum. */
    private byte[] repeats = new byte[0];

    /** For each byte of a region, the index of the first length of which no string that occurs again covers it. */
    private byte[] levels = new byte[0];

    /** For each byte of a region, whether it belongs to a slot. */
    private boolean[] used = new boolean[0];

    private final short[] candidates = new short[SegmentFormat.BLOCK_BYTES / 2];

    /**
     * Chooses the slots of the blocks of a region.
     *
     * @param window the region and the data around it
     * @param length length of the window
     * @param from where the region begins
     * @param to where it ends, a whole number of blocks later
     * @param wanted whether a block needs slots
     * @param slots receives those of each block
     * @return for each block whether it has pairs of bytes to swap
     */
    boolean[] choose(byte[] window, int length, int from, int to, boolean[] wanted, byte[] slots) {
        int blocks = (to - from) / SegmentFormat.BLOCK_BYTES;
        prepare(window, length, to - from);
        int[] counts = new int[blocks];
        for (int level = 0; level < STRING_BYTES.length && !isDone(counts, wanted); level++) {
            setLevels(STRING_BYTES[level], from, to, (byte) level);
            for (int block = 0; block < blocks; block++) {
                if (wanted[block] && counts[block] < SegmentFormat.STAMP_BITS) {
                    counts[block] = addPairs(window, from, block, counts[block], slots);
                }
            }
        }
        boolean[] swaps = new boolean[blocks];
        for (int block = 0; block < blocks; block++) {
            swaps[block] = counts[block] == SegmentFormat.STAMP_BITS;
            if (wanted[block] && !swaps[block]) {
                chooseLetters(window, from, block, slots);
            }
        }
        return swaps;
    }

    private void prepare(byte[] window, int length, int regionBytes) {
        if (repeats.length < length) {
            repeats = new byte[length];
            levels = new byte[length];
            used = new boolean[length];
        }
        Arrays.fill(repeats, 0, length, (byte) 0);
        Arrays.fill(levels, 0, regionBytes, (byte) STRING_BYTES.length);
        Arrays.fill(used, 0, regionBytes, false);
        findRepeats(window, length);
    }

    private static boolean isDone(int[] counts, boolean[] wanted) {
        for (int i = 0; i < counts.length; i++) {
            if (wanted[i] && counts[i] < SegmentFormat.STAMP_BITS) {
                return false;
            }
        }
        return true;
    }

    private void findRepeats(byte[] window, int length) {
        if (base > Integer.MAX_VALUE - length) {
            Arrays.fill(lastFour, 0);
            Arrays.fill(lastEight, 0);
            base = 0;
        }
        int origin = base + 1; // an entry of 0, and every one of an earlier call, is below it
        base += length;
        for (int at = 0; at <= length - MAX_STRING_BYTES; at++) {
            long bytes = LittleEndian.getLong(window, at);
            int four = entry(bytes & FOUR_BYTES);
            int eight = entry(bytes);
            addRepeat(window, at, lastEight[eight] - origin);
            addRepeat(window, at, lastFour[four] - origin);
            lastFour[four] = origin + at;
            lastEight[eight] = origin + at;
        }
    }

    private static int entry(long bytes) {
        return (int) (Mixing.fibonacci64(bytes) >>> (Long.SIZE - TABLE_BITS));
    }

    private void addRepeat(byte[] window, int at, int other) {
        if (other < 0) {
            return;
        }
        int same = CommonPrefix.length(window, at, other, MAX_STRING_BYTES);
        repeats[at] = (byte) Math.max(same, repeats[at]);
        repeats[other] = (byte) Math.max(same, repeats[other]);
    }

    /** Sets the level of the bytes of a region that no string of a length covers and that have none yet. */
    private void setLevels(int stringBytes, int from, int to, byte level) {
        int covered = 0;
        for (int at = Math.max(0, from - MAX_STRING_BYTES + 1); at < to; at++) {
            if (repeats[at] >= stringBytes) {
                covered = Math.max(covered, repeats[at]);
            }
            if (covered > 0) {
                covered--;
            } else if (at >= from && levels[at - from] > level) {
                levels[at - from] = level;
            }
        }
    }

    /**
     * Adds pairs of bytes that have a level to the slots of a block: as many as it lacks, spread over the block.
     *
     * @param count number of its slots
     * @return of those that it has then
     */
    private int addPairs(byte[] window, int from, int block, int count, byte[] slots) {
        int start = block * SegmentFormat.BLOCK_BYTES;
        int found = findPairs(window, from + start, start);
        int added = Math.min(found, SegmentFormat.STAMP_BITS - count);
        for (int i = 0; i < added; i++) {
            short slot = candidates[(2 * i + 1) * found / (2 * added)];
            LittleEndian.putShort(slots, block * SegmentFormat.SLOT_BYTES + Short.BYTES * (count + i), slot);
            int first = start + (slot & (SegmentFormat.BLOCK_BYTES - 1));
            used[first] = true;
            used[first + 1 + ((slot & 0xffff) >>> SegmentFormat.SWAP_DISTANCE_SHIFT)] = true;
        }
        return count + added;
    }

    /**
     * Finds pairs without a common byte.
     *
     * @param at position of the block in the window
     * @param start position of the block in the region
     */
    private int findPairs(byte[] window, int at, int start) {
        int count = 0;
        long taken = 0; // of the bytes behind the current one
        for (int first = 0; first < SegmentFormat.BLOCK_BYTES - 1; first++) {
            int kind = (taken & 1) == 0 && isFree(start + first) ? kind(window[at + first]) : -1;
            int limit = Math.min(SegmentFormat.MAX_SWAP_DISTANCE, SegmentFormat.BLOCK_BYTES - 1 - first);
            for (int distance = 1; distance <= limit && kind >= 0; distance++) {
                byte other = window[at + first + distance];
                if ((taken >>> distance & 1) == 0
                        && isFree(start + first + distance)
                        && other != window[at + first]
                        && kind(other) == kind) {
                    candidates[count++] = (short) (((distance - 1) << SegmentFormat.SWAP_DISTANCE_SHIFT) | first);
                    taken |= 1L << distance;
                    break;
                }
            }
            taken >>>= 1;
        }
        return count;
    }

    private boolean isFree(int position) {
        return levels[position] < STRING_BYTES.length && !used[position];
    }

    /** Returns a number for bytes that may stand for each other, or -1 for blanks and punctuation, which structure a text. */
    private static int kind(byte value) {
        int c = value & 0xff;
        if (c >= 0x80) {
            return c < 0xc0 ? 4 : 5; // the two kinds of bytes of a character in UTF-8
        }
        if (c >= 'a' && c <= 'z') {
            return 0;
        }
        if (c >= 'A' && c <= 'Z') {
            return 1;
        }
        if (c >= '0' && c <= '9') {
            return 2;
        }
        return c < ' ' && c != '\n' && c != '\r' && c != '\t' ? 3 : -1;
    }

    /** Writes the position and the alphabet of the letters that passes write into a block. */
    private void chooseLetters(byte[] window, int from, int block, byte[] slots) {
        int start = block * SegmentFormat.BLOCK_BYTES;
        int to = block * SegmentFormat.SLOT_BYTES;
        Arrays.fill(slots, to, to + SegmentFormat.SLOT_BYTES, (byte) 0);
        LittleEndian.putShort(slots, to, (short) leastRepeated(start));
        long[] counts = new long[1 << Byte.SIZE];
        for (int value = 0; value < counts.length; value++) {
            counts[value] = counts.length - 1L - value; // equally frequent values: the lower one first
        }
        for (int i = 0; i < SegmentFormat.BLOCK_BYTES; i++) {
            counts[window[from + start + i] & 0xff] += counts.length;
        }
        long[] sorted = counts.clone();
        Arrays.sort(sorted);
        for (int i = 0; i < SegmentFormat.ALPHABET_BYTES; i++) {
            long rank = sorted[sorted.length - 1 - i] & (counts.length - 1);
            slots[to + Short.BYTES + i] = (byte) (counts.length - 1 - rank);
        }
    }

    /** Returns a position within a block whose bytes have the lowest levels. */
    private int leastRepeated(int start) {
        int best = 0;
        int least = Integer.MAX_VALUE;
        for (int at = 0; at <= SegmentFormat.BLOCK_BYTES - SegmentFormat.LETTERS; at++) {
            int sum = 0;
            for (int i = 0; i < SegmentFormat.LETTERS; i++) {
                sum += levels[start + at + i];
            }
            if (sum < least) {
                least = sum;
                best = at;
            }
        }
        return best;
    }
}

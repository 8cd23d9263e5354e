package dev.mimeo.codec.internal;

import java.util.Arrays;

/**
 * Sorts the rotations of a block, as the transform of Burrows and Wheeler ("A block-sorting lossless data compression
 * algorithm", SRC Research Report 124, 1994) wants them, in time that the content of the block hardly changes.
 *
 * <p>The block is first rotated to its least rotation: from there on, suffixes have the order of rotations (Giancarlo,
 * Restivo, Sciortino, "From first principles to the Burrows and Wheeler transform and beyond", 2007). Suffixes are sorted
 * by induction (Nong, Zhang, Chan, "Two efficient algorithms for linear time suffix array construction", 2011): a suffix is
 * of type L if it is greater than the one behind it, and else of type S; those of type S behind one of type L are called
 * left-most. From the order of the left-most ones, that of L follows in one pass over the buckets of first bytes from the
 * left, and then that of S from the right. The same two passes sort the pieces of text between left-most suffixes. Where
 * pieces are equal, {@link SuffixRanks} decides.
 *
 * <p>Keeps its arrays from one block to the next. Not thread-safe.
 */
final class RotationSort {
    private static final int BYTES = 256;

    private final int[] starts = new int[BYTES + 1];
    private final int[] next = new int[BYTES];
    private final SuffixRanks ranks = new SuffixRanks();

    /** The block from its least rotation on. */
    private byte[] text = {};

    /** Positions by the order of their suffixes; at last, the byte before each. */
    private int[] sorted = {};

    /** The left-most positions in ascending order. */
    private int[] leftmost = {};

    /** For half a position: the number of the left-most one there. */
    private int[] numbers = {};

    private int length;
    private int first;

    /**
     * Sorts the rotations of a block.
     *
     * @param length bytes of the block, at least 1
     * @return the last byte, 0 to 255, of each rotation in their order; valid up to the next call, and longer than the block
     */
    int[] sort(byte[] block, int length) {
        this.length = length;
        if (text.length < length) {
            text = new byte[length];
            sorted = new int[length];
            leftmost = new int[length / 2 + 1];
            numbers = new int[length / 2 + 1];
        }
        LeastRotation least = LeastRotation.of(block, length);
        System.arraycopy(block, least.start, text, 0, length - least.start);
        System.arraycopy(block, 0, text, length - least.start, least.start);
        countBytes();
        int count = findLeftmost();
        sortLeftmost(count);
        induce(least.blockStart(length), count);
        return sorted;
    }

    /** Returns the rank of the block itself among its rotations, after {@link #sort}. */
    int first() {
        return first;
    }

    /**
     * The start of the least rotation.
     *
     * @param period bytes after which the block repeats itself, all around; its length if it does not
     */
    private record LeastRotation(int start, int period) {

        /** Finds it by comparing two candidates byte by byte. */
        static LeastRotation of(byte[] block, int length) {
            int one = 0;
            int other = 1;
            int equal = 0;
            while (other < length && one < length && equal < length) {
                int a = one + equal;
                int b = other + equal;
                int difference =
                        (block[a < length ? a : a - length] & 0xff) - (block[b < length ? b : b - length] & 0xff);
                if (difference == 0) {
                    equal++;
                    continue;
                }
                // No rotation from the greater candidate up to the byte that differs is the least one.
                if (difference > 0) {
                    one += equal + 1;
                } else {
                    other += equal + 1;
                }
                if (one == other) {
                    other++;
                }
                equal = 0;
            }
            return new LeastRotation(Math.min(one, other), equal < length ? length : Math.abs(one - other));
        }

        /** Returns where the block begins in its least rotation; of places with equal rotations, the first, as in libbz2. */
        int blockStart(int length) {
            return (length - start) % period;
        }
    }

    private void countBytes() {
        Arrays.fill(starts, 0);
        for (int i = 0; i < length; i++) {
            starts[(text[i] & 0xff) + 1]++;
        }
        for (int value = 0; value < BYTES; value++) {
            starts[value + 1] += starts[value];
        }
    }

    /** Lists the left-most positions and returns how many there are. The end of the text is less than any byte. */
    private int findLeftmost() {
        int count = 0;
        int after = text[length - 1] & 0xff;
        boolean ascending = false;
        for (int i = length - 2; i >= 0; i--) {
            int value = text[i] & 0xff;
            if (value < after) {
                ascending = true;
            } else if (value > after && ascending) {
                ascending = false;
                leftmost[count++] = i + 1;
            }
            after = value;
        }
        for (int i = 0, j = count - 1; i < j; i++, j--) {
            int swapped = leftmost[i];
            leftmost[i] = leftmost[j];
            leftmost[j] = swapped;
        }
        return count;
    }

    /** Puts the numbers of the left-most positions into the order of their suffixes, as {@link SuffixRanks#order}. */
    private void sortLeftmost(int count) {
        Arrays.fill(sorted, 0, length, 0);
        System.arraycopy(starts, 1, next, 0, BYTES);
        for (int i = 0; i < count; i++) {
            sorted[--next[text[leftmost[i]] & 0xff]] = leftmost[i];
        }
        orderPieces();
        // Marked positions are the left-most ones in the order of their pieces.
        int[] order = ranks.order(count);
        for (int i = 0; i < count; i++) {
            numbers[leftmost[i] >> 1] = i;
        }
        int found = 0;
        for (int i = 0; i < length; i++) {
            if (sorted[i] < 0) {
                order[found++] = numbers[~sorted[i] >> 1];
            }
        }
        ranks.sort(count, (one, other) -> isSamePiece(one, other, count - 1));
    }

    /** Returns whether two pieces are equal up to the first byte of the next. That of the last one ends with the text. */
    private boolean isSamePiece(int one, int other, int last) {
        if (one == last || other == last) {
            return false;
        }
        int a = leftmost[one];
        int b = leftmost[other];
        int size = leftmost[one + 1] - a;
        return size == leftmost[other + 1] - b && Arrays.equals(text, a, a + size + 1, text, b, b + size + 1);
    }

    /**
     * Sorts the pieces of text between left-most positions by induction from their first bytes. A positive entry has one of
     * the type of the pass before it. All others are marked by their complement, for the next pass.
     */
    private void orderPieces() {
        byte[] bytes = text;
        int[] entries = sorted;
        int[] at = next;
        System.arraycopy(starts, 0, at, 0, BYTES);
        int end = length - 1;
        putDescending(end);
        for (int i = 0; i <= end; i++) {
            int entry = entries[i];
            if (entry > 0) {
                entries[i] = 0;
                int before = entry - 1;
                int value = bytes[before] & 0xff;
                entries[at[value]++] = before > 0 && (bytes[before - 1] & 0xff) < value ? ~before : before;
            } else if (entry < 0) {
                entries[i] = ~entry;
            }
        }
        System.arraycopy(starts, 1, at, 0, BYTES);
        for (int i = end; i >= 0; i--) {
            int entry = entries[i];
            if (entry > 0) {
                entries[i] = 0;
                int before = entry - 1;
                int value = bytes[before] & 0xff;
                entries[--at[value]] = before > 0 && (bytes[before - 1] & 0xff) > value ? ~before : before;
            }
        }
    }

    /** The suffix of one byte is of type L, as nothing is behind it. */
    private void putDescending(int end) {
        int value = text[end] & 0xff;
        sorted[next[value]++] = end > 0 && (text[end - 1] & 0xff) < value ? ~end : end;
    }

    /** Sorts all suffixes, and puts the byte before each into its place. */
    private void induce(int start, int count) {
        Arrays.fill(sorted, 0, length, 0);
        System.arraycopy(starts, 1, next, 0, BYTES);
        int[] order = ranks.order(count);
        for (int i = count - 1; i >= 0; i--) {
            int position = leftmost[order[i]];
            sorted[--next[text[position] & 0xff]] = position;
        }
        first = -1;
        int zero = Math.max(induceDescending(start), induceAscending(start));
        sorted[zero] = text[length - 1] & 0xff;
    }

    /** Returns the place of position 0, or -1 if that is of type S. */
    private int induceDescending(int start) {
        byte[] bytes = text;
        int[] entries = sorted;
        int[] at = next;
        System.arraycopy(starts, 0, at, 0, BYTES);
        int end = length - 1;
        int zero = end == 0 ? 0 : -1;
        if (start == end) {
            first = at[bytes[end] & 0xff];
        }
        putDescending(end);
        for (int i = 0; i <= end; i++) {
            int entry = entries[i];
            if (entry > 0) {
                int before = entry - 1;
                int value = bytes[before] & 0xff;
                entries[i] = ~value;
                int place = at[value]++;
                if (before == 0) {
                    zero = place;
                } else {
                    entries[place] = (bytes[before - 1] & 0xff) < value ? ~before : before;
                }
                if (before == start) {
                    first = place;
                }
            } else if (entry < 0) {
                entries[i] = ~entry;
            }
        }
        return zero;
    }

    /** Returns the place of position 0, or -1 if that is of type L. */
    private int induceAscending(int start) {
        byte[] bytes = text;
        int[] entries = sorted;
        int[] at = next;
        System.arraycopy(starts, 1, at, 0, BYTES);
        int zero = -1;
        for (int i = length - 1; i >= 0; i--) {
            int entry = entries[i];
            if (entry > 0) {
                int before = entry - 1;
                int value = bytes[before] & 0xff;
                entries[i] = value;
                int place = --at[value];
                if (before == 0) {
                    zero = place;
                    entries[place] = -1;
                } else {
                    int beforeThat = bytes[before - 1] & 0xff;
                    entries[place] = beforeThat > value ? ~beforeThat : before;
                }
                if (before == start) {
                    first = place;
                }
            } else if (entry < 0) {
                entries[i] = ~entry;
            }
        }
        return zero;
    }
}

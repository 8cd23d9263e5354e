package dev.mimeo.characterization.mimic;

import dev.mimeo.internal.bytes.LittleEndian;
import dev.mimeo.internal.random.Mixing;
import dev.mimeo.internal.random.SplitMix64;

/**
 * A text that goes on as it did at earlier positions, byte by byte. After a byte that is the one at an earlier position, the next may
 * be as there again. If it is not, it may be as at the last position after the same 5 or 3 bytes. If it is not either, it is new: it
 * depends on the last bytes alone, as a {@link ContextModel} says. Subclasses count these choices in a text that is there, or make
 * them at random. For one thread.
 */
abstract class ReuseProcess {

    /** Bytes before the text, which count as part of its first contexts. */
    static final int LEAD = Long.BYTES;

    /** Bytes before a position that count as near. */
    static final int NEAR = 1 << 14;

    /** End of a text, at most: an entry has 24 bits for a position. */
    static final int MOST_BYTES = 1 << 24;

    /** In tables of no fewer entries, two contexts of 5 bytes that differ in the first one alone never share one. */
    static final int MIN_BITS = 10;

    private static final int MAX_BITS = 17;

    /** Equal bytes before two positions are counted up to this number where the positions meet. */
    private static final int MOST_EQUAL = 32;

    /** Values that may be refused before one is drawn: the one of the earlier position, and two after each context. */
    private static final int MOST_TRIED = 1 + 2 * Reuse.contexts();

    private static final int POSITION_SHIFT = 40;
    private static final int VALUE_SHIFT = Integer.SIZE;

    /** The text. */
    final byte[] text;

    /** Values with which the text does not go on, ascending as unsigned bytes, while the next one is looked for. */
    final byte[] tried = new byte[MOST_TRIED];

    /** Number of these values. */
    int triedCount;

    /**
     * By context and hash of its bytes: two of the last positions after them, 0 for none. An entry has the position, the byte there, and up
     * to four bytes before it. So the text, of which little is in a near cache, need not be read. The fifth byte is known from the place
     * of the entry: multiples of the golden ratio from 1 to 255 are at least 1/521 from a whole number (at 233; Knuth, volume 3, section
     * 6.4), which is more than the share of an entry.
     */
    private final long[][] last;

    private final int hashShift;
    private final int near;

    /**
     * Prepares tables.
     *
     * @param text whose bytes before the first position are there
     * @param end end of the text
     * @param length bytes that will be counted or drawn
     * @param near as of {@link Reuse#near}
     * @throws IllegalArgumentException if the text ends behind 16 MiB
     */
    ReuseProcess(byte[] text, int end, int length, int near) {
        if (end > MOST_BYTES) {
            throw new IllegalArgumentException(
                    "a text that repeats itself and ends at " + end + ", which is more than " + MOST_BYTES);
        }
        this.near = near;
        this.text = text;
        int bits = Math.max(MIN_BITS, Math.min(MAX_BITS, 30 - Integer.numberOfLeadingZeros(length)));
        this.hashShift = 64 - bits;
        this.last = new long[Reuse.contexts()][2 << bits];
    }

    /**
     * Decides whether the text goes on as at an earlier position, and writes the byte if the text is drawn.
     *
     * @param number number of the odds
     * @param first an earlier position
     * @param second another one, or 0
     * @return one of both, or 0 if the text goes on in another way
     */
    abstract int reuses(int number, int at, int first, int second);

    /** Writes or ignores a byte that is new. */
    abstract void renew(int at);

    /** Goes through a range of the text. */
    final void run(int from, int to) {
        long[] afterLong = last[0];
        long[] afterShort = last[1];
        long before = LittleEndian.getLong(text, from - Long.BYTES);
        int earlier = 0;
        int equal = 0;
        for (int at = from; at < to; at++) {
            // A text does not repeat the same bytes forever.
            boolean ended = equal >= Reuse.LONGEST_RUN && at - earlier < Reuse.LONGEST_RUN;
            // The same in a text that is counted as in one that is drawn.
            int bits = (int) SplitMix64.mix64(at);
            int longSlot = slot(before, 0);
            int shortSlot = slot(before, 1);
            if (equal > 0
                    && !ended
                    && reuses(Reuse.goingOn(equal, relation(before, longSlot, earlier)), at, earlier, 0) != 0) {
                earlier++;
                equal++;
            } else {
                triedCount = 0;
                if (equal > 0) {
                    addTried(text[earlier]);
                }
                int oldest = bits >>> 24 < near ? Math.max(1, at - NEAR) : 1;
                int position = other(0, before, longSlot, bits, oldest, at);
                if (position == 0) {
                    position = other(1, before, shortSlot, bits >>> 1, oldest, at);
                }
                if (position > 0) {
                    equal = equalBefore(position, at) + 1;
                    earlier = position + 1;
                } else {
                    renew(at);
                    equal = 0;
                }
            }
            long value = text[at] & 0xffL;
            long entry = (long) at << POSITION_SHIFT | value << VALUE_SHIFT;
            afterLong[longSlot | (bits >>> 8 & 1)] = entry | known(before, 0);
            afterShort[shortSlot | (bits >>> 9 & 1)] = entry | known(before, 1);
            before = before >>> Byte.SIZE | value << (Long.SIZE - Byte.SIZE);
        }
    }

    /** Returns the place of the first of the two entries of a context. */
    private int slot(long before, int context) {
        return (int) (Mixing.fibonacci64(before >>> (Long.SIZE - Byte.SIZE * Reuse.context(context))) >>> hashShift)
                << 1;
    }

    /** Returns the bytes of a context that its entries have, as an unsigned integer. */
    private static long known(long before, int context) {
        return before >>> (Long.SIZE - Byte.SIZE * Math.min(Integer.BYTES, Reuse.context(context)));
    }

    private static int position(long entry) {
        return (int) (entry >>> POSITION_SHIFT);
    }

    private static byte value(long entry) {
        return (byte) (entry >>> VALUE_SHIFT);
    }

    /** Returns how the byte at an earlier position is related to those at the last positions after the longest context. */
    private int relation(long before, int slot, int earlier) {
        byte value = text[earlier];
        int relation = Reuse.ALONE;
        for (int i = 0; i < 2; i++) {
            long entry = last[0][slot | i];
            int position = position(entry);
            if ((int) entry == (int) known(before, 0) && position > 0 && position != earlier) {
                if (value(entry) != value) {
                    return Reuse.CONTRADICTED;
                }
                relation = Reuse.CONFIRMED;
            }
        }
        return relation;
    }

    /** Returns an earlier position after the same context as at which the text goes on, or 0. */
    private int other(int context, long before, int slot, int bits, int oldest, int at) {
        int known = (int) known(before, context);
        long one = last[context][slot | (bits & 1)];
        long another = last[context][slot | (~bits & 1)];
        int first = candidate(one, known, oldest);
        int second = candidate(another, known, oldest);
        byte firstValue = value(one);
        byte secondValue = value(another);
        if (first == 0) {
            if (second == 0) {
                return 0;
            }
            first = second;
            firstValue = secondValue;
            second = 0;
        }
        int relation = second == 0 ? Reuse.ALONE : firstValue == secondValue ? Reuse.CONFIRMED : Reuse.CONTRADICTED;
        int position = reuses(Reuse.jumping(context, relation, at - first), at, first, second);
        if (position == 0) {
            addTried(firstValue);
            if (relation == Reuse.CONTRADICTED) {
                addTried(secondValue);
            }
        }
        return position;
    }

    /** Returns the position of an entry if it is not too old, after a context, and before a byte that was not tried, else 0. */
    private int candidate(long entry, int known, int oldest) {
        int position = position(entry);
        return (int) entry == known && position >= oldest && !isTried(value(entry)) ? position : 0;
    }

    private boolean isTried(byte value) {
        for (int i = 0; i < triedCount; i++) {
            if (tried[i] == value) {
                return true;
            }
        }
        return false;
    }

    /** Adds a value that was not tried. */
    private void addTried(byte value) {
        int place = triedCount++;
        while (place > 0 && (tried[place - 1] & 0xff) > (value & 0xff)) {
            tried[place] = tried[place - 1];
            place--;
        }
        tried[place] = value;
    }

    private int equalBefore(int position, int at) {
        int equal = 0;
        while (equal < MOST_EQUAL && position > equal && text[position - 1 - equal] == text[at - 1 - equal]) {
            equal++;
        }
        return equal;
    }
}

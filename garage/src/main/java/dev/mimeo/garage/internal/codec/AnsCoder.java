package dev.mimeo.garage.internal.codec;

import dev.mimeo.internal.bytes.LittleEndian;
import java.util.Arrays;
import java.util.zip.DataFormatException;

/**
 * Codes symbols in about as many bits as the entropy of their frequencies, which may be fractions of a bit for each. For one
 * thread at a time.
 *
 * <p>These are tabled asymmetric numeral systems (J. Duda, "Asymmetric numeral systems: entropy coding combining speed of
 * Huffman coding with compression rate of arithmetic coding", 2013) with four states in turn: symbol {@code i} belongs to state
 * {@code i % 4}.
 *
 * <p>Coded symbols are a byte, the binary logarithm of the size of the table; for each symbol how many entries of the table it
 * has; the size of the bits in bytes; and the bits, lowest first: the four states, as many bits each as the logarithm says, then
 * for each symbol but the last of each state what leads to its next state.
 */
final class AnsCoder {

    private static final int STATES = 4;

    private static final int MIN_LOG = 5;

    /** With it, what leads to the next states of four symbols is in one load of 8 bytes, see {@link OffsetBits}. */
    private static final int MAX_LOG = 12;

    /** Symbols for each entry of a table, as a binary logarithm, so that making the table takes less time than its use. */
    private static final int USES_LOG = 3;

    /** Bits of an entry of the table or of a step that say how many bits lead to the next state: 48 for four at most. */
    private static final int WIDTHS = 63;

    /** Above the width, an entry has its symbol, and above that the least next state; a step has its bits. */
    private static final int SYMBOL_SHIFT = 8;

    private static final int STATE_SHIFT = 16;

    /** Entries of the table that each symbol has. */
    private final int[] entries = new int[Bins.MAX];

    /** Position of the first state of each symbol in {@link #states}. */
    private final int[] starts = new int[Bins.MAX];

    /**
     * For each symbol the addend that makes the bits of a next state from {@link #STATE_SHIFT} on the width of its step, and in the
     * high half the position in {@link #states} less a next state without the bits of its step.
     */
    private final long[] transforms = new long[Bins.MAX];

    private int log;
    private int[] table = {};

    /** States in the order of their symbols, with the size of the table added. */
    private short[] states = {};

    /** The bits that the decoder reads behind each group of a symbol of every state. */
    private long[] steps = {};

    private byte[] loaded = {};

    /**
     * Chooses a table for symbols.
     *
     * @param uses how often each symbol occurs
     * @param number number of symbols, 2 to {@link Bins#MAX}
     * @return how many bytes the symbols take
     */
    int plan(int[] uses, int number, int count) {
        log = Math.max(MIN_LOG, Math.max(bits(number - 1) + 2, Math.min(MAX_LOG, bits(count) - USES_LOG)));
        int entriesLeft = 1 << log;
        int usesLeft = count;
        int symbolsLeft = 0;
        for (int symbol = 0; symbol < number; symbol++) {
            symbolsLeft += uses[symbol] > 0 ? 1 : 0;
        }
        double size = 0;
        int header = 4;
        for (int symbol = 0; symbol < number; symbol++) {
            entries[symbol] = 0;
            if (uses[symbol] > 0) {
                symbolsLeft--;
                // The symbols that follow share the entries that are left, so that rounding adds up; each keeps one.
                long share = ((long) uses[symbol] * entriesLeft + usesLeft / 2) / usesLeft;
                entries[symbol] = (int) Math.min(Math.max(1, share), entriesLeft - symbolsLeft);
                entriesLeft -= entries[symbol];
                usesLeft -= uses[symbol];
                size += uses[symbol] * (log - Math.log(entries[symbol]) / Math.log(2));
            }
            header += entries[symbol] < 0x80 ? 1 : 2;
        }
        return header + (int) ((size + STATES * log) / 8);
    }

    private static int bits(int value) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(value);
    }

    /** Writes the symbols that a table was chosen for. */
    void write(byte[] symbols, int number, int count, ByteSink out) {
        out.writeByte(log);
        for (int symbol = 0; symbol < number; symbol++) {
            out.writeVariable(entries[symbol]);
        }
        spread(number);
        findStates(number);
        int groups = Math.max(0, count - 1) / STATES;
        int[] first = new int[STATES];
        int bytes = (STATES * log + findSteps(symbols, count, groups, first) + 7) / 8;
        out.writeVariable(bytes);
        out.reserve(bytes + 2 * Long.BYTES);
        byte[] target = out.array();
        int at = out.size();
        long buffer = 0;
        int filled = 0;
        for (int state : first) {
            buffer |= (long) state << filled;
            filled += log;
        }
        // The lowest `filled` bits of the buffer are not written yet: at most those of four steps and 7 more.
        for (int group = 0; group < groups; group++) {
            LittleEndian.putLong(target, at, buffer);
            at += filled >> 3;
            buffer >>>= filled & ~7;
            filled &= 7;
            buffer |= (steps[group] >>> SYMBOL_SHIFT) << filled;
            filled += (int) steps[group] & WIDTHS;
        }
        LittleEndian.putLong(target, at, buffer);
        out.advance(bytes);
    }

    /** Finds the steps of groups, from the last to the first, and the first states; returns the bits of all steps. */
    private int findSteps(byte[] symbols, int count, int groups, int[] current) {
        if (steps.length < groups) {
            steps = new long[groups];
        }
        short[] stateOf = states;
        int last = Math.max(0, count - STATES);
        for (int i = last; i < count; i++) {
            current[i % STATES] = stateOf[starts[symbols[i]]];
        }
        long step = 0;
        int whole = last - last % STATES;
        for (int i = last - 1; i >= whole; i--) {
            step = push(step, current[i % STATES], transforms[symbols[i]]);
            current[i % STATES] = before(stateOf, current[i % STATES], transforms[symbols[i]]);
        }
        if (whole < last) {
            steps[groups - 1] = step;
        }
        long total = step & WIDTHS;
        int first = current[0];
        int second = current[1];
        int third = current[2];
        int fourth = current[3];
        // The states do not depend on each other, so that a CPU works on all four at a time.
        for (int i = whole - STATES; i >= 0; i -= STATES) {
            long transform = transforms[symbols[i + 3]];
            step = push(0, fourth, transform);
            fourth = before(stateOf, fourth, transform);
            transform = transforms[symbols[i + 2]];
            step = push(step, third, transform);
            third = before(stateOf, third, transform);
            transform = transforms[symbols[i + 1]];
            step = push(step, second, transform);
            second = before(stateOf, second, transform);
            transform = transforms[symbols[i]];
            step = push(step, first, transform);
            first = before(stateOf, first, transform);
            steps[i / STATES] = step;
            total += step & WIDTHS;
        }
        int mask = (1 << log) - 1;
        current[0] = first & mask;
        current[1] = second & mask;
        current[2] = third & mask;
        current[3] = fourth & mask;
        return (int) total;
    }

    /** Returns how many low bits of a next state its step has: without them, it is n to 2n - 1 for a symbol with n states. */
    private static int width(int next, long transform) {
        return (next + (int) transform) >> STATE_SHIFT;
    }

    /** Puts the step to a next state in front of those of the states behind. */
    private static long push(long steps, int next, long transform) {
        int width = width(next, transform);
        long bits = (steps >>> SYMBOL_SHIFT) << width | (next & (1 << width) - 1);
        return bits << SYMBOL_SHIFT | ((steps & WIDTHS) + width);
    }

    private static int before(short[] states, int next, long transform) {
        return states[(next >> width(next, transform)) + (int) (transform >> Integer.SIZE)];
    }

    /** Spreads the symbols over the table, each about evenly. */
    private void spread(int number) {
        int size = 1 << log;
        if (table.length < size) {
            table = new int[size];
        }
        // The step is odd, so that it leads to each entry once.
        int step = (size >> 1) + (size >> 3) + 3;
        int state = 0;
        for (int symbol = 0; symbol < number; symbol++) {
            for (int i = 0; i < entries[symbol]; i++) {
                table[state] = symbol;
                state = (state + step) & (size - 1);
            }
        }
    }

    /** Makes entries of the symbols that are spread over the table. */
    private void makeEntries(int number) {
        int size = 1 << log;
        int[] ranks = Arrays.copyOf(entries, number);
        for (int state = 0; state < size; state++) {
            int symbol = table[state];
            int rank = ranks[symbol]++;
            int width = bits(size) - bits(rank);
            table[state] = ((rank << width) - size) << STATE_SHIFT | symbol << SYMBOL_SHIFT | width;
        }
    }

    private void findStates(int number) {
        int size = 1 << log;
        if (states.length < size) {
            states = new short[size];
        }
        int start = 0;
        for (int symbol = 0; symbol < number; symbol++) {
            int uses = entries[symbol];
            starts[symbol] = start;
            int most = bits(size) - bits(uses);
            int addend = (most << STATE_SHIFT) - (uses << most);
            transforms[symbol] = (long) (start - uses) << Integer.SIZE | (addend & 0xffff_ffffL);
            start += uses;
        }
        int[] next = Arrays.copyOf(starts, number);
        for (int state = 0; state < size; state++) {
            states[next[table[state]]++] = (short) (size + state);
        }
    }

    /**
     * Reads symbols; those of damaged bytes may be any below the number.
     *
     * @param symbols destination, with room for all
     */
    void read(ByteSource in, byte[] symbols, int number, int count) throws DataFormatException {
        log = in.readByte();
        if (log < MIN_LOG || log > MAX_LOG) {
            throw new DataFormatException(
                    "expected a table of 2^" + MIN_LOG + " to 2^" + MAX_LOG + " entries, found 2^" + log);
        }
        int left = 1 << log;
        for (int symbol = 0; symbol < number; symbol++) {
            entries[symbol] = in.readCount(left);
            left -= entries[symbol];
        }
        if (left > 0) {
            throw new DataFormatException(
                    "expected ranges that fill a table of " + (1 << log) + " entries, found " + left + " more");
        }
        spread(number);
        makeEntries(number);
        int bytes = in.readCount(in.remaining());
        if (loaded.length < bytes + 2 * Long.BYTES) {
            loaded = new byte[bytes + 2 * Long.BYTES];
        }
        System.arraycopy(in.array(), in.skip(bytes), loaded, 0, bytes);
        decode(symbols, count, bytes);
    }

    private void decode(byte[] symbols, int count, int bytes) throws DataFormatException {
        int[] entryOf = table;
        byte[] source = loaded;
        int mask = (1 << log) - 1;
        long states = LittleEndian.getLong(source, 0);
        int first = (int) states & mask;
        int second = (int) (states >>> log) & mask;
        int third = (int) (states >>> (2 * log)) & mask;
        int fourth = (int) (states >>> (3 * log)) & mask;
        long at = (long) STATES * log;
        long end = bytes * 8L;
        int i = 0;
        // A state is an index of the table whatever the bits are, and no load is more than 8 bytes behind the end.
        for (; i < count - 2 * STATES + 1; i += STATES) {
            if (at > end) {
                break;
            }
            long bits = LittleEndian.getLong(source, (int) (at >>> 3)) >>> (at & 7);
            int entry = entryOf[first];
            symbols[i] = (byte) (entry >> SYMBOL_SHIFT);
            first = next(entry, bits);
            int used = entry;
            entry = entryOf[second];
            symbols[i + 1] = (byte) (entry >> SYMBOL_SHIFT);
            second = next(entry, bits >>> used);
            used += entry;
            entry = entryOf[third];
            symbols[i + 2] = (byte) (entry >> SYMBOL_SHIFT);
            third = next(entry, bits >>> used);
            used += entry;
            entry = entryOf[fourth];
            symbols[i + 3] = (byte) (entry >> SYMBOL_SHIFT);
            fourth = next(entry, bits >>> used);
            at += (used + entry) & WIDTHS;
        }
        int[] current = {first, second, third, fourth};
        for (; i < count && at <= end; i++) {
            int entry = entryOf[current[i % STATES]];
            symbols[i] = (byte) (entry >> SYMBOL_SHIFT);
            if (i < count - STATES) {
                long bits = LittleEndian.getLong(source, (int) (at >>> 3)) >>> (at & 7);
                current[i % STATES] = next(entry, bits);
                at += entry & WIDTHS;
            }
        }
        if ((at + 7) / 8 != bytes) {
            throw new DataFormatException(
                    "expected " + bytes + " bytes of ranges, found " + (at > end ? "more" : "fewer"));
        }
    }

    private static int next(int entry, long bits) {
        return (entry >>> STATE_SHIFT) + ((int) bits & (1 << entry) - 1);
    }
}

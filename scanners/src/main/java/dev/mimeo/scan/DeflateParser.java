package dev.mimeo.scan;

import dev.mimeo.characterization.RepetitionHistogram;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Parses bytes into literals and repetitions exactly as zlib does at its default level 6, and computes the size of the zlib
 * stream from the parse, without compressing.
 *
 * <p>The parse is that of zlib's lazy matcher with its level-6 settings: hash chains over 3 bytes in a window of 32 KiB, at
 * most 128 candidates (32 once a match of 8 is at hand), no search beyond a match of 16, the first match of 128 taken, and
 * a match of 3 bytes farther than 4096 dropped. Its oddities are kept because they are visible in streams: the first byte
 * of the window is never matched, and the window moves by 32 KiB at a time.
 *
 * <p>Not thread-safe; an instance keeps 320 KiB of tables and allocates nothing per parse.
 */
public final class DeflateParser {

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int WINDOW = 1 << 15;
    private static final int WINDOW_MASK = WINDOW - 1;
    private static final int HASH_MASK = (1 << 15) - 1;
    private static final int MIN_MATCH = 3;
    private static final int MAX_MATCH = 258;
    private static final int MIN_LOOKAHEAD = MAX_MATCH + MIN_MATCH + 1;
    private static final int MAX_DISTANCE = WINDOW - MIN_LOOKAHEAD;
    private static final int GOOD_LENGTH = 8;
    private static final int MAX_LAZY = 16;
    private static final int NICE_LENGTH = 128;
    private static final int MAX_CHAIN = 128;
    private static final int TOO_FAR = 4096;
    private static final int BLOCK_TOKENS = (1 << 14) - 1;

    /** Sees the tokens of each block. */
    interface TokenSink {
        void block(int[] tokens, int count);
    }

    // Positions are numbered on from parse to parse, so that what an earlier parse left in the tables is simply too old
    // to be a candidate and need not be cleared.
    private final int[] head = new int[HASH_MASK + 1];
    private final int[] chain = new int[WINDOW];
    private int epoch;

    private final int[] tokens = new int[BLOCK_TOKENS];
    private final int[] lengthCounts = new int[MAX_MATCH + 1];
    private final DeflateSize size = new DeflateSize();
    private final @Nullable TokenSink sink;
    private long literals;

    /** Makes a parser. */
    public DeflateParser() {
        this(null);
    }

    DeflateParser(@Nullable TokenSink sink) {
        this.sink = sink;
    }

    /**
     * Parses a range on its own; the results are available until the next parse.
     *
     * @param length bytes, at least 0
     */
    public void parse(byte[] data, int offset, int length) {
        Arrays.fill(lengthCounts, 0);
        literals = 0;
        size.reset();
        if (epoch > Integer.MAX_VALUE - 2 * WINDOW - length) {
            Arrays.fill(head, 0);
            epoch = 0;
        }
        parseLazily(data, offset, offset + length);
        epoch += length;
    }

    /** Returns a copy of the number of repetitions by length, 0 to 258; those below 3 are 0. */
    public int[] lengthCounts() {
        return lengthCounts.clone();
    }

    /** Returns the bytes outside any repetition. */
    public long literals() {
        return literals;
    }

    /** Returns the repetition lengths and literals. */
    public RepetitionHistogram histogram() {
        return RepetitionHistogram.of(lengthCounts, literals);
    }

    /** Returns the size of the zlib stream that this parse codes to, bytes. */
    public int deflateBytes() {
        return Math.toIntExact(size.bytes());
    }

    /** The main loop; comments call a number of a position what {@link #head} and {@link #chain} hold: index + shift. */
    private void parseLazily(byte[] data, int start, int end) {
        int[] heads = head;
        int[] chains = chain;
        int shift = epoch - start;
        int base = epoch; // number of the first position in zlib's window
        int filled = (int) Math.min(end, start + 2L * WINDOW); // end of zlib's window
        int lastInsert = end - MIN_MATCH;
        int hash = end - start < 2 ? 0 : ((data[start] & 0xff) << 5) ^ (data[start + 1] & 0xff);
        int blockStart = start;
        int count = 0;
        int pending = 0; // match found at the position before, or 0
        boolean literalPending = false;
        int i = start;
        while (true) {
            if (filled - i < MIN_LOOKAHEAD) {
                if (i + shift - base >= WINDOW + MAX_DISTANCE) {
                    base += WINDOW;
                    filled = (int) Math.min(end, (long) base - shift + 2L * WINDOW);
                }
                if (i == filled) {
                    break;
                }
            }
            int match = 0;
            int pendingLength = pending & 0x1ff;
            if (i <= lastInsert) {
                hash = ((hash << 5) ^ (data[i + 2] & 0xff)) & HASH_MASK;
                int number = i + shift;
                int candidate = heads[hash];
                chains[number & WINDOW_MASK] = candidate;
                heads[hash] = number;
                if (candidate > base
                        && pendingLength < MAX_LAZY
                        && number - candidate <= MAX_DISTANCE
                        && pendingLength < filled - i) {
                    match = longestMatch(data, i, shift, candidate, base, pendingLength, filled - i);
                }
            }
            if (pending != 0 && (match & 0x1ff) <= pendingLength) {
                tokens[count++] = pending;
                int next = i - 1 + pendingLength;
                for (int p = i + 1, last = Math.min(next - 1, lastInsert); p <= last; p++) {
                    hash = ((hash << 5) ^ (data[p + 2] & 0xff)) & HASH_MASK;
                    int number = p + shift;
                    chains[number & WINDOW_MASK] = heads[hash];
                    heads[hash] = number;
                }
                i = next;
                pending = 0;
                literalPending = false;
                if (count == BLOCK_TOKENS) {
                    endBlock(count, i - blockStart, blockStart + shift >= base);
                    blockStart = i;
                    count = 0;
                }
            } else {
                if (literalPending) {
                    tokens[count++] = data[i - 1] & 0xff;
                    if (count == BLOCK_TOKENS) {
                        endBlock(count, i - blockStart, blockStart + shift >= base);
                        blockStart = i;
                        count = 0;
                    }
                }
                pending = match;
                literalPending = true;
                i++;
            }
        }
        if (literalPending) {
            tokens[count++] = data[end - 1] & 0xff;
        }
        endBlock(count, end - blockStart, blockStart + shift >= base);
    }

    /**
     * Follows a hash chain to the longest match that is longer than the one at hand.
     *
     * @param i index of the bytes to match
     * @param candidate number of the first candidate
     * @param base number that candidates must exceed
     * @param atHand length of the match of the position before, or 0; less than {@code lookahead}
     * @param lookahead bytes that may be matched, at least 3
     * @return {@code distance << 9 | length}, or 0 if there is none or it is short and far
     */
    private int longestMatch(byte[] data, int i, int shift, int candidate, int base, int atHand, int lookahead) {
        int[] chains = chain;
        int number = i + shift;
        int limit = Math.max(base, number - MAX_DISTANCE);
        int left = atHand >= GOOD_LENGTH ? MAX_CHAIN / 4 : MAX_CHAIN;
        int nice = Math.min(NICE_LENGTH, lookahead);
        int longest = Math.min(MAX_MATCH, lookahead);
        int bestLength = Math.max(atHand, MIN_MATCH - 1);
        int best = 0;
        // A longer match must agree in the last bytes of the best one and the byte after it: 4 bytes, or 3 at first.
        // The
        // byte before a candidate exists, because the first byte of the window is no candidate.
        int tailAt = bestLength - 3;
        int tailMask = bestLength == 2 ? 0xffffff00 : -1;
        int tail = (int) INT.get(data, i + tailAt);
        int current = candidate;
        do {
            int m = current - shift;
            if ((((int) INT.get(data, m + tailAt) ^ tail) & tailMask) == 0) {
                int length = commonLength(data, m, i, longest);
                if (length > bestLength) {
                    bestLength = length;
                    best = ((number - current) << 9) | length;
                    if (length >= nice) {
                        break;
                    }
                    tailAt = length - 3;
                    tailMask = -1;
                    tail = (int) INT.get(data, i + tailAt);
                }
            }
            current = chains[current & WINDOW_MASK];
        } while (current > limit && --left != 0);
        return bestLength == MIN_MATCH && best >>> 9 > TOO_FAR ? 0 : best;
    }

    private static int commonLength(byte[] data, int a, int b, int max) {
        int n = 0;
        for (; n <= max - 8; n += 8) {
            long difference = (long) LONG.get(data, a + n) ^ (long) LONG.get(data, b + n);
            if (difference != 0) {
                return n + (Long.numberOfTrailingZeros(difference) >>> 3);
            }
        }
        while (n < max && data[a + n] == data[b + n]) {
            n++;
        }
        return n;
    }

    private void endBlock(int count, int sourceBytes, boolean storable) {
        int inBlock = 0;
        for (int i = 0; i < count; i++) {
            int token = tokens[i];
            if (token < 1 << 9) {
                inBlock++;
            } else {
                lengthCounts[token & 0x1ff]++;
            }
        }
        literals += inBlock;
        size.addBlock(tokens, count, sourceBytes, storable);
        if (sink != null) {
            sink.block(tokens, count);
        }
    }
}

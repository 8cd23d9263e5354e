package dev.mimeo.scan.internal.deflate;

import dev.mimeo.characterization.RepetitionHistogram;
import dev.mimeo.internal.bytes.CommonPrefix;
import dev.mimeo.internal.bytes.LittleEndian;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Parses bytes into literals and repetitions exactly as zlib does at its default level 6, and computes the size of the zlib
 * stream from the parse, without compressing.
 *
 * <p>The parse is that of zlib's lazy matcher with its level-6 settings: hash chains over 3 bytes in a window of 32 KiB, at
 * most 128 candidates (32 once a match of 8 has been found), no search beyond a match of 16, the first match of 128 taken, and
 * a match of 3 bytes farther than 4096 dropped. Its oddities are kept because they are visible in streams: the first byte
 * of the window is never matched, and the window moves by 32 KiB at a time.
 *
 * <p>Not thread-safe; an instance keeps tables of some 250 KiB plus 8 bytes per byte of the longest range parsed.
 */
public final class DeflateParser {

    private static final int WINDOW = 1 << 15;
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

    private final TrigramIndex index = new TrigramIndex();
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
        index.build(data, offset, length);
        parseLazily(data, offset, length);
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

    /** The main loop. Positions are counted from the start of the range. */
    private void parseLazily(byte[] data, int offset, int length) {
        int[] places = index.places();
        int base = 0; // start of zlib's window
        int filled = Math.min(length, 2 * WINDOW); // end of zlib's window
        int lastTrigram = length - MIN_MATCH;
        int blockStart = 0;
        int count = 0;
        int pending = 0; // match found at the position before, or 0
        boolean literalPending = false;
        int i = 0;
        while (true) {
            if (filled - i < MIN_LOOKAHEAD) {
                if (i - base >= WINDOW + MAX_DISTANCE) {
                    base += WINDOW;
                    filled = (int) Math.min(length, base + 2L * WINDOW);
                }
                if (i == filled) {
                    break;
                }
            }
            int match = 0;
            int pendingLength = pending & 0x1ff;
            if (i <= lastTrigram && pendingLength < MAX_LAZY && pendingLength < filled - i) {
                match = longestMatch(data, offset, i, places[i], base, pendingLength, filled - i);
            }
            if (pending != 0 && (match & 0x1ff) <= pendingLength) {
                tokens[count++] = pending;
                i += pendingLength - 1;
                pending = 0;
                literalPending = false;
            } else {
                if (literalPending) {
                    tokens[count++] = data[offset + i - 1] & 0xff;
                }
                pending = match;
                literalPending = true;
                i++;
            }
            if (count == BLOCK_TOKENS) {
                int blockEnd = literalPending ? i - 1 : i;
                endBlock(count, blockEnd - blockStart, blockStart >= base);
                blockStart = blockEnd;
                count = 0;
            }
        }
        if (literalPending) {
            tokens[count++] = data[offset + length - 1] & 0xff;
        }
        endBlock(count, length - blockStart, blockStart >= base);
    }

    /**
     * Looks through the earlier positions of a group for the longest match that is longer than the current one.
     *
     * @param i position of the bytes to match
     * @param place index of the position in the groups
     * @param base position that candidates must exceed
     * @param atHand length of the match of the position before, or 0; less than {@code lookahead}
     * @param lookahead bytes that may be matched, at least 3
     * @return {@code distance << 9 | length}, or 0 if there is none or it is short and far
     */
    private int longestMatch(byte[] data, int offset, int i, int place, int base, int atHand, int lookahead) {
        int groupStart = index.groupStart(data[offset + i], data[offset + i + 1], data[offset + i + 2]);
        int[] positions = index.positions();
        int at = place - 1;
        // The first candidate may be one byte farther than the others.
        if (at < groupStart || positions[at] <= base || i - positions[at] > MAX_DISTANCE) {
            return 0;
        }
        int end = Math.max(groupStart, place - (atHand >= GOOD_LENGTH ? MAX_CHAIN / 4 : MAX_CHAIN));
        int limit = Math.max(base, i - MAX_DISTANCE);
        int nice = Math.min(NICE_LENGTH, lookahead);
        int longest = Math.min(MAX_MATCH, lookahead);
        int bestLength = Math.max(atHand, MIN_MATCH - 1);
        int best = 0;
        do {
            int candidate = positions[at];
            int length = CommonPrefix.length(data, offset + candidate, offset + i, longest);
            if (length > bestLength) {
                bestLength = length;
                best = ((i - candidate) << 9) | length;
                if (length >= nice) {
                    break;
                }
            }
            at--;
            if (bestLength >= MIN_MATCH) {
                at = nextCandidate(data, offset + bestLength - 3, i, positions, at, end);
            }
        } while (at >= end && positions[at] > limit);
        return bestLength == MIN_MATCH && best >>> 9 > TOO_FAR ? 0 : best;
    }

    /**
     * Walks to the left to the next candidate that agrees in the last three bytes of the best match and the byte after it,
     * as one with a longer match must. Not limited by distance, because what is too far ends the search anyway, and a
     * simple loop is fast.
     *
     * @param tailAt index in {@code data} of those bytes for position 0
     * @return the place of the candidate, or below {@code end} if there is none
     */
    private static int nextCandidate(byte[] data, int tailAt, int i, int[] positions, int from, int end) {
        int tail = LittleEndian.getInt(data, tailAt + i);
        int at = from;
        while (at >= end && LittleEndian.getInt(data, tailAt + positions[at]) != tail) {
            at--;
        }
        return at;
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

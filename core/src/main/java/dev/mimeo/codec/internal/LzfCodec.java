package dev.mimeo.codec.internal;

import dev.mimeo.codec.Codec;
import dev.mimeo.internal.bytes.CommonPrefix;
import dev.mimeo.internal.bytes.LittleEndian;
import java.util.Arrays;
import java.util.Objects;
import java.util.zip.DataFormatException;

/**
 * Raw LZF blocks, as of liblzf: no header, no size, no end mark, no check.
 *
 * <p>A block is a sequence of items up to its end, each one begun by a control byte {@code c}:
 *
 * <pre>
 * c &lt; 32    c + 1 literal bytes follow.
 * c &gt;= 32   a match. Its length is c &gt;&gt; 5; if that is 7, the next byte is added. 2 more are added.
 *           Its distance is (c &amp; 31) &lt;&lt; 8 | the next byte, plus 1: 1 to 8192 bytes back.
 * </pre>
 *
 * <p>So a match has 3 to 264 bytes; it may reach into the bytes it gives. As nothing marks the end, a block that is cut
 * between two items, or is followed by whole items, is a block of other content: callers compare the size with the one
 * they know.
 *
 * <p>The encoder makes the choices of liblzf's "very fast" profile, so its blocks are those of the original: a table of
 * 2<sup>15</sup> positions, hashed by three bytes, greedy, the last two positions of a match entered.
 */
final class LzfCodec implements Codec {
    private static final int HASH_BITS = 15;
    private static final int MAX_LITERALS = 32;
    private static final int MAX_DISTANCE = 1 << 13;
    private static final int MAX_LENGTH = 264;

    /** No match starts closer to the end, and the last bytes are never part of one. */
    private static final int MARGIN = 5;

    private static final int TAIL = 2;

    /** No item is longer, with what is read at once beyond it. */
    private static final int SAFE_IN = MAX_LITERALS + 8;

    /** No item gives more, with what is written at once beyond it. */
    private static final int SAFE_OUT = MAX_LENGTH + LzCopies.MATCH_SLACK;

    /** Position where the three bytes of a hash value were seen last; 0 is none, so the first position never matches. */
    private final int[] table = new int[1 << HASH_BITS];

    @Override
    public String name() {
        return "lzf";
    }

    @Override
    public int maxCompressedLength(int length) {
        return Codec.checkedBound(length, length / MAX_LITERALS + 1);
    }

    @Override
    public int compress(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset, int dstLength) {
        Objects.checkFromIndexSize(srcOffset, srcLength, src.length);
        Objects.checkFromIndexSize(dstOffset, dstLength, dst.length);
        Arrays.fill(table, 0);
        int end = srcOffset + srcLength;
        int lastStart = end - MARGIN;
        int dstEnd = dstOffset + dstLength;
        int out = dstOffset;
        int literals = srcOffset;
        int at = srcOffset;
        while (at <= lastStart) {
            int three = three(src, at);
            int slot = slot(three);
            int candidate = table[slot] + srcOffset;
            table[slot] = at - srcOffset;
            int back = at - candidate - 1;
            if (candidate == srcOffset || back >= MAX_DISTANCE || three(src, candidate) != three) {
                at++;
                continue;
            }
            int most = Math.min(end - TAIL - at, MAX_LENGTH);
            int length = 3 + CommonPrefix.length(src, candidate + 3, at + 3, most - 3);
            int extra = length >= 9 ? 3 : 2;
            out = putLiterals(src, literals, at - literals, dst, out, dstEnd - extra);
            if (out < 0) {
                return -1;
            }
            out = putMatch(dst, out, length, back);
            at += length;
            literals = at;
            if (at <= lastStart) {
                table[slot(three(src, at - 2))] = at - 2 - srcOffset;
                table[slot(three(src, at - 1))] = at - 1 - srcOffset;
            }
        }
        out = putLiterals(src, literals, end - literals, dst, out, dstEnd);
        return out < 0 ? -1 : out - dstOffset;
    }

    /** Returns three bytes, the first one highest; a fourth must be there. */
    private static int three(byte[] src, int at) {
        return Integer.reverseBytes(LittleEndian.getInt(src, at)) >>> 8;
    }

    private static int slot(int three) {
        return (((three ^ (three << 5)) >>> (24 - HASH_BITS)) - three * 5) & ((1 << HASH_BITS) - 1);
    }

    private static int putMatch(byte[] dst, int at, int length, int back) {
        int out = at;
        int code = length - 2;
        if (code < 7) {
            dst[out++] = (byte) (code << 5 | back >> 8);
        } else {
            dst[out++] = (byte) (7 << 5 | back >> 8);
            dst[out++] = (byte) (code - 7);
        }
        dst[out++] = (byte) back;
        return out;
    }

    /** Returns where the output goes on, or -1 if the literals do not fit. */
    private static int putLiterals(byte[] src, int start, int count, byte[] dst, int at, int dstEnd) {
        if (dstEnd - at < (long) count + (count + MAX_LITERALS - 1L) / MAX_LITERALS) {
            return -1;
        }
        int out = at;
        for (int done = 0; done < count; done += MAX_LITERALS) {
            int run = Math.min(count - done, MAX_LITERALS);
            dst[out++] = (byte) (run - 1);
            System.arraycopy(src, start + done, dst, out, run);
            out += run;
        }
        return out;
    }

    @Override
    public int decompress(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset, int dstLength)
            throws DataFormatException {
        Objects.checkFromIndexSize(srcOffset, srcLength, src.length);
        Objects.checkFromIndexSize(dstOffset, dstLength, dst.length);
        int inEnd = srcOffset + srcLength;
        int outEnd = dstOffset + dstLength;
        // Here an item fits wherever it is: nothing but the distance of a match needs a check.
        int safeIn = inEnd - SAFE_IN;
        int safeOut = outEnd - SAFE_OUT;
        int in = srcOffset;
        int out = dstOffset;
        while (in <= safeIn && out <= safeOut) {
            int item = LittleEndian.getInt(src, in);
            int control = item & 0xff;
            if (control < MAX_LITERALS) {
                LzCopies.copyLong(src, in + 1, dst, out);
                if (control >= 8) {
                    LzCopies.copyLong(src, in + 9, dst, out + 8);
                    LzCopies.copyLong(src, in + 17, dst, out + 16);
                    LzCopies.copyLong(src, in + 25, dst, out + 24);
                }
                in += control + 2;
                out += control + 1;
                continue;
            }
            // Mispredicted branches cost more than a little arithmetic: 1 if a byte of length follows, else
            // 0.
            int extended = (control + 32) >>> 8;
            int length = (control >> 5) + 2 + (item >>> 8 & 0xff & -extended);
            int distance = ((control & 31) << 8 | (item >>> (8 << extended) & 0xff)) + 1;
            in += 2 + extended;
            if (distance > out - dstOffset) {
                throw beforeStart(in - srcOffset);
            }
            LzCopies.copyMatch(dst, out, distance, length);
            out += length;
        }
        return decompressEnd(src, srcOffset, in, inEnd, dst, dstOffset, out, outEnd) - dstOffset;
    }

    /** Decodes the last items, or all of a small block, and returns where the output ends. */
    private static int decompressEnd(
            byte[] src, int srcOffset, int inStart, int inEnd, byte[] dst, int dstOffset, int outStart, int outEnd)
            throws DataFormatException {
        int in = inStart;
        int out = outStart;
        while (in < inEnd) {
            int control = src[in++] & 0xff;
            if (control < MAX_LITERALS) {
                int length = control + 1;
                if (length > inEnd - in || length > outEnd - out) {
                    throw length > inEnd - in ? truncated(in - srcOffset) : tooLong(in - srcOffset);
                }
                LzCopies.copyLiterals(src, in, inEnd, dst, out, outEnd, length);
                in += length;
                out += length;
            } else {
                int length = (control >> 5) + 2;
                if (inEnd - in < (length == 9 ? 2 : 1)) {
                    throw truncated(in - srcOffset);
                }
                if (length == 9) {
                    length += src[in++] & 0xff;
                }
                int distance = ((control & 31) << 8 | (src[in++] & 0xff)) + 1;
                if (distance > out - dstOffset) {
                    throw beforeStart(in - srcOffset);
                }
                if (length > outEnd - out) {
                    throw tooLong(in - srcOffset);
                }
                LzCopies.copyMatch(dst, out, distance, length, outEnd);
                out += length;
            }
        }
        return out;
    }

    private static DataFormatException beforeStart(int at) {
        return new DataFormatException("malformed lzf block: a match at byte " + at + " starts before the data");
    }

    private static DataFormatException truncated(int at) {
        return new DataFormatException("lzf block ends early, at byte " + at);
    }

    private static DataFormatException tooLong(int at) {
        return new DataFormatException("lzf block holds more than expected, noticed at byte " + at);
    }

    @Override
    public void close() {}
}

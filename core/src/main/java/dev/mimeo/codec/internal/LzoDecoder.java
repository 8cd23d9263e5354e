package dev.mimeo.codec.internal;

import dev.mimeo.internal.bytes.LittleEndian;
import java.util.zip.DataFormatException;

/** Decodes LZO1X blocks of any encoder; {@link LzoCodec} describes them. */
final class LzoDecoder {

    /** More zero bytes than this in a length are beyond every array. */
    private static final int MAX_ZEROS = 1 << 23;

    /** Fewest bytes of an instruction, the end mark included. */
    private static final int END_MARK_SIZE = 3;

    /** Bytes before the end of a block up to which instructions are read without asking, with what is read beyond. */
    private static final int SAFE_IN = 32;

    /** The same for the output: the longest match that is not extended, and what is written beyond. */
    private static final int SAFE_OUT = LzoOutput.M3_LENGTH + LzCopies.MATCH_SLACK;

    /**
     * Table of the match forms by first byte, so that the order of the forms, which is unpredictable, causes no
     * mispredicted branches. The first 256 entries are for instructions that follow no literals, the next 256 for those
     * after the literals of a match, the last 256 for those after a literal run. With the first three bytes of the
     * instruction as a little-endian number {@code w}, the distance is {@code (w >>> shift & mask) + base}, and the number
     * of literals is {@code w >>> literalShift & 3}. An entry is 0 if the instruction is not such a match: a literal run,
     * an extended length, or the form of the end mark.
     */
    private static final long[] MATCHES = new long[3 << 8];

    private static final int LENGTH_BITS = 6;
    private static final int SIZE_AT = 6;
    private static final int LITERAL_SHIFT_AT = 8;
    private static final int SHIFT_AT = 12;
    private static final int MASK_AT = 16;
    private static final int BASE_AT = 32;
    private static final int STATE_AFTER_MATCH = 1 << 8;
    private static final int STATE_AFTER_RUN = 2 << 8;

    static {
        for (int state = 0; state < 3; state++) {
            for (int token = 0; token < 256; token++) {
                MATCHES[state << 8 | token] = match(state, token);
            }
        }
    }

    private LzoDecoder() {}

    private static long match(int state, int token) {
        if (token >= 64) {
            return match((token >> 5) + 1, 2, 0, 5, 0xff << 3, (token >> 2 & 7) + 1);
        }
        if (token >= 32) {
            int length = token & 31;
            return length == 0 ? 0 : match(length + 2, 3, 8, 10, (1 << 14) - 1, 1);
        }
        if (token >= 16) {
            int length = token & 7;
            return length == 0
                    ? 0
                    : match(length + 2, 3, 8, 10, (1 << 14) - 1, LzoOutput.M3_DISTANCE + ((token & 8) << 11));
        }
        return switch (state) {
            case 0 -> 0;
            case 1 -> match(2, 2, 0, 6, 0xff << 2, (token >> 2) + 1);
            default -> match(3, 2, 0, 6, 0xff << 2, (token >> 2) + 1 + LzoOutput.M2_DISTANCE);
        };
    }

    private static long match(int length, int size, int literalShift, int shift, int mask, int base) {
        return length
                | size << SIZE_AT
                | literalShift << LITERAL_SHIFT_AT
                | shift << SHIFT_AT
                | (long) mask << MASK_AT
                | (long) base << BASE_AT;
    }

    static int decode(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset, int dstLength)
            throws DataFormatException {
        int in = srcOffset;
        int inEnd = srcOffset + srcLength;
        int out = dstOffset;
        int outEnd = dstOffset + dstLength;
        int safeIn = inEnd - SAFE_IN;
        int safeOut = outEnd - SAFE_OUT;
        int state = 0;
        if (srcLength > 0 && (src[in] & 0xff) > 17) {
            int length = (src[in++] & 0xff) - 17;
            checkLiterals(length, in, srcOffset, inEnd, outEnd - out);
            LzCopies.copyLiterals(src, in, inEnd, dst, out, outEnd, length);
            in += length;
            out += length;
            state = length < 4 ? STATE_AFTER_MATCH : STATE_AFTER_RUN;
        }
        while (true) {
            // Here all that an instruction takes and gives is inside; what is not a plain one is left to the code
            // below.
            while (in <= safeIn && out <= safeOut) {
                int word = LittleEndian.getInt(src, in);
                int token = word & 0xff;
                long match = MATCHES[state | token];
                if (match == 0) {
                    if (token == 0 || token >= 16) {
                        break;
                    }
                    LzCopies.copyLong(src, in + 1, dst, out);
                    LzCopies.copyLong(src, in + 9, dst, out + 8);
                    LzCopies.copyLong(src, in + 17, dst, out + 16);
                    in += token + 4;
                    out += token + 3;
                    state = STATE_AFTER_RUN;
                    continue;
                }
                int parts = (int) match;
                int distance = (word >>> (parts >> SHIFT_AT & 15) & parts >>> MASK_AT) + (int) (match >>> BASE_AT);
                if (distance > out - dstOffset || distance == LzoOutput.M3_DISTANCE) {
                    break;
                }
                int length = parts & (1 << LENGTH_BITS) - 1;
                LzCopies.copyMatch(dst, out, distance, length);
                in += parts >> SIZE_AT & 3;
                out += length;
                LittleEndian.putInt(dst, out, LittleEndian.getInt(src, in));
                int literals = word >>> (parts >> LITERAL_SHIFT_AT & 15) & 3;
                in += literals;
                out += literals;
                state = -literals >>> 31 << 8;
            }
            if (inEnd - in < END_MARK_SIZE) {
                throw truncated(in - srcOffset);
            }
            int token = src[in++] & 0xff;
            int length;
            int distance;
            int literals;
            if (token >= 64) {
                length = (token >> 5) + 1;
                distance = ((src[in++] & 0xff) << 3 | (token >> 2 & 7)) + 1;
                literals = token & 3;
            } else if (token >= 16) {
                int lengthMask = token >= 32 ? 31 : 7;
                length = (token & lengthMask) + 2;
                if (length == 2) {
                    int last = skipZeros(src, in, srcOffset, inEnd);
                    length += lengthMask + (last - in) * 255 + (src[last] & 0xff);
                    in = last + 1;
                }
                int low = src[in++] & 0xff;
                literals = low & 3;
                distance = ((src[in++] & 0xff) << 6 | low >> 2) + 1;
                if (token < 32) {
                    distance += (1 << 14) - 1 + ((token & 8) << 11);
                    if (distance == 1 << 14) {
                        checkEnd(token, literals, in - srcOffset, inEnd - in);
                        return out - dstOffset;
                    }
                }
            } else if (state == 0) {
                length = token + 3;
                if (token == 0) {
                    int last = skipZeros(src, in, srcOffset, inEnd);
                    length += 15 + (last - in) * 255 + (src[last] & 0xff);
                    in = last + 1;
                }
                checkLiterals(length, in, srcOffset, inEnd, outEnd - out);
                LzCopies.copyLiterals(src, in, inEnd, dst, out, outEnd, length);
                in += length;
                out += length;
                state = STATE_AFTER_RUN;
                continue;
            } else {
                boolean afterRun = state == STATE_AFTER_RUN;
                length = afterRun ? 3 : 2;
                distance = ((src[in++] & 0xff) << 2 | token >> 2) + (afterRun ? LzoOutput.M2_DISTANCE + 1 : 1);
                literals = token & 3;
            }
            if (distance > out - dstOffset) {
                throw new DataFormatException(
                        "malformed lzo block: a match at byte " + (in - srcOffset) + " starts before the data");
            }
            if (length > outEnd - out) {
                throw tooLong(in - srcOffset);
            }
            LzCopies.copyMatch(dst, out, distance, length, outEnd);
            out += length;
            state = literals == 0 ? 0 : STATE_AFTER_MATCH;
            if (literals != 0) {
                if (inEnd - in >= 4 && outEnd - out >= 4) {
                    LittleEndian.putInt(dst, out, LittleEndian.getInt(src, in));
                } else {
                    checkLiterals(literals, in, srcOffset, inEnd, outEnd - out);
                    System.arraycopy(src, in, dst, out, literals);
                }
                in += literals;
                out += literals;
            }
        }
    }

    /** Returns where the byte is that ends a length begun with zeros; the distance of a match is behind it. */
    private static int skipZeros(byte[] src, int start, int srcOffset, int inEnd) throws DataFormatException {
        int in = start;
        while (in < inEnd && src[in] == 0) {
            in++;
        }
        if (inEnd - in < END_MARK_SIZE) {
            throw truncated(in - srcOffset);
        }
        if (in - start >= MAX_ZEROS) {
            throw tooLong(in - srcOffset);
        }
        return in;
    }

    private static void checkLiterals(int length, int in, int srcOffset, int inEnd, int room)
            throws DataFormatException {
        if (length > inEnd - in) {
            throw truncated(inEnd - srcOffset);
        }
        if (length > room) {
            throw tooLong(in - srcOffset);
        }
    }

    private static void checkEnd(int token, int literals, int at, int left) throws DataFormatException {
        if (token != 17 || literals != 0) {
            throw new DataFormatException("malformed lzo block: no valid distance at byte " + at);
        }
        if (left > 0) {
            throw new DataFormatException("lzo block is followed by " + left + " other bytes");
        }
    }

    private static DataFormatException truncated(int at) {
        return new DataFormatException("lzo block ends early, at byte " + at);
    }

    private static DataFormatException tooLong(int at) {
        return new DataFormatException("lzo block holds more than expected, noticed at byte " + at);
    }
}

package dev.mimeo.codec;

import java.util.zip.DataFormatException;

/** Decodes LZO1X blocks of any encoder; {@link LzoCodec} describes them. */
final class LzoDecoder {

    /** More zero bytes than this in a length are beyond every array. */
    private static final int MAX_ZEROS = 1 << 23;

    /** What an instruction needs at least, the end mark included. */
    private static final int END_MARK_SIZE = 3;

    private LzoDecoder() {}

    static int decode(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset, int dstLength)
            throws DataFormatException {
        int in = srcOffset;
        int inEnd = srcOffset + srcLength;
        int out = dstOffset;
        int outEnd = dstOffset + dstLength;
        int state = 0;
        if (srcLength > 0 && (src[in] & 0xff) > 17) {
            int length = (src[in++] & 0xff) - 17;
            checkLiterals(length, in, srcOffset, inEnd, outEnd - out);
            Wide.copyLiterals(src, in, inEnd, dst, out, outEnd, length);
            in += length;
            out += length;
            state = Math.min(length, 4);
        }
        while (true) {
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
                Wide.copyLiterals(src, in, inEnd, dst, out, outEnd, length);
                in += length;
                out += length;
                state = 4;
                continue;
            } else {
                length = state == 4 ? 3 : 2;
                distance = ((src[in++] & 0xff) << 2 | token >> 2) + (state == 4 ? 2049 : 1);
                literals = token & 3;
            }
            if (distance > out - dstOffset) {
                throw new DataFormatException(
                        "malformed lzo block: a match at byte " + (in - srcOffset) + " starts before the data");
            }
            if (length > outEnd - out) {
                throw tooLong(in - srcOffset);
            }
            Wide.copyMatch(dst, out, distance, length, outEnd);
            out += length;
            state = literals;
            if (literals != 0) {
                if (inEnd - in >= 4 && outEnd - out >= 4) {
                    Wide.putInt(dst, out, Wide.getInt(src, in));
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

package dev.mimeo.codec.internal;

/** Writes the literals and matches that an encoder has chosen as an LZO1X block; {@link LzoCodec} describes it. */
final class LzoOutput {
    static final int M1_DISTANCE = 1 << 10;
    static final int M2_DISTANCE = 1 << 11;
    static final int M2_LENGTH = 8;
    static final int M3_DISTANCE = 1 << 14;
    static final int M3_LENGTH = 33;
    static final int M4_DISTANCE = (3 << 14) - 1;
    static final int M4_LENGTH = 9;

    private static final int END_MARK_SIZE = 3;
    private static final int MAX_FIRST_RUN = 255 - 17;

    private final byte[] src;
    private final byte[] dst;
    private final int start;
    private final int end;
    private int at;

    LzoOutput(byte[] src, byte[] dst, int dstOffset, int dstLength) {
        this.src = src;
        this.dst = dst;
        this.start = dstOffset;
        this.end = dstOffset + dstLength;
        this.at = dstOffset;
    }

    /**
     * Adds literals and the match that follows them.
     *
     * @param length at least 3; or 2 for a distance of up to 1024 after 1 to 3 literals that follow a match
     * @param distance 1 to 49151
     * @return false if there is no room
     */
    boolean put(int literals, int count, int length, int distance) {
        int state = Math.min(count, 4);
        int size = matchSize(state, length, distance);
        if (end - at < (long) runSize(count) + count + size + END_MARK_SIZE) {
            return false;
        }
        putLiterals(literals, count);
        int back = distance - 1;
        if (length <= M2_LENGTH && distance <= M2_DISTANCE && length > 2) {
            dst[at++] = (byte) ((length - 1) << 5 | (back & 7) << 2);
            dst[at++] = (byte) (back >> 3);
        } else if (size == 2) {
            int near = length == 2 ? back : back - M2_DISTANCE;
            dst[at++] = (byte) ((near & 3) << 2);
            dst[at++] = (byte) (near >> 2);
        } else if (distance <= M3_DISTANCE) {
            putLength(32, length, M3_LENGTH);
            dst[at++] = (byte) (back << 2);
            dst[at++] = (byte) (back >> 6);
        } else {
            int far = distance - M3_DISTANCE;
            putLength(16 | far >> 14 << 3, length, M4_LENGTH);
            dst[at++] = (byte) (far << 2);
            dst[at++] = (byte) (far >> 6);
        }
        return true;
    }

    /** Adds the last literals and the end mark, and returns the size of the block, or -1 if there is no room. */
    int finish(int literals, int count) {
        if (end - at < (long) runSize(count) + count + END_MARK_SIZE) {
            return -1;
        }
        putLiterals(literals, count);
        dst[at++] = 17;
        dst[at++] = 0;
        dst[at++] = 0;
        return at - start;
    }

    /**
     * Returns how many bytes a match takes.
     *
     * @param state literals between the match before and this one, or 4 for more
     */
    static int matchSize(int state, int length, int distance) {
        if (distance <= M2_DISTANCE && length <= M2_LENGTH) {
            return 2;
        }
        if (length == 3 && state == 4 && distance <= M2_DISTANCE + M1_DISTANCE) {
            return 2;
        }
        int direct = distance <= M3_DISTANCE ? M3_LENGTH : M4_LENGTH;
        return 3 + extensionSize(length - direct);
    }

    private static int extensionSize(int rest) {
        return rest <= 0 ? 0 : 1 + (rest - 1) / 255;
    }

    private int runSize(int count) {
        if (count == 0 || (count <= 3 && at != start)) {
            return 0;
        }
        return at == start && count <= MAX_FIRST_RUN ? 1 : 1 + extensionSize(count - 18);
    }

    private void putLiterals(int from, int count) {
        if (count == 0) {
            return;
        }
        if (at == start && count <= MAX_FIRST_RUN) {
            dst[at++] = (byte) (17 + count);
        } else if (count <= 3) {
            dst[at - 2] |= (byte) count;
        } else if (count <= 18) {
            dst[at++] = (byte) (count - 3);
        } else {
            dst[at++] = 0;
            putExtension(count - 18);
        }
        LzCopies.copyLiterals(src, from, src.length, dst, at, end, count);
        at += count;
    }

    private void putLength(int token, int length, int direct) {
        if (length <= direct) {
            dst[at++] = (byte) (token | length - 2);
        } else {
            dst[at++] = (byte) token;
            putExtension(length - direct);
        }
    }

    private void putExtension(int value) {
        int rest = value;
        while (rest > 255) {
            dst[at++] = 0;
            rest -= 255;
        }
        dst[at++] = (byte) rest;
    }
}

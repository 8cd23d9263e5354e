package dev.mimeo.characterization.mimic;

/** Reads what {@link AdaptiveEncoder} wrote. Not thread-safe. */
final class AdaptiveDecoder {

    private final byte[] bytes;
    private final int end;
    private int at;
    private int range = -1;
    private int code;

    AdaptiveDecoder(byte[] bytes, int offset, int length) {
        this.bytes = bytes;
        this.at = offset;
        this.end = offset + length;
        if (length < 5 || bytes[offset] != 0) {
            throw new IllegalArgumentException("coded numbers have no valid start");
        }
        for (int i = 0; i < 5; i++) {
            code = code << 8 | (bytes[at++] & 0xff);
        }
    }

    int tree(short[] probabilities, int bits) {
        int node = 1;
        for (int i = 0; i < bits; i++) {
            node = 2 * node + bit(probabilities, node);
        }
        return node - (1 << bits);
    }

    int number(short[] probabilities) {
        int bits = tree(probabilities, 5);
        if (bits <= 1) {
            return bits;
        }
        int adaptive = Math.min(bits - 1, NumberShape.ADAPTIVE_BITS);
        int node = 1;
        for (int i = 0; i < adaptive; i++) {
            node = 2 * node + bit(probabilities, NumberShape.place(bits, node));
        }
        int value = node;
        for (int i = bits - 1 - adaptive; i > 0; i--) {
            range >>>= 1;
            int bit = Integer.compareUnsigned(code, range) < 0 ? 0 : 1;
            code -= range & -bit;
            value = 2 * value + bit;
            normalize();
        }
        return value;
    }

    private int bit(short[] probabilities, int index) {
        int p = probabilities[index];
        int bound = (range >>> NumberShape.PROBABILITY_BITS) * p;
        int bit;
        if (Integer.compareUnsigned(code, bound) < 0) {
            range = bound;
            probabilities[index] = (short) (p + ((NumberShape.ONE - p) >> NumberShape.SPEED));
            bit = 0;
        } else {
            code -= bound;
            range -= bound;
            probabilities[index] = (short) (p - (p >> NumberShape.SPEED));
            bit = 1;
        }
        normalize();
        return bit;
    }

    private void normalize() {
        while (Integer.compareUnsigned(range, 1 << 24) < 0) {
            if (at == end) {
                throw new IllegalArgumentException("coded numbers end too early");
            }
            range <<= 8;
            code = code << 8 | (bytes[at++] & 0xff);
        }
    }

    /** Checks that nothing is left over. */
    void finish() {
        if (at != end) {
            throw new IllegalArgumentException("coded numbers are followed by other bytes");
        }
    }
}

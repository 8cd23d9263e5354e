package dev.mimeo.characterization;

/**
 * The byte form of histograms in a characterization file.
 *
 * <pre>
 * counts   ::= { count | 0 run }        in order of the values; trailing zero counts are left out
 * count    ::= varint, at least 1       occurrences of one value
 * run      ::= varint                   zero counts that follow this one: a run of run + 1 zeros
 * varint   ::= 7 bits a byte, least significant first, high bit set on all bytes but the last; at most 5 bytes
 *
 * byte histogram        ::= counts      of the values 0 to 255
 * repetition histogram  ::= varint counts   literals, then the lengths 3 to 258
 * </pre>
 */
final class HistogramCoding {

    private static final int MAX_BYTES = 5 + 5 * 256;

    private final byte[] buffer = new byte[MAX_BYTES];
    private int length;

    /** Encodes into an internal buffer that the next call overwrites. */
    void encode(ByteHistogram histogram) {
        length = 0;
        putCounts(histogram.toArray(), 0);
    }

    /** Encodes into an internal buffer that the next call overwrites. */
    void encode(RepetitionHistogram histogram) {
        length = 0;
        putVarint(histogram.literals());
        putCounts(histogram.toArray(), RepetitionHistogram.MIN_LENGTH);
    }

    byte[] buffer() {
        return buffer;
    }

    int length() {
        return length;
    }

    private void putCounts(int[] counts, int from) {
        int end = counts.length;
        while (end > from && counts[end - 1] == 0) {
            end--;
        }
        for (int i = from; i < end; ) {
            if (counts[i] != 0) {
                putVarint(counts[i++]);
                continue;
            }
            int run = i;
            while (counts[run] == 0) {
                run++;
            }
            putVarint(0);
            putVarint(run - i - 1);
            i = run;
        }
    }

    private void putVarint(long value) {
        long rest = value;
        while (rest > 0x7f) {
            buffer[length++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        buffer[length++] = (byte) rest;
    }

    /**
     * Decodes a byte histogram.
     *
     * @throws IllegalArgumentException if the bytes are not one
     */
    static ByteHistogram decodeBytes(byte[] data, int offset, int length) {
        Input in = new Input(data, offset, offset + length);
        int[] counts = new int[256];
        in.counts(counts, 0);
        return ByteHistogram.of(counts);
    }

    /**
     * Decodes a repetition histogram.
     *
     * @throws IllegalArgumentException if the bytes are not one
     */
    static RepetitionHistogram decodeRepetitions(byte[] data, int offset, int length) {
        Input in = new Input(data, offset, offset + length);
        int literals = in.varint();
        int[] counts = new int[RepetitionHistogram.MAX_LENGTH + 1];
        in.counts(counts, RepetitionHistogram.MIN_LENGTH);
        return RepetitionHistogram.of(counts, literals);
    }

    private static final class Input {
        private final byte[] data;
        private final int end;
        private int position;

        Input(byte[] data, int position, int end) {
            this.data = data;
            this.position = position;
            this.end = end;
        }

        void counts(int[] counts, int from) {
            int i = from;
            while (position < end) {
                if (i >= counts.length) {
                    throw new IllegalArgumentException("histogram has more than " + counts.length + " counts");
                }
                int count = varint();
                if (count != 0) {
                    counts[i++] = count;
                } else {
                    int run = varint();
                    // One more count must follow a run, since trailing zeros are left out.
                    if (run >= counts.length - i - 1) {
                        throw new IllegalArgumentException("histogram has a run of " + run + " zeros at value " + i);
                    }
                    i += run + 1;
                }
            }
        }

        int varint() {
            int value = 0;
            for (int shift = 0; shift < 35; shift += 7) {
                if (position >= end) {
                    throw new IllegalArgumentException("histogram ends within a number");
                }
                int b = data[position++];
                value |= (b & 0x7f) << shift;
                if (b >= 0) {
                    if (value < 0 || (shift == 28 && b > 7)) {
                        break;
                    }
                    return value;
                }
            }
            throw new IllegalArgumentException("histogram holds a number beyond 2^31 - 1");
        }
    }
}

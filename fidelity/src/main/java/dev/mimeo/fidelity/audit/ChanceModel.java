package dev.mimeo.fidelity.audit;

import dev.mimeo.internal.random.Mixing;

/**
 * Probability of bytes for a writer who knows only those statistics that many parts of the original share. The writer
 * knows which byte follows which two or four where at least {@value #FLOOR} positions agree, and otherwise how often
 * each byte occurs nearby.
 *
 * <p>A run that the original and the synthetic data have in common is explained by chance if such a writer would bring forth
 * any run of the original of that probability: the expected number of pairs of places, as in the statistics of
 * alignments (Karlin and Altschul, PNAS 1990), is the number of places of the one, times that of the other, times the
 * probability of the bytes.
 *
 * <p>Counts are kept of at most 16 MiB of the original, in tables of hashes. Not thread-safe while it is filled.
 */
final class ChanceModel {

    /** A sequence that occurs this often is not a secret of one place. */
    static final int FLOOR = 6;

    /** Expected pairs of places below which chance is not an explanation. */
    static final double SIGNIFICANCE = 1e-3;

    /** From this length on, bytes, one value repeated reveals nothing: the file tells where data is constant. */
    private static final int CONSTANT = 16;

    private static final int BITS_5 = 23;
    private static final int BITS_4 = 22;
    private static final int BITS_3 = 22;

    private final int[] five = new int[1 << BITS_5];
    private final int[] four = new int[1 << BITS_4];
    private final int[] three = new int[1 << BITS_3];
    private final int[] two = new int[1 << 16];

    /** Counts the sequences of a piece of the original. */
    void add(byte[] data, int offset, int length) {
        long last = 0;
        for (int i = 0; i < length; i++) {
            last = (last << 8) | (data[offset + i] & 0xff);
            if (i >= 4) {
                five[slot(last, 5, BITS_5)]++;
                four[slot(last >>> 8, 4, BITS_4)]++;
            }
            if (i >= 2) {
                three[slot(last, 3, BITS_3)]++;
                two[(int) (last >>> 8) & 0xffff]++;
            }
        }
    }

    private static int slot(long last, int bytes, int bits) {
        return (int) (Mixing.fibonacci64(last << (64 - 8 * bytes)) >>> (64 - bits));
    }

    /**
     * Returns the binary logarithm of the probability of a run.
     *
     * @param near logarithms of the frequencies of the byte values near the run
     */
    double log2(byte[] data, int offset, int length, double[] near) {
        double plain = 0;
        double informed = 0;
        long last = 0;
        int equal = 0;
        for (int i = 0; i < length; i++) {
            int value = data[offset + i] & 0xff;
            equal = value == (last & 0xff) ? equal + 1 : 0;
            last = (last << 8) | value;
            if (equal >= CONSTANT) {
                continue;
            }
            plain += near[value];
            informed += Math.max(near[value], log2(last, i));
        }
        return Math.max(plain, informed);
    }

    /** Returns the logarithm for the last byte after those before it, as far as enough places agree. */
    private double log2(long last, int before) {
        if (before >= 4) {
            int count = five[slot(last, 5, BITS_5)];
            if (count >= FLOOR) {
                return log2(Math.min(1, (double) count / four[slot(last >>> 8, 4, BITS_4)]));
            }
        }
        if (before >= 2) {
            int count = three[slot(last, 3, BITS_3)];
            if (count >= FLOOR) {
                return log2(Math.min(1, (double) count / two[(int) (last >>> 8) & 0xffff]));
            }
        }
        return Double.NEGATIVE_INFINITY;
    }

    static double log2(double value) {
        return Math.log(value) / Math.log(2);
    }

    /** Returns the logarithms of the frequencies of the byte values of a range, none of them quite impossible. */
    static double[] frequencies(byte[] data, int offset, int length) {
        int[] counts = new int[256];
        for (int i = offset; i < offset + length; i++) {
            counts[data[i] & 0xff]++;
        }
        double[] result = new double[256];
        for (int value = 0; value < 256; value++) {
            result[value] = log2((counts[value] + 0.01) / (length + 2.56));
        }
        return result;
    }
}

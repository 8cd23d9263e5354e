package dev.mimeo.characterization;

import java.io.Serializable;
import java.util.Arrays;

/** Number of occurrences of each byte value in a chunk. Immutable and thread-safe. */
public final class ByteHistogram implements Serializable {

    private static final long serialVersionUID = 1L;

    private final int[] counts;
    private final long total;

    private ByteHistogram(int[] counts) {
        this.counts = counts;
        long sum = 0;
        for (int count : counts) {
            if (count < 0) {
                throw new IllegalArgumentException("negative count " + count);
            }
            sum += count;
        }
        this.total = sum;
    }

    /**
     * Returns a histogram of the given counts.
     *
     * @param counts occurrences of the byte values 0 to 255, each at least 0; copied
     * @throws IllegalArgumentException if there are not 256 counts or one is negative
     */
    public static ByteHistogram of(int[] counts) {
        if (counts.length != 256) {
            throw new IllegalArgumentException("a byte histogram has 256 counts, got " + counts.length);
        }
        return new ByteHistogram(counts.clone());
    }

    /** Counts the bytes of a range. */
    public static ByteHistogram ofBytes(byte[] data, int offset, int length) {
        // Four tables, so that equal neighbours do not wait for each other's store.
        int[] a = new int[256];
        int[] b = new int[256];
        int[] c = new int[256];
        int[] d = new int[256];
        int i = offset;
        int end = offset + length;
        for (int last = end - 3; i < last; i += 4) {
            a[data[i] & 0xff]++;
            b[data[i + 1] & 0xff]++;
            c[data[i + 2] & 0xff]++;
            d[data[i + 3] & 0xff]++;
        }
        for (; i < end; i++) {
            a[data[i] & 0xff]++;
        }
        for (int v = 0; v < 256; v++) {
            a[v] += b[v] + c[v] + d[v];
        }
        return new ByteHistogram(a);
    }

    /**
     * Returns how often a byte value occurs.
     *
     * @param value 0 to 255
     */
    public int count(int value) {
        return counts[value];
    }

    /** Returns the sum of all counts: the bytes of the chunk. */
    public long total() {
        return total;
    }

    /** Returns how many byte values occur at all, 0 to 256. */
    public int symbols() {
        int symbols = 0;
        for (int count : counts) {
            symbols += count > 0 ? 1 : 0;
        }
        return symbols;
    }

    /** Returns the order-0 entropy (Shannon 1948) in bits per byte, 0 to 8; 0 for an empty histogram. */
    public double entropy() {
        double sum = 0;
        for (int count : counts) {
            if (count > 0) {
                sum += count * Math.log(count);
            }
        }
        return total == 0 ? 0 : Math.max(0, (Math.log((double) total) - sum / total) / Math.log(2));
    }

    /** Returns a copy of the 256 counts. */
    public int[] toArray() {
        return counts.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ByteHistogram that && Arrays.equals(counts, that.counts);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(counts);
    }

    @Override
    public String toString() {
        return "ByteHistogram[" + total + " bytes, " + symbols() + " symbols]";
    }
}

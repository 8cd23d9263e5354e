package dev.mimeo.characterization.mimic;

import java.io.Serializable;

/**
 * The contexts of one order of a {@link ContextModel}: which symbols follow each, and how often. Immutable and thread-safe.
 *
 * <p>Contexts are sorted by the context one byte shorter that they extend, then by the byte that extends it. Counts are
 * rounded to steps of a third of an octave, see {@link #weight}.
 */
public final class ContextTable implements Serializable {

    private static final long serialVersionUID = 1L;

    /** Largest code of a count. */
    public static final int MAX_CODE = 75;

    private static final int[] WEIGHTS = weights();

    final int[] parents;
    final byte[] bytes;
    final byte[] escapes;
    final int[] starts;
    final byte[] symbols;
    final byte[] codes;

    /**
     * Takes the columns; the arrays are not copied and must not be changed.
     *
     * @param parents by context: index of the context of the order below without the oldest byte; ascending. All 0 in order 1
     * @param bytes by context: its oldest byte; ascending among equal parents
     * @param escapes by context: code of how often a symbol follows that is not listed, or -1 for never
     * @param starts by context: first of its symbols; one more entry at the end
     * @param symbols symbols of all contexts
     * @param codes by symbol: code of its count
     * @throws IllegalArgumentException if the columns do not fit together
     */
    public ContextTable(int[] parents, byte[] bytes, byte[] escapes, int[] starts, byte[] symbols, byte[] codes) {
        this.parents = parents;
        this.bytes = bytes;
        this.escapes = escapes;
        this.starts = starts;
        this.symbols = symbols;
        this.codes = codes;
        int n = parents.length;
        if (bytes.length != n || escapes.length != n || starts.length != n + 1 || codes.length != symbols.length) {
            throw new IllegalArgumentException("columns of contexts have different lengths");
        }
        if (starts[0] != 0 || starts[n] != symbols.length) {
            throw new IllegalArgumentException("contexts do not cover their symbols");
        }
        for (int i = 0; i < n; i++) {
            boolean sorted = i == 0
                    || parents[i] > parents[i - 1]
                    || (parents[i] == parents[i - 1] && (bytes[i] & 0xff) > (bytes[i - 1] & 0xff));
            if (parents[i] < 0 || !sorted || starts[i + 1] <= starts[i] || escapes[i] < -1 || escapes[i] > MAX_CODE) {
                throw new IllegalArgumentException("context " + i + " is out of order or out of range");
            }
        }
        for (byte code : codes) {
            if (code < 0 || code > MAX_CODE) {
                throw new IllegalArgumentException("count code " + code);
            }
        }
    }

    /** Returns the number of contexts. */
    public int size() {
        return parents.length;
    }

    /** Returns the number of symbols of all contexts. */
    public int symbolCount() {
        return symbols.length;
    }

    /** Returns the count that a code stands for: 2 to the power of a third of it. */
    public static int weight(int code) {
        return WEIGHTS[code];
    }

    /** Returns the code nearest to a count, at least 1. */
    public static byte code(int count) {
        int code = 0;
        while (code < MAX_CODE && count - WEIGHTS[code] > WEIGHTS[code + 1] - count) {
            code++;
        }
        return (byte) code;
    }

    private static int[] weights() {
        int[] weights = new int[MAX_CODE + 1];
        for (int code = 0; code <= MAX_CODE; code++) {
            weights[code] = (int) StrictMath.round(StrictMath.pow(2, code / 3.0));
        }
        return weights;
    }
}

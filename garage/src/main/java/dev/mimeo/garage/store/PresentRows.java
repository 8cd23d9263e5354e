package dev.mimeo.garage.store;

import dev.mimeo.garage.internal.codec.RowTimes;
import org.jspecify.annotations.Nullable;

/** The rows of a part of a column whose values are not NULL, in order. */
final class PresentRows {

    private final int from;
    private final int count;

    /** Null if the part has no NULLs, which is the usual case and needs no array. */
    private final int @Nullable [] rows;

    private PresentRows(int from, int count, int @Nullable [] rows) {
        this.from = from;
        this.count = count;
        this.rows = rows;
    }

    /** Returns all rows of a part without NULLs. */
    static PresentRows all(int from, int count) {
        return new PresentRows(from, count, null);
    }

    /** Returns some rows of a part that starts at {@code from}. */
    static PresentRows some(int from, int[] rows) {
        return new PresentRows(from, rows.length, rows);
    }

    boolean isAll() {
        return rows == null;
    }

    int from() {
        return from;
    }

    int count() {
        return count;
    }

    /** Returns the number of a row in the column. */
    int row(int index) {
        return rows == null ? from + index : rows[index];
    }

    /** Returns the times of these rows. */
    RowTimes times(RowTimes ofPart) {
        return rows == null ? ofPart : BlockTimes.some(ofPart, rows, from);
    }

    /** Returns the values of these rows, here and below. */
    float[] gather(float[] column) {
        float[] present = new float[count];
        for (int i = 0; i < count; i++) {
            present[i] = column[row(i)];
        }
        return present;
    }

    double[] gather(double[] column) {
        double[] present = new double[count];
        for (int i = 0; i < count; i++) {
            present[i] = column[row(i)];
        }
        return present;
    }

    long[] gather(long[] column) {
        long[] present = new long[count];
        for (int i = 0; i < count; i++) {
            present[i] = column[row(i)];
        }
        return present;
    }

    /** Puts the values of these rows into a column, here and below. */
    void scatter(float[] present, float[] column) {
        for (int i = 0; i < count; i++) {
            column[row(i)] = present[i];
        }
    }

    void scatter(double[] present, double[] column) {
        for (int i = 0; i < count; i++) {
            column[row(i)] = present[i];
        }
    }

    void scatter(long[] present, long[] column) {
        for (int i = 0; i < count; i++) {
            column[row(i)] = present[i];
        }
    }
}

package dev.mimeo.garage.store;

/** Counts the values of a column. For one thread at a time. */
final class StatisticsCounter {

    private final ColumnSchema column;
    private int rows;
    private int nulls;
    private int nans;
    private int outOfRange;
    private double min = Double.POSITIVE_INFINITY;
    private double max = Double.NEGATIVE_INFINITY;
    private long minLong = Long.MAX_VALUE;
    private long maxLong = Long.MIN_VALUE;
    private double sum;
    /** Part of the sum that was lost by rounding, after W. Kahan and A. Neumaier. */
    private double lost;

    StatisticsCounter(ColumnSchema column) {
        this.column = column;
    }

    /** Returns the statistics of values. */
    static ColumnStatistics of(ColumnSchema column, ColumnArray values) {
        StatisticsCounter counter = new StatisticsCounter(column);
        int rows = values.rows();
        boolean nullable = values.nulls() != null;
        for (int row = 0; row < rows; row++) {
            if (nullable && values.isNull(row)) {
                counter.addNulls(1);
            } else {
                counter.add(values, row);
            }
        }
        return counter.statistics();
    }

    private void add(ColumnArray values, int row) {
        switch (column.type()) {
            case FLOAT32 -> add(values.floats()[row], 1);
            case FLOAT64 -> add(values.doubles()[row], 1);
            case INT64, TIMESTAMP -> add(values.longs()[row], 1);
            case BOOL -> add(values.booleans()[row] ? 1L : 0L, 1);
            case TEXT -> rows++;
        }
    }

    /** Adds rows without a value. */
    void addNulls(int count) {
        rows += count;
        nulls += count;
    }

    /** Adds texts, of which there is nothing to count. */
    void addTexts(int count) {
        rows += count;
    }

    /** Adds a value that some rows have. */
    void add(double value, int count) {
        rows += count;
        if (Double.isNaN(value)) {
            nans += count;
            return;
        }
        min = Math.min(min, value);
        max = Math.max(max, value);
        double more = count == 1 ? value : value * count;
        double total = sum + more;
        if (Math.abs(total) <= Double.MAX_VALUE) {
            lost += Math.abs(sum) >= Math.abs(more) ? sum - total + more : more - total + sum;
        }
        sum = total;
        if (column.isOutOfRange(value)) {
            outOfRange += count;
        }
    }

    /** Adds an integer that some rows have. */
    void add(long value, int count) {
        add((double) value, count);
        minLong = Math.min(minLong, value);
        maxLong = Math.max(maxLong, value);
    }

    ColumnStatistics statistics() {
        boolean none = rows == nulls + nans || column.type() == ColumnSchema.Type.TEXT;
        boolean isLong = column.type().isLong() && !none;
        return new ColumnStatistics(
                rows,
                nulls,
                nans,
                none ? Double.NaN : min,
                none ? Double.NaN : max,
                isLong ? minLong : 0,
                isLong ? maxLong : 0,
                none ? 0 : sum + lost,
                outOfRange);
    }
}

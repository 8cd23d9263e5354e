package dev.mimeo.query.expression;

/**
 * Comparison of two values. Doubles are equal if their difference is less than 1e-12 of the one nearer to zero, or less
 * than 1e-12 if that is zero; less and greater exclude equality in this sense. Of the relations to NaN only {@link #NOT_EQUAL}
 * holds.
 */
enum Relation {
    EQUAL("=="),
    NOT_EQUAL("!="),
    LESS("<"),
    AT_MOST("<="),
    GREATER(">"),
    AT_LEAST(">=");

    private static final double TOLERANCE = 1e-12;

    private final String operator;

    Relation(String operator) {
        this.operator = operator;
    }

    String operator() {
        return operator;
    }

    /** Returns the relation with its sides exchanged: {@code a < b} becomes {@code b > a}. */
    Relation mirrored() {
        return switch (this) {
            case EQUAL, NOT_EQUAL -> this;
            case LESS -> GREATER;
            case AT_MOST -> AT_LEAST;
            case GREATER -> LESS;
            case AT_LEAST -> AT_MOST;
        };
    }

    /** Returns whether the relation holds, given the result of {@link Comparable#compareTo} of left to right. */
    boolean holds(int comparison) {
        return switch (this) {
            case EQUAL -> comparison == 0;
            case NOT_EQUAL -> comparison != 0;
            case LESS -> comparison < 0;
            case AT_MOST -> comparison <= 0;
            case GREATER -> comparison > 0;
            case AT_LEAST -> comparison >= 0;
        };
    }

    private static boolean near(double left, double right) {
        if (left == right) {
            return true;
        }
        double difference = Math.abs(left - right);
        double nearer = Math.min(Math.abs(left), Math.abs(right));
        return nearer == 0 ? difference < TOLERANCE : difference / nearer < TOLERANCE;
    }

    /**
     * Chooses rows whose values are in this relation.
     *
     * @param count rows, from the first element of each array
     * @param among the rows to choose among
     * @param chosen set to true for the chosen rows and to false for all others; may be {@code among}
     */
    void choose(double[] left, double[] right, int count, boolean[] among, boolean[] chosen) {
        switch (this) {
            case EQUAL -> {
                for (int i = 0; i < count; i++) {
                    chosen[i] = among[i] && near(left[i], right[i]);
                }
            }
            case NOT_EQUAL -> {
                for (int i = 0; i < count; i++) {
                    chosen[i] = among[i] && !near(left[i], right[i]);
                }
            }
            case LESS -> {
                for (int i = 0; i < count; i++) {
                    chosen[i] = among[i] && left[i] < right[i] && !near(left[i], right[i]);
                }
            }
            case AT_MOST -> {
                for (int i = 0; i < count; i++) {
                    chosen[i] = among[i] && (left[i] < right[i] || near(left[i], right[i]));
                }
            }
            case GREATER -> {
                for (int i = 0; i < count; i++) {
                    chosen[i] = among[i] && left[i] > right[i] && !near(left[i], right[i]);
                }
            }
            case AT_LEAST -> {
                for (int i = 0; i < count; i++) {
                    chosen[i] = among[i] && (left[i] > right[i] || near(left[i], right[i]));
                }
            }
        }
    }

    /** Chooses rows as {@link #choose(double[], double[], int, boolean[], boolean[])} does; integers are compared exactly. */
    void choose(long[] left, long[] right, int count, boolean[] among, boolean[] chosen) {
        switch (this) {
            case EQUAL -> {
                for (int i = 0; i < count; i++) {
                    chosen[i] = among[i] && left[i] == right[i];
                }
            }
            case NOT_EQUAL -> {
                for (int i = 0; i < count; i++) {
                    chosen[i] = among[i] && left[i] != right[i];
                }
            }
            case LESS -> {
                for (int i = 0; i < count; i++) {
                    chosen[i] = among[i] && left[i] < right[i];
                }
            }
            case AT_MOST -> {
                for (int i = 0; i < count; i++) {
                    chosen[i] = among[i] && left[i] <= right[i];
                }
            }
            case GREATER -> {
                for (int i = 0; i < count; i++) {
                    chosen[i] = among[i] && left[i] > right[i];
                }
            }
            case AT_LEAST -> {
                for (int i = 0; i < count; i++) {
                    chosen[i] = among[i] && left[i] >= right[i];
                }
            }
        }
    }
}

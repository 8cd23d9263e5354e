package dev.mimeo.query.expression;

/**
 * Comparison of two values. Doubles are equal if their difference is less than 1e-12 of the one nearer to zero, or less
 * than 1e-12 if that is zero; less and greater exclude equality in this sense. NaN is neither.
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

    /** Returns the relation of the right value to the left one. */
    Relation mirrored() {
        return switch (this) {
            case EQUAL, NOT_EQUAL -> this;
            case LESS -> GREATER;
            case AT_MOST -> AT_LEAST;
            case GREATER -> LESS;
            case AT_LEAST -> AT_MOST;
        };
    }

    /** Tells whether the relation holds, given how left compares to right as {@link Comparable} says it. */
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

    /** Keeps those of the chosen rows whose values are in this relation. */
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

    /** Keeps those of the chosen rows whose values are in this relation. */
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

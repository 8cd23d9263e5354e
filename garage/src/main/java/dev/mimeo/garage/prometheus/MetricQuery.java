package dev.mimeo.garage.prometheus;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** An expression in a part of PromQL, as {@link MetricQueryParser} reads it. Immutable. */
sealed interface MetricQuery {

    /** A number that is the same at all times. */
    record Constant(double value) implements MetricQuery {}

    /**
     * Series that match, with the last sample before each time, or all samples of a range before it.
     *
     * @param rangeMillis length of the range, 0 for the last sample
     * @param offsetMillis how far before the time of evaluation
     */
    record Selection(List<LabelMatcher> matchers, long rangeMillis, long offsetMillis) implements MetricQuery {}

    /** A function of the samples of a range. */
    record RangeCall(RangeFunction function, Selection range) implements MetricQuery {}

    /**
     * A value of each group of series.
     *
     * @param without whether the labels are those that do not distinguish groups
     */
    record Aggregation(Aggregate aggregate, boolean without, List<String> labels, MetricQuery of)
            implements MetricQuery {}

    /** Arithmetic or a comparison. A comparison keeps the left values it holds for. */
    record Binary(Operator operator, MetricQuery left, MetricQuery right) implements MetricQuery {}

    /** Aggregates over series. */
    enum Aggregate {
        SUM,
        AVG,
        MIN,
        MAX,
        COUNT
    }

    /** Operators by precedence, as in PromQL. */
    enum Operator {
        MULTIPLY("*", 3),
        DIVIDE("/", 3),
        MODULO("%", 3),
        ADD("+", 2),
        SUBTRACT("-", 2),
        EQUAL("==", 1),
        NOT_EQUAL("!=", 1),
        AT_MOST("<=", 1),
        AT_LEAST(">=", 1),
        LESS("<", 1),
        GREATER(">", 1);

        private final String symbol;
        private final int precedence;

        Operator(String symbol, int precedence) {
            this.symbol = symbol;
            this.precedence = precedence;
        }

        String symbol() {
            return symbol;
        }

        int precedence() {
            return precedence;
        }

        boolean isComparison() {
            return precedence == 1;
        }

        /** Returns the result, or 1 and 0 for a comparison. */
        double of(double left, double right) {
            return switch (this) {
                case MULTIPLY -> left * right;
                case DIVIDE -> left / right;
                case MODULO -> left % right;
                case ADD -> left + right;
                case SUBTRACT -> left - right;
                case EQUAL -> left == right ? 1 : 0;
                case NOT_EQUAL -> left != right ? 1 : 0;
                case AT_MOST -> left <= right ? 1 : 0;
                case AT_LEAST -> left >= right ? 1 : 0;
                case LESS -> left < right ? 1 : 0;
                case GREATER -> left > right ? 1 : 0;
            };
        }

        static @Nullable Operator of(String symbol) {
            for (Operator operator : values()) {
                if (operator.symbol.equals(symbol)) {
                    return operator;
                }
            }
            return null;
        }
    }

    /**
     * A condition on a label; a label that is not there is an empty text. Patterns have the syntax of RE2, as those of Prometheus
     * do, and take time in proportion to the text.
     */
    record LabelMatcher(
            String label,
            String operator,
            String text,
            @Nullable Pattern pattern) {

        /** Label of the name of a metric. */
        static final String NAME = "__name__";

        /** @param operator one of {@code =}, {@code !=}, {@code =~} and {@code !~} */
        static LabelMatcher of(String label, String operator, String text) throws QueryException {
            try {
                return new LabelMatcher(
                        label, operator, text, operator.endsWith("~") ? Pattern.compile(text, Pattern.DOTALL) : null);
            } catch (PatternSyntaxException e) {
                throw new QueryException("the pattern of label '" + label + "' is wrong: " + e.getDescription());
            }
        }

        boolean matches(String value) {
            boolean isSame = pattern == null
                    ? text.equals(value)
                    : pattern.matcher(value).matches();
            return isSame != operator.startsWith("!");
        }
    }

    /** Returns an enum's constant of a name in lower case, null if there is none. */
    static <E extends Enum<E>> @Nullable E constant(Class<E> type, String name) {
        for (E constant : type.getEnumConstants()) {
            if (constant.name().toLowerCase(Locale.ROOT).equals(name)) {
                return constant;
            }
        }
        return null;
    }
}

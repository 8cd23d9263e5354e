package dev.mimeo.garage.prometheus;

import dev.mimeo.garage.prometheus.MetricQuery.Aggregate;
import dev.mimeo.garage.prometheus.MetricQuery.Aggregation;
import dev.mimeo.garage.prometheus.MetricQuery.Binary;
import dev.mimeo.garage.prometheus.MetricQuery.Constant;
import dev.mimeo.garage.prometheus.MetricQuery.LabelMatcher;
import dev.mimeo.garage.prometheus.MetricQuery.Operator;
import dev.mimeo.garage.prometheus.MetricQuery.RangeCall;
import dev.mimeo.garage.prometheus.MetricQuery.Selection;
import dev.mimeo.internal.text.CNumberParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the part of PromQL that is supported: selectors with ranges and offsets, functions of ranges, aggregations, arithmetic and
 * comparisons. Everything else is an error that names it. An instance reads one text.
 */
final class MetricQueryParser {

    private static final int MAX_DEPTH = 100;

    /** Operators in a row are a tree as deep as there are operators. */
    private static final int MAX_OPERATORS = 500;

    private static final Set<String> OTHER_OPERATORS = Set.of("^", "and", "or", "unless", "atan2");

    /** Longest duration: that of Prometheus, which counts nanoseconds in 64 bits. */
    static final long MAX_DURATION_MILLIS = Long.MAX_VALUE / 1_000_000;

    /** Each unit once, the largest first. */
    private static final Pattern DURATION = Pattern.compile(
            "(?:(\\d{1,19})y)?(?:(\\d{1,19})w)?(?:(\\d{1,19})d)?(?:(\\d{1,19})h)?(?:(\\d{1,19})m)?(?:(\\d{1,19})s)?(?:(\\d{1,19})ms)?");

    private static final double[] UNIT_MILLIS = {365.0 * 86_400_000, 604_800_000, 86_400_000, 3_600_000, 60_000, 1000, 1
    };
    /** A number without a unit. */
    private static final Pattern SECONDS = Pattern.compile("[0-9.]+(?:[eE][-+]?[0-9]+)?|0[xX][0-9a-fA-F]+");

    private static final Pattern OCTAL = Pattern.compile("0[0-7]{1,20}");
    private static final Pattern HEXADECIMAL_FLOAT = Pattern.compile("0[xX].*[.pP].*");

    private static final Set<String> MATCH_OPERATORS = Set.of("=", "!=", "=~", "!~");

    /** Words behind an operator that change how it matches series. */
    private static final Set<String> MATCHING_WORDS = Set.of("bool", "on", "ignoring", "group_left", "group_right");

    /** The precedence of operators that are weaker than all others. */
    private static final int WEAKEST = 1;

    /** The precedence of operators that are stronger than a sign; none of these is supported. */
    private static final int SIGN = 4;

    private static final Pattern LABEL_NAME = Pattern.compile("[a-zA-Z_][a-zA-Z0-9_]*");

    private final QueryTokens tokens;

    /** Expressions that the current one is in, itself included. */
    private int depth;

    /** Operators so far. */
    private int operators;

    private MetricQueryParser(QueryTokens tokens) {
        this.tokens = tokens;
    }

    /** Reads an expression. */
    static MetricQuery parse(String text) throws QueryException {
        QueryTokens tokens = new QueryTokens(text);
        MetricQuery query = new MetricQueryParser(tokens).expression(WEAKEST);
        if (!tokens.peek().isEmpty()) {
            throw tokens.unexpected("the end");
        }
        return query;
    }

    /** Reads a selector without a range and offset, as of {@code match[]}. */
    static Selection parseSelector(String text) throws QueryException {
        if (parse(text) instanceof Selection selection && selection.rangeMillis() == 0) {
            if (selection.offsetMillis() != 0) {
                throw new QueryException("a selector of samples has no offset: give the times instead");
            }
            return selection;
        }
        throw new QueryException("expected a selector, found '" + QueryTokens.shown(text) + "'");
    }

    /** Reads a duration such as 5m or 1h30m; returns milliseconds. */
    static long parseDuration(String text) throws QueryException {
        Matcher parts = DURATION.matcher(text);
        if (text.isEmpty() || !parts.matches()) {
            throw new QueryException(
                    "expected a duration such as 5m or 1h30m, found '" + QueryTokens.shown(text) + "'");
        }
        double millis = 0;
        for (int unit = 0; unit < UNIT_MILLIS.length; unit++) {
            String count = parts.group(unit + 1);
            millis += count == null ? 0 : Double.parseDouble(count) * UNIT_MILLIS[unit];
        }
        if (millis > MAX_DURATION_MILLIS) {
            throw tooLong(text);
        }
        return (long) millis;
    }

    private static long millis(double seconds, String text) throws QueryException {
        double millis = 1000 * seconds;
        if (millis > MAX_DURATION_MILLIS) {
            throw tooLong(text);
        }
        return (long) millis;
    }

    private static QueryException tooLong(String text) {
        return new QueryException("a duration has at most 292 years, found '" + QueryTokens.shown(text) + "'");
    }

    /**
     * Reads a number, infinity or NaN. As in Prometheus, digits that are too large for a double are not infinity.
     *
     * @throws NumberFormatException if it is not a number
     */
    static double parseNumber(String text) {
        double value = CNumberParser.parseDouble(text);
        if (Double.isInfinite(value) && !text.toLowerCase(Locale.ROOT).contains("inf")) {
            throw new NumberFormatException("too large");
        }
        return value;
    }

    /** Reads operators of a precedence and above, from left to right. */
    private MetricQuery expression(int precedence) throws QueryException {
        if (++depth > MAX_DEPTH) {
            throw new QueryException("the query is nested more than " + MAX_DEPTH + " deep");
        }
        MetricQuery left = operand();
        Operator operator = Operator.of(tokens.peek());
        while (operator != null && operator.precedence() >= precedence) {
            tokens.next();
            if (++operators > MAX_OPERATORS) {
                throw new QueryException("the query has more than " + MAX_OPERATORS + " operators");
            }
            refuse(MATCHING_WORDS);
            MetricQuery right = expression(operator.precedence() + 1);
            left = binary(operator, left, right);
            operator = Operator.of(tokens.peek());
        }
        refuse(OTHER_OPERATORS);
        depth--;
        return left;
    }

    /** Refuses words of PromQL that are not supported. */
    private void refuse(Set<String> words) throws QueryException {
        if (words.contains(tokens.peek().toLowerCase(Locale.ROOT))) {
            throw new QueryException("'" + tokens.peek() + "' is not supported");
        }
    }

    private static MetricQuery binary(Operator operator, MetricQuery left, MetricQuery right) throws QueryException {
        if (left instanceof Constant a && right instanceof Constant b) {
            if (operator.isComparison()) {
                throw new QueryException("a comparison of two numbers needs 'bool', which is not supported");
            }
            return new Constant(operator.of(a.value(), b.value()));
        }
        return new Binary(operator, scalars(left), scalars(right));
    }

    /** Refuses ranges where values are needed. */
    private static MetricQuery scalars(MetricQuery query) throws QueryException {
        if (query instanceof Selection selection && selection.rangeMillis() > 0) {
            throw new QueryException("a range of samples needs a function, such as rate");
        }
        return query;
    }

    private MetricQuery operand() throws QueryException {
        if (tokens.take("(")) {
            return closed(expression(WEAKEST));
        }
        if (tokens.take("-")) {
            MetricQuery operand = scalars(expression(SIGN));
            return operand instanceof Constant constant
                    ? new Constant(-constant.value())
                    : new Binary(Operator.MULTIPLY, new Constant(-1), operand);
        }
        if (tokens.take("+")) {
            return expression(SIGN);
        }
        String token = tokens.peek();
        char first = token.isEmpty() ? ' ' : token.charAt(0);
        if ((first >= '0' && first <= '9') || first == '.') {
            return number();
        }
        if (first == '{') {
            return selection(null);
        }
        if (!Character.isLetter(first) && first != '_' && first != ':') {
            throw tokens.unexpected("a selector, a function or a number");
        }
        return named(tokens.next());
    }

    /** Reads the parenthesis behind an expression. */
    private MetricQuery closed(MetricQuery inner) throws QueryException {
        tokens.expect(")");
        return inner;
    }

    /** Reads a number, or a duration as the number of its seconds. */
    private Constant number() throws QueryException {
        try {
            String token = tokens.peek();
            if (DURATION.matcher(token).matches()) {
                return new Constant(parseDuration(tokens.next()) / 1000.0);
            }
            if (HEXADECIMAL_FLOAT.matcher(token).matches()) {
                throw new NumberFormatException("not a number of PromQL");
            }
            Constant number =
                    new Constant(OCTAL.matcher(token).matches() ? Long.parseLong(token, 8) : parseNumber(token));
            tokens.next();
            return number;
        } catch (NumberFormatException e) {
            throw tokens.unexpected("a number");
        }
    }

    /** Reads what starts with a name: a number, an aggregation, a selector or the call of a function. */
    private MetricQuery named(String name) throws QueryException {
        String lower = name.toLowerCase(Locale.ROOT);
        if (lower.equals("inf") || lower.equals("nan")) {
            return new Constant(lower.equals("inf") ? Double.POSITIVE_INFINITY : Double.NaN);
        }
        Aggregate aggregate = MetricQuery.constant(Aggregate.class, lower);
        if (aggregate != null && (tokens.isNext("(") || isGrouping())) {
            return aggregation(aggregate);
        }
        return tokens.isNext("(") ? call(name) : selection(name);
    }

    private RangeCall call(String name) throws QueryException {
        RangeFunction function = MetricQuery.constant(RangeFunction.class, name);
        if (function == null) {
            throw new QueryException("function '" + QueryTokens.shown(name) + "' is not supported");
        }
        tokens.expect("(");
        MetricQuery argument = closed(expression(WEAKEST));
        if (argument instanceof Selection selection && selection.rangeMillis() > 0) {
            return new RangeCall(function, selection);
        }
        throw new QueryException("function '" + name + "' needs a range, such as [5m]");
    }

    /** Reads an aggregation, whose labels stand before or behind its expression. */
    private Aggregation aggregation(Aggregate aggregate) throws QueryException {
        boolean without = tokens.isNext("without");
        List<String> labels = grouping();
        tokens.expect("(");
        MetricQuery of = closed(scalars(expression(WEAKEST)));
        if (isGrouping()) {
            without = tokens.isNext("without");
            labels = grouping();
        }
        if (of instanceof Constant) {
            throw new QueryException("an aggregation needs series, found a number");
        }
        return new Aggregation(aggregate, without, labels, of);
    }

    private boolean isGrouping() {
        return tokens.isNext("by") || tokens.isNext("without");
    }

    /** Reads the labels of an aggregation; none if there is no such list. */
    private List<String> grouping() throws QueryException {
        List<String> labels = new ArrayList<>();
        if (isGrouping()) {
            tokens.next();
            tokens.expect("(");
            while (!tokens.take(")")) {
                labels.add(labelName());
                separator(")");
            }
        }
        return labels;
    }

    /** Reads the comma between elements of a list, which may stand behind the last one too. */
    private void separator(String end) throws QueryException {
        if (!tokens.isNext(end)) {
            tokens.expect(",");
        }
    }

    private String labelName() throws QueryException {
        if (QuotedText.isQuoted(tokens.peek())) {
            return quotedText();
        }
        if (!LABEL_NAME.matcher(tokens.peek()).matches()) {
            throw tokens.unexpected("the name of a label");
        }
        return tokens.next();
    }

    /** Reads a selector behind its name, null if it has none. */
    private Selection selection(@Nullable String name) throws QueryException {
        List<LabelMatcher> matchers = new ArrayList<>();
        if (name != null) {
            matchers.add(LabelMatcher.of(LabelMatcher.NAME, "=", name));
        }
        if (tokens.take("{")) {
            while (!tokens.take("}")) {
                matchers.add(matcher());
                separator("}");
            }
        }
        if (name != null
                && matchers.stream().skip(1).anyMatch(matcher -> matcher.label().equals(LabelMatcher.NAME))) {
            throw new QueryException(
                    "the metric has two names, '" + QueryTokens.shown(name) + "' and another one in braces");
        }
        if (matchers.stream().allMatch(matcher -> matcher.matches(""))) {
            throw new QueryException("a selector needs a name or a label that is not empty");
        }
        long range = range();
        long offset = offset();
        if (tokens.isNext("@")) {
            throw new QueryException("'@' is not supported");
        }
        return new Selection(matchers, range, offset);
    }

    private LabelMatcher matcher() throws QueryException {
        String label = labelName();
        if (tokens.isNext(",") || tokens.isNext("}")) {
            // Since UTF-8 names, the metric itself may stand in quotes.
            return LabelMatcher.of(LabelMatcher.NAME, "=", label);
        }
        if (!MATCH_OPERATORS.contains(tokens.peek())) {
            throw tokens.unexpected("one of =, !=, =~ and !~");
        }
        return LabelMatcher.of(label, tokens.next(), quotedText());
    }

    /** Reads a range; 0 if there is none. */
    private long range() throws QueryException {
        if (!tokens.take("[")) {
            return 0;
        }
        long range = duration();
        if (tokens.peek().startsWith(":")) {
            throw new QueryException("subqueries are not supported");
        }
        tokens.expect("]");
        return range;
    }

    /** Reads an offset, which may be negative; 0 if there is none. */
    private long offset() throws QueryException {
        if (!tokens.take("offset")) {
            return 0;
        }
        return (tokens.take("-") ? -1 : 1) * duration();
    }

    /** Reads a duration, or seconds without a unit as Prometheus 3 does; returns milliseconds, at least 1. */
    private long duration() throws QueryException {
        String token = tokens.peek();
        long millis = SECONDS.matcher(token).matches() ? millis(number().value(), token) : parseDuration(tokens.next());
        if (millis == 0) {
            throw new QueryException("a duration must be longer than 0");
        }
        return millis;
    }

    /** Reads a text in quotes, and returns it without them. */
    private String quotedText() throws QueryException {
        if (!QuotedText.isQuoted(tokens.peek())) {
            throw tokens.unexpected("a text in quotes");
        }
        return QuotedText.of(tokens.next());
    }
}

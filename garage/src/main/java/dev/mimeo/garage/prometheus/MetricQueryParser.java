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

    private static final int MAX_LENGTH = 1 << 16;
    private static final int MAX_DEPTH = 100;

    /** Operators in a row are a tree as deep as there are operators. */
    private static final int MAX_OPERATORS = 500;

    private static final Pattern TOKEN = Pattern.compile(
            "\\s*(?:([a-zA-Z_:][a-zA-Z0-9_:]*)|([0-9][0-9a-zA-Z.]*(?:(?<=[eE])[+-]?[0-9]+)?|\\.[0-9]+)"
                    + "|(\"(?:[^\"\\\\]|\\\\.)*+\"|'(?:[^'\\\\]|\\\\.)*+'|`[^`]*+`)|(==|!=|<=|>=|=~|!~|[-+*/%<>=(){}\\[\\],:^@])|(#.*))",
            Pattern.DOTALL);
    private static final Set<String> OTHER_OPERATORS = Set.of("^", "and", "or", "unless", "atan2");

    /** Longest duration: that of Prometheus, which counts nanoseconds in 64 bits. */
    static final long MAX_DURATION_MILLIS = Long.MAX_VALUE / 1_000_000;

    /** Each unit once, the largest first. */
    private static final Pattern DURATION = Pattern.compile(
            "(?:(\\d{1,19})y)?(?:(\\d{1,19})w)?(?:(\\d{1,19})d)?(?:(\\d{1,19})h)?(?:(\\d{1,19})m)?(?:(\\d{1,19})s)?(?:(\\d{1,19})ms)?");

    private static final double[] UNIT_MILLIS = {365.0 * 86_400_000, 604_800_000, 86_400_000, 3_600_000, 60_000, 1000, 1
    };
    private static final Pattern OCTAL = Pattern.compile("0[0-7]{1,20}");
    private static final Pattern HEXADECIMAL_FLOAT = Pattern.compile("0[xX].*[.pP].*");

    private final String text;
    private final List<String> tokens = new ArrayList<>();
    private int at;
    private int depth;
    private int operators;

    private MetricQueryParser(String text) {
        this.text = text;
    }

    /** Reads an expression. */
    static MetricQuery parse(String text) throws QueryException {
        MetricQueryParser parser = new MetricQueryParser(text);
        parser.split();
        MetricQuery query = parser.expression(1);
        if (!parser.peek().isEmpty()) {
            throw parser.unexpected("the end");
        }
        return query;
    }

    /** Reads a selector without a range, as of {@code match[]}. */
    static Selection parseSelector(String text) throws QueryException {
        if (parse(text) instanceof Selection selection && selection.rangeMillis() == 0) {
            return selection;
        }
        throw new QueryException("expected a selector, found '" + shown(text) + "'");
    }

    /** Reads a duration such as 5m or 1h30m; returns milliseconds. */
    static long parseDuration(String text) throws QueryException {
        Matcher parts = DURATION.matcher(text);
        if (text.isEmpty() || !parts.matches()) {
            throw new QueryException("expected a duration such as 5m or 1h30m, found '" + shown(text) + "'");
        }
        double millis = 0;
        for (int unit = 0; unit < UNIT_MILLIS.length; unit++) {
            String count = parts.group(unit + 1);
            millis += count == null ? 0 : Double.parseDouble(count) * UNIT_MILLIS[unit];
        }
        if (millis > MAX_DURATION_MILLIS) {
            throw new QueryException("a duration has at most 292 years, found '" + shown(text) + "'");
        }
        return (long) millis;
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

    private void split() throws QueryException {
        if (text.length() > MAX_LENGTH) {
            throw new QueryException("a query has at most " + MAX_LENGTH + " characters");
        }
        String stripped = text.strip();
        Matcher token = TOKEN.matcher(stripped);
        int end = 0;
        while (end < stripped.length()) {
            if (!token.find() || token.start() != end) {
                throw new QueryException("unexpected character at '" + shown(stripped.substring(end)) + "'");
            }
            end = token.end();
            if (token.group(5) == null) {
                tokens.add(token.group().strip());
            }
        }
    }

    private String peek() {
        return at < tokens.size() ? tokens.get(at) : "";
    }

    private boolean take(String token) {
        boolean isNext = peek().equals(token);
        at += isNext ? 1 : 0;
        return isNext;
    }

    private void expect(String token) throws QueryException {
        if (!take(token)) {
            throw unexpected("'" + token + "'");
        }
    }

    private QueryException unexpected(String expected) {
        return new QueryException("expected " + expected + ", found "
                + (peek().isEmpty() ? "the end" : "'" + shown(peek()) + "'") + " in '" + shown(text) + "'");
    }

    private static String shown(String text) {
        return (text.length() > 80 ? text.substring(0, 80) + "..." : text).replaceAll("\\p{Cntrl}", " ");
    }

    /** Reads operators of a precedence and above, from left to right. */
    private MetricQuery expression(int precedence) throws QueryException {
        if (++depth > MAX_DEPTH) {
            throw new QueryException("the query is nested more than " + MAX_DEPTH + " deep");
        }
        MetricQuery left = operand();
        Operator operator = Operator.of(peek());
        while (operator != null && operator.precedence() >= precedence) {
            at++;
            if (++operators > MAX_OPERATORS) {
                throw new QueryException("the query has more than " + MAX_OPERATORS + " operators");
            }
            for (String word : List.of("bool", "on", "ignoring", "group_left", "group_right")) {
                if (peek().equals(word)) {
                    throw new QueryException("'" + word + "' is not supported");
                }
            }
            MetricQuery right = expression(operator.precedence() + 1);
            left = binary(operator, left, right);
            operator = Operator.of(peek());
        }
        if (OTHER_OPERATORS.contains(peek())) {
            throw new QueryException("'" + peek() + "' is not supported");
        }
        depth--;
        return left;
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
        String token = peek();
        char first = token.isEmpty() ? ' ' : token.charAt(0);
        if (take("(")) {
            MetricQuery inner = expression(1);
            expect(")");
            return inner;
        }
        if (take("-")) {
            MetricQuery operand = scalars(expression(4));
            return operand instanceof Constant constant
                    ? new Constant(-constant.value())
                    : new Binary(Operator.MULTIPLY, new Constant(-1), operand);
        }
        if (take("+")) {
            return expression(4);
        }
        if ((first >= '0' && first <= '9') || first == '.') {
            at++;
            return number(token);
        }
        if (first == '{') {
            return selection(null);
        }
        if (!Character.isLetter(first) && first != '_' && first != ':') {
            throw unexpected("a selector, a function or a number");
        }
        at++;
        return named(token);
    }

    private Constant number(String token) throws QueryException {
        try {
            if (HEXADECIMAL_FLOAT.matcher(token).matches()) {
                throw new NumberFormatException("not a number of PromQL");
            }
            return new Constant(OCTAL.matcher(token).matches() ? Long.parseLong(token, 8) : parseNumber(token));
        } catch (NumberFormatException e) {
            at--;
            throw unexpected("a number");
        }
    }

    private MetricQuery named(String name) throws QueryException {
        String lower = name.toLowerCase(Locale.ROOT);
        if (lower.equals("inf") || lower.equals("nan")) {
            return new Constant(lower.equals("inf") ? Double.POSITIVE_INFINITY : Double.NaN);
        }
        Aggregate aggregate = MetricQuery.constant(Aggregate.class, lower);
        boolean isGrouped = peek().equals("by") || peek().equals("without");
        if (aggregate != null && (isGrouped || peek().equals("("))) {
            return aggregation(aggregate);
        }
        if (!peek().equals("(")) {
            return selection(name);
        }
        RangeFunction function = MetricQuery.constant(RangeFunction.class, name);
        if (function == null) {
            throw new QueryException("function '" + shown(name) + "' is not supported");
        }
        expect("(");
        MetricQuery argument = expression(1);
        expect(")");
        if (argument instanceof Selection selection && selection.rangeMillis() > 0) {
            return new RangeCall(function, selection);
        }
        throw new QueryException("function '" + name + "' needs a range, such as [5m]");
    }

    private Aggregation aggregation(Aggregate aggregate) throws QueryException {
        boolean without = peek().equals("without");
        List<String> labels = grouping();
        expect("(");
        MetricQuery of = scalars(expression(1));
        expect(")");
        if (peek().equals("by") || peek().equals("without")) {
            without = peek().equals("without");
            labels = grouping();
        }
        if (of instanceof Constant) {
            throw new QueryException("an aggregation needs series, found a number");
        }
        return new Aggregation(aggregate, without, labels, of);
    }

    private List<String> grouping() throws QueryException {
        List<String> labels = new ArrayList<>();
        if (take("by") || take("without")) {
            expect("(");
            while (!take(")")) {
                labels.add(labelName());
                if (!peek().equals(")")) {
                    expect(",");
                }
            }
        }
        return labels;
    }

    private String labelName() throws QueryException {
        String name = peek();
        if (!name.matches("[a-zA-Z_][a-zA-Z0-9_]*|[\"'`].*")) {
            throw unexpected("the name of a label");
        }
        at++;
        return name.matches("[\"'`].*") ? unquoted(name) : name;
    }

    private Selection selection(@Nullable String name) throws QueryException {
        List<LabelMatcher> matchers = new ArrayList<>();
        if (name != null) {
            matchers.add(LabelMatcher.of(LabelMatcher.NAME, "=", name));
        }
        if (take("{")) {
            while (!take("}")) {
                String label = labelName();
                String operator = peek();
                if (operator.equals(",") || operator.equals("}")) {
                    // Since UTF-8 names, the metric itself may stand in quotes.
                    matchers.add(LabelMatcher.of(LabelMatcher.NAME, "=", label));
                } else if (List.of("=", "!=", "=~", "!~").contains(operator)) {
                    at++;
                    matchers.add(LabelMatcher.of(label, operator, unquoted(peek())));
                    at++;
                } else {
                    throw unexpected("one of =, !=, =~ and !~");
                }
                if (!peek().equals("}")) {
                    expect(",");
                }
            }
        }
        if (name != null
                && matchers.stream().skip(1).anyMatch(matcher -> matcher.label().equals(LabelMatcher.NAME))) {
            throw new QueryException("the metric has two names, '" + shown(name) + "' and another one in braces");
        }
        if (matchers.stream().allMatch(matcher -> matcher.matches(""))) {
            throw new QueryException("a selector needs a name or a label that is not empty");
        }
        long range = 0;
        if (take("[")) {
            range = duration();
            if (peek().startsWith(":")) {
                throw new QueryException("subqueries are not supported");
            }
            expect("]");
        }
        long offset = 0;
        if (take("offset")) {
            offset = (take("-") ? -1 : 1) * duration();
        }
        if (peek().equals("@")) {
            throw new QueryException("'@' is not supported");
        }
        return new Selection(matchers, range, offset);
    }

    private long duration() throws QueryException {
        String token = peek();
        at++;
        long millis = parseDuration(token);
        if (millis == 0) {
            throw new QueryException("a duration must be longer than 0");
        }
        return millis;
    }

    private String unquoted(String token) throws QueryException {
        if (!token.matches("(?s)[\"'`].*")) {
            throw unexpected("a text in quotes");
        }
        String inner = token.substring(1, token.length() - 1);
        if (token.charAt(0) == '`') {
            return inner;
        }
        StringBuilder result = new StringBuilder();
        for (int i = 0; i < inner.length(); i++) {
            char c = inner.charAt(i);
            if (c == '\\') {
                c = inner.charAt(++i);
                int control = "abfnrtv".indexOf(c);
                if (control < 0 && "\\\"'".indexOf(c) < 0) {
                    throw new QueryException("escape '\\" + c + "' is not supported");
                }
                c = control < 0 ? c : "\u0007\b\f\n\r\t\u000b".charAt(control);
            }
            result.append(c);
        }
        return result.toString();
    }
}

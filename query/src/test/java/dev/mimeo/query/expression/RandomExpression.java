package dev.mimeo.query.expression;

import dev.mimeo.dataseries.Extent;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;

/** Makes an expression and, beside it, a function that says what it means for a row. */
final class RandomExpression {

    record Value(String text, IntToDoubleFunction value) {}

    record Condition(String text, IntPredicate holds) {}

    private RandomExpression() {}

    static Condition condition(Random random, Extent extent, int depth) {
        switch (depth == 0 ? 3 + random.nextInt(3) : random.nextInt(6)) {
            case 0 -> {
                Condition left = condition(random, extent, depth - 1);
                Condition right = condition(random, extent, depth - 1);
                return new Condition(
                        "(" + left.text + ") && (" + right.text + ")",
                        row -> left.holds.test(row) && right.holds.test(row));
            }
            case 1 -> {
                Condition left = condition(random, extent, depth - 1);
                Condition right = condition(random, extent, depth - 1);
                return new Condition(
                        "(" + left.text + " || " + right.text + ")",
                        row -> left.holds.test(row) || right.holds.test(row));
            }
            case 2 -> {
                Condition inner = condition(random, extent, depth - 1);
                return new Condition("!(" + inner.text + ")", row -> !inner.holds.test(row));
            }
            case 3 -> {
                return new Condition("maybe", row -> !extent.isNull(8, row) && extent.booleans(8)[row]);
            }
            default -> {
                Value left = number(random, extent, 3);
                Value right = number(random, extent, 3);
                String[] operators = {"==", "!=", "<", "<=", ">", ">="};
                int operator = random.nextInt(6);
                // All values are small dyadic fractions, so equal is exactly equal.
                return new Condition(left.text + operators[operator] + right.text, row -> {
                    double a = left.value.applyAsDouble(row);
                    double b = right.value.applyAsDouble(row);
                    return switch (operator) {
                        case 0 -> a == b;
                        case 1 -> a != b;
                        case 2 -> a < b;
                        case 3 -> a <= b;
                        case 4 -> a > b;
                        default -> a >= b;
                    };
                });
            }
        }
    }

    static Value number(Random random, Extent extent, int depth) {
        switch (depth == 0 ? 4 + random.nextInt(4) : random.nextInt(8)) {
            case 0 -> {
                Value left = number(random, extent, depth - 1);
                Value right = number(random, extent, depth - 1);
                return new Value(
                        "(" + left.text + " + " + right.text + ")",
                        row -> left.value.applyAsDouble(row) + right.value.applyAsDouble(row));
            }
            case 1 -> {
                Value left = number(random, extent, depth - 1);
                Value right = number(random, extent, depth - 1);
                return new Value(
                        "(" + left.text + " - " + right.text + ")",
                        row -> left.value.applyAsDouble(row) - right.value.applyAsDouble(row));
            }
            case 2 -> {
                Value left = number(random, extent, depth - 1);
                Value right = number(random, extent, depth - 1);
                return new Value(
                        left.text + " * " + right.text,
                        row -> left.value.applyAsDouble(row) * right.value.applyAsDouble(row));
            }
            case 3 -> {
                Value inner = number(random, extent, depth - 1);
                return new Value("-(" + inner.text + ")", row -> -inner.value.applyAsDouble(row));
            }
            case 4 -> {
                int constant = random.nextInt(8);
                return new Value(Integer.toString(constant), row -> constant);
            }
            case 5 -> {
                return new Value("i", row -> extent.ints(2)[row]);
            }
            case 6 -> {
                return new Value("n", row -> extent.isNull(7, row) ? 0 : extent.ints(7)[row]);
            }
            default -> {
                return new Value("x", row -> extent.doubles(4)[row]);
            }
        }
    }
}

package dev.mimeo.query.expression;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.internal.text.CNumberParser;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The operations of {@link NumberNode}: constants, columns, arithmetic, and strings that are parsed. */
final class NumberNodes {

    private NumberNodes() {}

    /** The same value for each row. */
    record Constant(double value, @Nullable IntegerNode integers) implements NumberNode {
        @Override
        public void evaluate(Block block, boolean[] among, double[] out) {
            Arrays.fill(out, 0, block.count(), value);
        }
    }

    /** A column of numbers or booleans; null is 0. */
    record Column(Field field, @Nullable IntegerNode integers) implements NumberNode {

        static Column of(Field field) {
            return new Column(field, field.type() == FieldType.DOUBLE ? null : new IntegerNodes.Column(field));
        }

        @Override
        public void evaluate(Block block, boolean[] among, double[] out) {
            int count = block.count();
            int start = block.start();
            int index = field.index();
            switch (field.type()) {
                case DOUBLE -> System.arraycopy(block.extent().doubles(index), start, out, 0, count);
                case INT64 -> {
                    long[] values = block.extent().longs(index);
                    for (int i = 0; i < count; i++) {
                        out[i] = values[start + i];
                    }
                }
                case INT32 -> {
                    int[] values = block.extent().ints(index);
                    for (int i = 0; i < count; i++) {
                        out[i] = values[start + i];
                    }
                }
                case BYTE -> {
                    byte[] values = block.extent().bytes(index);
                    for (int i = 0; i < count; i++) {
                        out[i] = values[start + i] & 0xff;
                    }
                }
                default -> {
                    boolean[] values = block.extent().booleans(index);
                    for (int i = 0; i < count; i++) {
                        out[i] = values[start + i] ? 1 : 0;
                    }
                }
            }
            if (field.nullable()) {
                boolean[] nulls = block.extent().nulls(index);
                for (int i = 0; i < count; i++) {
                    out[i] = nulls[start + i] ? 0 : out[i];
                }
            }
        }
    }

    /** The operand with the opposite sign. */
    record Negation(NumberNode operand, @Nullable IntegerNode integers) implements NumberNode {

        static Negation of(NumberNode operand) {
            IntegerNode integers = operand.integers();
            return new Negation(operand, integers == null ? null : new IntegerNodes.Negation(integers));
        }

        @Override
        public void evaluate(Block block, boolean[] among, double[] out) {
            operand.evaluate(block, among, out);
            for (int i = 0; i < block.count(); i++) {
                out[i] = -out[i];
            }
        }
    }

    /** One of {@code + - * /}. */
    record Arithmetic(
            char operator,
            NumberNode left,
            NumberNode right,
            @Nullable IntegerNode integers) implements NumberNode {

        static Arithmetic of(char operator, NumberNode left, NumberNode right) {
            IntegerNode first = left.integers();
            IntegerNode second = right.integers();
            IntegerNode both = operator == '/' || first == null || second == null
                    ? null
                    : new IntegerNodes.Arithmetic(operator, first, second);
            return new Arithmetic(operator, left, right, both);
        }

        @Override
        public void evaluate(Block block, boolean[] among, double[] out) {
            int count = block.count();
            left.evaluate(block, among, out);
            double[] others = block.memory().takeDoubles();
            right.evaluate(block, among, others);
            switch (operator) {
                case '+' -> {
                    for (int i = 0; i < count; i++) {
                        out[i] += others[i];
                    }
                }
                case '-' -> {
                    for (int i = 0; i < count; i++) {
                        out[i] -= others[i];
                    }
                }
                case '*' -> {
                    for (int i = 0; i < count; i++) {
                        out[i] *= others[i];
                    }
                }
                default -> {
                    for (int i = 0; i < count; i++) {
                        out[i] /= others[i];
                    }
                }
            }
            block.memory().give(others);
        }
    }

    /** Times in units of 2^-32 s as seconds. */
    record TfracToSeconds(NumberNode operand) implements NumberNode {
        @Override
        public void evaluate(Block block, boolean[] among, double[] out) {
            operand.evaluate(block, among, out);
            for (int i = 0; i < block.count(); i++) {
                out[i] *= 0x1p-32;
            }
        }
    }

    /**
     * Numbers parsed from the strings of a column; null is 0. A string that is not a number ends the evaluation with an
     * {@link ExpressionException} that names the row.
     *
     * @param expression text of the whole expression, for the message
     * @param position where the conversion begins in that text, for the message
     */
    record Parsed(TextNode texts, Field field, String expression, int position) implements NumberNode {
        @Override
        public void evaluate(Block block, boolean[] among, double[] out) {
            boolean[] present = block.memory().takeFlags();
            if (field.nullable()) {
                boolean[] nulls = block.extent().nulls(field.index());
                for (int i = 0; i < block.count(); i++) {
                    present[i] = among[i] && !nulls[block.start() + i];
                }
            } else {
                System.arraycopy(among, 0, present, 0, block.count());
            }
            TextVector strings = block.memory().takeTexts();
            texts.evaluate(block, present, strings);
            for (int i = 0; i < block.count(); i++) {
                out[i] = present[i] ? parse(block.extent(), strings, i) : 0;
            }
            block.memory().give(strings);
            block.memory().give(present);
        }

        private double parse(Extent extent, TextVector strings, int row) {
            int from = strings.offsets[row];
            int end = from + strings.lengths[row];
            // Strings of a fixed width are padded with white space.
            int to = end;
            while (to > from
                    && (strings.array[to - 1] == ' '
                            || (strings.array[to - 1] >= '\t' && strings.array[to - 1] <= '\r'))) {
                to--;
            }
            try {
                return CNumberParser.parseDouble(strings.array, from, to);
            } catch (NumberFormatException e) {
                String text = new String(strings.array, from, end - from, ISO_8859_1);
                throw ExpressionException.atRow(
                        extent,
                        expression,
                        position,
                        "column '" + field.name() + "' holds '" + TextNodes.shown(text) + "', which is not a number");
            }
        }
    }
}

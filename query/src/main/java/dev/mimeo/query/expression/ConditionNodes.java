package dev.mimeo.query.expression;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.Field;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Operations that choose rows. */
final class ConditionNodes {

    private ConditionNodes() {}

    record Constant(boolean value) implements ConditionNode {
        @Override
        public void choose(Block block, boolean[] among, boolean[] chosen) {
            for (int i = 0; i < block.count(); i++) {
                chosen[i] = among[i] && value;
            }
        }
    }

    /** A column of booleans; null is false. */
    record Column(Field field) implements ConditionNode {
        @Override
        public void choose(Block block, boolean[] among, boolean[] chosen) {
            boolean[] values = block.extent().booleans(field.index());
            int start = block.start();
            for (int i = 0; i < block.count(); i++) {
                chosen[i] = among[i] && values[start + i];
            }
            if (field.nullable()) {
                boolean[] nulls = block.extent().nulls(field.index());
                for (int i = 0; i < block.count(); i++) {
                    chosen[i] &= !nulls[start + i];
                }
            }
        }
    }

    record NotZero(NumberNode operand) implements ConditionNode {
        @Override
        public void choose(Block block, boolean[] among, boolean[] chosen) {
            double[] values = block.memory().takeDoubles();
            operand.evaluate(block, among, values);
            for (int i = 0; i < block.count(); i++) {
                chosen[i] = among[i] && values[i] != 0;
            }
            block.memory().give(values);
        }
    }

    /** A column of words that say true or false; null is false. */
    record Word(Field field, String expression, int position) implements ConditionNode {
        @Override
        public void choose(Block block, boolean[] among, boolean[] chosen) {
            TextVector words = block.memory().takeTexts();
            new TextNodes.Column(field).evaluate(block, among, words);
            for (int i = 0; i < block.count(); i++) {
                chosen[i] = among[i]
                        && !block.extent().isNull(field.index(), block.start() + i)
                        && isTrue(
                                block.extent(),
                                new String(words.array, words.offsets[i], words.lengths[i], ISO_8859_1));
            }
            block.memory().give(words);
        }

        private boolean isTrue(Extent extent, String word) {
            return switch (word.toLowerCase(Locale.ROOT)) {
                case "true", "on", "yes" -> true;
                case "false", "off", "no" -> false;
                default ->
                    throw ExpressionException.atRow(
                            extent,
                            expression,
                            position,
                            "column '" + field.name() + "' holds '" + TextNodes.shown(word)
                                    + "', which is neither true, on, yes nor false, off, no");
            };
        }
    }

    /** Compares numbers: as integers in rows where both sides are integers of 64 bits, else as doubles. */
    record NumberComparison(Relation relation, NumberNode left, NumberNode right) implements ConditionNode {
        @Override
        public void choose(Block block, boolean[] among, boolean[] chosen) {
            IntegerNode leftIntegers = left.integers();
            IntegerNode rightIntegers = right.integers();
            if (leftIntegers == null || rightIntegers == null) {
                chooseByDoubles(block, among, chosen);
            } else if (!chooseExactly(leftIntegers, rightIntegers, block, among, chosen)) {
                chooseEither(leftIntegers, rightIntegers, block, among, chosen);
            }
        }

        private void chooseByDoubles(Block block, boolean[] among, boolean[] chosen) {
            double[] first = block.memory().takeDoubles();
            double[] second = block.memory().takeDoubles();
            left.evaluate(block, among, first);
            right.evaluate(block, among, second);
            relation.choose(first, second, block.count(), among, chosen);
            block.memory().give(second);
            block.memory().give(first);
        }

        /** Returns false, and has chosen nothing, if a value of any row exceeds 64 bits. */
        private boolean chooseExactly(
                IntegerNode leftIntegers, IntegerNode rightIntegers, Block block, boolean[] among, boolean[] chosen) {
            long[] first = block.memory().takeLongs();
            long[] second = block.memory().takeLongs();
            boolean exact = leftIntegers.evaluate(block, first) && rightIntegers.evaluate(block, second);
            if (exact) {
                relation.choose(first, second, block.count(), among, chosen);
            }
            block.memory().give(second);
            block.memory().give(first);
            return exact;
        }

        /** Compares the rows whose values exceed 64 bits as doubles. So a row does not depend on others of its block. */
        private void chooseEither(
                IntegerNode leftIntegers, IntegerNode rightIntegers, Block block, boolean[] among, boolean[] chosen) {
            long[] first = block.memory().takeLongs();
            long[] second = block.memory().takeLongs();
            boolean[] large = block.memory().takeFlags();
            boolean[] exact = block.memory().takeFlags();
            Arrays.fill(large, 0, block.count(), false);
            leftIntegers.evaluate(block, first, large);
            rightIntegers.evaluate(block, second, large);
            for (int i = 0; i < block.count(); i++) {
                exact[i] = among[i] && !large[i];
                large[i] &= among[i];
            }
            relation.choose(first, second, block.count(), exact, exact);
            chooseByDoubles(block, large, chosen);
            for (int i = 0; i < block.count(); i++) {
                chosen[i] |= exact[i];
            }
            block.memory().give(exact);
            block.memory().give(large);
            block.memory().give(second);
            block.memory().give(first);
        }
    }

    /** Compares strings by their bytes. */
    record TextComparison(Relation relation, TextNode left, TextNode right) implements ConditionNode {
        @Override
        public void choose(Block block, boolean[] among, boolean[] chosen) {
            TextVector first = block.memory().takeTexts();
            TextVector second = block.memory().takeTexts();
            left.evaluate(block, among, first);
            right.evaluate(block, among, second);
            boolean unordered = relation == Relation.EQUAL || relation == Relation.NOT_EQUAL;
            for (int i = 0; i < block.count(); i++) {
                chosen[i] = among[i]
                        && ((unordered && first.lengths[i] != second.lengths[i])
                                ? relation == Relation.NOT_EQUAL
                                : relation.holds(compare(first, second, i)));
            }
            block.memory().give(second);
            block.memory().give(first);
        }

        private static int compare(TextVector first, TextVector second, int row) {
            int from = first.offsets[row];
            int other = second.offsets[row];
            return Arrays.compareUnsigned(
                    first.array, from, from + first.lengths[row], second.array, other, other + second.lengths[row]);
        }
    }

    record NullTest(List<Field> fields, boolean wanted) implements ConditionNode {
        @Override
        public void choose(Block block, boolean[] among, boolean[] chosen) {
            boolean[] found = block.memory().takeFlags();
            Arrays.fill(found, 0, block.count(), false);
            for (Field field : fields) {
                boolean[] nulls = block.extent().nulls(field.index());
                for (int i = 0; i < block.count(); i++) {
                    found[i] |= nulls[block.start() + i];
                }
            }
            for (int i = 0; i < block.count(); i++) {
                chosen[i] = among[i] && found[i] == wanted;
            }
            block.memory().give(found);
        }
    }

    record Not(ConditionNode operand) implements ConditionNode {
        @Override
        public void choose(Block block, boolean[] among, boolean[] chosen) {
            boolean[] found = block.memory().takeFlags();
            operand.choose(block, among, found);
            for (int i = 0; i < block.count(); i++) {
                chosen[i] = among[i] && !found[i];
            }
            block.memory().give(found);
        }
    }

    record All(List<ConditionNode> operands) implements ConditionNode {
        @Override
        public void choose(Block block, boolean[] among, boolean[] chosen) {
            boolean[] left = among;
            for (ConditionNode operand : operands) {
                operand.choose(block, left, chosen);
                left = chosen;
                if (none(chosen, block.count())) {
                    return;
                }
            }
        }
    }

    record Any(List<ConditionNode> operands) implements ConditionNode {
        @Override
        public void choose(Block block, boolean[] among, boolean[] chosen) {
            boolean[] left = block.memory().takeFlags();
            boolean[] found = block.memory().takeFlags();
            System.arraycopy(among, 0, left, 0, block.count());
            Arrays.fill(chosen, 0, block.count(), false);
            for (ConditionNode operand : operands) {
                operand.choose(block, left, found);
                for (int i = 0; i < block.count(); i++) {
                    chosen[i] |= found[i];
                    left[i] &= !found[i];
                }
                if (none(left, block.count())) {
                    break;
                }
            }
            block.memory().give(found);
            block.memory().give(left);
        }
    }

    private static boolean none(boolean[] flags, int count) {
        boolean any = false;
        for (int i = 0; i < count; i++) {
            any |= flags[i];
        }
        return !any;
    }
}

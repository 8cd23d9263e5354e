package dev.mimeo.query.expression;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.dataseries.Extent;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Chooses rows where a regular expression matches part of a string. Strings are read as UTF-8.
 *
 * <p>{@link java.util.regex} backtracks, so some patterns take exponential time. The characters it may look at are
 * counted: {@link #STEPS} for a string and {@link #STEPS_PER_BYTE} for each of its bytes, enough for any pattern that does not
 * explode; then the row is an error.
 */
record Match(TextNode subject, Pattern pattern, String expression, int position) implements ConditionNode {

    private static final long STEPS = 1_000_000;
    private static final long STEPS_PER_BYTE = 1_000;

    @Override
    public void choose(Block block, boolean[] among, boolean[] chosen) {
        State state = block.memory().state(this, State.class, () -> new State(pattern.matcher("")));
        TextVector texts = block.memory().takeTexts();
        subject.evaluate(block, among, texts);
        for (int i = 0; i < block.count(); i++) {
            chosen[i] = among[i] && find(block.extent(), state, texts, i);
        }
        block.memory().give(texts);
    }

    private boolean find(Extent extent, State state, TextVector texts, int row) {
        CharSequence characters = ascii(texts, row)
                ? new Ascii(state.budget, texts.array, texts.offsets[row], texts.lengths[row])
                : new Decoded(state.budget, new String(texts.array, texts.offsets[row], texts.lengths[row], UTF_8));
        state.budget.left = STEPS + STEPS_PER_BYTE * texts.lengths[row];
        try {
            return state.matcher.reset(characters).find();
        } catch (TooLongException | StackOverflowError e) {
            // The matcher recurses once per repetition of a group, so a long string can need more stack than there is.
            throw ExpressionException.atRow(
                    extent,
                    expression,
                    position,
                    "the regular expression takes too long on a string of " + texts.lengths[row]
                            + " bytes: make it less ambiguous");
        }
    }

    private static boolean ascii(TextVector texts, int row) {
        int all = 0;
        for (int i = texts.offsets[row], end = i + texts.lengths[row]; i < end; i++) {
            all |= texts.array[i];
        }
        return all >= 0;
    }

    private record State(Matcher matcher, Budget budget) {
        State(Matcher matcher) {
            this(matcher, new Budget());
        }
    }

    private static final class Budget {
        private long left;

        void spend() {
            left--;
            if (left < 0) {
                throw new TooLongException();
            }
        }
    }

    private static final class TooLongException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooLongException() {
            super(null, null, false, false);
        }
    }

    private static final class Ascii implements CharSequence {
        private final Budget budget;
        private final byte[] array;
        private final int offset;
        private final int length;

        Ascii(Budget budget, byte[] array, int offset, int length) {
            this.budget = budget;
            this.array = array;
            this.offset = offset;
            this.length = length;
        }

        @Override
        public int length() {
            return length;
        }

        @Override
        public char charAt(int index) {
            budget.spend();
            return (char) array[offset + index];
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return new Ascii(budget, array, offset + start, end - start);
        }
    }

    private record Decoded(Budget budget, String text) implements CharSequence {
        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            budget.spend();
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return new Decoded(budget, text.substring(start, end));
        }
    }
}

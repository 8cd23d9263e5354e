package dev.mimeo.query.expression;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.internal.text.MatchBudget;
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
                ? state.budget.ascii(texts.array, texts.offsets[row], texts.lengths[row])
                : state.budget.text(new String(texts.array, texts.offsets[row], texts.lengths[row], UTF_8));
        state.budget.set(STEPS + STEPS_PER_BYTE * texts.lengths[row]);
        try {
            return state.matcher.reset(characters).find();
        } catch (MatchBudget.ExhaustedException | StackOverflowError e) {
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

    private record State(Matcher matcher, MatchBudget budget) {
        State(Matcher matcher) {
            this(matcher, new MatchBudget());
        }
    }
}

package dev.mimeo.internal.text;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Both kinds of text with expressions that backtrack, and with those that do not. */
final class MatchBudgetTest {

    @Test
    void aTextIsReadAsOftenAsAllowedAndNoMore() {
        MatchBudget budget = new MatchBudget();
        for (CharSequence text :
                new CharSequence[] {budget.text("abcd"), budget.ascii("xabcdx".getBytes(US_ASCII), 1, 4)}) {
            assertThat(text).hasToString("abcd").hasSize(4);
            budget.set(3);
            assertThat(text.charAt(0)).isEqualTo('a');
            // The parts share the budget of the whole.
            CharSequence part = text.subSequence(1, 3);
            assertThat(part).hasToString("bc").hasSize(2);
            assertThat(part.charAt(0)).isEqualTo('b');
            assertThat(part.charAt(1)).isEqualTo('c');
            assertThatThrownBy(() -> text.charAt(3)).isInstanceOf(MatchBudget.ExhaustedException.class);
            budget.set(0);
            assertThatThrownBy(() -> part.charAt(0)).isInstanceOf(MatchBudget.ExhaustedException.class);
        }
    }

    @Test
    void exponentialExpressionsEnd() {
        MatchBudget budget = new MatchBudget();
        String text = "a".repeat(40) + "b";
        Matcher plain = Pattern.compile("a+b").matcher(budget.text(text));
        budget.set(1000);
        assertThat(plain.matches()).isTrue();
        Matcher exploding = Pattern.compile("(.*a){12}c").matcher(budget.text(text));
        budget.set(100_000);
        assertThatThrownBy(exploding::matches).isInstanceOf(MatchBudget.ExhaustedException.class);
    }
}

package dev.mimeo.scan.internal.mimic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.characterization.mimic.ParseTemplate;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class CopyContextsTest {

    /** Returns, by byte of a chunk, the literal that it is a copy of. */
    private static int[] literals(ParseTemplate parse) {
        int[] literals = new int[parse.size()];
        int at = 0;
        for (int step = 0; step < parse.steps(); step++) {
            for (int end = at + parse.run(step); at < end; at++) {
                literals[at] = at;
            }
            for (int end = at + parse.length(step); at < end; at++) {
                literals[at] = literals[at - parse.distance(step)];
            }
        }
        for (; at < literals.length; at++) {
            literals[at] = at;
        }
        return literals;
    }

    private static ParseTemplate parse(String... steps) {
        int[][] numbers = new int[3][steps.length - 1];
        for (int step = 0; step < steps.length - 1; step++) {
            String[] its = steps[step].split(" ");
            for (int i = 0; i < 3; i++) {
                numbers[i][step] = Integer.parseInt(its[i]);
            }
        }
        return new ParseTemplate(numbers[0], numbers[1], numbers[2], Integer.parseInt(steps[steps.length - 1]));
    }

    private static ParseTemplate keep(ParseTemplate parse, String data) {
        return new CopyContexts().keep(parse, data.getBytes(StandardCharsets.US_ASCII), 0);
    }

    private static void assertSteps(ParseTemplate parse, String... steps) {
        assertThat(parse.steps()).isEqualTo(steps.length);
        for (int step = 0; step < steps.length; step++) {
            assertThat(parse.run(step) + " " + parse.length(step) + " " + parse.distance(step))
                    .isEqualTo(steps[step]);
        }
    }

    @Test
    void literalsBeforeACopyAndItsSourceThatAreTheSameAreLinked() {
        // The second "x" is a literal before a copy of what stands after the first one.
        assertSteps(keep(parse("7 3 5", "10"), "-xabc.xabc"), "6 1 5", "0 3 5");
        assertSteps(keep(parse("8 3 5", "11"), "-yxabcyxabc"), "6 2 5", "0 3 5");
    }

    @Test
    void literalsThatDifferOrStandElsewhereAreNot() {
        ParseTemplate differing = parse("7 3 5", "10");
        assertSteps(keep(differing, "-xabc.zabc"), "7 3 5");
        // A byte that does not stand directly before.
        assertSteps(keep(differing, "x-abcx.abc"), "7 3 5");
        assertSteps(keep(parse("4 3 4", "7"), "abcxabc"), "4 3 4");
        assertSteps(keep(parse("3"), "aaa"));
    }

    @Test
    void linkIsToTheLastPlaceWithTheSameByte() {
        // The byte before the last copy is linked to the first "x", which a copy of two bytes repeats.
        assertSteps(keep(parse("5 2 4", "2 3 7", "12"), "-xabcxa_xabc"), "5 2 4", "1 1 3", "0 3 7");
    }

    @Test
    void copiesOfAnyDataStayRightAndKeepWhatIsBeforeThem() {
        Random random = new Random(7);
        int linked = 0;
        for (int trial = 0; trial < 200; trial++) {
            byte[] data = new byte[random.nextInt(3000)];
            int letters = 2 + random.nextInt(30);
            for (int i = 0; i < data.length; i++) {
                data[i] = (byte)
                        (i > 40 && random.nextInt(3) > 0 ? data[i - 1 - random.nextInt(40)] : random.nextInt(letters));
            }
            ParseTemplate plain = new ChunkParser().copies(data, 0, data.length, 3);
            ParseTemplate kept = new CopyContexts().keep(plain, data, 0);
            int[] before = literals(plain);
            int[] after = literals(kept);
            Set<Integer> copied = new HashSet<>();
            int at = 0;
            for (int step = 0; step < plain.steps(); step++) {
                at += plain.run(step);
                int from = at - plain.distance(step);
                for (int i = 1; i <= 2 && from - i >= 0 && data[at - i] == data[from - i]; i++) {
                    assertThat(after[at - i]).isEqualTo(after[from - i]);
                }
                at += plain.length(step);
            }
            for (int i = 0; i < data.length; i++) {
                assertThat(data[after[i]]).isEqualTo(data[i]);
                assertThat(after[i]).isEqualTo(after[before[i]]).isLessThanOrEqualTo(before[i]);
                copied.add(before[i] - after[i]);
            }
            linked += copied.size() - 1;
        }
        assertThat(linked).isPositive();
    }
}

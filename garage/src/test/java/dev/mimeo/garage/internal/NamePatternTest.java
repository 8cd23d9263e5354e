package dev.mimeo.garage.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class NamePatternTest {

    @Test
    void patternsMatchAsRegularExpressionsDo() {
        Random random = new Random(3);
        for (int i = 0; i < 20_000; i++) {
            String glob = text(random, "ab*?", random.nextInt(7));
            String name = text(random, "aAb", random.nextInt(8));
            Pattern regex = Pattern.compile(glob.replace("*", ".*").replace("?", "."), Pattern.CASE_INSENSITIVE);
            assertThat(new NamePattern(glob).matches(name))
                    .describedAs("%s of %s", glob, name)
                    .isEqualTo(regex.matcher(name).matches());
        }
    }

    @Test
    void manyStarsTakeNoLongTime() {
        assertThat(new NamePattern("*a".repeat(1_000) + "b").matches("a".repeat(5_000)))
                .isFalse();
        assertThat(new NamePattern("% (_Total)*").matches("% (_total) per second"))
                .isTrue();
    }

    private static String text(Random random, String characters, int length) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append(characters.charAt(random.nextInt(characters.length())));
        }
        return text.toString();
    }
}

package dev.mimeo.repository;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.testing.MarkdownPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Assertions about each element of a list hold for an empty one, whatever they say: every test that makes one first asserts that
 * there are elements.
 */
final class ListAssertionsTest {

    private static final Pattern START = Pattern.compile("\\bassertThat\\(");
    private static final Pattern CALL = Pattern.compile("\\.(\\w+)\\(");

    private static final Set<String> OF_EACH =
            Set.of("allSatisfy", "allMatch", "noneMatch", "noneSatisfy", "doesNotContainAnyElementsOf");

    private static final Pattern OF_SIZE =
            Pattern.compile("(isNotEmpty|hasSize|contains|isEqualTo|satisfiesExactly)\\w*");

    @Test
    void listsAreNotEmpty() throws IOException {
        List<String> found = new ArrayList<>();
        int assertions = 0;
        try (Stream<Path> files = Files.walk(MarkdownPage.ROOT)) {
            for (Path file :
                    (Iterable<Path>) files.filter(path -> path.toString().matches(".*/src/test/.*\\.java"))::iterator) {
                String source = Files.readString(file);
                Matcher start = START.matcher(source);
                while (start.find()) {
                    assertions++;
                    if (isVacuous(calls(source, start.end()))) {
                        found.add(file + ":"
                                + (1
                                        + source.substring(0, start.start())
                                                .lines()
                                                .count()));
                    }
                }
            }
        }
        assertThat(assertions).isGreaterThan(1000);
        assertThat(found).isEmpty();
    }

    @Test
    void theCheckSeesWhatItLooksFor() {
        assertThat(isVacuous(calls("a.stream().map(x -> f(\"(\", ')'))).as(\"x\").allMatch(y -> g(y));", 0)))
                .isTrue();
        assertThat(isVacuous(calls("a).isNotEmpty().allMatch(y -> g(y));", 0))).isFalse();
        assertThat(isVacuous(calls("a.stream().allMatch(y -> g(y))).isTrue();", 0)))
                .isFalse();
    }

    private static boolean isVacuous(List<String> calls) {
        for (String call : calls) {
            if (OF_EACH.contains(call)) {
                return true;
            }
            if (OF_SIZE.matcher(call).matches()) {
                return false;
            }
        }
        return false;
    }

    /** Returns the methods that are called on an assertion, in their order. */
    private static List<String> calls(String source, int from) {
        List<String> calls = new ArrayList<>();
        int depth = 1;
        Matcher call = CALL.matcher(source);
        for (int i = from; i < source.length() && depth >= 0; i++) {
            char c = source.charAt(i);
            if (c == '"' || c == '\'') {
                i = endOfLiteral(source, i);
            } else if (c == '(') {
                depth++;
            } else if (c == ')') {
                depth--;
            } else if (c == ';' && depth == 0) {
                break;
            } else if (c == '.' && depth == 0 && call.region(i, source.length()).lookingAt()) {
                calls.add(call.group(1));
            }
        }
        return calls;
    }

    private static int endOfLiteral(String source, int start) {
        if (source.startsWith("\"\"\"", start)) {
            return source.indexOf("\"\"\"", start + 3) + 2;
        }
        int end = start + 1;
        while (source.charAt(end) != source.charAt(start)) {
            end += source.charAt(end) == '\\' ? 2 : 1;
        }
        return end;
    }
}

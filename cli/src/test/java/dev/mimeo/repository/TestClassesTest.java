package dev.mimeo.repository;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Nothing outside a test class needs it, so it is final and package-private; one that others extend is no {@code *Test}. */
final class TestClassesTest {

    private static final Pattern DECLARATION = Pattern.compile("(?m)^final class \\w+Test\\b");

    @Test
    void testClassesAreFinal() throws IOException {
        List<String> found = new ArrayList<>();
        SourceFiles.all().forEach((path, source) -> {
            if (path.toString().endsWith("Test.java") && !isFinal(source)) {
                found.add(path.toString());
            }
        });
        assertThat(found).isEmpty();
    }

    @Test
    void theCheckSeesWhatItLooksFor() {
        assertThat(isFinal("@Tag(\"slow\")\nfinal class SomeTest {\n")).isTrue();
        assertThat(isFinal("class SomeTest {\n    final class InnerTest {}\n")).isFalse();
        assertThat(isFinal("public final class SomeTest {\n")).isFalse();
    }

    private static boolean isFinal(String source) {
        return DECLARATION.matcher(source).find();
    }
}

package dev.mimeo.repository;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Comments open with a noun phrase, a verb or a statement, and never with a question word, and Javadoc documents something. */
final class CommentOpeningsTest {

    private static final String LINE = "//";
    private static final Pattern QUESTION = Pattern.compile("(What|How|Where|Which)\\b.*");
    private static final Pattern DETACHED =
            Pattern.compile("/\\*\\*(?:(?!\\*/).)*\\*/\\h*\\R\\h*(?:\\R|/\\*\\*)", Pattern.DOTALL);

    @Test
    void noCommentOpensWithAQuestionWord() throws IOException {
        List<String> found = new ArrayList<>();
        SourceFiles.all().forEach((path, source) -> questions(source).forEach(line -> found.add(path + ": " + line)));
        assertThat(found).isEmpty();
    }

    @Test
    void everyJavadocIsFollowedByItsDeclaration() throws IOException {
        List<String> found = new ArrayList<>();
        SourceFiles.all().forEach((path, source) -> {
            if (DETACHED.matcher(source).find()) {
                found.add(path.toString());
            }
        });
        assertThat(found).isEmpty();
        assertThat("/** One. */\n\n    /** One. */\n    int one;\n").containsPattern(DETACHED);
        assertThat("/** One. */\n    /** Two. */\n    int two;\n").containsPattern(DETACHED);
        assertThat("/**\n * One. */\nint one;\n\n/** Two. */\nint two;\n\n").doesNotContainPattern(DETACHED);
    }

    @Test
    void theCheckSeesTheFirstLineOfEachComment() {
        assertThat(questions("""
                /** %1$s a class does. */
                int zero;
                /**
                 * %1$s it does that.
                 * %1$s that is.
                 */
                int one; // %1$s one
                // A statement that is long.
                // %1$s it goes on.
                int two;
                    // %1$s it begins.
                """.formatted("What"))).hasSize(4);
    }

    /** Returns the first lines of comments that open with a question word. */
    private static List<String> questions(String source) {
        List<String> found = new ArrayList<>();
        String before = "";
        for (String line : source.lines().map(String::strip).toList()) {
            String opening = before.equals("/**") || before.equals("/*") ? line.replaceFirst("^\\*\\s*", "") : "";
            if (line.startsWith("/*")) {
                opening = line.replaceFirst("^/\\*+\\s*", "");
            } else if (line.contains(LINE) && !(line.startsWith(LINE) && before.startsWith(LINE))) {
                opening = line.substring(line.indexOf(LINE) + LINE.length()).strip();
            }
            if (QUESTION.matcher(opening).matches()) {
                found.add(line);
            }
            before = line;
        }
        return found;
    }
}

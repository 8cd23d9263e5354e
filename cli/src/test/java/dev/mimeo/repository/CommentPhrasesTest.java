package dev.mimeo.repository;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Comments use the usual terms, and no phrases that a reader has to decode. */
final class CommentPhrasesTest {

    /** Phrases, each with the words to use instead. */
    private static final Map<String, String> PHRASES = Map.ofEntries(
            Map.entry("but for", "except for"),
            Map.entry("so many", "this many, or the number itself"),
            Map.entry("the very", "exactly the, or the same"),
            Map.entry("(the|one) (\\w+ )?at hand", "the current"),
            Map.entry("lies? beneath", "the stored bytes of"),
            Map.entry("makes? no sense", "is invalid"),
            Map.entry("for a person", "for people to read"),
            Map.entry("^knows how", "a verb for the job"),
            Map.entry("told the (bytes|share|rows)", "given the number of, or the fraction"),
            Map.entry("now and then", "from time to time"),
            Map.entry("times? (of|by) the clock", "wall-clock time"),
            Map.entry("by the clock", "in wall-clock time"),
            Map.entry("in the mean", "on average"),
            Map.entry("taken in charge|in charge", "in flight"),
            Map.entry("made-up", "synthetic"),
            Map.entry("is to be had", "is available"),
            Map.entry("for want of", "because it is missing"),
            Map.entry("processors?(?! model)", "CPU"),
            Map.entry("^@param \\w+ of", "the noun before of"),
            Map.entry("^tells whether(?! \\$\\{)", "returns whether"));

    /** The phrases, none of which begins or ends inside a word; not the names of parameters. */
    private static final Pattern PHRASE =
            Pattern.compile("(?i)(?<!@param |\\w)(?:" + String.join("|", PHRASES.keySet()) + ")\\b");

    private static final Pattern COMMENT = Pattern.compile("^\\s*(?:/\\*+|\\*|//)\\s*|(?<=[;{}] )// ");

    @Test
    void commentsUseTheUsualTerms() throws IOException {
        List<String> found = new ArrayList<>();
        SourceFiles.all().forEach((path, source) -> phrases(source).forEach(line -> found.add(path + ": " + line)));
        assertThat(found).as("say instead %s", PHRASES).isEmpty();
    }

    @Test
    void theCheckSeesCommentsOnly() {
        assertThat(phrases("""
                /** All %1$s one. */
                int zero;
                /**
                 * All %1$s one.
                 *
                 * @param processors number of CPUs
                 */
                int one; // all %1$s one
                // All %1$s one.
                String text = "all %1$s one";
                /** Without preprocessor. */
                """.formatted("but" + " for"))).hasSize(4);
    }

    /** Returns the lines whose comment has one of the phrases. */
    private static List<String> phrases(String source) {
        return source.lines()
                .map(COMMENT::split)
                .filter(parts -> parts.length == 2 && PHRASE.matcher(parts[1]).find())
                .map(parts -> parts[1])
                .toList();
    }
}

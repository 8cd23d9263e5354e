package dev.mimeo.repository;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Holds that there is one implementation of what all modules need, and that no class has the name of another file's class. */
final class OneOfEachTest {

    private static final Map<String, Set<String>> LITERALS = Map.of(
            "\"&lt;\"", Set.of("Markup.java"),
            // That of plots is the string of gnuplot.
            "replace(\"'\", \"''\")", Set.of("Database.java", "PlotText.java"),
            "nan(?:", Set.of("CNumberParser.java"),
            // Fixtures are decompressed without Mimeo's own classes.
            "new GZIPInputStream(", Set.of("GoldenFiles.java"),
            // TreeWalk sorts; distributions are staged, and pages found for tests, without Mimeo's own classes.
            "Files.walk(", Set.of("MarkdownPage.java", "Stage.java"),
            // Only a garage leaves out folders while it is walked.
            "walkFileTree(", Set.of("GarageFiles.java"));

    /** Possessive, as the engine of the JDK would recurse for each character otherwise. */
    private static final Pattern COMMENT_OR_LITERAL = Pattern.compile(
            "\"\"\"(?:(?!\"\"\")(?:\\\\.|[^\\\\]))*+\"\"\"|\"(?:\\\\.|[^\"\\\\\n])*+\"|'(?:\\\\.|[^'\\\\\n])*+'"
                    + "|/\\*.*?\\*/|//[^\n]*",
            Pattern.DOTALL);

    private static final Pattern NESTED_TYPE = Pattern.compile(
            "^[ \t]+(?:(?:public|protected|private|static|final|sealed|non-sealed|abstract) )*"
                    + "(?:class|record|enum|@?interface) (\\w+)",
            Pattern.MULTILINE);

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "0x9e3779b97f4a7c15, SplitMix64.java",
        "0xbf58476d1ce4e5b9, SplitMix64.java",
        "0x9e3779b1, Mixing.java",
        "0xcbf29ce484222325, Mixing.java",
        "0x100000001b3, Mixing.java"
    })
    void theConstantsOfMixersStandInOneFile(String constant, String file) throws IOException {
        Pattern literal = Pattern.compile(constant + "(?![0-9a-f])");
        List<String> found = new ArrayList<>();
        SourceFiles.main().forEach((path, source) -> {
            if (path.endsWith("SegmentModel.java")) {
                return; // a model that checks others shares nothing with them
            }
            String plain = source.replace("_", "").toLowerCase(Locale.ROOT);
            if (literal.matcher(plain).find()) {
                found.add(path.getFileName().toString());
            }
        });
        assertThat(found).containsExactly(file);
    }

    @Test
    void literalsThatAreEasilyWrittenAgainStandInOneFile() throws IOException {
        Map<String, Set<String>> found = new TreeMap<>();
        SourceFiles.main()
                .forEach((path, source) -> LITERALS.keySet().stream()
                        .filter(source::contains)
                        .forEach(literal -> found.computeIfAbsent(literal, none -> new TreeSet<>())
                                .add(path.getFileName().toString())));
        assertThat(found).isEqualTo(LITERALS);
    }

    @Test
    void noTwoClassesHaveOneName() throws IOException {
        Set<String> topLevel = new TreeSet<>();
        Set<String> twice = new TreeSet<>();
        List<String> nested = new ArrayList<>();
        SourceFiles.all().forEach((path, source) -> {
            if (!path.endsWith("package-info.java")) {
                String name = path.getFileName().toString().replace(".java", "");
                if (!topLevel.add(name)) {
                    twice.add(name);
                }
            }
        });
        SourceFiles.main().values().forEach(source -> nested.addAll(nestedTypes(source)));
        assertThat(nested).hasSizeGreaterThan(500);
        nested.stream().filter(topLevel::contains).forEach(twice::add);
        assertThat(twice).isEmpty();
    }

    @Test
    void theCheckSeesTypesInsideOfOthers() {
        assertThat(nestedTypes("""
                /** A public class Comment {} */
                public final class Outer {
                    public record One() {}
                    private record Two() {}
                    static final String TEXT = \"""
                        public class Three {}
                        \""";
                    private abstract static class Four {}
                }
                """)).containsExactly("One", "Two", "Four");
    }

    /** Returns the names of the types inside of the one of a file. */
    private static List<String> nestedTypes(String source) {
        List<String> found = new ArrayList<>();
        Matcher type = NESTED_TYPE.matcher(COMMENT_OR_LITERAL.matcher(source).replaceAll(""));
        while (type.find()) {
            found.add(type.group(1));
        }
        return found;
    }
}

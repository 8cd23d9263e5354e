package dev.mimeo.repository;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.cli.Main;
import dev.mimeo.cli.command.SettingNames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Libraries name their own settings in messages, and no commands; the command line knows the options and the commands. */
@Tag("thorough")
final class LibraryMessagesTest {

    /** Modules that have command lines, and files that name options of other programs. */
    private static final Set<String> WITH_OPTIONS = Set.of(
            "benchmarks",
            "cli",
            "distribution",
            "integrations/patterns/src/main/java/dev/mimeo/integrations/patterns/FioJob.java",
            "integrations/patterns/src/main/java/dev/mimeo/integrations/patterns/FioVersion.java",
            "test-support");

    private static final Pattern COMMENT = Pattern.compile("^\\s*(?:/?\\*|//)");
    private static final Pattern LITERAL = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"");
    private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--[a-z][\\w-]*");
    /** The commands that make what is missing, by the ends of messages. */
    private static final Path ERRORS = Path.of("cli/src/main/java/dev/mimeo/cli/command/Errors.java");

    private static final Pattern REMEDY = Pattern.compile("Map\\.entry\\(\\s*\"([^\"]+)\"");

    /** The end of one literal and the start of the next, which continues it. */
    private static final Pattern JOINED = Pattern.compile("\"\\s*\\+\\s*\"");

    private static final Pattern SETTING = Pattern.compile("`(\\w+)`");

    @Test
    void librariesNameNoOptions() throws IOException {
        assertThat(found(OPTION))
                .as("name the setting of the library in backquotes")
                .isEmpty();
    }

    @Test
    void librariesNameNoCommands() throws IOException {
        String names = String.join("|", Main.model().subcommands().keySet());
        Map<Path, Set<String>> found = found(Pattern.compile("\\bmimeo (?:" + names + ")\\b"));
        // Packed files of samples state what made them.
        found.remove(Path.of("garage/src/main/java/dev/mimeo/garage/load/CounterSampler.java"));
        assertThat(found)
                .as("name what is missing; the command line knows which command makes it (Errors)")
                .isEmpty();
    }

    @Test
    void everySettingHasAnOptionOfSomeCommand() throws IOException {
        Set<String> options = options(Main.model()).collect(Collectors.toSet());
        Set<String> settings = new TreeSet<>();
        found(SETTING).values().forEach(settings::addAll);
        assertThat(settings)
                .contains("`chunkSize`", "`timeColumn`")
                .allSatisfy(setting -> assertThat(options).contains(SettingNames.asOptions(setting)));
    }

    /** A message that is reworded would lose its remedy. */
    @Test
    void everyMessageWithARemedyIsOneOfALibrary() throws IOException {
        StringBuilder libraries = new StringBuilder();
        SourceFiles.main().forEach((path, source) -> {
            if (WITH_OPTIONS.stream().noneMatch(path::startsWith)) {
                libraries.append(JOINED.matcher(source).replaceAll(""));
            }
        });
        String errors = Objects.requireNonNull(SourceFiles.main().get(ERRORS));
        List<String> ends =
                REMEDY.matcher(errors).results().map(entry -> entry.group(1)).toList();
        assertThat(ends)
                .hasSizeGreaterThan(5)
                .allSatisfy(end -> assertThat(libraries)
                        .as("the end of a message in %s", ERRORS)
                        .contains(end + '"'));
    }

    private static Stream<String> options(CommandSpec command) {
        return Stream.concat(
                command.options().stream().flatMap(option -> Stream.of(option.names())),
                command.subcommands().values().stream()
                        .map(CommandLine::getCommandSpec)
                        .flatMap(LibraryMessagesTest::options));
    }

    /** Returns what the strings of libraries have of a pattern, by file. */
    private static Map<Path, Set<String>> found(Pattern pattern) throws IOException {
        Map<Path, Set<String>> found = new TreeMap<>();
        SourceFiles.main().forEach((path, source) -> {
            boolean isLibrary = WITH_OPTIONS.stream().noneMatch(path::startsWith);
            if (isLibrary && !source.contains("import picocli.")) {
                Set<String> matches = source.lines()
                        .filter(line -> !COMMENT.matcher(line).find())
                        .flatMap(line -> LITERAL.matcher(line).results())
                        .flatMap(literal -> pattern.matcher(literal.group()).results())
                        .map(MatchResult::group)
                        .collect(Collectors.toCollection(TreeSet::new));
                if (!matches.isEmpty()) {
                    found.put(path, matches);
                }
            }
        });
        return found;
    }
}

package dev.mimeo.repository;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.testing.MarkdownPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page about the architecture names the classes that own threads, and no others. */
final class ThreadOwnersTest {

    private static final Pattern MAKES_THREADS = Pattern.compile("new Thread\\(|extends Thread\\b|\\bExecutors\\.new");
    private static final Pattern NAME = Pattern.compile("`([A-Z]\\w+)`");

    @Test
    void thePageNamesTheClassesThatOwnThreads() throws IOException {
        Set<String> owners = new TreeSet<>();
        SourceFiles.main().forEach((path, source) -> {
            if (!path.startsWith("benchmarks") && MAKES_THREADS.matcher(source).find()) {
                owners.add(String.valueOf(path.getFileName()).replace(".java", ""));
            }
        });
        Path page = MarkdownPage.ROOT.resolve("docs/explanation/architecture.md");
        String paragraph = Files.readString(page)
                .lines()
                .dropWhile(line -> !line.startsWith("**One pipeline.**"))
                .takeWhile(line -> !line.isEmpty())
                .collect(Collectors.joining(" "));
        Set<String> named = NAME.matcher(paragraph)
                .results()
                .map(name -> name.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(named).isEqualTo(owners);
    }
}

package dev.mimeo.repository;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.testing.MarkdownPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The Java sources of the repository by path; without the interface of LinkBench, which is not ours and has its names. */
final class SourceFiles {

    private static final Pattern MAIN = Pattern.compile(".*/src/main/java/.*\\.java");
    private static final Pattern ALL = Pattern.compile(".*/src/\\w+/java/.*\\.java");

    private SourceFiles() {}

    /** Returns the sources of main code. */
    static Map<Path, String> main() throws IOException {
        return matching(MAIN);
    }

    /** Returns the sources of main code and of tests. */
    static Map<Path, String> all() throws IOException {
        return matching(ALL);
    }

    private static Map<Path, String> matching(Pattern pattern) throws IOException {
        Map<Path, String> sources = new TreeMap<>();
        try (Stream<Path> files = Files.walk(MarkdownPage.ROOT)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                String path =
                        "/" + MarkdownPage.ROOT.relativize(file).toString().replace('\\', '/');
                // Builds make sources of their own.
                if (pattern.matcher(path).matches()
                        && !path.contains("/linkbench-interface/")
                        && !path.contains("/target/")) {
                    sources.put(MarkdownPage.ROOT.relativize(file), Files.readString(file));
                }
            }
        }
        assertThat(sources).hasSizeGreaterThan(500);
        return sources;
    }
}

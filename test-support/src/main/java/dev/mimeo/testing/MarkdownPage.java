package dev.mimeo.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A page of the documentation, taken apart.
 *
 * @param path from the working folder of the tests
 * @param text without what is in code blocks
 * @param blocks the code blocks, in their order
 */
public record MarkdownPage(Path path, String text, List<CodeBlock> blocks) {

    /** The top folder of the repository. */
    public static final Path ROOT = root();

    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} +(.*?) *$");

    /**
     * A code block, without the indentation that it has in a list.
     *
     * @param line the number of its first line of code, from 1
     * @param language the word behind the opening fence; empty if there is none
     */
    public record CodeBlock(int line, String language, String code) {}

    private static Path root() {
        Path folder = Path.of("..");
        // Modules are one or two folders below the top.
        return Files.exists(folder.resolve("CONTRIBUTING.md")) ? folder : folder.resolve("..");
    }

    /** Returns a page by its path from the top folder. */
    public static MarkdownPage of(String name) {
        return read(ROOT.resolve(name));
    }

    /** Returns the code blocks of a language. */
    public List<CodeBlock> blocks(String language) {
        return blocks.stream()
                .filter(block -> block.language().equals(language))
                .toList();
    }

    /** Returns all pages of the repository. */
    public static List<MarkdownPage> all() {
        try (Stream<Path> found = Files.walk(ROOT)) {
            return found.filter(path -> path.toString().endsWith(".md"))
                    .filter(path -> !path.toString().matches(".*/(target|\\.[^./][^/]*|mimeo-demo)/.*"))
                    .sorted()
                    .map(MarkdownPage::read)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads a page. */
    public static MarkdownPage read(Path path) {
        StringBuilder text = new StringBuilder();
        List<CodeBlock> blocks = new ArrayList<>();
        StringBuilder code = null;
        String language = "";
        int start = 0;
        int indent = 0;
        List<String> lines;
        try {
            lines = Files.readAllLines(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (line.strip().startsWith("```")) {
                if (code == null) {
                    code = new StringBuilder();
                    indent = line.indexOf('`');
                    language = line.strip().substring(3).strip();
                    start = i + 2;
                } else {
                    blocks.add(new CodeBlock(start, language, code.toString()));
                    code = null;
                }
            } else {
                (code == null ? text : code)
                        .append(code == null ? line : line.substring(Math.min(indent, line.length())))
                        .append('\n');
            }
        }
        return new MarkdownPage(path, text.toString(), List.copyOf(blocks));
    }

    /** Returns its path from the top folder, with slashes. */
    public String name() {
        return ROOT.relativize(path).toString().replace('\\', '/');
    }

    /** Returns the targets of its links, those to other sites included. */
    public List<String> links() {
        List<String> links = new ArrayList<>();
        Matcher matcher = LINK.matcher(text);
        while (matcher.find()) {
            links.add(matcher.group(1));
        }
        return links;
    }

    /**
     * Returns the names of its headings in links, as GitHub makes them: lower case, without punctuation but hyphens and
     * underscores, hyphens for spaces, and a number behind those that come again.
     */
    public Set<String> anchors() {
        Set<String> anchors = new HashSet<>();
        Map<String, Integer> seen = new HashMap<>();
        Matcher matcher = HEADING.matcher(text);
        while (matcher.find()) {
            String title = matcher.group(1).replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1");
            String anchor = title.toLowerCase(Locale.ROOT)
                    .replaceAll("[^\\p{L}\\p{N}\\p{M}_\\- ]", "")
                    .replace(' ', '-');
            int before = seen.merge(anchor, 1, Integer::sum) - 1;
            anchors.add(before == 0 ? anchor : anchor + "-" + before);
        }
        return anchors;
    }
}

package dev.mimeo.repository;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.testing.JavaSnippet;
import dev.mimeo.testing.JavaSnippet.Variable;
import dev.mimeo.testing.MarkdownPage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples in the Javadoc of the modules that the command line knows compile. */
@Tag("thorough")
final class JavadocCodeTest {

    private static final Pattern EXAMPLE = Pattern.compile("<pre>\\{@code\\n(.*?)\\n *\\* *}</pre>", Pattern.DOTALL);
    private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");

    /** Words of examples that stand for more code. */
    private static final Pattern LEFT_OUT = Pattern.compile("…|\\.\\.\\.");

    /** Types of the variables that examples use and do not declare, by name. */
    private static final Map<String, String> VARIABLES = Map.ofEntries(
            Map.entry("buffer", "byte[]"),
            Map.entry("channel", "java.nio.channels.FileChannel"),
            Map.entry("data", "Path"),
            Map.entry("file", "Path"),
            Map.entry("files", "List<Path>"),
            Map.entry("out", "java.io.OutputStream"),
            Map.entry("path", "Path"),
            Map.entry("paths", "List<Path>"),
            Map.entry("result", "ComparisonResult"),
            Map.entry("sink", "CharacterizationSink"),
            Map.entry("target", "Path"),
            Map.entry("threadNumber", "Integer"),
            Map.entry("threads", "Integer"),
            Map.entry("time", "Integer"),
            Map.entry("total", "Long"),
            Map.entry("type", "ExtentType"),
            Map.entry("value", "byte[]"));

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @Test
    void examplesCompile() throws Exception {
        List<String> examples = new ArrayList<>();
        TreeSet<String> imports =
                new TreeSet<>(List.of("java.io.*", "java.nio.channels.*", "java.nio.file.*", "java.util.*"));
        for (Map.Entry<Path, String> source : SourceFiles.main().entrySet()) {
            Path module = MarkdownPage.ROOT.resolve(source.getKey().toString().replaceFirst("/src/main/.*", ""));
            Matcher declared = PACKAGE.matcher(source.getValue());
            // Others are no API, or need libraries that the command line lacks.
            if (!Files.exists(module.resolve("api.txt")) || !declared.find()) {
                continue;
            }
            if (!declared.group(1).contains(".internal")) {
                imports.add(declared.group(1) + ".*");
            }
            for (Matcher example = EXAMPLE.matcher(source.getValue()); example.find(); ) {
                String code = example.group(1).replaceAll("(?m)^ *\\* ?", "");
                if (!code.startsWith("{")) {
                    examples.add("// " + source.getKey() + "\n"
                            + LEFT_OUT.matcher(code).replaceAll(""));
                }
            }
        }
        assertThat(examples).hasSizeGreaterThan(12);
        for (String stage : List.of("Reads", "Sizes")) {
            Files.writeString(folder.resolve(stage + ".java"), """
                    public final class %1$s extends dev.mimeo.dataseries.module.RowAnalysis {
                        public %1$s(dev.mimeo.dataseries.ExtentSource source) {
                            super(source);
                        }

                        protected void processRow() {}
                    }
                    """.formatted(stage));
        }
        for (String code : examples) {
            new JavaSnippet(code, List.copyOf(imports), variables(code)).compile(folder);
        }
    }

    /** Returns the variables that an example uses and does not declare itself. */
    private static List<Variable> variables(String code) {
        return VARIABLES.entrySet().stream()
                .filter(variable -> Pattern.compile("\\b" + variable.getKey() + "\\b")
                        .matcher(code)
                        .find())
                .filter(variable -> !Pattern.compile("\\w " + variable.getKey() + "\\s*[=:;]")
                        .matcher(code)
                        .find())
                .map(variable -> new Variable(variable.getValue(), variable.getKey(), "unused"))
                .toList();
    }
}

package dev.mimeo.repository;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.cli.command.Version;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.testing.JavaSnippet;
import dev.mimeo.testing.JavaSnippet.Variable;
import dev.mimeo.testing.MarkdownPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java code of the README and of the pages about modules that the command line knows. */
@Tag("thorough")
final class DocumentedCodeTest {

    private static final List<String> IMPORTS = List.of(
            "dev.mimeo.characterization.*",
            "dev.mimeo.dataseries.*",
            "dev.mimeo.dataseries.series.*",
            "dev.mimeo.dataseries.index.*",
            "dev.mimeo.generate.*",
            "dev.mimeo.integrations.http.*",
            "dev.mimeo.integrations.impressions.*",
            "dev.mimeo.scan.*",
            "java.io.InputStream",
            "java.net.URI",
            "java.nio.file.*",
            "java.time.Duration",
            "java.util.List");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private Path data;
    private Path file;

    @BeforeEach
    void makeFiles() throws IOException {
        data = folder.resolve("data");
        file = folder.resolve("data.ds");
        Files.writeString(data, "A mimeograph prints any number of copies from one stencil. ".repeat(5000));
    }

    @Test
    void theReadmeIsRun() throws Exception {
        Files.copy(data, folder.resolve("logs"));
        run("README.md", List.of(), List.of(List.of()));
        assertThat(folder.resolve("synthetic.bin")).hasSize(1 << 20);
    }

    @Test
    @Tag("slow")
    void thePageOnJavaIsRun() throws Exception {
        Files.copy(data, folder.resolve("logs"));
        Path trace = folder.resolve("trace.ds");
        Processes.mimeo(folder, "nfs", "convert", Processes.example("office.pcap"), "-o", "trace.ds", "--random-key");
        String[] generate = {"dstypes2java", "trace.ds", "--type", "Trace::NFS::common", "--class", "NfsCall", "-o", "."
        };
        Processes.mimeo(folder, generate);
        Path written = folder.resolve("written.ds");
        ExtentType type = ExtentType.parse(
                "<ExtentType name=\"t\"><field type=\"int64\" name=\"time\"/><field type=\"variable32\""
                        + " name=\"name\"/></ExtentType>");
        List<List<Variable>> variables = List.of(
                List.of(),
                List.of(
                        new Variable("java.nio.file.Path", "data", data),
                        new Variable("java.nio.file.Path", "file", file)),
                List.of(new Variable("java.nio.file.Path", "file", file)),
                List.of(
                        new Variable("java.util.List<java.nio.file.Path>", "files", List.of(trace)),
                        new Variable("Integer", "threads", 2)),
                List.of(
                        new Variable("java.nio.file.Path", "file", written),
                        new Variable("dev.mimeo.dataseries.ExtentType", "type", type)),
                List.of(new Variable("java.nio.file.Path", "file", trace), new Variable("Integer", "threads", 2)));
        // It has all imports.
        run("docs/reference/java.md", List.of(), variables);
        assertThat(Processes.mimeo(folder, "ds2txt", "written.ds")).contains("999 file 999");
    }

    @Test
    void pagesNameTheVersionThatIsBuilt() throws IOException {
        assertThat(MarkdownPage.of("README.md").text()).contains("dev.mimeo:mimeo-fidelity:" + Version.ofMimeo());
        assertThat(MarkdownPage.of("docs/reference/java.md").blocks("xml"))
                .singleElement()
                .asString()
                .contains("<version>" + Version.ofMimeo() + "</version>");
    }

    @Test
    void serversStart() throws Exception {
        Processes.mimeo(folder, "scan", "data", "-o", "data.ds", "--scanner", "histogram", "--scanner", "repetition");
        try (Characterization characterization = Characterization.open(file)) {
            run(
                    "docs/how-to/serve.md",
                    IMPORTS,
                    List.of(List.of(new Variable("Characterization", "characterization", characterization))));
        }
    }

    @Test
    void treesAreFilled() throws Exception {
        Processes.mimeo(folder, "scan", "data", "-o", "text.ds", "--scanner", "histogram", "--scanner", "repetition");
        Files.copy(folder.resolve("text.ds"), folder.resolve("photos.ds"));
        Path log = Files.writeString(folder.resolve("log"), "FILE 0 ./a.jpg 1000 1 0 0 0 0\n");
        Path root = Files.createDirectory(folder.resolve("root"));
        MarkdownPage.CodeBlock block = MarkdownPage.of("integrations/impressions/README.md")
                .blocks("java")
                .get(0);
        new JavaSnippet(
                        local(block.code()),
                        IMPORTS,
                        List.of(new Variable("Path", "log", log), new Variable("Path", "root", root)))
                .run(folder);
    }

    private void run(String page, List<String> imports, List<List<Variable>> variables) throws Exception {
        List<MarkdownPage.CodeBlock> blocks = MarkdownPage.of(page).blocks("java");
        assertThat(blocks).as("pieces of code in " + page).hasSameSizeAs(variables);
        for (int i = 0; i < blocks.size(); i++) {
            new JavaSnippet(local(blocks.get(i).code()), imports, variables.get(i)).run(folder);
        }
    }

    /** Has code work on little data below the folder. */
    private String local(String code) {
        return code.replace("Path.of(\"", "Path.of(\"" + folder + "/").replace("1L << 30", "1L << 20");
    }
}

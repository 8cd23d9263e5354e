package dev.mimeo.repository;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mimeo.testing.MarkdownPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The notebooks of {@code examples/notebooks}, run by Jupyter from {@code .ci/notebook-tools}. */
@Tag("slow")
final class NotebookTest {

    private static final Path ROOT = MarkdownPage.ROOT.toAbsolutePath().normalize();
    private static final Path JUPYTER = Processes.notebookTool("jupyter");

    @TempDir
    private Path folder;

    @Test
    void notebooksRunAndShowTheirPlots() throws Exception {
        assumeTrue(Files.isExecutable(JUPYTER), "there is no Jupyter: .ci/notebook-tools installs it");
        Path mimeo = Processes.mimeoScript(folder);
        List<String> types = run("mimeo.ipynb", mimeo);
        assertThat(types).doesNotContain("error");
        assertThat(types.stream().filter("image/png"::equals)).hasSize(2);
        assertThat(types.stream().filter("text/html"::equals)).hasSize(3);
    }

    /** Runs a notebook; returns the types of its outputs. */
    private List<String> run(String name, Path mimeo) throws IOException, InterruptedException {
        Processes.run(
                folder,
                List.of(
                        "env",
                        "MIMEO=" + mimeo,
                        "PYTHONDONTWRITEBYTECODE=1",
                        "PYTHONPATH=" + ROOT.resolve("integrations/python/src"),
                        "HOME=" + folder,
                        "TMPDIR=" + folder,
                        "JUPYTER_PLATFORM_DIRS=1",
                        JUPYTER.toString(),
                        "nbconvert",
                        "--to",
                        "notebook",
                        "--execute",
                        ROOT.resolve("examples/notebooks").resolve(name).toString(),
                        "--output-dir",
                        folder.toString(),
                        "--output",
                        "run.ipynb"));
        List<String> types = new ArrayList<>();
        JsonNode notebook = JsonMapper.shared().readTree(Files.readString(folder.resolve("run.ipynb")));
        for (JsonNode cell : notebook.get("cells")) {
            for (JsonNode output : cell.path("outputs")) {
                types.add(output.get("output_type").asString());
                types.addAll(output.path("data").propertyNames());
            }
        }
        return types;
    }
}

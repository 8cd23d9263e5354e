package dev.mimeo.repository;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mimeo.testing.MarkdownPage;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Python package, with its own tests and a wheel of it. */
@Tag("slow")
final class PythonPackageTest {

    private static final Path PACKAGE =
            MarkdownPage.ROOT.resolve("integrations/python").toAbsolutePath().normalize();

    @TempDir
    private Path folder;

    /** Returns the Python of the notebooks, which has pandas and pyarrow, or the one on the path. */
    private static String python() {
        Path tool = Processes.notebookTool("python3");
        return Files.isExecutable(tool) ? tool.toString() : "python3";
    }

    private static boolean has(String python, String modules) throws IOException, InterruptedException {
        try {
            return new ProcessBuilder(python, "-c", "import " + modules)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** Counts the tests in the sources, so that none is left out unseen by a wrong name of its file. */
    private static long countTests(Path folder) throws IOException {
        Pattern test = Pattern.compile("^ +def test_", Pattern.MULTILINE);
        long tests = 0;
        try (DirectoryStream<Path> sources = Files.newDirectoryStream(folder, "*.py")) {
            for (Path source : sources) {
                tests += test.matcher(Files.readString(source)).results().count();
            }
        }
        return tests;
    }

    /** Runs Python with the package and this build of Mimeo; returns what it prints. */
    private String runPython(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                "env",
                "MIMEO=" + Processes.mimeoScript(folder),
                "PYTHONDONTWRITEBYTECODE=1",
                "PYTHONPATH=" + PACKAGE.resolve("src"),
                python()));
        command.addAll(List.of(arguments));
        return Processes.run(folder, command);
    }

    @Test
    void itsTestsPass() throws Exception {
        assumeTrue(
                has(python(), "pandas, pyarrow"),
                "there is no Python with pandas and pyarrow: .ci/notebook-tools installs one");
        Path folderOfTests = PACKAGE.resolve("tests");
        long tests = countTests(folderOfTests);
        assertThat(tests).isPositive();
        String report = runPython("-m", "unittest", "discover", "-s", folderOfTests.toString());
        assertThat(report).contains("Ran " + tests + " tests").endsWith("OK\n");
    }

    @Test
    void theDocumentedCodeRuns() throws Exception {
        assumeTrue(
                has(python(), "pandas, pyarrow"),
                "there is no Python with pandas and pyarrow: .ci/notebook-tools installs one");
        Path text = MarkdownPage.ROOT.resolve("docs/reference/nfs.md");
        Path logs = Files.createDirectories(folder.resolve("data/logs"));
        Files.copy(text, logs.resolve("log"));
        Files.copy(text, folder.resolve("synthetic.bin"));
        Files.writeString(folder.resolve("counters.csv"), """
                serverID,sampleTime,CPUUsage
                web,2026-03-01T00:00:00,1.5
                web,2026-03-01T00:01:00,2.5
                """);
        String capture = MarkdownPage.ROOT
                .resolve("examples/nfs/office.pcap")
                .toAbsolutePath()
                .normalize()
                .toString();
        Processes.mimeo(folder, "nfs", "convert", capture, "-o", "trace.ds", "--random-key", "--quiet");
        Processes.mimeo(folder, "garage", "pack", "counters.csv", "-o", "garage", "--quiet");
        Processes.mimeo(folder, "scan", "data/logs", "-o", "logs.ds", "--quiet");
        for (String page : List.of("docs/how-to/python.md", "integrations/python/README.md")) {
            List<MarkdownPage.CodeBlock> blocks = MarkdownPage.of(page).blocks("python");
            assertThat(blocks).as(page).isNotEmpty();
            for (MarkdownPage.CodeBlock block : blocks) {
                // A page that scans into the file that the other one reads must find none.
                if (block.code().contains("mimeo.scan(")) {
                    Files.delete(folder.resolve("logs.ds"));
                }
                runPython("-c", block.code());
            }
        }
    }

    @Test
    void aWheelIsBuiltWithoutACompiler() throws Exception {
        boolean canBuild =
                has("python3", "setuptools.command.bdist_wheel, pip") || has("python3", "setuptools, wheel, pip");
        assumeTrue(canBuild, "there is no Python with setuptools, wheel and pip");
        // The build leaves files beside the sources.
        Processes.run(folder, List.of("cp", "-r", PACKAGE.toString(), "package"));
        Processes.run(
                folder,
                List.of(
                        "python3",
                        "-m",
                        "pip",
                        "wheel",
                        "-q",
                        "--no-deps",
                        "--no-build-isolation",
                        "-w",
                        "wheels",
                        "./package"));
        assertThat(folder.resolve("wheels/mimeo_py-0.1.0-py3-none-any.whl")).exists();
    }
}

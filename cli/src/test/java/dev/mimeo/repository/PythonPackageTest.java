package dev.mimeo.repository;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mimeo.testing.MarkdownPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

    @Test
    void itsTestsPass() throws Exception {
        assumeTrue(
                has(python(), "pandas, pyarrow"),
                "there is no Python with pandas and pyarrow: .ci/notebook-tools installs one");
        Path mimeo = Processes.mimeoScript(folder);
        String tests = Processes.run(
                folder,
                List.of(
                        "env",
                        "MIMEO=" + mimeo,
                        "PYTHONDONTWRITEBYTECODE=1",
                        "PYTHONPATH=" + PACKAGE.resolve("src"),
                        python(),
                        "-m",
                        "unittest",
                        "discover",
                        "-s",
                        PACKAGE.resolve("tests").toString()));
        assertThat(tests).contains("Ran 6 tests").endsWith("OK\n");
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

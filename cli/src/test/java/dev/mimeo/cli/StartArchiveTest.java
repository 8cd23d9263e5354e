package dev.mimeo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The archive with which {@link MimeoProcess} starts, in the log of the Java that maps it. */
@Tag("thorough")
final class StartArchiveTest {

    @Test
    void classesOfMimeoAndPicocliComeFromTheArchive(@TempDir Path folder) throws Exception {
        Path log = folder.resolve("classes.txt");
        List<String> command = MimeoProcess.command();
        // Behind the option that disables logs.
        command.add(command.size() - 1, "-Xlog:class+load:file=" + log);
        command.add("--version");
        Process process = new ProcessBuilder(command)
                .redirectOutput(folder.resolve("version.txt").toFile())
                .start();
        assertThat(process.waitFor()).isZero();
        List<String> loaded = Files.readAllLines(log);
        for (String name : List.of("dev.mimeo.cli.Main", "picocli.CommandLine")) {
            assertThat(loaded).anyMatch(line -> line.contains(name + " source: shared objects file"));
        }
        assertThat(loaded)
                .isNotEmpty()
                .noneMatch(line -> line.matches(".* (dev[.]mimeo|picocli)[.].* source: file:.*"));
    }
}

package dev.mimeo.repository;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.cli.MimeoProcess;
import dev.mimeo.testing.MarkdownPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Runs programs as a person would, in a folder of theirs. */
final class Processes {

    private Processes() {}

    /** Returns a file of {@code examples/nfs}. */
    static String example(String name) {
        return MarkdownPage.ROOT
                .resolve("examples/nfs")
                .resolve(name)
                .toAbsolutePath()
                .normalize()
                .toString();
    }

    /** Writes a script that is the command line as it was compiled. */
    static Path mimeoScript(Path folder) throws IOException {
        Path script = Files.writeString(
                folder.resolve("mimeo"),
                "#!/bin/sh\nexec "
                        + MimeoProcess.command().stream()
                                .map(word -> "'" + word.replace("'", "'\\''") + "'")
                                .collect(Collectors.joining(" "))
                        + " \"$@\"\n");
        return Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Returns a program that {@code .ci/notebook-tools} installs, which may not be there. */
    static Path notebookTool(String name) {
        return MarkdownPage.ROOT
                .resolve("target/notebook-tools/bin")
                .resolve(name)
                .toAbsolutePath()
                .normalize();
    }

    /** Runs a command, which must succeed, and returns what it prints. */
    static String mimeo(Path folder, String... arguments) throws IOException, InterruptedException {
        List<String> words = MimeoProcess.command();
        words.addAll(List.of(arguments));
        return run(folder, words);
    }

    /** Runs a program, which must succeed, and returns what it prints, errors included. */
    static String run(Path folder, List<String> words) throws IOException, InterruptedException {
        Path output = Files.createTempFile(folder, "output", ".txt");
        ProcessBuilder builder = new ProcessBuilder(words)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(
                        Files.createTempFile(folder, "empty", "").toFile()))
                .redirectOutput(output.toFile());
        builder.environment().put("LC_ALL", "C.UTF-8");
        Process process = builder.start();
        try {
            assertThat(process.waitFor(10, TimeUnit.MINUTES))
                    .as("ends: " + words)
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        String text = Files.readString(output);
        assertThat(process.exitValue())
                .as(String.join(" ", words) + "\n" + text)
                .isZero();
        return text;
    }
}

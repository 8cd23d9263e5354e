package dev.mimeo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A process of the command line in a folder of its own, started by a shell that limits it. */
final class FaultRun implements AutoCloseable {

    private final Path folder;
    private final Process process;

    private FaultRun(Path folder, Process process) {
        this.folder = folder;
        this.process = process;
    }

    /**
     * Starts a job.
     *
     * @param folder new, gets the output; a folder {@code tmp} in it is that for temporary files, unless the options say otherwise
     * @param inputs files by their names in braces
     * @param options options for Java
     * @param limits a command of the shell before it, such as {@code ulimit -f 1}
     * @param redirections redirections of the shell, after the command
     * @param out the argument in place of {@code OUT}
     */
    static FaultRun start(
            FaultJob job,
            Path folder,
            Map<String, Path> inputs,
            List<String> options,
            String limits,
            String redirections,
            String out)
            throws IOException {
        Path temporary = Files.createDirectories(folder.resolve("tmp"));
        List<String> command = new ArrayList<>(List.of("sh", "-c", limits + "\nexec \"$@\" " + redirections, "sh"));
        List<String> ofJava = new ArrayList<>(List.of(
                "-Djava.io.tmpdir=" + temporary, "-XX:-UsePerfData", "-Duser.language=en", "-Dmimeo.terminals="));
        ofJava.addAll(options);
        command.addAll(MimeoProcess.command(ofJava.toArray(new String[0])));
        command.addAll(job.words(inputs, out));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(folder.resolve("tmp/stderr").toFile())
                .start();
        return new FaultRun(folder, process);
    }

    /** Waits for the end, which must come soon, and returns the exit code. */
    int end() throws InterruptedException {
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).as("ends").isTrue();
        return process.exitValue();
    }

    /** Returns standard error after the end. */
    String errors() throws IOException {
        return Files.readString(folder.resolve("tmp/stderr"), StandardCharsets.UTF_8);
    }

    /** Sends a signal. */
    void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .inheritIO()
                .start()
                .waitFor();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Returns what there is in the folder, hidden files too, except for the folder for temporary files. */
    List<String> outputs() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> !isEmptyFolder(file))
                    .map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> !name.equals("tmp"))
                    .toList();
        }
    }

    private static boolean isEmptyFolder(Path file) {
        String[] names = file.toFile().list();
        return names != null && names.length == 0;
    }

    /** Returns the temporary files, except for the native libraries that their loaders leave there; that of DuckDB does not. */
    List<String> temporaries() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("tmp"))) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .filter(name ->
                            !name.equals("stderr") && !name.matches("(?!libduckdb).*(\\.so.*|\\.lck|hsperfdata.*)"))
                    .toList();
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}

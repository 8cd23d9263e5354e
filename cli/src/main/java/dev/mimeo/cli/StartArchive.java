package dev.mimeo.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Makes the archive of classes that the launcher has Java map into memory. It is dumped from a list of classes: an archive that Java
 * writes when a run ends has no classes of picocli, which are in the format of Java 5.
 */
final class StartArchive {

    /** The result of the method that makes a lambda, or the owner of the method behind it. */
    private static final Pattern PICOCLI = Pattern.compile("(\\)L| )picocli/");

    private final String classPath;
    private final Path work;

    /**
     * Prepares an archive.
     *
     * @param classPath jars of the application, as they will be named when it is started
     * @param work folder that exists, for results and logs
     */
    StartArchive(String classPath, Path work) {
        this.classPath = classPath;
        this.work = work;
    }

    /**
     * Runs {@link Training} in another Java, and dumps the classes that it loaded in a third.
     *
     * @param archive file to create
     * @param text a file to work on
     * @param capture a capture of NFS
     * @return whether Java wrote the archive
     */
    boolean make(Path archive, Path text, Path capture) throws IOException {
        Path loaded = work.resolve("loaded.txt");
        Path listed = work.resolve("listed.txt");
        List<String> training = List.of(Training.class.getName(), text.toString(), work.toString(), capture.toString());
        // Each job runs once, so compiling it well costs more than it saves.
        List<String> options =
                List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:DumpLoadedClassList=" + loaded);
        if (!runJava(options, training) || !Files.isRegularFile(loaded)) {
            return false;
        }
        List<String> lines = Files.readAllLines(loaded, StandardCharsets.ISO_8859_1);
        Files.write(listed, lines.stream().filter(StartArchive::linksNothing).toList(), StandardCharsets.ISO_8859_1);
        // Only this collector can dump the objects that Java creates at each start.
        return runJava(
                        List.of(
                                "-Xshare:dump",
                                "-XX:+UseG1GC",
                                "-XX:SharedClassListFile=" + listed,
                                "-XX:SharedArchiveFile=" + archive),
                        List.of())
                && Files.isRegularFile(archive);
    }

    /**
     * Returns whether a line has no classes of picocli linked before they are dumped, which would leave them and what depends on them out
     * of the archive: constants that are resolved, and lambdas of its interfaces or methods.
     */
    private static boolean linksNothing(String line) {
        return !line.startsWith("@cp ")
                && !(line.startsWith("@") && PICOCLI.matcher(line).find());
    }

    private boolean runJava(List<String> options, List<String> main) throws IOException {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(options);
        words.addAll(List.of("-Xlog:disable", "-cp", classPath));
        words.addAll(main);
        Process process = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(work.resolve("log").toFile())
                .start();
        try {
            return process.waitFor() == 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(work + ": interrupted", e);
        } finally {
            process.destroyForcibly();
        }
    }
}

package dev.mimeo.distribution;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;

/** Adds a Java runtime to a distribution, with an archive of the classes that commands load. */
final class RuntimeImage {

    /** What the jars use; naming and cryptography on curves are for JDBC drivers and their connections. */
    private static final String MODULES =
            "java.base,java.compiler,java.desktop,java.management,java.naming,java.sql,jdk.crypto.ec,jdk.unsupported";

    private final Path distribution;
    private final Path work;

    private RuntimeImage(Path distribution, Path work) {
        this.distribution = distribution;
        this.work = work;
    }

    /**
     * Creates the folder {@code runtime} of a distribution and, from Java 19 on, the file {@code lib/start.jsa}.
     *
     * @param distribution folder of the distribution
     * @param root folder of the repository, for files to train with
     * @param time time of all files, which Java compares with the one that it finds later
     * @param work folder for temporary files
     * @throws IOException if a tool of the JDK fails; the message has its output
     */
    static void create(Path distribution, Path root, FileTime time, Path work) throws IOException {
        RuntimeImage image = new RuntimeImage(distribution, work);
        image.link();
        for (Path file : Stage.walk(distribution)) {
            Files.setLastModifiedTime(file, time);
        }
        image.archive(root);
    }

    private void link() {
        ToolProvider jlink = ToolProvider.findFirst("jlink").orElseThrow();
        // From JDK 21 on, the numbers of kinds of compression are deprecated for their names.
        String zip = Runtime.version().feature() < 21 ? "2" : "zip-6";
        int code = jlink.run(
                System.out,
                System.err,
                "--add-modules",
                MODULES,
                "--strip-debug",
                "--no-header-files",
                "--no-man-pages",
                "--compress=" + zip,
                "--output",
                distribution.resolve("runtime").toString());
        if (code != 0) {
            throw new IllegalStateException("jlink failed with " + code);
        }
    }

    /**
     * Lists the classes that small jobs load, and archives them in the form that Java maps into memory. Before version 19, Java refuses
     * the archive of an application that was moved to another folder, so only the classes of Java itself are archived.
     */
    private void archive(Path root) throws IOException {
        if (Runtime.version().feature() < 19) {
            run("-Xshare:dump");
            return;
        }
        Path classes = work.resolve("classes.txt");
        Path folder = work.resolve("training");
        Stage.delete(folder);
        Files.createDirectories(folder);
        String jar = distribution.resolve("mimeo.jar").toString();
        run(
                "-Xshare:off",
                "-XX:DumpLoadedClassList=" + classes,
                "-cp",
                jar,
                "dev.mimeo.cli.Training",
                root.resolve("LICENSE").toString(),
                folder.toString(),
                root.resolve("examples/nfs/office.pcap").toString());
        run(
                "-Xshare:dump",
                "-XX:SharedClassListFile=" + classes,
                "-XX:SharedArchiveFile=" + distribution.resolve("lib/start.jsa"),
                "-cp",
                jar);
    }

    private void run(String... arguments) throws IOException {
        List<String> words = new ArrayList<>();
        words.add(distribution.resolve("runtime/bin/java").toString());
        words.addAll(List.of(arguments));
        File log = work.resolve("java.log").toFile();
        try {
            int code = new ProcessBuilder(words)
                    .directory(distribution.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log)
                    .start()
                    .waitFor();
            if (code != 0) {
                throw new IOException(String.join(" ", words) + " failed with " + code + ": see " + log);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}

package dev.mimeo.distribution;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.spi.ToolProvider;

/** Adds a Java runtime to a distribution: the modules that Mimeo uses, of the JDK that runs the build. */
final class RuntimeImage {

    /** The modules that the jars use; naming and cryptography on curves are for JDBC drivers and their connections. */
    private static final String MODULES =
            "java.base,java.compiler,java.desktop,java.management,java.naming,java.sql,jdk.crypto.ec,jdk.httpserver,jdk.unsupported";

    private RuntimeImage() {}

    /**
     * Creates the runtime, with an archive of the classes of Java in the form that it maps into memory. One that has the classes of
     * Mimeo too would save a tenth of a second and take 25 MB more, and Java 17 refuses it in any other folder.
     *
     * @param folder folder to create
     * @param log file for the output of Java
     * @throws IOException if a tool of the JDK fails; the message says where its output is
     */
    static void create(Path folder, File log) throws IOException {
        ToolProvider jlink = ToolProvider.findFirst("jlink").orElseThrow();
        // From JDK 21 on, the numbers of kinds of compression are deprecated for their names.
        String compression = Runtime.version().feature() < 21 ? "2" : "zip-6";
        int linked = jlink.run(
                System.out,
                System.err,
                "--add-modules",
                MODULES,
                // Not --strip-debug, which needs objcopy for native libraries; those of JDKs have no symbols.
                "--strip-java-debug-attributes",
                "--no-header-files",
                "--no-man-pages",
                "--compress=" + compression,
                "--output",
                folder.toString());
        if (linked != 0) {
            throw new IOException(folder + ": jlink failed with " + linked);
        }
        try {
            int archived = new ProcessBuilder(folder.resolve("bin/java").toString(), "-Xshare:dump")
                    .redirectErrorStream(true)
                    .redirectOutput(log)
                    .start()
                    .waitFor();
            if (archived != 0) {
                throw new IOException(folder + ": java -Xshare:dump failed with " + archived + ": see " + log);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(folder + ": interrupted", e);
        }
    }
}

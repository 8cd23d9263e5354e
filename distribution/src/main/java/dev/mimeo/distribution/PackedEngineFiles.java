package dev.mimeo.distribution;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/** Compresses the native library of DuckDB, which is half of a distribution with its own Java. */
final class PackedEngineFiles {

    private static final String PREFIX = "libduckdb_java.so_";

    private PackedEngineFiles() {}

    /**
     * Replaces the library by a compressed one, which the module for SQL unpacks and loads. The driver of DuckDB still loads a file under
     * the name of its library: that becomes a small library of Java, which does nothing.
     *
     * @param lib folder with the library
     * @param runtime folder with Java
     */
    static void pack(Path lib, Path runtime) throws IOException {
        for (Path library : Stage.list(lib)) {
            String name = library.getFileName().toString();
            if (name.startsWith(PREFIX)) {
                try (OutputStream out = new BestGzip(Files.newOutputStream(lib.resolve(name + ".gz")))) {
                    Files.copy(library, out);
                }
                Files.copy(inert(runtime), library, StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    /** Returns the library of Java's old verifier of class files, which acts only when it is called. */
    private static Path inert(Path runtime) throws IOException {
        String name = System.mapLibraryName("verify");
        for (String folder : new String[] {"lib", "bin"}) {
            Path library = runtime.resolve(folder).resolve(name);
            if (Files.exists(library)) {
                return library;
            }
        }
        throw new IOException(runtime + ": has no " + name);
    }

    private static final class BestGzip extends GZIPOutputStream {
        BestGzip(OutputStream out) throws IOException {
            super(out);
            def.setLevel(Deflater.BEST_COMPRESSION);
        }
    }
}

package dev.mimeo.repository;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.internal.nativelibrary.NativeLibraryJars;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.duckdb.DuckDBDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jars made of names that libraries use. */
final class NativeLibraryJarsTest {

    private static final String OTHER = "com/codec/plan9/mips/libcodec.so";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @Test
    void libraryOfTheEngineIsPutBesideItsJar() throws IOException {
        String library = libraryOfTheEngine();
        Path jar = jar("engine.jar", library, "libduckdb_java.so_plan9_mips", "a/A.class");
        NativeLibraryJars.prepare(folder);
        assertThat(names(jar)).containsExactly("a/A.class");
        assertThat(folder.resolve(library)).hasContent(library);
        assertThat(folder.resolve("libduckdb_java.so_plan9_mips")).doesNotExist();
    }

    @Test
    void librariesForOtherSystemsAreRemoved() throws IOException {
        Path jar = jar("codec.jar", OTHER, "a/A.class", "a/file.so.txt");
        NativeLibraryJars.prepare(folder);
        assertThat(names(jar)).containsExactly("a/A.class", "a/file.so.txt");
    }

    @Test
    void jarsWithoutLibrariesStayAsTheyAre() throws IOException {
        Path jar = jar("plain.jar", "a/A.class");
        byte[] before = Files.readAllBytes(jar);
        NativeLibraryJars.prepare(folder);
        assertThat(jar).hasBinaryContent(before);
    }

    /** The name in the jar of the driver itself: that for this system is the one that the driver loads. */
    private static String libraryOfTheEngine() throws IOException {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String kind = system.startsWith("windows") ? "windows" : system.startsWith("mac") ? "macos" : "linux";
        String processor = System.getProperty("os.arch").matches("aarch64|arm64") ? "arm64" : "amd64";
        Path driver = Path.of(DuckDBDriver.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath());
        String name = "libduckdb_java.so_" + kind + "_" + processor;
        assertThat(names(driver)).contains(name);
        return name;
    }

    private Path jar(String name, String... entries) throws IOException {
        Path jar = folder.resolve(name);
        try (OutputStream file = Files.newOutputStream(jar);
                ZipOutputStream out = new ZipOutputStream(file)) {
            for (String entry : entries) {
                out.putNextEntry(new ZipEntry(entry));
                out.write(entry.getBytes(StandardCharsets.UTF_8));
            }
        }
        return jar;
    }

    private static List<String> names(Path jar) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            return zip.stream().map(ZipEntry::getName).toList();
        }
    }
}

package dev.mimeo.internal.nativelibrary;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Enumeration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Prepares the jars of an installation for the system that it is for. The launcher of a checkout runs it after a build, and the
 * build of the distribution with its own Java does.
 */
public final class NativeLibraryJars {

    private static final Pattern LIBRARY = Pattern.compile(".*\\.(so|dll|dylib|jnilib|a)(_.*)?");
    private static final Pattern OF_THIS_SYSTEM =
            Pattern.compile("(.*[/_])?" + system() + "[/_]" + processor() + "([/_.].*)?");

    /**
     * Start of the names of libraries that go beside their jar. The driver of DuckDB looks there if the jar has none; from the jar, it
     * would unpack 72 MB at every start.
     */
    private static final String BESIDE = "libduckdb_java.so_";

    private NativeLibraryJars() {}

    /**
     * Prepares a folder of jars.
     *
     * @param args the folder
     */
    public static void main(String[] args) throws IOException {
        prepare(Path.of(args[0]));
    }

    /** Removes the native libraries for other systems from the jars of a folder, and puts that of DuckDB beside its jar. */
    public static void prepare(Path folder) throws IOException {
        List<Path> jars;
        try (Stream<Path> files = Files.list(folder)) {
            jars = files.filter(file -> file.toString().endsWith(".jar")).toList();
        }
        for (Path jar : jars) {
            if (hasOthers(jar)) {
                rewrite(jar);
            }
        }
    }

    private static boolean hasOthers(Path jar) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            return zip.stream()
                    .anyMatch(
                            entry -> !isKept(entry.getName()) || entry.getName().startsWith(BESIDE));
        }
    }

    private static void rewrite(Path jar) throws IOException {
        Path copy = jar.resolveSibling(jar.getFileName() + ".new");
        try (ZipFile zip = new ZipFile(jar.toFile());
                OutputStream file = Files.newOutputStream(copy);
                ZipOutputStream out = new ZipOutputStream(file)) {
            for (Enumeration<? extends ZipEntry> entries = zip.entries(); entries.hasMoreElements(); ) {
                ZipEntry entry = entries.nextElement();
                if (isKept(entry.getName()) && entry.getName().startsWith(BESIDE)) {
                    try (InputStream in = zip.getInputStream(entry)) {
                        Files.copy(in, jar.resolveSibling(entry.getName()), StandardCopyOption.REPLACE_EXISTING);
                    }
                } else if (isKept(entry.getName())) {
                    ZipEntry kept = new ZipEntry(entry.getName());
                    kept.setTimeLocal(entry.getTimeLocal());
                    out.putNextEntry(kept);
                    try (InputStream in = zip.getInputStream(entry)) {
                        in.transferTo(out);
                    }
                }
            }
        }
        Files.move(copy, jar, StandardCopyOption.REPLACE_EXISTING);
    }

    private static boolean isKept(String entry) {
        String name = entry.toLowerCase(Locale.ROOT);
        return !LIBRARY.matcher(name).matches() || OF_THIS_SYSTEM.matcher(name).matches();
    }

    private static String system() {
        String name = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        return name.startsWith("windows") ? "win(dows)?" : name.startsWith("mac") ? "(mac(os)?|darwin)" : name;
    }

    private static String processor() {
        String name = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        return name.matches("amd64|x86_64")
                ? "(amd64|x86_64)"
                : name.matches("aarch64|arm64") ? "(aarch64|arm64)" : name;
    }
}

package dev.mimeo.distribution;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Enumeration;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/** Removes the native libraries for other systems from jars, which have those for all. */
final class NativeLibraries {

    private static final Pattern LIBRARY = Pattern.compile(".*\\.(so|dll|dylib|jnilib|a)(_.*)?");
    private static final Pattern OF_THIS_SYSTEM =
            Pattern.compile("(.*[/_])?" + system() + "[/_]" + processor() + "([/_.].*)?");

    private NativeLibraries() {}

    /** Rewrites the jars of a folder that have libraries for several systems. */
    static void keepThoseOfThisSystem(Path folder) throws IOException {
        for (Path jar : Stage.list(folder)) {
            if (jar.toString().endsWith(".jar") && hasOthers(jar)) {
                rewrite(jar);
            }
        }
    }

    private static boolean hasOthers(Path jar) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            return zip.stream().anyMatch(entry -> !isKept(entry.getName()));
        }
    }

    private static void rewrite(Path jar) throws IOException {
        Path copy = jar.resolveSibling(jar.getFileName() + ".new");
        try (ZipFile zip = new ZipFile(jar.toFile());
                OutputStream file = Files.newOutputStream(copy);
                ZipOutputStream out = new ZipOutputStream(file)) {
            for (Enumeration<? extends ZipEntry> entries = zip.entries(); entries.hasMoreElements(); ) {
                ZipEntry entry = entries.nextElement();
                if (isKept(entry.getName())) {
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

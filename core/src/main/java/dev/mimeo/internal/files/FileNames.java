package dev.mimeo.internal.files;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Names of files for texts that some systems refuse. Thread-safe.
 *
 * <p>Source: "Naming Files, Paths, and Namespaces" in the documentation of Windows, section "Naming Conventions".
 */
public final class FileNames {

    private static final Pattern REFUSED = Pattern.compile("[<>:\"|?*%]|[. ]$");
    private static final Pattern NUMBERED_DEVICE = Pattern.compile("(COM|LPT)[0-9\u00b9\u00b2\u00b3]");
    private static final Set<String> DEVICES = Set.of("CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$");

    private FileNames() {}

    /**
     * Returns the name that a file gets for a text without slashes and control characters: on Windows, with what it refuses as a
     * percent sign and two hexadecimal digits, and percent signs too; elsewhere the text itself. Different texts have different names.
     */
    public static String of(String text) {
        return of(text, File.separatorChar == '\\');
    }

    static String of(String text, boolean windows) {
        if (!windows) {
            return text;
        }
        String name = REFUSED.matcher(text)
                .replaceAll(refused -> encoded(refused.group().charAt(0)));
        int dot = text.indexOf('.');
        String device = (dot < 0 ? text : text.substring(0, dot)).strip().toUpperCase(Locale.ROOT);
        if (DEVICES.contains(device) || NUMBERED_DEVICE.matcher(device).matches()) {
            return encoded(name.charAt(0)) + name.substring(1);
        }
        return name;
    }

    /**
     * Returns whether names that differ only in case are the same in a folder, which is created if it does not exist.
     *
     * @throws IOException if no file can be created there
     */
    public static boolean ignoresCase(Path folder) throws IOException {
        Files.createDirectories(folder);
        try (AtomicFile file = AtomicFile.create(folder.resolve("case"), AtomicFile.Mode.REPLACE)) {
            String name = String.valueOf(file.temporary().getFileName());
            return Files.exists(folder.resolve(name.toUpperCase(Locale.ROOT)));
        }
    }

    private static String encoded(char character) {
        return String.format(Locale.ROOT, "%%%02X", (int) character);
    }
}

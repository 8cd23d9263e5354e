package dev.mimeo.distribution;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** Writes the licences of all parts of a distribution. */
final class Licences {

    private static final Pattern VERSION = Pattern.compile("-[0-9].*");
    private static final Pattern OF_MIMEO = Pattern.compile("mimeo(-.*)?");
    private static final Pattern TEXT =
            Pattern.compile("META-INF/(?:.*/)?([^/]*(?:LICENSE|NOTICE)[^/]*)", Pattern.CASE_INSENSITIVE);

    private Licences() {}

    /**
     * Writes the folder {@code licences}: a list of the parts, the text of each licence but that of Mimeo, which is {@code LICENSE},
     * and the licences and notices that are in the jars.
     *
     * @param sources the folder with {@code parts.txt} and the texts
     * @param distribution the folder with {@code lib}
     * @throws IOException if the licence of a part is not known
     */
    static void write(Path sources, Path distribution) throws IOException {
        Map<String, String[]> known = new TreeMap<>();
        for (String line : Files.readAllLines(sources.resolve("parts.txt"))) {
            if (!line.startsWith("#")) {
                String[] cells = line.split("; ", 3);
                known.put(cells[0], cells);
            }
        }
        Path folder = Files.createDirectories(distribution.resolve("licences"));
        StringBuilder list =
                new StringBuilder("Mimeo is under Apache-2.0, see ../LICENSE. It contains these libraries:\n\n");
        for (Path jar : Stage.list(distribution.resolve("lib"))) {
            String file = jar.getFileName().toString();
            String name = VERSION.matcher(file).replaceFirst("");
            if (!file.endsWith(".jar") || OF_MIMEO.matcher(name).matches()) {
                continue;
            }
            String[] part = known.get(name);
            if (part == null) {
                throw new IOException(sources.resolve("parts.txt") + ": has no licence of " + file + ": add it");
            }
            list.append(file)
                    .append(": ")
                    .append(part[1])
                    .append(", ")
                    .append(part[2])
                    .append('\n');
            copyTexts(jar, folder, name);
        }
        Files.writeString(folder.resolve("parts.txt"), list);
        for (Path text : Stage.list(sources)) {
            if (!text.endsWith("parts.txt")) {
                Files.copy(text, folder.resolve(text.getFileName()));
            }
        }
    }

    private static void copyTexts(Path jar, Path folder, String name) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (String entry :
                    new TreeSet<>(zip.stream().map(ZipEntry::getName).toList())) {
                var text = TEXT.matcher(entry);
                if (text.matches() && !entry.endsWith(".class")) {
                    Path copy = Files.createDirectories(folder.resolve(name)).resolve(text.group(1));
                    try (InputStream in = zip.getInputStream(zip.getEntry(entry))) {
                        Files.write(copy, in.readAllBytes());
                    }
                }
            }
        }
    }
}

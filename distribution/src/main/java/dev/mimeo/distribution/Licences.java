package dev.mimeo.distribution;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** Writes the licences of all parts of a distribution. */
final class Licences {

    /** The end of the name of a jar or of a native library beside it. */
    private static final Pattern END = Pattern.compile("(-[0-9]|\\.so_|\\.jar).*");

    private static final Pattern OF_MIMEO = Pattern.compile("mimeo(-.*)?");
    private static final Pattern TEXT =
            Pattern.compile("META-INF/(?:.*/)?([^/]*(?:LICENSE|NOTICE)[^/]*)", Pattern.CASE_INSENSITIVE);

    /** The licence of a library inside of a part, as in {@code It contains LZ4 (BSD-2-Clause; Yann Collet)}. */
    private static final Pattern CONTAINED = Pattern.compile("\\(([^;()]+);");

    /** The licence whose text is {@code LICENSE}. */
    private static final String OF_ROOT = "Apache-2.0";

    /** A file in {@code lib} that is part of Mimeo and not a jar. */
    private static final String OPTIONS = "jvm-options.txt";

    private Licences() {}

    /**
     * Writes the folder {@code licences}: a list of the parts, the text of each licence but that of Mimeo, which is {@code LICENSE},
     * and the licences and notices that are in the jars. A Java runtime has its licences in its own folder {@code legal}.
     *
     * @param sources the folder with {@code parts.txt} and the texts
     * @param distribution the folder with {@code lib}, and perhaps {@code runtime}
     * @throws IOException if the licence of a part is not known, or its text is missing
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
        for (Path library : Stage.list(distribution.resolve("lib"))) {
            String file = library.getFileName().toString();
            String name = END.matcher(file).replaceFirst("");
            if (file.equals(OPTIONS) || OF_MIMEO.matcher(name).matches()) {
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
            requireTexts(sources, part);
            if (file.endsWith(".jar")) {
                copyTexts(library, folder, name);
            }
        }
        if (Files.exists(distribution.resolve("runtime"))) {
            list.append(runtime(distribution.resolve("runtime")));
        }
        Files.writeString(folder.resolve("parts.txt"), list);
        for (Path text : Stage.list(sources)) {
            if (!text.endsWith("parts.txt")) {
                Files.copy(text, folder.resolve(text.getFileName()));
            }
        }
    }

    /** Returns the line of the Java runtime, which must be OpenJDK: other ones may not be passed on under the same terms. */
    private static String runtime(Path runtime) throws IOException {
        Path legal = runtime.resolve("legal/java.base");
        Path licence = legal.resolve("LICENSE");
        if (!Files.exists(legal.resolve("ASSEMBLY_EXCEPTION"))
                || !Files.readString(licence).startsWith("The GNU General Public License")) {
            throw new IOException(licence + ": is not the licence of OpenJDK: build with a JDK that is one");
        }
        return "runtime: GPL-2.0 with Classpath exception, Oracle and the authors of OpenJDK."
                + " The licences of its parts are in ../runtime/legal\n";
    }

    /** Checks that the texts of the licences of a part, and of what it contains, are there. */
    private static void requireTexts(Path sources, String[] part) throws IOException {
        List<String> licences = new ArrayList<>(List.of(part[1]));
        Matcher contained = CONTAINED.matcher(part[2]);
        while (contained.find()) {
            licences.add(contained.group(1));
        }
        for (String licence : licences) {
            if (!licence.equals(OF_ROOT) && !Files.exists(sources.resolve(licence + ".txt"))) {
                throw new IOException(sources + ": has no text of " + licence + ", the licence of " + part[0] + ": add "
                        + licence + ".txt");
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

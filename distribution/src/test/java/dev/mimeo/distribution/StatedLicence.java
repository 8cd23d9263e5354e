package dev.mimeo.distribution;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;

/**
 * The licences that a library states itself: in its pom or the nearest parent that names some, in its manifest, and as text.
 *
 * @param coordinates {@code artifact:version}
 * @param licences their identifiers in the list of SPDX
 * @param others names of texts of the licences of what it contains, in {@code META-INF}
 */
record StatedLicence(String coordinates, Set<String> licences, List<String> others) {

    /** Names and addresses of licences, in lower case, and their identifiers. */
    private static final Map<Pattern, String> IDENTIFIERS = Map.of(
            Pattern.compile("apache.*2\\.0.*"), "Apache-2.0",
            Pattern.compile("https?://www\\.apache\\.org/licenses/license-2\\.0.*"), "Apache-2.0",
            Pattern.compile("the apache (software )?licen[cs]e, version 2\\.0"), "Apache-2.0",
            Pattern.compile("mit( license)?|https://raw\\.githubusercontent\\.com/duckdb/duckdb/main/license"), "MIT",
            Pattern.compile("0bsd"), "0BSD",
            Pattern.compile("bsd 2-clause license|https://opensource\\.org/licenses/bsd-2-clause.*"), "BSD-2-Clause",
            // The poms of JLine call it so, and its manifests give the address.
            Pattern.compile("the bsd license|bsd-3-clause|https://opensource\\.org/licenses/bsd-3-clause"),
                    "BSD-3-Clause",
            Pattern.compile("go license"), "BSD-3-Clause");

    private static final Pattern LICENCES = Pattern.compile("(?s)<licenses>(.*?)</licenses>");
    private static final Pattern NAME = Pattern.compile("<name>\\s*(.*?)\\s*</name>");
    private static final Pattern PARENT = Pattern.compile("(?s)<parent>(.*?)</parent>");
    private static final Pattern OWN_TEXT = Pattern.compile("META-INF/LICENSE(\\.txt)?");
    private static final Pattern OTHER_TEXT = Pattern.compile("META-INF/([^/]+)-LICENSE(\\.txt)?");

    /** Returns what jars of the class path state, by the names of their files. */
    static Map<String, StatedLicence> ofClassPath(Set<String> names) throws IOException {
        Map<String, StatedLicence> all = new TreeMap<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path jar = Path.of(entry);
            Path pom = Path.of(entry.replaceFirst("\\.jar$", ".pom"));
            String name = jar.getFileName().toString();
            if (names.contains(name)) {
                all.put(name, of(jar, pom));
            }
        }
        return all;
    }

    private static StatedLicence of(Path jar, Path pom) throws IOException {
        Path folders = pom.toAbsolutePath();
        Set<String> licences = new TreeSet<>();
        List<String> others = new ArrayList<>();
        for (String name : names(pom)) {
            licences.add(identifier(name, jar));
        }
        try (JarFile file = new JarFile(jar.toFile())) {
            String bundle = file.getManifest().getMainAttributes().getValue("Bundle-License");
            if (bundle != null) {
                licences.add(identifier(bundle.replaceFirst(";.*", ""), jar));
            }
            for (ZipEntry entry : file.stream().toList()) {
                if (OWN_TEXT.matcher(entry.getName()).matches()) {
                    try (InputStream in = file.getInputStream(entry)) {
                        licences.add(identifierOfText(new String(in.readAllBytes(), StandardCharsets.UTF_8), jar));
                    }
                }
                Matcher other = OTHER_TEXT.matcher(entry.getName());
                if (other.matches()) {
                    others.add(other.group(1));
                }
            }
        }
        int count = folders.getNameCount();
        return new StatedLicence(folders.getName(count - 3) + ":" + folders.getName(count - 2), licences, others);
    }

    /** Returns the names of licences in a pom, or in the nearest of its parents that has some. */
    private static List<String> names(Path pom) throws IOException {
        String text = Files.readString(pom);
        Matcher licences = LICENCES.matcher(text);
        if (licences.find()) {
            return NAME.matcher(licences.group(1))
                    .results()
                    .map(found -> found.group(1))
                    .toList();
        }
        Matcher parent = PARENT.matcher(text);
        if (!parent.find()) {
            throw new IOException(pom + ": has no licence");
        }
        String artifact = element(parent.group(1), "artifactId");
        String version = element(parent.group(1), "version");
        String path = element(parent.group(1), "groupId").replace('.', '/') + "/" + artifact + "/" + version + "/"
                + artifact + "-" + version + ".pom";
        for (Path folder = pom.toAbsolutePath().getParent(); folder != null; folder = folder.getParent()) {
            if (Files.exists(folder.resolve(path))) {
                return names(folder.resolve(path));
            }
        }
        throw new IOException(pom + ": has no licence, and its parent is not in the repository: " + path);
    }

    private static String element(String xml, String name) {
        Matcher element =
                Pattern.compile("<" + name + ">\\s*(.*?)\\s*</" + name + ">").matcher(xml);
        if (!element.find()) {
            throw new IllegalArgumentException("no " + name + " in " + xml);
        }
        return element.group(1);
    }

    private static String identifier(String name, Path jar) throws IOException {
        String lower = name.strip().toLowerCase(Locale.ROOT);
        for (Map.Entry<Pattern, String> known : IDENTIFIERS.entrySet()) {
            if (known.getKey().matcher(lower).matches()) {
                return known.getValue();
            }
        }
        throw new IOException(jar + ": states a licence that this test does not know: " + name);
    }

    private static String identifierOfText(String text, Path jar) throws IOException {
        if (text.contains("Apache License") && text.contains("Version 2.0, January 2004")) {
            return "Apache-2.0";
        }
        return identifier(text.lines().findFirst().orElse(""), jar);
    }
}

package dev.mimeo.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.characterization.CharacterizationCatalog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The archives of a release name everything that is in them, with the licence that it states itself. Runs after the archives were built,
 * and compares them with the poms in the local repository of Maven.
 */
final class ArchiveLicencesTest {

    private static final Path TARGET = Path.of("target");
    private static final Pattern PART = Pattern.compile("([^:]+): ([^,]+), (.+)");
    private static final Pattern THIRD_PARTY = Pattern.compile(" +\\(([^)]+)\\) .*\\(([^:]+:[^:]+:[^ ]+) - .*");
    private static final Pattern OWN = Pattern.compile("mimeo-.*-[0-9].*\\.jar");
    private static final String PIECES = "META-INF/mimeo/characterizations/";

    static List<Path> archives() throws IOException {
        try (Stream<Path> files = Files.list(TARGET)) {
            return files.filter(file -> file.getFileName().toString().matches("mimeo-[0-9].*\\.(zip|tar\\.gz)"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("archives")
    void theListHasEachLibraryWithTheLicenceThatItStates(Path file) throws IOException {
        UnpackedArchive archive = UnpackedArchive.read(file);
        Map<String, String> listed = new TreeMap<>();
        Map<String, String> notes = new TreeMap<>();
        for (Matcher part : parts(archive)) {
            listed.put(part.group(1), part.group(2));
            notes.put(part.group(1), part.group(3));
        }
        Set<String> libraries = libraries(archive);
        Map<String, StatedLicence> stated = StatedLicence.ofClassPath(libraries);
        assertThat(libraries).isNotEmpty();
        Set<String> expected = new TreeSet<>(libraries);
        if (archive.names().contains("runtime/bin/java")) {
            expected.add("runtime");
        }
        assertThat(listed.keySet()).as("parts of " + file).containsExactlyElementsOf(expected);
        for (String library : libraries) {
            if (library.endsWith(".jar")) {
                StatedLicence own = Objects.requireNonNull(stated.get(library), library);
                assertThat(own.licences()).as(library).containsExactly(listed.get(library));
                for (String other : own.others()) {
                    if (!other.endsWith("-ThirdParty")) {
                        assertThat(notes.get(library)).as(library).contains(other + " (");
                    }
                    assertThat(archive.names())
                            .contains("licences/" + library.replaceFirst("-[0-9].*", "") + "/" + other + "-LICENSE");
                }
            }
        }
    }

    /** No line is left of a library that is in no archive any more. */
    @Test
    void theSourceOfTheListNamesOnlyWhatIsThere() throws IOException {
        Set<String> names = new TreeSet<>();
        for (Path file : archives()) {
            libraries(UnpackedArchive.read(file))
                    .forEach(library -> names.add(library.replaceFirst("(-[0-9]|\\.so_|\\.jar).*", "")));
        }
        List<String> lines;
        try (Stream<String> all = Files.lines(Path.of("src/main/licences/parts.txt"))) {
            lines = all.filter(line -> !line.startsWith("#"))
                    .map(line -> line.replaceFirst(";.*", ""))
                    .toList();
        }
        assertThat(lines).isSorted().containsExactlyElementsOf(names);
    }

    @ParameterizedTest
    @MethodSource("archives")
    void theArchiveComesWithTheTextsOfItsLicences(Path file) throws IOException {
        UnpackedArchive archive = UnpackedArchive.read(file);
        Set<String> licences = new TreeSet<>();
        for (Matcher part : parts(archive)) {
            if (part.group(1).equals("runtime")) {
                assertThat(archive.text("runtime/legal/java.base/LICENSE"))
                        .startsWith("The GNU General Public License")
                        .contains("\"CLASSPATH\" EXCEPTION TO THE GPL");
                continue;
            }
            licences.add(part.group(2));
            Pattern.compile("\\(([^;()]+);")
                    .matcher(part.group(3))
                    .results()
                    .forEach(found -> licences.add(found.group(1)));
        }
        assertThat(licences.remove("Apache-2.0")).isTrue();
        assertThat(archive.text("LICENSE")).contains("Apache License").contains("Version 2.0, January 2004");
        for (String licence : licences) {
            assertThat(archive.text("licences/" + licence + ".txt")).as(licence).hasSizeGreaterThan(500);
        }
        String notice = archive.text("NOTICE");
        assertThat(notice).contains("licences/parts.txt").contains("docs/reference/gallery.md");
        assertThat(new String(archive.jar("mimeo.jar").get("META-INF/NOTICE"), StandardCharsets.UTF_8))
                .isEqualTo(notice);
    }

    /** The list in the application agrees with what the libraries state, and lacks none of them. */
    @ParameterizedTest
    @MethodSource("archives")
    void theApplicationListsItsLibraries(Path file) throws IOException {
        UnpackedArchive archive = UnpackedArchive.read(file);
        String list = new String(archive.jar("mimeo.jar").get("META-INF/THIRD-PARTY.txt"), StandardCharsets.UTF_8);
        Map<String, String> licences = new TreeMap<>();
        list.lines()
                .map(THIRD_PARTY::matcher)
                .filter(Matcher::matches)
                .forEach(entry -> licences.put(entry.group(2).replaceFirst("^[^:]+:", ""), entry.group(1)));
        Set<String> libraries = libraries(archive);
        Map<String, StatedLicence> stated = StatedLicence.ofClassPath(libraries);
        for (String library : libraries) {
            if (library.endsWith(".jar")) {
                StatedLicence own = Objects.requireNonNull(stated.get(library), library);
                assertThat(licences).containsKey(own.coordinates());
                assertThat(own.licences()).containsExactly(licences.get(own.coordinates()));
            }
        }
    }

    /** Each characterization in the archive is in the catalog and on the page beside it, with origin and licence. */
    @ParameterizedTest
    @MethodSource("archives")
    void theGalleryHasOriginAndLicenceOfEachPiece(Path file) throws IOException {
        UnpackedArchive archive = UnpackedArchive.read(file);
        String jar = archive.names().stream()
                .filter(name -> name.startsWith("lib/mimeo-characterizations-"))
                .collect(Collectors.joining());
        Map<String, byte[]> files = archive.jar(jar);
        List<CharacterizationCatalog.Entry> catalog =
                CharacterizationCatalog.read(Objects.requireNonNull(files.get(PIECES + "catalog.ds")), "catalog.ds");
        Set<String> pieces = files.keySet().stream()
                .filter(name -> name.startsWith(PIECES) && !name.endsWith("/catalog.ds"))
                .map(name -> name.substring(PIECES.length()).replaceFirst("\\.ds$", ""))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(catalog).extracting("name").hasSizeGreaterThan(40).containsExactlyInAnyOrderElementsOf(pieces);
        Map<String, List<String>> rows = archive.text("docs/reference/gallery.md")
                .lines()
                .map(line -> List.of(line.split(" *\\| *", -1)))
                .filter(cells -> cells.size() == 10)
                .collect(Collectors.toMap(cells -> cells.get(1), cells -> cells, (first, second) -> second));
        for (CharacterizationCatalog.Entry entry : catalog) {
            assertThat(entry.origin()).as(entry.name()).isNotBlank();
            assertThat(entry.licence()).as(entry.name()).isNotBlank();
            assertThat(rows).containsKey(entry.name());
            assertThat(rows.get(entry.name())).element(7).isEqualTo(entry.origin());
            assertThat(rows.get(entry.name())).element(8).isEqualTo(entry.licence());
        }
    }

    /** Returns the lines of the list of parts. */
    private static List<Matcher> parts(UnpackedArchive archive) {
        return archive.text("licences/parts.txt")
                .lines()
                .map(PART::matcher)
                .filter(Matcher::matches)
                .toList();
    }

    /** Returns what others made of what is in {@code lib}. */
    private static Set<String> libraries(UnpackedArchive archive) {
        return archive.names().stream()
                .filter(name -> name.startsWith("lib/"))
                .map(name -> name.substring("lib/".length()))
                .filter(name -> !OWN.matcher(name).matches() && !name.equals("jvm-options.txt"))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}

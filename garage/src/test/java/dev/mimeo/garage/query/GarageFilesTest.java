package dev.mimeo.garage.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.MimeoException;
import dev.mimeo.garage.internal.scope.ScopePattern;
import dev.mimeo.garage.query.GarageQuery.ListFile;
import dev.mimeo.garage.query.GarageQuery.Scope;
import dev.mimeo.garage.store.GarageTree;
import dev.mimeo.garage.store.GarageTree.PartsList;
import dev.mimeo.testing.FaultyFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class GarageFilesTest {

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "//hotmail/dc1/*.2009-10*.gz, hotmail/dc1/s1.2009-10-01.gz, true",
        "hotmail/dc1/*.2009-10*.gz, hotmail/dc1/s1.2009-11-01.gz, false",
        "hotmail/*, hotmail/dc1/a, false",
        "hotmail/**, hotmail/dc1/a, true",
        "**/a, a, true",
        "**/a, x/y/a, true",
        "**/a, x/ya, false",
        "/x/**/a, x/a, true",
        "a?c, abc, true",
        "a?c, a/c, false",
        "*a*b*c, xaybzc, true",
        "*a*b*c, xbyazc, false",
        "*aab*, aaab, true",
        "*a?b*c, aaabbc, true",
        "a**b, axyb, true",
        "*a[*]c, xaa*c, true",
        "*, a, true",
        "s[1-3].x, s2.x, true",
        "s[1-3].x, s4.x, false",
        "s[!1-3].x, s4.x, true",
        "s[!1-3].x, s2.x, false",
        "s[]x].y, s].y, true",
        "a+b.x, a+b.x, true",
        "a+b.x, aab.x, false",
        "a{b}.x, a{b}.x, true",
        "regex:h.*/dc[12]/.*, hotmail/dc2/a, true",
        "regex:dc[12], hotmail/dc2/a, false"
    })
    void matchesPaths(String pattern, String path, boolean matches) throws MimeoException {
        assertThat(ScopePattern.parse(pattern).matches(path)).isEqualTo(matches);
    }

    /** Of a garage that is written to, the temporary files among them. */
    @ParameterizedTest
    @ValueSource(strings = {"dc1/.b.2026-03-01.gar.tmp", "dc1/b.2026-03-01.gar", "dc2"})
    void filesThatAreGoneAreNoneOfTheGarage(String gone) throws IOException {
        Files.createDirectories(folder.resolve("dc1"));
        Files.createDirectories(folder.resolve("dc2"));
        Files.createFile(folder.resolve("dc1/a.2026-03-01.gar"));
        Path path = folder.resolve(gone);
        if (!Files.exists(path)) {
            Files.createFile(path);
        }
        Path root = new FaultyFiles(path, FaultyFiles.Fault.IS_GONE).path(folder);
        assertThat(GarageFiles.find(new Scope("**"), List.of(root)))
                .extracting(GarageFile::path)
                .containsExactly("dc1/a.2026-03-01.gar");
        assertThat(GarageTree.files(List.of(root)))
                .extracting(file -> String.valueOf(file.getFileName()))
                .containsExactly("a.2026-03-01.gar");
    }

    @Test
    void takesLittleTimeForManyStars() throws MimeoException {
        assertThatThrownBy(() -> ScopePattern.parse("regex:(.*a){12}b").matches("a".repeat(60)))
                .isInstanceOf(MimeoException.class)
                .hasMessageContaining("takes too many steps to match 'aaa");
        assertThatThrownBy(() -> ScopePattern.parse("regex:" + "(".repeat(400_000)))
                .isInstanceOf(MimeoException.class);
        assertThatThrownBy(() -> ScopePattern.parse("regex:(a|b)*c").matches("ab".repeat(100_000)))
                .isInstanceOf(MimeoException.class);
        assertThat(ScopePattern.parse("regex:(.*/)?web[0-9]+\\.2009-10-.*")
                        .matches("a/".repeat(200) + "web7.2009-10-31.gar"))
                .isTrue();
        assertThat(ScopePattern.parse("*a".repeat(100) + "*b").matches("a".repeat(5000)))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({"../x, '..'", "a/../../x, '..'", "//, names no file", "a[b, [ without ]", "regex:(, pattern"})
    void refusesPatterns(String pattern, String message) {
        assertThatThrownBy(() -> ScopePattern.parse(pattern))
                .isInstanceOf(MimeoException.class)
                .hasMessageContaining(message);
    }

    @Test
    void takesTheSamePathInTwoRootsForOneFile() throws IOException {
        Path first = root("first", "a/s1.gar", "a/s2.gar", "a/.hidden.gar", ".b/s1.gar", "summary.duckdb", "a/notes");
        Path second = root("second", "a/s2.gar", "a/s3.gar");
        List<GarageFile> files = GarageFiles.find(new Scope("**"), List.of(first, second));
        assertThat(files).extracting(GarageFile::path).containsExactly("a/s1.gar", "a/s2.gar", "a/s3.gar");
        assertThat(files.get(1).replicas()).containsExactly(first.resolve("a/s2.gar"), second.resolve("a/s2.gar"));
        assertThat(GarageFiles.find(new Scope("//a/s2.gar"), List.of(first))).hasSize(1);
    }

    @Test
    void staysInsideTheGarage() throws IOException {
        Path root = root("root", "a/s1.gar");
        Path outside = root("outside", "secret.gar");
        Files.createSymbolicLink(root.resolve("link"), outside);
        Files.createSymbolicLink(root.resolve("file.gar"), outside.resolve("secret.gar"));
        assertThat(GarageFiles.find(new Scope("**"), List.of(root)))
                .extracting(GarageFile::path)
                .containsExactly("a/s1.gar");
        assertThat(GarageFiles.find(new Scope("link/*"), List.of(root))).isEmpty();
        Path list = Files.writeString(folder.resolve("list"), "link/secret.gar\n");
        assertThat(GarageFiles.find(new ListFile(list.toString()), List.of(root))
                        .get(0)
                        .replicas())
                .isEmpty();
        Files.writeString(list, "/../outside/secret\n");
        assertThatThrownBy(() -> GarageFiles.find(new ListFile(list.toString()), List.of(root)))
                .isInstanceOf(MimeoException.class);
    }

    @Test
    void readsLists() throws IOException {
        Path root = root("root", "a/s1", "a/s2");
        Path list = Files.writeString(folder.resolve("list"), "# servers\n/a/s2\n\na//s2\nb/none\na/s1\n");
        assertThat(GarageFiles.find(new ListFile(list.toString()), List.of(root)))
                .extracting(GarageFile::path)
                .containsExactly("a/s1", "a/s2", "b/none");
    }

    @Test
    void needsItsRoots() {
        assertThatThrownBy(() -> GarageFiles.find(new Scope("*"), List.of(folder.resolve("none"))))
                .isInstanceOf(NoSuchFileException.class);
    }

    private Path root(String name, String... files) throws IOException {
        Path root = folder.resolve(name);
        for (String file : files) {
            Path path = root.resolve(file);
            Files.createDirectories(path.getParent());
            Files.writeString(path, file);
        }
        return root;
    }

    @Test
    void ignoresThePartsOfAWholeFileThatIsThere() throws IOException {
        Path root = root("garage", "a/s.1.gar", "a/s.2.gar", "a/s.gar", "b/s.1.gar", "b/t.gar");
        new PartsList(root.resolve("a/s.gar"), List.of(root.resolve("a/s.1.gar"), root.resolve("a/s.2.gar"))).write();
        new PartsList(root.resolve("b/s.gar"), List.of(root.resolve("b/s.1.gar"))).write();
        assertThat(GarageFiles.find(new Scope("**"), List.of(root)))
                .extracting(GarageFile::path)
                .containsExactly("a/s.gar", "b/s.1.gar", "b/t.gar");
        assertThat(GarageFiles.find(new Scope("a/s.?.gar"), List.of(root))).hasSize(2);
    }
}

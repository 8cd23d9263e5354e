package dev.mimeo.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StageTest {

    private static final Pattern LINK = Pattern.compile("\\]\\((?![a-z]+:)([^)#\\s]+)");

    @TempDir
    private Path target;

    @Test
    void linksOfTheDocumentsLeadToDocuments() throws IOException {
        Path root = Path.of("..");
        int links = 0;
        for (String document : Stage.DOCUMENTS) {
            for (Path page : Stage.walk(root.resolve(document))) {
                if (!page.toString().endsWith(".md")) {
                    continue;
                }
                for (Matcher link = LINK.matcher(Files.readString(page)); link.find(); links++) {
                    Path linked =
                            root.relativize(page.resolveSibling(link.group(1)).normalize());
                    assertThat(Stage.DOCUMENTS)
                            .as("%s: %s", page, link.group(1))
                            .anyMatch(linked::startsWith);
                }
            }
        }
        assertThat(links).isGreaterThan(100);
    }

    @Test
    void jarsThatTheApplicationDoesNotNameAreLeftOut() throws IOException {
        Path lib = Files.createDirectory(target.resolve("lib"));
        for (String name : new String[] {"codec-1.0.jar", "codec-1.1.jar", "removed-2.0.jar", "table-3.0.jar"}) {
            Files.createFile(lib.resolve(name));
        }
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, "lib/table-3.0.jar lib/codec-1.1.jar");
        Path application = target.resolve("mimeo.jar");
        new JarOutputStream(Files.newOutputStream(application), manifest).close();
        assertThat(Stage.libraries(application))
                .containsExactly(lib.resolve("codec-1.1.jar"), lib.resolve("table-3.0.jar"));
    }
}

package dev.mimeo.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StageTest {

    @TempDir
    private Path target;

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

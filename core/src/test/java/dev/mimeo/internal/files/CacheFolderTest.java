package dev.mimeo.internal.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The folder that the XDG Base Directory Specification names, also for users that the system does not know. */
final class CacheFolderTest {

    @TempDir
    private Path folder;

    @Test
    void theEnvironmentDecidesBeforeJava() throws IOException {
        String java = folder.resolve("java").toString();
        String home = folder.resolve("home").toString();
        String cache = folder.resolve("cache").toString();
        assertThat(CacheFolder.create(Map.of("XDG_CACHE_HOME", cache, "HOME", home), java))
                .isEqualTo(folder.resolve("cache/mimeo"))
                .isDirectory();
        assertThat(CacheFolder.create(Map.of("XDG_CACHE_HOME", "", "HOME", home), java))
                .isEqualTo(folder.resolve("home/.cache/mimeo"))
                .isDirectory();
        assertThat(CacheFolder.create(Map.of(), java))
                .isEqualTo(folder.resolve("java/.cache/mimeo"))
                .isDirectory();
    }

    /** Java names such a home with a question mark. */
    @Test
    void aUserWithoutAnEntryHasTheHomeOfTheEnvironment() throws IOException {
        String home = folder.resolve("home").toString();
        assertThat(CacheFolder.create(Map.of("HOME", home), "?")).isEqualTo(folder.resolve("home/.cache/mimeo"));
        assertThatIOException()
                .isThrownBy(() -> CacheFolder.create(Map.of("HOME", "relative"), "?"))
                .withMessage("the home of this user is not known: set XDG_CACHE_HOME to a folder");
    }

    @Test
    void aHomeThatCannotBeWrittenHasARemedy() throws IOException {
        Path home = Files.createFile(folder.resolve("home"));
        assertThatIOException()
                .isThrownBy(() -> CacheFolder.create(Map.of("HOME", home.toString()), "?"))
                .withMessage(home.resolve(".cache/mimeo")
                        + ": this folder cannot be created: set XDG_CACHE_HOME to one that can be written");
    }
}

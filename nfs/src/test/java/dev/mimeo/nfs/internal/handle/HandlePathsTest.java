package dev.mimeo.nfs.internal.handle;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HandlePathsTest {

    private static ByteSlice slice(String text) {
        ByteSlice slice = new ByteSlice();
        slice.set(text.getBytes(UTF_8));
        return slice;
    }

    @ParameterizedTest
    @CsvSource({"/, /home/a.txt, /", "/export, /export/home/a.txt, /export", "/export/, /export/home/a.txt, /export/"})
    void pathsBeginWithTheMount(String mounted, String file, String root) {
        HandlePaths paths = new HandlePaths(10);
        paths.mount(slice("root"), slice(mounted));
        paths.entry(slice("home"), slice("root"), slice("home"));
        paths.entry(slice("file"), slice("home"), slice("a.txt"));
        assertThat(paths.path("file".getBytes(UTF_8))).isEqualTo(file);
        assertThat(paths.path("root".getBytes(UTF_8))).isEqualTo(root);
    }

    @Test
    void pathsWithoutAMountBeginWithTheHandle() {
        HandlePaths paths = new HandlePaths(10);
        paths.entry(slice("b"), slice("a"), slice("name"));
        assertThat(paths.path("b".getBytes(UTF_8))).isEqualTo("FH:61/name");
        assertThat(paths.path("c".getBytes(UTF_8))).isEqualTo("FH:63");
    }

    @Test
    void circlesEnd() {
        HandlePaths paths = new HandlePaths(10);
        paths.entry(slice("a"), slice("b"), slice("x"));
        paths.entry(slice("b"), slice("a"), slice("y"));
        assertThat(paths.path("a".getBytes(UTF_8))).startsWith("FH:").endsWith("/y/x");
    }
}

package dev.mimeo.nfs.internal.handle;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
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
        HandlePaths paths = new HandlePaths(10, ByteSlice::readable);
        paths.mount(slice("root"), slice(mounted));
        paths.entry(slice("home"), slice("root"), slice("home"));
        paths.entry(slice("file"), slice("home"), slice("a.txt"));
        assertThat(paths.path("file".getBytes(UTF_8))).isEqualTo(file);
        assertThat(paths.path("root".getBytes(UTF_8))).isEqualTo(root);
    }

    @Test
    void pathsWithoutAMountBeginWithTheHandle() {
        HandlePaths paths = new HandlePaths(10, ByteSlice::readable);
        paths.entry(slice("b"), slice("a"), slice("name"));
        assertThat(paths.path("b".getBytes(UTF_8))).isEqualTo("FH:61/name");
        assertThat(paths.path("c".getBytes(UTF_8))).isEqualTo("FH:63");
    }

    @Test
    void circlesEnd() {
        HandlePaths paths = new HandlePaths(10, ByteSlice::readable);
        paths.entry(slice("a"), slice("b"), slice("x"));
        paths.entry(slice("b"), slice("a"), slice("y"));
        assertThat(paths.path("a".getBytes(UTF_8))).startsWith("FH:").endsWith("/y/x");
    }

    /** Names are bytes. Text that a terminal or a page would not show as it is stays in digits, as bytes that are no text do. */
    @ParameterizedTest
    @CsvSource({
        "72c3a9706f7274, r\u00e9port",
        "e697a5e69cac, \u65e5\u672c",
        "f09f9880, \ud83d\ude00",
        "d986d985d8a7e2808cd8aa, \u0646\u0645\u0627\u200c\u062a",
        "723c6226223e, r<b&\">",
        "72e9706f7274, 72e9706f7274",
        "610a62, 610a62",
        "611b5b, 611b5b",
        "61c29b62, 61c29b62",
        "e280ae747874, e280ae747874",
        "e281a6747874, e281a6747874",
        "61e280a862, 61e280a862",
        "efbbbf61, efbbbf61",
        "eda080, eda080",
        "efbfbe, efbfbe",
        "ee8080, ee8080"
    })
    void namesAreShownIfTheyCanBeRead(String bytes, String shown) {
        ByteSlice name = new ByteSlice();
        name.set(HexFormat.of().parseHex(bytes));
        HandlePaths paths = new HandlePaths(10, ByteSlice::readable);
        paths.entry(slice("b"), slice("a"), name);
        assertThat(paths.path("b".getBytes(UTF_8))).isEqualTo("FH:61/" + shown);
    }
}

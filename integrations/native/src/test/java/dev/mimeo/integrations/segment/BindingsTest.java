package dev.mimeo.integrations.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mimeo.testing.SegmentModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The library in other languages, in a copy of its folder; each is skipped where its compiler is missing. */
@Tag("slow")
final class BindingsTest {

    private static final String FILES = "mimeo.c mimeo.h go python rust";

    @TempDir
    static Path folder;

    private static byte[] expected;

    @BeforeAll
    static void prepare() throws IOException, InterruptedException {
        assumeTrue(Commands.isPresent("cc"), "there is no C compiler");
        assertThat(shell("cp -r " + FILES + " " + folder).code()).isZero();
        Segments.write(folder.resolve("s.seg"), "prose", 1 << 20, 2);
        expected = SegmentModel.read(folder.resolve("s.seg")).bytes(12_345_678_901L, 100_000, 7);
    }

    private static Commands.Result shell(String script) throws IOException, InterruptedException {
        return Commands.run("", "sh", "-c", script);
    }

    private static void assertWrites(String language, String script) throws IOException, InterruptedException {
        Commands.Result result = shell("cd " + folder + "/" + language + " && " + script + " >data");

        assertThat(result.code()).describedAs(result.text()).isZero();
        assertThat(folder.resolve(language).resolve("data")).hasBinaryContent(expected);
    }

    @Test
    void pythonReadsTheStream() throws IOException, InterruptedException {
        assumeTrue(shell("python3 -c 'import setuptools'").code() == 0, "there is no Python with setuptools");
        Files.writeString(folder.resolve("python/use.py"), """
                import sys, mimeo_segment

                def refuses(error, message, call):
                    try:
                        call()
                    except error as refused:
                        assert message in str(refused), refused
                    else:
                        raise AssertionError(message)

                with mimeo_segment.open("../s.seg") as segment:
                    segment.check()
                    data = bytearray(segment.bytes(offset=12345678901, length=100000, seed=7))
                    sys.stdout.buffer.write(data)
                    assert segment.difference(data, 12345678901, 7) is None
                    data[777] ^= 1
                    assert segment.difference(data, 12345678901, 7) == 777
                    assert segment.name == "prose"
                    refuses(ValueError, "inside the stream", lambda: segment.bytes(segment.length, 1))
                    refuses(ValueError, "inside the stream", lambda: segment.fill(bytearray(), segment.length + 1))
                    refuses(ValueError, "64 bits", lambda: segment.bytes(0, 1, 1 << 64))
                    refuses(TypeError, "bytes-like", lambda: segment.difference(5, 0))
                    assert segment.bytes(0, 9, -1) == segment.bytes(0, 9, (1 << 64) - 1)
                refuses(mimeo_segment.SegmentError, "not a segment file", lambda: mimeo_segment.open("use.py"))
                refuses(ValueError, "null byte", lambda: mimeo_segment.open("../s.seg\\0"))
                refuses(ValueError, "null byte", lambda: mimeo_segment.named_seed(7, "a\\0"))
                mimeo_segment.open(b"../s.seg").close()
                assert mimeo_segment.named_seed(7, "\\udcff") == NAMED
                """.replace(
                        "NAMED", Long.toUnsignedString(SegmentModel.namedSeed(7, (byte) 0xff))));

        assertWrites("python", "python3 setup.py -q build --build-lib lib >&2 && PYTHONPATH=lib python3 use.py");
    }

    @Test
    void goReadsTheStream() throws IOException, InterruptedException {
        assumeTrue(Commands.isPresent("go"), "there is no Go");
        assertWrites("go", "GOFLAGS=-mod=mod GOCACHE=$PWD/cache go run . ../s.seg 12345678901 100000 7");
    }

    @Test
    void rustReadsTheStream() throws IOException, InterruptedException {
        assumeTrue(Commands.isPresent("rustc"), "there is no Rust");
        assertWrites(
                "rust",
                "cc -O2 -c ../mimeo.c && ar rcs libmimeo.a mimeo.o && rustc -O -L . main.rs"
                        + " && ./main ../s.seg 12345678901 100000 7");
    }
}

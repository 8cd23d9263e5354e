package dev.mimeo.sql.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PackedEngineTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @Test
    void libraryIsUnpackedOnce() throws IOException {
        byte[] content = content(1);
        Path packed = packed("a.gz", content);
        Path library = PackedEngine.unpackedOnce(packed, folder);
        assertThat(library).hasBinaryContent(content);
        Files.write(library, new byte[] {1});
        assertThat(PackedEngine.unpackedOnce(packed, folder)).isEqualTo(library);
        assertThat(library).as("not written again").hasSize(1);
    }

    @Test
    void whatKilledProcessesLeftIsRemoved() throws IOException {
        Path packed = packed("a.gz", content(1));
        Path library = PackedEngine.unpackedOnce(packed, folder);
        Files.move(library, folder.resolve("." + library.getFileName() + ".0123456789ab.tmp"));
        assertThat(PackedEngine.unpackedOnce(packed, folder)).isEqualTo(library);
        assertThat(folder).isDirectoryNotContaining("glob:**.tmp");
    }

    @Test
    void eachVersionHasItsOwnCopy() throws IOException {
        Path first = PackedEngine.unpackedOnce(packed("a.gz", content(1)), folder);
        Path second = PackedEngine.unpackedOnce(packed("b.gz", content(2)), folder);
        assertThat(first).hasBinaryContent(content(1));
        assertThat(second).hasBinaryContent(content(2));
    }

    @Test
    void truncatedLibraryLeavesNoCopy() throws IOException {
        Path packed = packed("a.gz", content(1));
        byte[] bytes = Files.readAllBytes(packed);
        Files.write(packed, Arrays.copyOf(bytes, bytes.length / 2));
        Path cache = Files.createDirectory(folder.resolve("cache"));
        assertThatExceptionOfType(EOFException.class).isThrownBy(() -> PackedEngine.unpackedOnce(packed, cache));
        assertThat(cache).isEmptyDirectory();
    }

    @Test
    void folderWithoutLibraryIsLeftToTheDriver() throws IOException {
        PackedEngine.load(folder);
        assertThat(folder).isEmptyDirectory();
    }

    private static byte[] content(long seed) {
        byte[] content = new byte[100_000];
        new Random(seed).nextBytes(content);
        return content;
    }

    private Path packed(String name, byte[] content) throws IOException {
        Path packed = folder.resolve(name);
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            out.write(content);
        }
        return packed;
    }
}

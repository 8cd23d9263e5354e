package dev.mimeo.integrations.impressions;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FilePathTest {

    @TempDir
    Path folder;

    @Test
    void anyBytesAreAFileName() throws IOException {
        long seed = 17;
        Random random = new Random(seed);
        Set<FilePath> made = new HashSet<>();
        FilePath root = FilePath.of(folder);
        for (int i = 0; i < 200; i++) {
            byte[] name = new byte[1 + random.nextInt(40)];
            for (int j = 0; j < name.length; j++) {
                do {
                    name[j] = (byte) random.nextInt(i % 2 == 0 ? 256 : 128);
                } while (name[j] == 0 || name[j] == '/');
            }
            if (!Set.of(".", "..").contains(FilePath.of(name).toString()) && made.add(FilePath.of(name))) {
                Files.createFile(FilePath.of(name).in(folder));
            }
        }
        Set<FilePath> found = new HashSet<>();
        try (Stream<Path> files = Files.list(folder)) {
            files.forEach(file -> found.add(FilePath.of(file).from(root)));
        }
        assertThat(found).as("seed " + seed).isEqualTo(made).hasSizeGreaterThan(150);
    }

    @ParameterizedTest
    @CsvSource({
        "a.txt, txt",
        "d.x/a, ''",
        "a.TAR.GZ, gz",
        ".bashrc, ''",
        "d/.profile, ''",
        "d/.a.b, b",
        "a., ''",
        "'', ''",
        "é.É, é"
    })
    void extensions(String path, String extension) {
        assertThat(FilePath.of(path).extension()).isEqualTo(extension);
    }

    @Test
    void isShownOnOneLine() {
        assertThat(FilePath.of("a b%é/x")).hasToString("a b%é/x");
        assertThat(FilePath.of("a\nb\u001b[2J")).hasToString("a\\x0ab\\x1b[2J");
        assertThat(FilePath.of(new byte[] {'x', (byte) 0x80, 'y'})).hasToString("x\\x80y");
    }
}

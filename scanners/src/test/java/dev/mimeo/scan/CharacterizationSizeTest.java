package dev.mimeo.scan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.characterization.Characterization;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Characterizations take at most 2.5 KB for each 64 KiB of hostile data, and at most 3 % of libraries and classes. */
final class CharacterizationSizeTest {

    /** Types, header and index of the file, bytes, which are there once, and what the least model takes beyond its share. */
    private static final int ONCE = 2304;

    private static final int LIBRARY_BYTES = 200_000;

    /** Bytes that the fit holds with the least effort. */
    private static final int HELD_BYTES = 8 << 20;

    /** Chunks of another alphabet each, of which all have other copies of other lengths. */
    private static byte[] data(Random random, int chunkSize, int chunks) {
        byte[] data = new byte[chunkSize * chunks];
        for (int chunk = 0; chunk < chunks; chunk++) {
            int start = chunk * chunkSize;
            int end = start + chunkSize;
            byte[] values = new byte[256];
            for (int i = 0; i < 256; i++) {
                int j = random.nextInt(i + 1);
                values[i] = values[j];
                values[j] = (byte) i;
            }
            double skew = 1 + random.nextInt(6) * 0.7;
            int kind = random.nextInt(4);
            int at = start;
            while (at < end) {
                int choice = kind == 0 || at < start + 100 ? 0 : random.nextInt(kind == 1 ? 6 : 9);
                int length;
                if (choice < 3) {
                    length = Math.min(end - at, 1 + random.nextInt(kind == 0 ? 1000 : 12));
                    for (int i = at; i < at + length; i++) {
                        data[i] = values[(int) (256 * Math.pow(random.nextDouble(), skew))];
                    }
                } else if (choice < 7) {
                    length = Math.min(end - at, 3 + random.nextInt(256));
                    int distance = 1 + random.nextInt(at - start);
                    for (int i = at; i < at + length; i++) {
                        data[i] = data[i - distance];
                    }
                } else if (choice == 7 && at > 8000) {
                    length = Math.min(end - at, 2048 + random.nextInt(700));
                    System.arraycopy(data, random.nextInt(at - 4000), data, at, length);
                } else {
                    length = Math.min(end - at, 2048 + random.nextInt(100));
                    Arrays.fill(data, at, at + length, values[0]);
                }
                at += length;
            }
        }
        return data;
    }

    @ParameterizedTest
    @CsvSource({"32768, 2", "32768, 5", "32768, 24", "65536, 3", "65536, 12"})
    void staysBelowTheLimit(int chunkSize, int chunks) throws IOException {
        long seed = 1000L * chunks + chunkSize;
        byte[] data = data(new Random(seed), chunkSize, chunks);
        byte[] file = MemoryScan.file(data, chunkSize, 1, "histogram", "repetition", "duplicates", "mimic,effort=fast");
        assertThat(file.length).as("seed %d", seed).isLessThanOrEqualTo(ONCE + (int) (2560L * data.length / 65_536));
    }

    /** Chunks of libraries have nearly all byte values, whose counts take a third of the file. */
    @ParameterizedTest
    @ValueSource(strings = {"fast", "normal"})
    void takesAtMostThreePercentOfLibraries(String effort) throws IOException {
        ByteArrayOutputStream libraries = new ByteArrayOutputStream();
        try (Stream<Path> found = Files.list(Path.of(System.getProperty("java.home"), "lib"))) {
            for (Path path :
                    found.filter(CharacterizationSizeTest::isLibrary).sorted().toList()) {
                libraries.write(Files.readAllBytes(path), 0, (int) Math.min(Files.size(path), LIBRARY_BYTES));
            }
        }
        byte[] data = libraries.toByteArray();
        assertThat(data.length).isGreaterThan(1 << 20);
        byte[] file =
                MemoryScan.file(data, 32_768, 2, "histogram", "repetition", "duplicates", "mimic,effort=" + effort);
        assertThat((double) file.length / data.length).isLessThanOrEqualTo(0.03);
    }

    /** Of three times as much data as the fit holds, the model may take three times as much of what is held. */
    @Test
    void theModelOfDataThatIsNotHeldAsAWholeIsLarger() throws IOException {
        byte[] data;
        try (InputStream classes = Files.newInputStream(Path.of(System.getProperty("java.home"), "lib", "modules"))) {
            data = classes.readNBytes(3 * HELD_BYTES);
        }
        byte[] file = MemoryScan.file(data, 32_768, 2, "histogram", "repetition", "duplicates", "mimic,effort=fast");
        assertThat((double) file.length / data.length).isLessThanOrEqualTo(0.03);
        try (Characterization characterization = Characterization.read(file, "classes")) {
            Map<String, Long> parts = characterization.storedBytes();
            long model = parts.getOrDefault("Mimeo::ContentClass", 0L) + parts.getOrDefault("Mimeo::ParseTemplate", 0L);
            assertThat((double) model / HELD_BYTES).isBetween(0.03, 0.07);
        }
    }

    private static boolean isLibrary(Path path) {
        return path.toString().matches(".*\\.(so|dylib|dll)");
    }
}

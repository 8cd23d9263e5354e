package dev.mimeo.fuzz;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Packed files and columns, each with a few bytes changed, never do more than fail. */
final class PackedFileMutationTest {

    private static final int ROUNDS = 300;

    @Test
    void changedBytesAreRefusedOrRead() throws IOException, URISyntaxException {
        Path folder = Path.of(Objects.requireNonNull(PackedFileMutationTest.class.getResource("PackedFileFuzz"))
                .toURI());
        List<Path> inputs;
        try (Stream<Path> files = Files.list(folder)) {
            inputs = files.sorted().toList();
        }
        for (Path input : inputs) {
            byte[] original = Files.readAllBytes(input);
            for (int seed = 0; seed < ROUNDS; seed++) {
                Random random = new Random(seed);
                byte[] changed = original.clone();
                for (int i = 0; i <= seed % 3; i++) {
                    changed[1 + random.nextInt(changed.length - 1)] = (byte) random.nextInt();
                }
                try {
                    PackedFileFuzz.fuzzerTestOneInput(changed);
                } catch (RuntimeException | Error e) {
                    throw new AssertionError(input + ", seed " + seed, e);
                }
            }
        }
    }
}

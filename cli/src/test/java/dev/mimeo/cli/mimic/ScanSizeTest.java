package dev.mimeo.cli.mimic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.cli.TestRun;
import dev.mimeo.cli.command.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** Characterizations whose size is limited. */
final class ScanSizeTest {

    private static final int SIZE = 4 << 20;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @BeforeEach
    void makeFile() throws IOException {
        Random random = new Random(5);
        byte[] data = new byte[SIZE];
        for (int i = 0; i < SIZE; i++) {
            data[i] = (byte) (random.nextInt(3) == 0 ? random.nextInt(200) : ' ');
        }
        Files.write(folder.resolve("data"), data);
    }

    private TestRun run(String command, String... arguments) {
        return TestRun.of(
                Stream.concat(Stream.of(command), Stream.of(arguments)).toArray(String[]::new));
    }

    private String path(String name) {
        return folder.resolve(name).toString();
    }

    @Test
    void aLimitedCharacterizationStandsForAllOfTheData() throws IOException {
        TestRun scan = run(
                "scan",
                path("data"),
                "-o",
                path("c.ds"),
                "--chunk-size",
                "4KiB",
                "--scanner",
                "histogram",
                "--scanner",
                "repetition",
                "--max-size",
                "100kB",
                "--json");
        assertThat(scan.code()).as(scan.err()).isZero();
        ObjectNode found = Json.parse(scan.out());
        assertThat(found.get("characterizationBytes").asLong()).isLessThanOrEqualTo(100_000);
        assertThat(Files.size(folder.resolve("c.ds")))
                .isEqualTo(found.get("characterizationBytes").asLong());
        assertThat(found.get("bytes").asLong()).isEqualTo(SIZE);
        assertThat(found.get("population").asLong()).isEqualTo(SIZE / 4096);
        assertThat(found.get("chunks").asLong()).isBetween(32L, SIZE / 4096L - 1);
        assertThat(found.get("scannedWhole").asBoolean()).isTrue();
        assertThat(scan.err()).contains("that together are like all");
        assertThat(run("describe", path("c.ds")).out())
                .contains("all: 1,024 chunks")
                .doesNotContain("scan.chunks");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).hasSize(2);
        }
    }

    @Test
    void aLimitWithoutRoomIsAnErrorThatLeavesNothing() throws IOException {
        TestRun scan = run("scan", path("data"), "-o", path("c.ds"), "--scanner", "histogram", "--max-size", "500");
        assertThat(scan.code()).isNotZero();
        assertThat(scan.err()).contains("no room for chunks");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactly(folder.resolve("data"));
        }
    }
}

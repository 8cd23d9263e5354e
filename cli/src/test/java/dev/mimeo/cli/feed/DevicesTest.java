package dev.mimeo.cli.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.mimeo.cli.TestRun;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Outputs that are no files; skipped where the machine does not allow to make them. */
@Timeout(300)
@Tag("thorough")
final class DevicesTest {

    private static final int DEVICE_BYTES = 1 << 20;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private String device = "";
    private String mounted = "";

    @AfterEach
    void remove() throws Exception {
        if (!device.isEmpty()) {
            system("losetup", "-d", device);
        }
        if (!mounted.isEmpty()) {
            system("umount", mounted);
        }
    }

    /** A block device of 1 MiB over a file. */
    private Path attach() throws Exception {
        Path backing = folder.resolve("backing");
        try (RandomAccessFile file = new RandomAccessFile(backing.toFile(), "rw")) {
            file.setLength(DEVICE_BYTES);
        }
        device = system("losetup", "--find", "--show", backing.toString()).strip();
        assumeThat(device).as("a loop device can be made").startsWith("/dev/");
        return backing;
    }

    @Test
    void aDeviceIsWrittenWithForceAlone() throws Exception {
        Path backing = attach();
        TestRun refused = TestRun.of("generate", "logs", "--size", "64KiB", "-o", device);
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err())
                .isEqualTo("mimeo: " + device + ": is a block device: --force overwrites what is on it\n");
        assertThat(backing).hasBinaryContent(new byte[DEVICE_BYTES]);

        TestRun whole = TestRun.of("generate", "logs", "--size", "1MiB", "-o", device, "--force");
        assertThat(whole.code()).as(whole.err()).isZero();
        TestRun expected = TestRun.of("generate", "logs", "--size", "1MiB", "-o", "-");
        assertThat(Files.readAllBytes(Path.of(device)))
                .isEqualTo(expected.bytes().toByteArray());
    }

    @Test
    void moreThanADeviceHasIsRefusedBeforeItIsWritten() throws Exception {
        Path backing = attach();
        TestRun run = TestRun.of("generate", "logs", "--size", "1048577", "-o", device, "--force");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err())
                .isEqualTo("mimeo: " + device + ": has 1048576 bytes, not 1048577: write less with --size\n");
        assertThat(backing).hasBinaryContent(new byte[DEVICE_BYTES]);
        assertThat(TestRun.of("pool", "logs", "-o", device, "--force").code()).isEqualTo(1);
    }

    @Test
    void aFullDiskSaysSoAndNothingIsLeft() throws Exception {
        Path small = Files.createDirectory(folder.resolve("small"));
        system("mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", small.toString());
        assumeThat(Files.getFileStore(small).getTotalSpace())
                .as("a small file system can be mounted")
                .isEqualTo(256 << 10);
        mounted = small.toString();
        for (String line : new String[] {
            "generate logs --size 1MiB -o " + small + "/out",
            "pool logs --size 1MiB -o " + small + "/out",
            "segment logs --size 1MiB -o " + small + "/out",
            "pattern fio logs --blocks 100 -o " + small + "/out"
        }) {
            // Nothing is generated if the size is known before.
            String problem = line.startsWith("pattern")
                    ? "no space left on device"
                    : small + "/out: no space: needs 1.0 MiB, and 256.0 KiB are free: free some, or write elsewhere";
            TestRun run = TestRun.of(line.split(" "));
            assertThat(run.code()).isEqualTo(1);
            assertThat(run.err().lines()).singleElement().asString().contains(problem);
            try (Stream<Path> files = Files.list(small)) {
                assertThat(files).as(line).isEmpty();
            }
        }
    }

    @Test
    void aReaderOfAPipeThatGoesAwayIsAQuietEnd() throws Exception {
        Path pipe = folder.resolve("pipe");
        system("mkfifo", pipe.toString());
        assumeThat(pipe).as("a named pipe can be made").exists();
        CompletableFuture<byte[]> start = CompletableFuture.supplyAsync(() -> {
            try (InputStream in = Files.newInputStream(pipe)) {
                return in.readNBytes(1000);
            } catch (IOException e) {
                return new byte[0];
            }
        });
        TestRun run = TestRun.of("generate", "logs", "--size", "100MiB", "-o", pipe.toString());
        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isZero();
        TestRun expected = TestRun.of("generate", "logs", "--size", "1000", "-o", "-");
        assertThat(Arrays.equals(start.join(), expected.bytes().toByteArray())).isTrue();
    }

    /** Returns what a program printed, or nothing if it failed. */
    private static String system(String... line) throws Exception {
        try {
            Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0 ? output : "";
        } catch (IOException e) {
            return ""; // no such program
        }
    }
}

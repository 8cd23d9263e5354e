package dev.mimeo.internal.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

final class FileKindsTest {

    @Test
    void filesAndFoldersAreNotSpecial(@TempDir Path folder) throws IOException {
        for (Path path : List.of(folder, Files.createFile(folder.resolve("file")))) {
            assertThat(FileKinds.isSpecial(path)).isFalse();
            assertThat(FileKinds.isBlockDevice(path)).isFalse();
            assertThat(FileKinds.isStream(path)).isFalse();
        }
        assertThat(FileKinds.isSpecial(folder.resolve("missing"))).isFalse();
        assertThat(FileKinds.isStream(folder.resolve("missing"))).isFalse();
    }

    /** The program {@code find} has its own idea of what the entries of the folder of devices are. */
    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no folder of devices")
    void devicesAreWhatFindTakesThemFor() throws Exception {
        List<Path> block = found("b");
        List<Path> streams = found("c");
        assertThat(streams).contains(Path.of("/dev/null"));
        List<Path> devices = new ArrayList<>(block);
        devices.addAll(streams);
        try (Stream<Path> entries = Files.list(Path.of("/dev"))) {
            for (Path entry : (Iterable<Path>) entries.filter(devices::contains)::iterator) {
                assertThat(FileKinds.isSpecial(entry)).as("%s", entry).isTrue();
                assertThat(FileKinds.isBlockDevice(entry)).as("%s", entry).isEqualTo(block.contains(entry));
                assertThat(FileKinds.isStream(entry)).as("%s", entry).isEqualTo(streams.contains(entry));
            }
        }
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no folder of devices")
    void filesWithoutAnEndAreRefusedByAnyName(@TempDir Path folder) throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("/dev/zero"));
        for (Path path : List.of(Path.of("/dev/zero"), Path.of("/dev/urandom"), link)) {
            assertThatThrownBy(() -> FileKinds.refuseEndless(path))
                    .isInstanceOf(FileSystemException.class)
                    .hasMessageStartingWith(path + ": has no end: ");
        }
        Path file = Files.createFile(folder.resolve("zero"));
        for (Path path : List.of(Path.of("/dev/null"), Path.of("/dev"), file, folder.resolve("missing"))) {
            assertThatCode(() -> FileKinds.refuseEndless(path)).doesNotThrowAnyException();
        }
    }

    /** A regular file by its attributes, of 0 bytes. A reader waits for the next message of the kernel. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void messagesOfTheKernelHaveNoEnd(@TempDir Path folder) throws IOException {
        Path messages = Path.of("/proc/kmsg");
        assumeTrue(Files.exists(messages));
        Path link = Files.createSymbolicLink(folder.resolve("link"), messages);
        for (Path path : List.of(messages, link)) {
            assertThatThrownBy(() -> FileKinds.refuseEndless(path)).hasMessageStartingWith(path + ": has no end: ");
        }
        assertThatCode(() -> FileKinds.refuseEndless(Path.of("/proc/version"))).doesNotThrowAnyException();
    }

    private static List<Path> found(String type) throws Exception {
        Process find = new ProcessBuilder("find", "/dev", "-maxdepth", "1", "-type", type).start();
        String printed = new String(find.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(find.waitFor()).isZero();
        return printed.lines().map(Path::of).toList();
    }
}

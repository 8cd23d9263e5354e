package dev.mimeo.internal.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

final class OwnerPermissionsTest {

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no permissions of POSIX")
    void temporaryFoldersAreForTheirOwnerAlone() throws IOException {
        Path folder = OwnerPermissions.createTemporaryFolder("mimeo-test-");
        try {
            assertThat(Files.getPosixFilePermissions(folder))
                    .containsExactlyInAnyOrder(
                            PosixFilePermission.OWNER_READ,
                            PosixFilePermission.OWNER_WRITE,
                            PosixFilePermission.OWNER_EXECUTE);
        } finally {
            Files.delete(folder);
        }
    }

    @Test
    void temporaryFoldersAreNewAndAmongTheTemporaryFiles() throws IOException {
        Path first = OwnerPermissions.createTemporaryFolder("mimeo-test-");
        Path second = OwnerPermissions.createTemporaryFolder("mimeo-test-");
        try {
            assertThat(second).isNotEqualTo(first).isEmptyDirectory();
            assertThat(second.getParent()).isEqualTo(Path.of(System.getProperty("java.io.tmpdir")));
            assertThat(second.getFileName().toString()).startsWith("mimeo-test-");
        } finally {
            Files.delete(first);
            Files.delete(second);
        }
    }
}

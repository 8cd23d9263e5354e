package dev.mimeo.cli.mimic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.cli.TestRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Audits against data that was scanned and against other data. */
final class AuditOriginalTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private TestRun audit(Path original) {
        return TestRun.of("audit", original.toString(), folder.resolve("c.ds").toString());
    }

    /** Nothing is found in other data, which must not be taken for a result. */
    @Test
    void dataOfAnotherSizeThanWasScannedIsToldOf() throws IOException {
        Path scanned = Files.writeString(folder.resolve("scanned"), "one line of text\n".repeat(1000));
        Path other = Files.writeString(folder.resolve("other"), "another text\n".repeat(1000));
        TestRun scan = TestRun.of(
                "scan", scanned.toString(), "-o", folder.resolve("c.ds").toString(), "--effort", "fast");
        assertThat(scan.code()).as(scan.err()).isZero();

        assertThat(audit(scanned).err()).isEmpty();
        assertThat(audit(other).err())
                .isEqualTo("mimeo: warning: " + folder.resolve("c.ds") + ": was scanned from 17,000 bytes, and " + other
                        + " has 13,000 bytes: the verdict holds only for data that was scanned\n");
    }
}

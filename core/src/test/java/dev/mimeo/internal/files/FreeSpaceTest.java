package dev.mimeo.internal.files;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.FileSystemException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FreeSpaceTest {

    private static final String SHORTAGE = "needs %s, and %s are free";

    @TempDir
    private Path folder;

    @Test
    void onlyMoreThanIsFreeIsRefused() {
        assertThatCode(() -> FreeSpace.require(folder, "out", 0, SHORTAGE)).doesNotThrowAnyException();
        assertThatCode(() -> FreeSpace.require(folder, "out", -1, SHORTAGE)).doesNotThrowAnyException();
        assertThatThrownBy(() -> FreeSpace.require(folder, "out", Long.MAX_VALUE, SHORTAGE))
                .isInstanceOf(FileSystemException.class)
                .hasMessageMatching("out: no space: needs 8\\.0 EiB, and [0-9.]+ [KMGTP]?i?B are free");
    }

    @Test
    void whereTheSpaceIsUnknownNothingIsRefused() {
        assertThatCode(() -> FreeSpace.require(folder.resolve("none"), "out", Long.MAX_VALUE, SHORTAGE))
                .doesNotThrowAnyException();
    }
}

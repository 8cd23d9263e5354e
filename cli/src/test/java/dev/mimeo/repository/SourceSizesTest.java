package dev.mimeo.repository;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Files of main code are short enough to be read in one sitting: a longer class has two jobs. */
final class SourceSizesTest {

    private static final int MOST_LINES = 400;

    @Test
    void noFileOfMainCodeIsTooLong() throws IOException {
        List<String> found = new ArrayList<>();
        SourceFiles.main().forEach((path, source) -> {
            long lines = source.lines().count();
            if (lines > MOST_LINES) {
                found.add(path + ": " + lines + " lines");
            }
        });
        assertThat(found).isEmpty();
    }
}

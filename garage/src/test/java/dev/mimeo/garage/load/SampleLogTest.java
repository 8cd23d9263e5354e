package dev.mimeo.garage.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SampleLogTest {

    @TempDir
    private Path folder;

    /** More than is read at once, so that a read may end inside a sample. */
    private static List<SampleRow> rows() {
        List<String> names =
                IntStream.range(0, 20_000).mapToObj(i -> "counter" + i).toList();
        return List.of(new SampleRow("RawData", null, names, Collections.nCopies(names.size(), "1.5")));
    }

    @Test
    void samplesAfterAReadThatFailsOverwriteNoOthers() throws IOException {
        List<Long> times = new ArrayList<>();
        try (SampleLog log = SampleLog.open(folder.resolve("day.log"))) {
            log.append(1000, null, rows());
            log.append(2000, 1000L, rows());
            assertThatThrownBy(() -> log.read((time, previous, rows) -> {
                        throw new IOException("no space");
                    }))
                    .hasMessage("no space");
            log.append(3000, 2000L, rows());

            log.read((time, previous, rows) -> times.add(time));
        }
        assertThat(times).containsExactly(1000L, 2000L, 3000L);
    }
}

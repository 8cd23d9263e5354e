package dev.mimeo.garage.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ApplySharesTest {

    private static final int MIB = 1 << 20;

    @ParameterizedTest
    @CsvSource({"0, 32, 2", "1, 32, 2", "2, 32, 2", "5, 32, 2", "200, 32, 2", "200, 1, 2", "1000, 32, 8"})
    void everyFileIsInOneShareInOrder(int files, int most, int workers) {
        for (long bytes : new long[] {0, 1000, MIB, 3L * MIB, 5L * MIB, 200L * MIB}) {
            List<RemoteApply.Input> inputs = inputs(files, bytes);
            List<List<RemoteApply.Input>> shares = ApplyRun.shares(inputs, most, workers);
            assertThat(shares.stream().flatMap(List::stream)).isEqualTo(inputs);
            for (List<RemoteApply.Input> share : shares) {
                assertThat(share).hasSizeBetween(1, most);
                assertThat(share.size() == 1 || share.size() * bytes <= 128L * MIB)
                        .isTrue();
            }
        }
    }

    @Test
    void theLastSharesHaveSeveralSmallFiles() {
        assertThat(sizes(inputs(200, MIB), 2)).containsExactly(32, 32, 32, 26, 19, 14, 11, 8, 6, 5, 4, 4, 4, 3);
        assertThat(sizes(inputs(40, 1000), 2)).containsExactly(32, 8);
    }

    @Test
    void largeFilesAreSpreadOverTheWorkers() {
        assertThat(sizes(inputs(4, 5L * MIB), 4)).containsExactly(1, 1, 1, 1);
    }

    private static List<Integer> sizes(List<RemoteApply.Input> files, int workers) {
        return ApplyRun.shares(files, 32, workers).stream().map(List::size).toList();
    }

    private static List<RemoteApply.Input> inputs(int files, long bytes) {
        return IntStream.range(0, files)
                .mapToObj(i -> RemoteApply.Input.of(
                        i, new GarageFile("f" + i + ".gar", List.of(Path.of("/f" + i + ".gar")), bytes, 0)))
                .toList();
    }
}

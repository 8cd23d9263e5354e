package dev.mimeo.integrations.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.garage.query.RemoteApply;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class FileBundlesTest {

    private static final long MIB = 1 << 20;

    private static List<RemoteApply.Input> files(int count, long bytes) {
        return IntStream.range(0, count)
                .mapToObj(i -> new RemoteApply.Input(i, "f" + i, List.of("/f" + i), bytes))
                .toList();
    }

    @Test
    void everyFileIsInOneBundleAndNoneIsLargerThanAllowed() {
        for (int count : new int[] {1, 2, 7, 1000}) {
            List<RemoteApply.Input> files = files(count, 3 * MIB);
            List<List<RemoteApply.Input>> bundles = FileBundles.of(files, 10 * MIB, 2);
            assertThat(bundles.stream().flatMap(List::stream)).isEqualTo(files).hasSize(count);
            assertThat(bundles)
                    .isNotEmpty()
                    .allSatisfy(bundle -> assertThat(bundle).hasSizeBetween(1, 3));
        }
        assertThat(FileBundles.of(files(5, 100), 1, 2)).hasSize(5);
        assertThat(FileBundles.of(List.of(), 1, 2)).isEmpty();
    }

    @Test
    void thereAreManyTasksButNoneForNextToNothing() {
        assertThat(FileBundles.of(files(1000, MIB), 32 * MIB, 2)).hasSizeBetween(30, 40);
        assertThat(FileBundles.of(files(100, MIB), 32 * MIB, 2)).hasSizeBetween(15, 20);
        // Small files cost more than their bytes.
        assertThat(FileBundles.of(files(80, 100), 32 * MIB, 2)).hasSizeBetween(9, 11);
    }
}

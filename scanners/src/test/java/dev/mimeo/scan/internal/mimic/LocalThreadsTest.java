package dev.mimeo.scan.internal.mimic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LocalThreadsTest {

    @ParameterizedTest
    @CsvSource({"1, 0", "1, 7", "2, 1", "3, 2", "3, 100", "8, 9"})
    void eachNumberIsWorkedOnOnce(int count, int size) {
        LocalThreads threads = new LocalThreads(count);
        AtomicIntegerArray parts = new AtomicIntegerArray(size);
        AtomicIntegerArray ranges = new AtomicIntegerArray(size);

        threads.run(size, parts::incrementAndGet);
        threads.runRanges(size, (start, end) -> {
            for (int i = start; i < end; i++) {
                ranges.incrementAndGet(i);
            }
        });

        for (int i = 0; i < size; i++) {
            assertThat(parts.get(i)).isEqualTo(1);
            assertThat(ranges.get(i)).isEqualTo(1);
        }
    }

    @Test
    void aFailureOfAPartIsThrown() {
        LocalThreads threads = new LocalThreads(2);

        assertThatThrownBy(() -> threads.run(3, part -> {
                    if (part == 1) {
                        throw new IllegalStateException("part 1");
                    }
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("part 1");
    }
}

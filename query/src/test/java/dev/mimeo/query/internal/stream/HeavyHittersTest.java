package dev.mimeo.query.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HeavyHittersTest {

    private static final int TUPLES = 50_000;

    /** The guarantees of the paper, for tuples of which few come often, and for all that come equally often. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 10, 100, 1000, 100_000})
    void countsAreWithinTheirErrors(int most) {
        for (int seed = 0; seed < 6; seed++) {
            Random random = new Random(seed);
            Map<Long, Long> counts = new HashMap<>();
            long[] owners = new long[TUPLES];
            HeavyHitters top = new HeavyHitters(most, (from, to) -> owners[to] = owners[from]);
            for (int i = 0; i < TUPLES; i++) {
                long key = seed % 2 == 0 ? (long) Math.exp(random.nextDouble() * 9) : random.nextInt(5000);
                counts.merge(key, 1L, Long::sum);
                int entry = top.add(key, -key);
                if (top.count(entry) - top.error(entry) == 1) {
                    owners[entry] = key;
                }
            }
            assertThat(top.seen()).isEqualTo(TUPLES);
            assertThat(top.size()).isEqualTo(Math.min(most, counts.size()));
            Map<Long, Integer> entries = new HashMap<>();
            for (int entry = 0; entry < top.size(); entry++) {
                long key = top.first(entry);
                entries.put(key, entry);
                assertThat(top.second(entry)).isEqualTo(-key);
                assertThat(owners[entry]).as("seed %d", seed).isEqualTo(key);
                long count = counts.getOrDefault(key, 0L);
                assertThat(count)
                        .as("seed %d, key %d", seed, key)
                        .isBetween(top.count(entry) - top.error(entry), top.count(entry));
                assertThat(top.error(entry)).isLessThanOrEqualTo(TUPLES / most);
            }
            counts.forEach((key, count) -> {
                if (count > TUPLES / most) {
                    assertThat(entries).containsKey(key);
                }
            });
            if (most >= counts.size()) {
                counts.forEach((key, count) -> assertThat(top.count(Objects.requireNonNull(entries.get(key))))
                        .isEqualTo(count));
            }
        }
    }
}

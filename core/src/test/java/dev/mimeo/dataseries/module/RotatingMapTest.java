package dev.mimeo.dataseries.module;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RotatingMapTest {

    private static final long ABSENT = Long.MIN_VALUE;

    @Test
    void entriesStayForOneRotationAfterTheyWereAskedForAndLeaveWithTheSecond() {
        RotatingMap map = new RotatingMap();
        Map<Long, Long> dropped = new HashMap<>();
        map.put(1, 10);
        map.put(2, 20);
        map.put(3, 30);
        map.put(4, 40);
        map.rotate(dropped::put);
        assertThat(dropped).isEmpty();
        assertThat(map.get(1, ABSENT)).isEqualTo(10);
        assertThat(map.peek(2, ABSENT)).isEqualTo(20);
        assertThat(map.contains(2)).isTrue();
        map.put(3, 31);
        assertThat(map.take(4, ABSENT)).isEqualTo(40);
        assertThat(map.take(4, ABSENT)).isEqualTo(ABSENT);
        assertThat(map.size()).isEqualTo(3);
        map.rotate(dropped::put);
        assertThat(dropped).isEqualTo(Map.of(2L, 20L));
        assertThat(map.peek(3, ABSENT)).isEqualTo(31);
        dropped.clear();
        map.put(5, 50);
        map.drain(dropped::put);
        assertThat(dropped).isEqualTo(Map.of(1L, 10L, 3L, 31L, 5L, 50L));
        assertThat(map.size()).isZero();
        map.drain((key, value) -> {
            throw new AssertionError("nothing is left, but " + key);
        });
    }

    /** Keys of few bits collide and are found again after removals; those of a step meet in few places of the table. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void isTwoMaps(long seed) {
        Random random = new Random(seed);
        RotatingMap map = new RotatingMap();
        Map<Long, Long> recent = new HashMap<>();
        Map<Long, Long> old = new HashMap<>();
        int keys = 20 << random.nextInt(9);
        long step = seed % 2 == 0 ? 1L << 40 : 1;
        for (int i = 0; i < 60_000; i++) {
            long key = (random.nextInt(keys) - keys / 2) * step;
            switch (random.nextInt(6)) {
                case 0, 1 -> {
                    map.put(key, i);
                    old.remove(key);
                    recent.put(key, (long) i);
                }
                case 2 -> {
                    Long oldValue = old.remove(key);
                    if (oldValue != null) {
                        recent.put(key, oldValue);
                    }
                    assertThat(map.get(key, ABSENT)).isEqualTo(recent.getOrDefault(key, ABSENT));
                }
                case 3 -> {
                    assertThat(map.peek(key, ABSENT))
                            .isEqualTo(recent.getOrDefault(key, old.getOrDefault(key, ABSENT)));
                    assertThat(map.contains(key)).isEqualTo(recent.containsKey(key) || old.containsKey(key));
                }
                case 4 -> {
                    Long value = recent.remove(key);
                    value = value == null ? old.remove(key) : value;
                    assertThat(map.take(key, ABSENT)).isEqualTo(value == null ? ABSENT : value);
                }
                default -> {
                    if (random.nextInt(keys) == 0) {
                        Map<Long, Long> dropped = new HashMap<>();
                        map.rotate((k, v) -> assertThat(dropped.put(k, v)).isNull());
                        assertThat(dropped).as("seed %d, step %d", seed, i).isEqualTo(old);
                        old = recent;
                        recent = new HashMap<>();
                    }
                }
            }
            assertThat(map.size()).as("seed %d, step %d", seed, i).isEqualTo(recent.size() + old.size());
        }
        recent.putAll(old);
        Map<Long, Long> left = new HashMap<>();
        map.drain(left::put);
        assertThat(left).isEqualTo(recent);
    }

    @Test
    void memoryOfABurstIsGivenBack() {
        RotatingMap map = new RotatingMap();
        long small = map.memoryBytes();
        for (int i = 0; i < 100_000; i++) {
            map.put(i, i);
        }
        assertThat(map.memoryBytes()).isBetween(2L * 17 * 100_000, 6L * 17 * 100_000);
        for (int i = 0; i < 4; i++) {
            map.rotate((key, value) -> {});
        }
        assertThat(map.memoryBytes()).isEqualTo(small);
    }
}

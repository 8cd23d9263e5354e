package dev.mimeo.query.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class TupleTableTest {

    @Test
    void agreesWithAHashMap() {
        for (long seed = 1; seed <= 20; seed++) {
            Random random = new Random(seed);
            TupleTable table = new TupleTable();
            long[] values = new long[100_000];
            Map<List<Long>, Long> expected = new HashMap<>();
            for (int step = 0; step < 20_000; step++) {
                long first = random.nextInt(50) * (seed % 2 == 0 ? 1L << 40 : 1);
                long second = random.nextInt(50);
                if (random.nextInt(3) == 0) {
                    int entry = table.find(first, second);
                    assertThat(entry >= 0).as("seed %d", seed).isEqualTo(expected.containsKey(List.of(first, second)));
                    if (entry >= 0) {
                        values[entry] = values[table.remove(entry)];
                        expected.remove(List.of(first, second));
                    }
                } else {
                    values[table.add(first, second)] = step;
                    expected.put(List.of(first, second), (long) step);
                }
            }
            Map<List<Long>, Long> found = new HashMap<>();
            for (int entry = 0; entry < table.size(); entry++) {
                found.put(List.of(table.first(entry), table.second(entry)), values[entry]);
            }
            assertThat(found).as("seed %d", seed).isEqualTo(expected);
        }
    }

    @Test
    void eachEntryIsAskedAboutOnceWhileSomeLeave() {
        TupleTable table = new TupleTable();
        for (int i = 0; i < 1000; i++) {
            table.add(i, -i);
        }
        Set<Long> seen = new HashSet<>();
        List<Integer> moves = new ArrayList<>();
        table.removeIf(
                entry -> {
                    assertThat(seen.add(table.first(entry))).isTrue();
                    return table.first(entry) % 3 == 0;
                },
                (from, to) -> moves.add(to));
        assertThat(seen).hasSize(1000);
        assertThat(table.size()).isEqualTo(666);
        assertThat(moves).isNotEmpty();
        for (int i = 0; i < 1000; i++) {
            assertThat(table.find(i, -i) >= 0).isEqualTo(i % 3 != 0);
        }
    }

    @Test
    void boundAndMemory() {
        TupleTable table = new TupleTable(3);
        table.add(1, 1);
        table.add(2, 2);
        table.add(3, 3);
        assertThat(table.add(2, 2)).isEqualTo(1);
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> table.add(4, 4));
        assertThat(table.memoryBytes()).isEqualTo(64 * 4 + 64 * 8);
        table.clear();
        assertThat(table.size()).isZero();
        assertThat(table.find(1, 1)).isEqualTo(-1);
    }

    @Test
    void sortsEntries() {
        for (int size : new int[] {0, 1, 2, 11, 12, 13, 1000}) {
            int[] keys = new Random(size).ints(size, 0, 20).toArray();
            int[] order = EntryOrder.of(size, (a, b) -> Integer.compare(keys[a], keys[b]));
            Integer[] expected = new Integer[size];
            Arrays.setAll(expected, i -> i);
            Arrays.sort(expected, (a, b) -> Integer.compare(keys[a], keys[b]));
            assertThat(order)
                    .as("%d entries", size)
                    .containsExactly(
                            Arrays.stream(expected).mapToInt(Integer::intValue).toArray());
        }
    }
}

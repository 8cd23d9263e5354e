package dev.mimeo.query.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.mimeo.statistics.Stats;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class TupleCellsTest {

    private static final TupleLayout LAYOUT = new TupleLayout(32, 40, 3);

    /** A cell as text, {@code *} for any, and what is in it. */
    private static Map<String, Stats> cells(TupleCells cells) {
        Map<String, Stats> result = new TreeMap<>();
        for (int entry = 0; entry < cells.size(); entry++) {
            StringBuilder name = new StringBuilder();
            for (int column = 0; column < 3; column++) {
                name.append(cells.isAny(entry, column) ? "*" : String.valueOf(cells.value(entry, column)))
                        .append(' ');
            }
            assertThat(result).doesNotContainKey(name.toString());
            result.put(name.toString(), new Stats());
        }
        return result;
    }

    @Test
    void cubeHasTheGroupsOfAllSubsets() {
        Random random = new Random(5);
        TupleCells base = new TupleCells(LAYOUT);
        Map<String, Stats> expected = new TreeMap<>();
        for (int i = 0; i < 2000; i++) {
            long[] tuple = {random.nextInt(4) + 0xfffffff0L, random.nextInt(3) + (1L << 39), random.nextInt(8)};
            double value = 1e6 + random.nextDouble();
            base.add(LAYOUT.part(0, tuple[0]) | LAYOUT.part(2, tuple[2]), LAYOUT.part(1, tuple[1]), value);
            for (int any = 0; any < 8; any++) {
                StringBuilder name = new StringBuilder();
                for (int column = 0; column < 3; column++) {
                    name.append((any >> column & 1) != 0 ? "*" : String.valueOf(tuple[column]))
                            .append(' ');
                }
                expected.computeIfAbsent(name.toString(), key -> new Stats()).add(value);
            }
        }
        TupleCells cube = new TupleCells(LAYOUT);
        cube.addCube(base, (any, first, second) -> true);
        assertThat(cells(cube).keySet()).isEqualTo(expected.keySet());
        for (int entry = 0; entry < cube.size(); entry++) {
            StringBuilder name = new StringBuilder();
            for (int column = 0; column < 3; column++) {
                name.append(cube.isAny(entry, column) ? "*" : String.valueOf(cube.value(entry, column)))
                        .append(' ');
            }
            Stats stats = Objects.requireNonNull(expected.get(name.toString()));
            assertThat(cube.count(entry)).isEqualTo(stats.count());
            assertThat(cube.mean(entry)).isCloseTo(stats.mean(), within(1e-8));
            assertThat(cube.variance(entry)).isCloseTo(stats.variance(), within(1e-8));
            assertThat(cube.min(entry)).isEqualTo(stats.min());
            assertThat(cube.max(entry)).isEqualTo(stats.max());
        }
    }

    @Test
    void partsOfACubeAddUpAndLeave() {
        TupleCells whole = new TupleCells(LAYOUT);
        TupleCells parts = new TupleCells(LAYOUT);
        TupleCells base = new TupleCells(LAYOUT);
        TupleCells all = new TupleCells(LAYOUT);
        for (int part = 0; part < 3; part++) {
            base.clear();
            for (int i = 0; i < 50; i++) {
                long first = LAYOUT.part(0, part) | LAYOUT.part(2, i % 5);
                base.add(first, LAYOUT.part(1, i % 7), i);
                all.add(first, LAYOUT.part(1, i % 7), i);
            }
            parts.addCube(base, (any, first, second) -> any != 0);
            int done = part;
            parts.removeIf(entry -> !parts.isAny(entry, 0) && parts.value(entry, 0) == done);
        }
        whole.addCube(all, (any, first, second) -> LAYOUT.isAny(second, 0));
        assertThat(cells(parts).keySet()).isEqualTo(cells(whole).keySet());
        for (int entry = 0; entry < parts.size(); entry++) {
            int same = whole.find(parts.first(entry), parts.second(entry));
            assertThat(parts.sum(entry)).isEqualTo(whole.sum(same));
            assertThat(parts.count(entry)).isEqualTo(whole.count(same));
        }
    }

    @Test
    void crossProductHasCellsWithoutValues() {
        TupleCells base = new TupleCells(LAYOUT);
        base.add(LAYOUT.part(0, 1) | LAYOUT.part(2, 1), LAYOUT.part(1, 5), 10);
        base.add(LAYOUT.part(0, 2) | LAYOUT.part(2, 1), LAYOUT.part(1, 6), 20);
        TupleCells cube = new TupleCells(LAYOUT);
        cube.addCube(base, (any, first, second) -> true);
        cube.addCrossProduct(base);
        assertThat(cube.size()).isEqualTo(3 * 3 * 2);
        int missing = cube.find(LAYOUT.part(0, 1) | LAYOUT.part(2, 1), LAYOUT.part(1, 6));
        assertThat(cube.count(missing)).isZero();
        assertThat(cube.mean(missing)).isNaN();
        TupleCells small = new TupleCells(LAYOUT, 17);
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> small.addCrossProduct(base));
    }

    @Test
    void orderHasAnyLast() {
        TupleCells base = new TupleCells(LAYOUT);
        base.add(LAYOUT.part(0, 0xffffffffL) | LAYOUT.part(2, 0), LAYOUT.part(1, 0), 1);
        base.add(LAYOUT.part(0, 1) | LAYOUT.part(2, 7), LAYOUT.part(1, 3), 1);
        TupleCells cube = new TupleCells(LAYOUT);
        cube.addCube(base, (any, first, second) -> (any & 6) == 6);
        StringBuilder text = new StringBuilder();
        for (int entry : cube.ordered()) {
            text.append(cube.isAny(entry, 0) ? "*" : Long.toHexString(cube.value(entry, 0)))
                    .append(' ');
        }
        assertThat(text).hasToString("1 ffffffff * ");
    }

    @Test
    void columnsMustFit() {
        assertThat(new TupleLayout(63, 61).columns()).isEqualTo(2);
        assertThatIllegalArgumentException().isThrownBy(() -> new TupleLayout(63, 63));
        assertThatIllegalArgumentException().isThrownBy(() -> new TupleLayout());
        assertThatIllegalArgumentException().isThrownBy(() -> new TupleLayout(64));
    }
}

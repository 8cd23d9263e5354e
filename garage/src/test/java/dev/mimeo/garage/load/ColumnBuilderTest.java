package dev.mimeo.garage.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.garage.store.ColumnArray;
import dev.mimeo.garage.store.ColumnSchema;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ColumnBuilderTest {

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 15, 16, 17, 1023, 1024, 1025, 2047, 2048, 2049, 10_000})
    void valuesAtEdgesOfBlocksAreKept(int last) {
        for (int step : new int[] {1, 3, 1024, 3000}) {
            ColumnBuilder column = new ColumnBuilder();
            Map<Integer, Long> expected = new TreeMap<>();
            for (int row = last; row >= 0; row -= step) {
                expected.put(row, value(row));
            }
            // Half of them from the end to the start, the others from the start to the end.
            expected.keySet().stream()
                    .filter(row -> row % 2 == 0)
                    .sorted((a, b) -> b - a)
                    .forEach(row -> set(column, row));
            expected.keySet().stream().filter(row -> row % 2 != 0).forEach(row -> set(column, row));
            check(column.build(last + 1, null), last + 1, expected);
            assertThat(column.set(last, ColumnSchema.Type.INT64, value(last))).isEqualTo(ColumnBuilder.Outcome.SAME);
            assertThat(column.set(last, ColumnSchema.Type.INT64, value(last) - 1))
                    .isEqualTo(ColumnBuilder.Outcome.DIFFERENT);
        }
    }

    private static long value(int row) {
        return 7L * row - 11;
    }

    private static void set(ColumnBuilder column, int row) {
        assertThat(column.set(row, ColumnSchema.Type.INT64, value(row))).isEqualTo(ColumnBuilder.Outcome.NEW);
    }

    private static void check(ColumnArray array, int rows, Map<Integer, Long> expected) {
        assertThat(array.rows()).isEqualTo(rows);
        for (int row = 0; row < rows; row++) {
            assertThat(array.isNull(row)).as("row %d", row).isEqualTo(!expected.containsKey(row));
            assertThat(array.longs()[row]).as("row %d", row).isEqualTo(expected.getOrDefault(row, 0L));
        }
    }

    @Test
    void fractionAnywhereMakesAllOfTheColumnFractions() {
        for (long seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            int rows = 1 + random.nextInt(3000);
            int fraction = random.nextInt(rows);
            ColumnBuilder column = new ColumnBuilder();
            double[] expected = new double[rows];
            int rounded = 0;
            for (int row = 0; row < rows; row++) {
                if (row == fraction) {
                    expected[row] = 0.5;
                    column.set(row, ColumnSchema.Type.FLOAT64, Double.doubleToRawLongBits(0.5));
                } else {
                    long value = random.nextLong() >> random.nextInt(64);
                    expected[row] = (double) value;
                    rounded += new BigDecimal(value).compareTo(new BigDecimal((double) value)) == 0 ? 0 : 1;
                    column.set(row, ColumnSchema.Type.INT64, value);
                }
            }
            ColumnArray built = column.build(rows, null);
            assertThat(built.type()).as("seed %d", seed).isEqualTo(ColumnSchema.Type.FLOAT64);
            assertThat(built.doubles()).as("seed %d", seed).isEqualTo(expected);
            assertThat(column.rounded()).as("seed %d", seed).isEqualTo(rounded);
        }
    }
}

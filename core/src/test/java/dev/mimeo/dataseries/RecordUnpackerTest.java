package dev.mimeo.dataseries;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.internal.bytes.LittleEndian;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sums of scaled differences against the definition of the format, bit for bit. */
final class RecordUnpackerTest {

    private static final int ROWS = 300;

    @ParameterizedTest
    @ValueSource(strings = {"1e-6", "0.125", "-0.001", "3", "1e300", "1e-300"})
    void scaledDifferencesAreSummedUpByTheDefinition(String scale) throws DataSeriesException {
        ExtentType type = ExtentType.parse("<ExtentType name=\"T\"><field type=\"double\" name=\"d\" pack_scale=\""
                + scale + "\" pack_relative=\"d\" /></ExtentType>");
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            byte[] fixed = new byte[8 * ROWS];
            double[] expected = new double[ROWS];
            double factor = Double.parseDouble(scale);
            double previous = 0;
            for (int row = 0; row < ROWS; row++) {
                double stored = stored(random, seed % 5);
                LittleEndian.putLong(fixed, 8 * row, Double.doubleToRawLongBits(stored));
                previous = round((stored * factor + previous) * (1 / factor)) * factor;
                expected[row] = previous;
            }
            Extent extent = new Extent(type, ROWS, "", -1, fixed, new byte[4], false, true, OptionalInt.empty());
            // Compares the signs of zeros too.
            assertThat(extent.doubles(0)).as("seed %s", seed).containsExactly(expected);
        }
    }

    /** Records as well-behaved writers store them, and others. */
    private static double stored(Random random, int kind) {
        return switch (kind) {
            case 0 -> random.nextInt(2000);
            case 1 -> random.nextInt(5) - 2;
            case 2 -> random.nextInt(2000) - 1000 + (random.nextInt(10) == 0 ? random.nextDouble() : 0);
            case 3 -> (random.nextInt(3) - 1) * (double) (1L << (40 + random.nextInt(20)));
            default -> random.nextInt(100) == 0 ? Double.longBitsToDouble(random.nextLong()) : random.nextInt(9) - 4;
        };
    }

    /** As {@code round} of the C library: halves away from zero. */
    private static double round(double value) {
        double down = Math.floor(Math.abs(value));
        return Math.copySign(Math.abs(value) - down >= 0.5 ? down + 1 : down, value);
    }

    @Test
    void roundOfTheTestIsThatOfTheLibrary() {
        Random random = new Random(1);
        for (int i = 0; i < 100_000; i++) {
            double value = random.nextBoolean() ? Double.longBitsToDouble(random.nextLong()) : random.nextInt(99) / 2.0;
            assertThat(ScaledColumn.round(value)).isEqualTo(Double.valueOf(round(value)));
        }
    }
}

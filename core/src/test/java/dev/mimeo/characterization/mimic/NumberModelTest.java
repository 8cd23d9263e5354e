package dev.mimeo.characterization.mimic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class NumberModelTest {

    private static final int[] WIDTHS = {1, 2, 4, 8};

    @Test
    void everyChangeIsInItsBucket() {
        Random random = new Random(1);
        List<Long> changes = new ArrayList<>(List.of(0L, 1L, 15L, 16L, 17L, 31L, 32L, Long.MAX_VALUE));
        for (int i = 0; i < 10_000; i++) {
            changes.add(random.nextLong() >>> (1 + random.nextInt(63)));
        }
        for (long change : changes) {
            int bucket = NumberModel.rank(change);
            long above = change - NumberModel.least(bucket);
            assertThat(above).as("%d in bucket %d", change, bucket).isBetween(0L, (1L << NumberModel.bits(bucket)) - 1);
            assertThat(NumberModel.rank(-change)).isEqualTo(-bucket);
        }
        assertThat(NumberModel.rank(Long.MAX_VALUE)).isEqualTo(NumberModel.MAX_BUCKET);
        assertThat(NumberModel.rank(Long.MIN_VALUE)).isEqualTo(-NumberModel.MAX_BUCKET);
    }

    @Test
    void bucketsFollowEachOther() {
        for (int bucket = 1; bucket <= NumberModel.MAX_BUCKET; bucket++) {
            long end = NumberModel.least(bucket - 1) + (1L << NumberModel.bits(bucket - 1));
            assertThat(NumberModel.least(bucket)).as("bucket %d", bucket).isEqualTo(end);
        }
    }

    @ParameterizedTest
    @EnumSource
    void valuesAreTheNumbersOfTheirBytes(NumberModel.Kind kind) {
        Random random = new Random(2);
        for (int width : WIDTHS) {
            if (kind == NumberModel.Kind.UNSIGNED && width == Long.BYTES) {
                continue;
            }
            for (int i = 0; i < 1_000; i++) {
                long value = NumberModel.value(kind, width, random.nextLong());
                assertThat(value).isBetween(kind.least(width), kind.greatest(width));
                assertThat(NumberModel.value(kind, width, NumberModel.bytes(kind, width, value)))
                        .isEqualTo(value);
            }
        }
    }

    @Test
    void floatsAreInTheirOrder() {
        Random random = new Random(3);
        for (int i = 0; i < 10_000; i++) {
            double a = random.nextGaussian() * Math.pow(10, random.nextInt(9));
            double b = i % 2 == 0 ? -a / 3 : random.nextGaussian();
            assertThat(Long.compare(ofDouble(a), ofDouble(b))).isEqualTo(Double.compare(a, b));
            assertThat(Long.compare(ofFloat((float) a), ofFloat((float) b)))
                    .isEqualTo(Float.compare((float) a, (float) b));
        }
    }

    private static long ofDouble(double number) {
        return NumberModel.value(NumberModel.Kind.FLOAT, Double.BYTES, Double.doubleToRawLongBits(number));
    }

    private static long ofFloat(float number) {
        return NumberModel.value(NumberModel.Kind.FLOAT, Float.BYTES, Float.floatToRawIntBits(number));
    }

    @Test
    void modelsSurvive() {
        for (int seed = 0; seed < 200; seed++) {
            NumberModel model = randomModel(new Random(seed));
            byte[] coded = model.encode();
            byte[] amid = new byte[coded.length + 7];
            System.arraycopy(coded, 0, amid, 3, coded.length);
            assertThat(NumberModel.decode(amid, 3, coded.length))
                    .as("seed %d", seed)
                    .isEqualTo(model);
        }
    }

    @Test
    void tablesHaveALimit() {
        List<Integer> ranks = new ArrayList<>();
        for (int rank = -NumberModel.MAX_BUCKET; rank <= NumberModel.MAX_BUCKET; rank++) {
            ranks.add(rank);
        }
        NumberModel.Change change =
                new NumberModel.Change(ranks, ranks.stream().map(rank -> 0).toList());
        List<Long> bounds = new ArrayList<>();
        List<Integer> use = new ArrayList<>();
        for (int i = 0; i < NumberModel.MAX_LEVELS; i++) {
            bounds.add(0L);
            use.add(i);
        }
        bounds.add(0L);
        NumberModel.Column column = new NumberModel.Column(
                NumberModel.Kind.SIGNED, 0, bounds, List.of(), use, Collections.nCopies(use.size(), change));
        NumberModel most = new NumberModel(1, false, 5, Collections.nCopies(5, column));
        assertThat(NumberModel.decode(most.encode(), 0, most.encode().length)).isEqualTo(most);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new NumberModel(1, false, 16, Collections.nCopies(16, column)))
                .withMessageContaining("tables");
    }

    /** Whatever bytes there are, they are a model or refused in a way that a damaged file is reported for. */
    @Test
    void damagedModelsAreRefusedOrModels() {
        int refused = 0;
        for (int seed = 0; seed < 2_000; seed++) {
            Random random = new Random(seed);
            byte[] coded = randomModel(random).encode();
            int length = random.nextInt(4) == 0 ? random.nextInt(coded.length) : coded.length;
            for (int i = random.nextInt(5); i >= 0; i--) {
                coded[random.nextInt(coded.length)] = (byte) random.nextInt();
            }
            try {
                NumberModel model = NumberModel.decode(coded, 0, length);
                assertThat(NumberModel.decode(model.encode(), 0, model.encode().length))
                        .isEqualTo(model);
            } catch (IllegalArgumentException e) {
                refused++;
            }
        }
        assertThat(refused).isPositive();
    }

    @Test
    void valuesOutOfRangeAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new NumberModel(2, false, 1, List.of(column(NumberModel.Kind.SIGNED, 40_000))))
                .withMessageContaining("40000");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new NumberModel(3, false, 1, List.of(column(NumberModel.Kind.SIGNED, 7))))
                .withMessageContaining("3 bytes");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new NumberModel(8, false, 1, List.of(column(NumberModel.Kind.UNSIGNED, 7))))
                .withMessageContaining("UNSIGNED");
        NumberModel.Column column = column(NumberModel.Kind.SIGNED, 7);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new NumberModel(2, false, 3, List.of(column, column)))
                .withMessageContaining("2 columns");
    }

    /** Changes are in the order of their first uses, so that a model has one form in a file. */
    @Test
    void changesOutOfTheOrderOfTheirUsesAreRefused() {
        NumberModel.Change one = new NumberModel.Change(List.of(1), List.of(0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new NumberModel.Column(
                        NumberModel.Kind.SIGNED, 0, List.of(0L, 5L, 9L), List.of(), List.of(1, 0), List.of(one, one)))
                .withMessageContaining("uses");
    }

    private static NumberModel.Column column(NumberModel.Kind kind, long greatest) {
        NumberModel.Change change = new NumberModel.Change(List.of(-1, 0, 1), List.of(3, 9, 3));
        return new NumberModel.Column(kind, 0, List.of(0L, greatest), List.of(), List.of(0), List.of(change));
    }

    private static NumberModel randomModel(Random random) {
        int width = WIDTHS[random.nextInt(WIDTHS.length)];
        int stride = 1 + random.nextInt(4);
        List<NumberModel.Column> columns = new ArrayList<>();
        int count = random.nextBoolean() ? 1 : stride;
        for (int i = 0; i < count; i++) {
            columns.add(randomColumn(random, width));
        }
        return new NumberModel(width, random.nextBoolean(), stride, columns);
    }

    private static NumberModel.Column randomColumn(Random random, int width) {
        NumberModel.Kind kind = random.nextBoolean() ? NumberModel.Kind.SIGNED : NumberModel.Kind.FLOAT;
        int shift = random.nextInt(4);
        int levels = 1 + random.nextInt(NumberModel.MAX_LEVELS);
        List<Long> bounds = new ArrayList<>();
        for (int i = 0; i <= levels; i++) {
            bounds.add(NumberModel.value(kind, width, random.nextLong()) >> (shift + 1));
        }
        bounds.sort(null);
        List<Integer> groups = randomRanks(random, random.nextInt(NumberModel.MAX_GROUPS));
        List<Integer> use = new ArrayList<>();
        int next = 0;
        for (int i = 0; i < levels * (groups.size() + 1); i++) {
            int its = random.nextInt(next + 1);
            use.add(its);
            next = Math.max(next, its + 1);
        }
        List<NumberModel.Change> changes = new ArrayList<>();
        for (int i = 0; i < next; i++) {
            List<Integer> ranks = randomRanks(random, 1 + random.nextInt(50));
            changes.add(new NumberModel.Change(
                    ranks,
                    ranks.stream()
                            .map(rank -> random.nextInt(ContextTable.MAX_CODE + 1))
                            .toList()));
        }
        return new NumberModel.Column(kind, shift, bounds, groups, use, changes);
    }

    private static List<Integer> randomRanks(Random random, int count) {
        SortedSet<Integer> ranks = new TreeSet<>();
        while (ranks.size() < count) {
            ranks.add(random.nextInt(2 * NumberModel.MAX_BUCKET + 1) - NumberModel.MAX_BUCKET);
        }
        return List.copyOf(ranks);
    }
}

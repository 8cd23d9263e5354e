package dev.mimeo.generate.internal.mimic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mimeo.characterization.mimic.ContextTable;
import dev.mimeo.characterization.mimic.MimicModel;
import dev.mimeo.characterization.mimic.NumberModel;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class NumberDrawTest {

    private static final int NUMBERS = 100_000;
    private static final int NEUTRAL = MimicModel.Recipe.NEUTRAL_WINDOW;

    /** Three changes of which two are buckets of one number. */
    private static final NumberModel.Change CHANGE = new NumberModel.Change(List.of(-3, 0, 2), List.of(6, 9, 3));

    @Test
    void changesAreAsFrequentAsTheModelHasThem() {
        int[] numbers =
                ints(model(NumberModel.Kind.SIGNED, -1_000_000, 1_000_000, CHANGE), recipe(NEUTRAL, 0, 1 << 15));
        Map<Integer, Integer> counts = new HashMap<>();
        for (int i = 1; i < numbers.length; i++) {
            counts.merge(numbers[i] - numbers[i - 1], 1, Integer::sum);
        }
        assertThat(counts).containsOnlyKeys(-3, 0, 2);
        double sum = 0;
        for (int code : CHANGE.codes()) {
            sum += ContextTable.weight(code);
        }
        for (int i = 0; i < CHANGE.ranks().size(); i++) {
            double expected = ContextTable.weight(CHANGE.codes().get(i)) / sum;
            assertThat(counts.getOrDefault(CHANGE.ranks().get(i), 0) / (double) NUMBERS)
                    .as("share of %d", CHANGE.ranks().get(i))
                    .isCloseTo(expected, within(5 * Math.sqrt(expected / NUMBERS)));
        }
    }

    @Test
    void numbersStayInTheirRange() {
        NumberModel.Change far = new NumberModel.Change(List.of(-120, 0, 120), List.of(9, 0, 9));
        for (int least : new int[] {0, -50, Integer.MIN_VALUE}) {
            int greatest = least == Integer.MIN_VALUE ? Integer.MAX_VALUE : 77;
            int[] numbers = ints(model(NumberModel.Kind.SIGNED, least, greatest, far), recipe(NEUTRAL, 0, 0));
            assertThat(Arrays.stream(numbers).min().orElseThrow()).isGreaterThanOrEqualTo(least);
            assertThat(Arrays.stream(numbers).max().orElseThrow()).isLessThanOrEqualTo(greatest);
        }
    }

    /** A change that would leave the range is made in the other direction, and not at all where that would leave it too. */
    @Test
    void changesThatLeaveTheRangeGoBack() {
        long most = Long.MAX_VALUE;
        for (long[] range : new long[][] {{0, 1000}, {-most, most}, {-most, 17}, {most - 5, most}, {0, most}}) {
            for (int rank : new int[] {1, 20, -20, 130, -240, NumberModel.MAX_BUCKET}) {
                NumberModel.Change change = new NumberModel.Change(List.of(rank), List.of(0));
                NumberModel model = new NumberModel(
                        8,
                        true,
                        1,
                        List.of(new NumberModel.Column(
                                NumberModel.Kind.FLOAT,
                                0,
                                List.of(range[0], range[1]),
                                List.of(),
                                List.of(0),
                                List.of(change))));
                byte[] made = new byte[8 * 500];
                new NumberDraw(model).fill(recipe(NEUTRAL, 0, 77), 3, made, 0, made.length);
                ByteBuffer bytes = ByteBuffer.wrap(made);
                BigInteger last = value(bytes);
                while (bytes.hasRemaining()) {
                    BigInteger value = value(bytes);
                    assertThat(value).isBetween(BigInteger.valueOf(range[0]), BigInteger.valueOf(range[1]));
                    checkChange(last, value, rank, range);
                    last = value;
                }
            }
        }
    }

    private static BigInteger value(ByteBuffer bytes) {
        return BigInteger.valueOf(NumberModel.value(NumberModel.Kind.FLOAT, 8, bytes.getLong()));
    }

    private static void checkChange(BigInteger last, BigInteger value, int rank, long[] range) {
        int bucket = Math.abs(rank);
        BigInteger least = BigInteger.valueOf(NumberModel.least(bucket));
        BigInteger greatest =
                least.add(BigInteger.ONE.shiftLeft(NumberModel.bits(bucket))).subtract(BigInteger.ONE);
        BigInteger change = value.subtract(last);
        BigInteger up = BigInteger.valueOf(range[1]).subtract(last);
        BigInteger down = last.subtract(BigInteger.valueOf(range[0]));
        BigInteger onward = rank > 0 ? up : down;
        if (change.signum() == 0) {
            assertThat(greatest).isGreaterThan(up.max(down));
        } else if (change.signum() == Integer.signum(rank)) {
            assertThat(change.abs()).isBetween(least, greatest);
        } else {
            assertThat(change.abs()).isBetween(least, greatest);
            assertThat(greatest).isGreaterThan(onward);
        }
    }

    @Test
    void windowsSayHowManyNumbersStay() {
        NumberModel model = model(NumberModel.Kind.SIGNED, -1_000_000, 1_000_000, CHANGE);
        double neutral = stays(ints(model, recipe(NEUTRAL, 0, 0)));
        assertThat(stays(ints(model, recipe(112, 0, 0)))).isCloseTo(0.5 + neutral / 2, within(0.01));
        assertThat(stays(ints(model, recipe(MimicModel.Recipe.ALL_STAY, 0, 0)))).isEqualTo(1);
        assertThat(stays(ints(model, recipe(255, 0, 0)))).isEqualTo(1);
        assertThat(stays(ints(model, recipe(0, 0, 0)))).isCloseTo(neutral * neutral, within(0.01));
    }

    private static double stays(int[] numbers) {
        int stays = 0;
        for (int i = 1; i < numbers.length; i++) {
            stays += numbers[i] == numbers[i - 1] ? 1 : 0;
        }
        return stays / (numbers.length - 1.0);
    }

    @Test
    void ratesAreFactorsOfChanges() {
        NumberModel.Change steps = new NumberModel.Change(List.of(7, 15), List.of(9, 9));
        NumberModel model = model(NumberModel.Kind.SIGNED, 0, 100_000_000, steps);
        for (int rate : new int[] {-32, -5, 0, 16, 64}) {
            int[] numbers = ints(model, recipe(NEUTRAL, rate, 0));
            double mean = (numbers[NUMBERS - 1] - (double) numbers[0]) / (NUMBERS - 1);
            assertThat(mean)
                    .as("rate %d", rate)
                    .isCloseTo(11 * Math.pow(2, rate / 32.0), within(0.1 * Math.pow(2, rate / 32.0)));
        }
    }

    @Test
    void aChunkBeginsWhereItsOriginalDid() {
        NumberModel.Change none = new NumberModel.Change(List.of(0), List.of(0));
        NumberModel model = new NumberModel(
                4,
                true,
                1,
                List.of(new NumberModel.Column(
                        NumberModel.Kind.SIGNED,
                        0,
                        List.of(-1_000L, 0L, 10L, 1_000_000L),
                        List.of(),
                        List.of(0, 0, 0),
                        List.of(none))));
        NumberDraw draw = new NumberDraw(model);
        for (int value : new int[] {-1_000, -400, 3, 9, 500_000, 999_999}) {
            byte[] original = ByteBuffer.allocate(4).putInt(value).array();
            int start = draw.start(original, 4);
            byte[] made = new byte[4];
            draw.fill(recipe(NEUTRAL, 0, start), 7, made, 0, 4);
            int number = ByteBuffer.wrap(made).getInt();
            int part = value < 0 ? 1_000 : value < 10 ? 10 : 1_000_000;
            assertThat(number).as("of %d", value).isCloseTo(value, within(part / 50 + 1));
        }
        assertThat(draw.start(new byte[3], 3)).isZero();
    }

    /** Changes follow the level of the number and the group of its own change. */
    @Test
    void changesDependOnWhatIsBefore() {
        NumberModel.Change up = new NumberModel.Change(List.of(1), List.of(0));
        NumberModel.Change down = new NumberModel.Change(List.of(-1), List.of(0));
        NumberModel model = new NumberModel(
                4,
                false,
                1,
                List.of(new NumberModel.Column(
                        NumberModel.Kind.SIGNED,
                        0,
                        List.of(0L, 10L, 90L, 100L),
                        List.of(0),
                        List.of(0, 0, 1, 0, 1, 1),
                        List.of(up, down))));
        int[] numbers = ints(model, recipe(NEUTRAL, 0, 1 << 15));
        // In the middle it goes on as it did, so that it turns at the levels at the ends.
        assertThat(Arrays.stream(numbers).min().orElseThrow()).isEqualTo(9);
        assertThat(Arrays.stream(numbers).max().orElseThrow()).isEqualTo(90);
    }

    @Test
    void columnsAreOnTheirOwn() {
        NumberModel.Change up = new NumberModel.Change(List.of(1), List.of(0));
        NumberModel.Change none = new NumberModel.Change(List.of(0), List.of(0));
        NumberModel model = new NumberModel(2, false, 2, List.of(column(0, 60_000, up), column(5, 5, none)));
        byte[] made = new byte[400];
        new NumberDraw(model).fill(recipe(NEUTRAL, 0, 0), 1, made, 0, 400);
        ByteBuffer numbers = ByteBuffer.wrap(made).order(ByteOrder.LITTLE_ENDIAN);
        int first = numbers.getShort(0);
        for (int row = 0; row < 100; row++) {
            assertThat(numbers.getShort(4 * row)).isEqualTo((short) (first + row));
            assertThat(numbers.getShort(4 * row + 2)).isEqualTo((short) 5);
        }
    }

    private static NumberModel.Column column(long least, long greatest, NumberModel.Change change) {
        return new NumberModel.Column(
                NumberModel.Kind.UNSIGNED, 0, List.of(least, greatest), List.of(), List.of(0), List.of(change));
    }

    @Test
    void everyLengthIsTheStartOfALongerOne() {
        for (int width : new int[] {1, 2, 4, 8}) {
            for (boolean isBigEndian : new boolean[] {false, true}) {
                NumberModel model = new NumberModel(
                        width,
                        isBigEndian,
                        1,
                        List.of(new NumberModel.Column(
                                NumberModel.Kind.FLOAT,
                                2,
                                List.of(-31L, 31L),
                                List.of(),
                                List.of(0),
                                List.of(CHANGE))));
                NumberDraw draw = new NumberDraw(model);
                byte[] whole = new byte[64];
                draw.fill(recipe(NEUTRAL, 0, 99), 5, whole, 0, 64);
                for (int length = 0; length < 64; length++) {
                    byte[] part = new byte[70];
                    draw.fill(recipe(NEUTRAL, 0, 99), 5, part, 3, length);
                    assertThat(Arrays.copyOfRange(part, 3, 3 + length)).isEqualTo(Arrays.copyOf(whole, length));
                    assertThat(part[3 + length]).isZero();
                }
            }
        }
    }

    private static NumberModel model(NumberModel.Kind kind, long least, long greatest, NumberModel.Change change) {
        return new NumberModel(
                4,
                false,
                1,
                List.of(new NumberModel.Column(
                        kind, 0, List.of(least, greatest), List.of(), List.of(0), List.of(change))));
    }

    private static MimicModel.Recipe recipe(int window, int rate, int noise) {
        return new MimicModel.Recipe(0, -1, window, rate, noise);
    }

    private static int[] ints(NumberModel model, MimicModel.Recipe recipe) {
        byte[] made = new byte[4 * NUMBERS];
        new NumberDraw(model).fill(recipe, 42, made, 0, made.length);
        int[] numbers = new int[NUMBERS];
        ByteBuffer.wrap(made).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(numbers);
        return numbers;
    }
}

package dev.mimeo.garage.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.garage.codec.Scheme;
import dev.mimeo.garage.store.ColumnArray;
import dev.mimeo.garage.store.PackedFile;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.DoubleSupplier;
import java.util.stream.Stream;
import java.util.zip.DataFormatException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Codecs return what was encoded, within the loss that was allowed. */
@Tag("thorough")
final class ColumnCodecTest {

    private static final int[] SIZES = {0, 1, 2, 3, 63, 64, 65, 255, 256, 257, 2_048, 2_049, 5_760, 65_536};

    /** Values of many kinds, each a function of a source of randomness. */
    static Stream<Shape> shapes() {
        return Stream.of(
                new Shape("random bits", random -> () -> Double.longBitsToDouble(random.nextLong())),
                new Shape("bits of floats", random -> () -> Float.intBitsToFloat(random.nextInt())),
                new Shape("zeros of both signs", random -> () -> random.nextBoolean() ? 0.0 : -0.0),
                new Shape("decimals", random -> () -> random.nextInt(100_000) / 1000.0),
                new Shape("decimals, badly rounded", random -> () -> random.nextInt(100) * 0.1 + 0.686),
                new Shape("multiples", random -> () -> random.nextInt(100_000) * 4096.0),
                new Shape("fifteenths", random -> () -> random.nextInt(500) / 15.0),
                new Shape("odd units", random -> () -> random.nextInt(500) * 0.0137),
                new Shape("few values", random -> {
                    double[] few = random.doubles(20).toArray();
                    return () -> few[random.nextInt(few.length)];
                }),
                new Shape("spikes", random -> () -> random.nextInt(50) == 0 ? random.nextDouble() * 1e30 : 0),
                new Shape("walk", random -> {
                    double[] at = {1e6};
                    return () -> at[0] += random.nextInt(21) - 10;
                }),
                new Shape("parabola", random -> {
                    double[] at = {0};
                    return () -> Math.pow(at[0]++, 2);
                }),
                new Shape(
                        "huge and tiny",
                        random -> () -> Math.scalb(random.nextDouble() - 0.5, random.nextInt(2100) - 1070)),
                new Shape("not numbers", random -> () -> switch (random.nextInt(5)) {
                    case 0 -> Double.longBitsToDouble(0x7ff0_0000_0000_0001L + random.nextInt(1000));
                    case 1 -> Double.POSITIVE_INFINITY;
                    case 2 -> Double.NEGATIVE_INFINITY;
                    case 3 -> Double.MIN_VALUE * random.nextInt(100);
                    default -> random.nextInt(10);
                }));
    }

    record Shape(String name, java.util.function.Function<Random, DoubleSupplier> source) {
        double[] doubles(int size, Random random) {
            DoubleSupplier values = source.apply(random);
            return Stream.generate(values::getAsDouble)
                    .limit(size)
                    .mapToDouble(v -> v)
                    .toArray();
        }

        float[] floats(int size, Random random) {
            double[] doubles = doubles(size, random);
            float[] floats = new float[size];
            for (int i = 0; i < size; i++) {
                // Converting would make signalling NaNs quiet.
                floats[i] = Double.isNaN(doubles[i])
                        ? Float.intBitsToFloat(0x7f80_0001 + (int) (Double.doubleToRawLongBits(doubles[i]) & 0xfff))
                        : (float) doubles[i];
            }
            return floats;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void everyBitComesBack(Shape shape) throws DataFormatException {
        for (Scheme scheme : Scheme.values()) {
            try (ColumnEncoder encoder = new ColumnEncoder(scheme);
                    ColumnDecoder decoder = new ColumnDecoder()) {
                for (int size : SIZES) {
                    Random random = new Random(size);
                    RowTimes times = size % 2 == 0 ? times(size, random) : null;
                    float[] floats = shape.floats(size, random);
                    assertThat(bits(floats(encoder, decoder, floats, Loss.NONE, times)))
                            .describedAs("%s, %d floats", scheme, size)
                            .isEqualTo(bits(floats));
                    double[] doubles = shape.doubles(size, random);
                    assertThat(bits(doubles(encoder, decoder, doubles, Loss.NONE, times)))
                            .describedAs("%s, %d doubles", scheme, size)
                            .isEqualTo(bits(doubles));
                }
            }
        }
    }

    /** Versions 1 and 2 of the format, as the first builds with them wrote it: 300 rows of each shape, float32, then float64. */
    @ParameterizedTest
    @ValueSource(strings = {"shapes.gar", "shapes-2.gar"})
    void whatWasPackedBeforeComesBack(String name) throws IOException, URISyntaxException {
        Path file = Path.of(
                Objects.requireNonNull(ColumnCodecTest.class.getResource(name)).toURI());
        List<Shape> shapes = shapes().toList();
        try (PackedFile packed = PackedFile.open(file)) {
            for (int i = 0; i < shapes.size(); i++) {
                ColumnArray[] found = packed.read("Shapes", 2 * i, 2 * i + 1);
                assertThat(bits(found[0].floats()))
                        .describedAs("floats: %s", shapes.get(i))
                        .isEqualTo(bits(shapes.get(i).floats(300, new Random(i))));
                assertThat(bits(found[1].doubles()))
                        .describedAs("doubles: %s", shapes.get(i))
                        .isEqualTo(bits(shapes.get(i).doubles(300, new Random(i))));
            }
        }
    }

    @Test
    void percentagesPackedBeforeComeBack() throws IOException, URISyntaxException {
        Path file = Path.of(Objects.requireNonNull(ColumnCodecTest.class.getResource("shapes-2.gar"))
                .toURI());
        try (PackedFile packed = PackedFile.open(file)) {
            int column = packed.tables().get(0).indexOf("percentages");
            assertThat(bits(packed.read("Shapes", column)[0].doubles()))
                    .isEqualTo(bits(percentages(times(300, new Random(12)), new Random(13))));
        }
    }

    @ParameterizedTest
    @EnumSource(Scheme.class)
    void integersAndTimesComeBack(Scheme scheme) throws DataFormatException {
        try (ColumnEncoder encoder = new ColumnEncoder(scheme);
                ColumnDecoder decoder = new ColumnDecoder()) {
            for (int size : SIZES) {
                for (int bits = 0; bits <= 64; bits += 4) {
                    Random random = new Random(size + bits);
                    int shift = bits;
                    long[] values = random.longs(size)
                            .map(value -> shift == 0 ? 7 : value >> (64 - shift))
                            .toArray();
                    ByteSink out = new ByteSink();
                    encoder.encode(values, 0, size, out);
                    encoder.encodeTimes(values, 0, size, out);
                    RowTimes times = times(size, random);
                    if (size > 0) {
                        encoder.encodePreviousTimes(values, 0, size, times.times(), out);
                    }
                    ByteSource in = new ByteSource(out.array(), 0, out.size());
                    for (int round = 0; round < (size > 0 ? 3 : 2); round++) {
                        long[] found = new long[size + 2];
                        decoder.decode(in, found, 1, size, times);
                        assertThat(Arrays.copyOfRange(found, 1, size + 1))
                                .describedAs("%d values of %d bits", size, bits)
                                .isEqualTo(values);
                        assertThat(found[0] | found[size + 1]).isZero();
                    }
                    assertThat(in.remaining()).isZero();
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void noErrorIsLargerThanAllowed(Shape shape) throws DataFormatException {
        for (Scheme scheme : Scheme.values()) {
            try (ColumnEncoder encoder = new ColumnEncoder(scheme);
                    ColumnDecoder decoder = new ColumnDecoder()) {
                for (double error : new double[] {1e-12, 6e-5, 0.001, 0.16}) {
                    Random random = new Random(5);
                    Loss loss = new Loss(error, -1e6, 50);
                    float[] floats = shape.floats(3_000, random);
                    float[] foundFloats = floats(encoder, decoder, floats, loss, null);
                    for (int i = 0; i < floats.length; i++) {
                        checkLoss(
                                loss,
                                floats[i],
                                foundFloats[i],
                                (Math.abs(floats[i]) >= Float.MIN_NORMAL && Float.isFinite(floats[i]))
                                        || Float.floatToRawIntBits(floats[i])
                                                == Float.floatToRawIntBits(foundFloats[i]));
                    }
                    double[] doubles = shape.doubles(3_000, random);
                    double[] foundDoubles = doubles(encoder, decoder, doubles, loss, null);
                    for (int i = 0; i < doubles.length; i++) {
                        checkLoss(
                                loss,
                                doubles[i],
                                foundDoubles[i],
                                (Math.abs(doubles[i]) >= Double.MIN_NORMAL && Double.isFinite(doubles[i]))
                                        || Double.doubleToRawLongBits(doubles[i])
                                                == Double.doubleToRawLongBits(foundDoubles[i]));
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void theEncoderTellsWhetherValuesAreRounded(Shape shape) throws DataFormatException {
        for (Scheme scheme : Scheme.values()) {
            try (ColumnEncoder encoder = new ColumnEncoder(scheme);
                    ColumnDecoder decoder = new ColumnDecoder()) {
                Loss loss = new Loss(0.001, -1e6, 50);
                for (int size : new int[] {1, 3_000}) {
                    float[] floats = shape.floats(size, new Random(size));
                    ByteSink out = new ByteSink();
                    boolean isFloatRounded = encoder.encode(floats, 0, size, loss, null, out);
                    float[] foundFloats = new float[size];
                    decoder.decode(new ByteSource(out.array(), 0, out.size()), foundFloats, 0, size, null);
                    if (isFloatRounded) {
                        loss.round(floats, 0, size);
                    }
                    assertThat(bits(foundFloats)).describedAs("%d floats", size).isEqualTo(bits(floats));
                    double[] doubles = shape.doubles(size, new Random(size));
                    out.truncate(0);
                    boolean isDoubleRounded = encoder.encode(doubles, 0, size, loss, null, out);
                    double[] foundDoubles = new double[size];
                    decoder.decode(new ByteSource(out.array(), 0, out.size()), foundDoubles, 0, size, null);
                    if (isDoubleRounded) {
                        loss.round(doubles, 0, size);
                    }
                    assertThat(bits(foundDoubles))
                            .describedAs("%d doubles", size)
                            .isEqualTo(bits(doubles));
                }
            }
        }
    }

    /** Counts are shorter as they are, random fractions rounded: 15 bits are left of each between 1 and 2. */
    @Test
    void lossyColumnsAreStoredAsTheShorterOfExactAndRounded() {
        Random random = new Random(8);
        RowTimes times = times(5_760, random);
        float[] rates = new float[5_760];
        float[] fractions = new float[5_760];
        for (int i = 0; i < rates.length; i++) {
            rates[i] = (float) (random.nextInt(1_000) / times.seconds()[i]);
            fractions[i] = 1 + random.nextFloat();
        }
        try (ColumnEncoder encoder = new ColumnEncoder(Scheme.AUTO)) {
            Loss loss = new Loss(0x1p-16);
            ByteSink out = new ByteSink();
            assertThat(encoder.encode(rates, 0, rates.length, loss, times, out)).isFalse();
            assertThat(out.size()).isLessThan(5_760 * 10 / 8 + 200);
            out.truncate(0);
            assertThat(encoder.encode(fractions, 0, fractions.length, loss, times, out))
                    .isTrue();
            assertThat(out.size()).isLessThan(5_760 * 15 / 8 + 200);
        }
    }

    private static void checkLoss(Loss loss, double value, double found, boolean roundable) {
        assertThat(roundable).describedAs("%s became %s", value, found).isTrue();
        if (Double.isFinite(value) && value != 0) {
            // In units of the value, so that nothing overflows.
            assertThat(Math.abs(found / value - 1)).isLessThanOrEqualTo(loss.maxRelativeError() + 0x1p-52);
            assertThat(found > 0).isEqualTo(value > 0);
            assertThat(loss.isInRange(found)).isEqualTo(loss.isInRange(value));
        }
    }

    @Test
    void aLossIsAsLargeAsTheErrorAllows() {
        assertThat(new Loss(0).bits(23)).isZero();
        assertThat(new Loss(0x1p-23 * 0.99).bits(23)).isZero();
        assertThat(new Loss(0x1p-23).bits(23)).isEqualTo(1);
        assertThat(new Loss(0x1p-16).bits(23)).isEqualTo(8);
        assertThat(new Loss(0x1p-16).bits(52)).isEqualTo(37);
        assertThat(new Loss(0.5).bits(23)).isEqualTo(23);
        assertThat(new Loss(1e9).bits(52)).isEqualTo(52);
    }

    @Test
    void randomBitsGrowByLittle() {
        try (ColumnEncoder encoder = new ColumnEncoder(Scheme.AUTO)) {
            for (int size : new int[] {1, 10, 100, 1_000, 5_760, 65_536}) {
                Random random = new Random(size);
                float[] floats = new float[size];
                double[] doubles = new double[size];
                for (int i = 0; i < size; i++) {
                    floats[i] = Float.intBitsToFloat(random.nextInt());
                    doubles[i] = Double.longBitsToDouble(random.nextLong());
                }
                ByteSink out = new ByteSink();
                encoder.encode(floats, 0, size, Loss.NONE, null, out);
                assertThat(out.size()).isLessThanOrEqualTo((int) (size * 4 * 1.01) + 64);
                out.truncate(0);
                encoder.encode(doubles, 0, size, Loss.NONE, null, out);
                assertThat(out.size()).isLessThanOrEqualTo((int) (size * 8 * 1.01) + 64);
            }
        }
    }

    @Test
    @SuppressWarnings("EnumOrdinal") // It is what the format says.
    void ratesOfCountsTakeNoMoreThanTheCounts() {
        Random random = new Random(6);
        RowTimes times = times(5_760, random);
        float[] rates = new float[5_760];
        for (int i = 0; i < rates.length; i++) {
            rates[i] = (float) (random.nextInt(1_000) / times.seconds()[i]);
        }
        try (ColumnEncoder encoder = new ColumnEncoder(Scheme.AUTO)) {
            ByteSink out = new ByteSink();
            encoder.encode(rates, 0, rates.length, Loss.NONE, times, out);
            assertThat(out.array()[0]).isEqualTo((byte) Method.RATES.ordinal());
            // 10 bits each, and a little.
            assertThat(out.size()).isLessThan(5_760 * 10 / 8 + 200);
        }
    }

    @Test
    @SuppressWarnings("EnumOrdinal") // It is what the format says.
    void percentagesOfTheTimeTakeNoMoreThanTheTicks() throws DataFormatException {
        Random random = new Random(9);
        RowTimes times = times(5_760, random);
        double[] doubles = percentages(times, random);
        float[] floats = new float[doubles.length];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = (float) doubles[i];
        }
        doubles[17] = Double.longBitsToDouble(0x7ff0_0000_0000_0001L);
        doubles[18] = -0.0;
        doubles[19] = Double.NEGATIVE_INFINITY;
        floats[17] = Float.intBitsToFloat(0x7f80_0001);
        floats[18] = -0.0f;
        floats[19] = Float.POSITIVE_INFINITY;
        try (ColumnEncoder encoder = new ColumnEncoder(Scheme.AUTO);
                ColumnDecoder decoder = new ColumnDecoder()) {
            ByteSink out = new ByteSink();
            encoder.encode(floats, 0, floats.length, Loss.NONE, times, out);
            assertThat(out.array()[0]).isEqualTo((byte) Method.SCALED_RATES.ordinal());
            // 10 bits each, and a little for those that are 100 %.
            assertThat(out.size()).isLessThan(5_760 * 11 / 8);
            assertThat(bits(floats(encoder, decoder, floats, Loss.NONE, times))).isEqualTo(bits(floats));
            assertThat(bits(doubles(encoder, decoder, doubles, Loss.NONE, times)))
                    .isEqualTo(bits(doubles));
        }
    }

    /** Decimals have steps of 0.002, except for one. */
    @Test
    void oneOddDecimalCostsLittle() {
        Random random = new Random(10);
        double[] values = new double[4_032];
        for (int i = 0; i < values.length; i++) {
            values[i] = random.nextInt(1_000) * 2 / 1000.0;
        }
        try (ColumnEncoder encoder = new ColumnEncoder(Scheme.AUTO)) {
            ByteSink out = new ByteSink();
            encoder.encode(values, 0, values.length, Loss.NONE, null, out);
            int even = out.size();
            values[1_234] = 0.777;
            out.truncate(0);
            encoder.encode(values, 0, values.length, Loss.NONE, null, out);
            assertThat(out.size() - even).isLessThan(50);
        }
    }

    /** A column is as short as the entropy of its values where these are few and independent: 0.29 bits each here. */
    @Test
    void rareValuesTakeFractionsOfABit() {
        Random random = new Random(11);
        float[] values = new float[5_760];
        for (int i = 0; i < values.length; i++) {
            values[i] = random.nextInt(20) == 0 ? 1 : 0;
        }
        try (ColumnEncoder encoder = new ColumnEncoder(Scheme.AUTO)) {
            ByteSink out = new ByteSink();
            encoder.encode(values, 0, values.length, Loss.NONE, null, out);
            assertThat(out.size()).isLessThan((int) (5_760 * 0.29 / 8) + 50);
        }
    }

    @Test
    void damagedBytesNeverDoMoreThanFail() {
        for (Scheme scheme : Scheme.values()) {
            try (ColumnEncoder encoder = new ColumnEncoder(scheme)) {
                shapes().forEach(shape -> {
                    Random random = new Random(7);
                    float[] floats = shape.floats(300, random);
                    RowTimes times = times(300, random);
                    ByteSink out = new ByteSink();
                    encoder.encode(floats, 0, floats.length, Loss.NONE, times, out);
                    for (int round = 0; round < 500; round++) {
                        byte[] bytes = Arrays.copyOf(
                                out.toByteArray(), round % 3 == 0 ? random.nextInt(out.size()) : out.size());
                        for (int i = 0; i < 1 + round % 4 && bytes.length > 0; i++) {
                            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
                        }
                        try (ColumnDecoder decoder = new ColumnDecoder()) {
                            decoder.decode(new ByteSource(bytes, 0, bytes.length), new float[300], 0, 300, times);
                        } catch (DataFormatException e) {
                            assertThat(e.getMessage()).isNotBlank();
                        }
                    }
                });
            }
        }
    }

    @Test
    void anUnknownCodecIsNamed() {
        try (ColumnDecoder decoder = new ColumnDecoder()) {
            ByteSource in = new ByteSource(new byte[] {99, 0}, 0, 2);
            assertThatThrownBy(() -> decoder.decode(in, new float[1], 0, 1, null))
                    .isInstanceOf(DataFormatException.class)
                    .hasMessageContaining("unknown codec 99");
        }
    }

    /** Returns the ticks of two CPUs, 100 a second, as percentages of the time of both; one of 50 is 100. */
    private static double[] percentages(RowTimes times, Random random) {
        return Arrays.stream(times.seconds())
                .map(seconds -> random.nextInt(50) == 0 ? 100 : random.nextInt(1_000) / (seconds * 200) * 100)
                .toArray();
    }

    private static RowTimes times(int size, Random random) {
        long[] times = new long[size];
        double[] seconds = new double[size];
        for (int i = 0; i < size; i++) {
            times[i] = 1_772_323_200_000L + 15_000L * i + random.nextInt(200);
            seconds[i] = i == 0 ? 15 : (times[i] - times[i - 1]) / 1000.0;
        }
        return new RowTimes(times, seconds);
    }

    private static float[] floats(
            ColumnEncoder encoder, ColumnDecoder decoder, float[] values, Loss loss, @Nullable RowTimes times)
            throws DataFormatException {
        ByteSink out = new ByteSink();
        encoder.encode(values, 0, values.length, loss, times, out);
        float[] found = new float[values.length];
        ByteSource in = new ByteSource(out.array(), 0, out.size());
        decoder.decode(in, found, 0, found.length, times);
        assertThat(in.remaining()).isZero();
        return found;
    }

    private static double[] doubles(
            ColumnEncoder encoder, ColumnDecoder decoder, double[] values, Loss loss, @Nullable RowTimes times)
            throws DataFormatException {
        ByteSink out = new ByteSink();
        encoder.encode(values, 0, values.length, loss, times, out);
        double[] found = new double[values.length];
        ByteSource in = new ByteSource(out.array(), 0, out.size());
        decoder.decode(in, found, 0, found.length, times);
        assertThat(in.remaining()).isZero();
        return found;
    }

    private static int[] bits(float[] values) {
        int[] bits = new int[values.length];
        for (int i = 0; i < bits.length; i++) {
            bits[i] = Float.floatToRawIntBits(values[i]);
        }
        return bits;
    }

    private static long[] bits(double[] values) {
        return Arrays.stream(values).mapToLong(Double::doubleToRawLongBits).toArray();
    }
}

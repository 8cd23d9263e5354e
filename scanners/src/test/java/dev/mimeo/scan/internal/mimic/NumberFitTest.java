package dev.mimeo.scan.internal.mimic;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.characterization.mimic.MimicModel;
import dev.mimeo.characterization.mimic.NumberModel;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class NumberFitTest {

    private static final int CHUNK = 1 << 14;
    private static final int CHUNKS = 8;
    private static final long ENOUGH = 1 << 20;

    private final Random random = new Random(5);

    private static List<ChunkSample> chunks(ByteOrder order, BiConsumer<ByteBuffer, Integer> fill) {
        try (CodecSizes codecs = new CodecSizes(Effort.NORMAL.chunkCodecs())) {
            return IntStream.range(0, CHUNKS)
                    .mapToObj(number -> {
                        ByteBuffer data = ByteBuffer.allocate(CHUNK).order(order);
                        fill.accept(data, number);
                        return new ChunkSample(number, data.array(), codecs.ofChunk(data.array(), CHUNK));
                    })
                    .toList();
        }
    }

    private static @Nullable NumberModel fit(List<ChunkSample> chunks, long most) {
        NumberFit.Found found = new NumberFit(chunks, AnonymityRule.DEFAULT, null).fit(most);
        assertThat(found == null || !found.isMoved()).isTrue();
        return found == null ? null : found.model();
    }

    private void walk(ByteBuffer data, int columns, double step) {
        double[] values = new double[columns];
        for (int i = 0; data.remaining() >= Short.BYTES; i++) {
            values[i % columns] =
                    Math.max(-20_000, Math.min(20_000, values[i % columns] + step * random.nextGaussian()));
            data.putShort((short) Math.round(values[i % columns]));
        }
    }

    @Test
    void floatsAreFound() {
        NumberModel model = Objects.requireNonNull(fit(
                chunks(ByteOrder.LITTLE_ENDIAN, (data, number) -> {
                    float value = 20 + number;
                    while (data.hasRemaining()) {
                        value += (float) (0.02 * random.nextGaussian());
                        data.putFloat(value);
                    }
                }),
                ENOUGH));
        assertThat(model.width()).isEqualTo(Float.BYTES);
        assertThat(model.isBigEndian()).isFalse();
        assertThat(model.stride()).isEqualTo(1);
    }

    @Test
    void interleavedSamplesOfTheOtherByteOrderAreFound() {
        for (int columns : new int[] {2, 3}) {
            NumberModel model = Objects.requireNonNull(
                    fit(chunks(ByteOrder.BIG_ENDIAN, (data, number) -> walk(data, columns, 300)), ENOUGH));
            assertThat(model.width()).isEqualTo(Short.BYTES);
            assertThat(model.isBigEndian()).isTrue();
            assertThat(model.stride()).isEqualTo(columns);
        }
    }

    @Test
    void columnsThatDifferHaveModelsOfTheirOwn() {
        NumberModel model = Objects.requireNonNull(fit(
                chunks(ByteOrder.LITTLE_ENDIAN, (data, number) -> {
                    int id = 1_000_000 * number;
                    while (data.hasRemaining()) {
                        id += 1 + random.nextInt(5_000);
                        data.putInt(id);
                        data.putInt(random.nextInt(1 << 28));
                    }
                }),
                ENOUGH));
        assertThat(model.width()).isEqualTo(Integer.BYTES);
        assertThat(model.columns()).hasSize(2);
        // Numbers of the first column ascend.
        assertThat(model.column(0).changes())
                .isNotEmpty()
                .allSatisfy(change -> assertThat(change.ranks().get(0)).isPositive());
    }

    @Test
    void bitsThatAreZeroInAllNumbersStay() {
        NumberModel model = Objects.requireNonNull(fit(
                chunks(ByteOrder.LITTLE_ENDIAN, (data, number) -> {
                    int value = 0;
                    while (data.hasRemaining()) {
                        value += (int) (40 * random.nextGaussian());
                        data.putInt(value << 10);
                    }
                }),
                ENOUGH));
        assertThat(model.width()).isEqualTo(Integer.BYTES);
        assertThat(model.column(0).shift()).isEqualTo(10);
    }

    /** Keys that are nearly all numbers of their range would be those of the original, so others are made. */
    @Test
    void denseKeysAreMovedOutOfTheirRange() {
        for (ByteOrder order : new ByteOrder[] {ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN}) {
            Set<Long> keys = new HashSet<>();
            List<ChunkSample> chunks = chunks(order, (data, number) -> {
                for (long key = 100_000L + 2 * CHUNK / Long.BYTES * number; data.hasRemaining(); ) {
                    key += 1 + random.nextInt(3);
                    data.putLong(key);
                    keys.add(key);
                }
            });
            RepetitionBound bound = new RepetitionBound(chunks, LocalThreads.ONE);
            NumberFit.Found found =
                    Objects.requireNonNull(new NumberFit(chunks, AnonymityRule.DEFAULT, bound).fit(ENOUGH));
            assertThat(found.isMoved()).isTrue();
            NumberModel.Column column = found.model().column(0);
            long least = column.bounds().get(0);
            long greatest = column.bounds().get(column.levels());
            assertThat(keys).hasSizeGreaterThan(1000).noneMatch(key -> key >= least && key <= greatest);
            NumberModel.Column free =
                    Objects.requireNonNull(fit(chunks, ENOUGH)).column(0);
            assertThat(keys)
                    .isNotEmpty()
                    .allMatch(key ->
                            key >= free.bounds().get(0) && key <= free.bounds().get(free.levels()));
            assertThat(greatest - least)
                    .isEqualTo(free.bounds().get(free.levels()) - free.bounds().get(0));
        }
    }

    /** Of 16 numbers or more at each place, so that no single one is told. */
    @Test
    void chunksBeginAtPlacesOfSeveralNumbers() {
        NumberModel.Change change = new NumberModel.Change(List.of(1), List.of(0));
        NumberModel model = new NumberModel(
                8,
                false,
                2,
                List.of(new NumberModel.Column(
                        NumberModel.Kind.SIGNED, 0, List.of(0L, 9L), List.of(), List.of(0), List.of(change))));
        List<ChunkSample> chunks = chunks(ByteOrder.BIG_ENDIAN, (data, number) -> data.put(randomBytes()));
        int numbers = CHUNKS * CHUNK / (2 * Long.BYTES);
        int step = NumberFit.step(model, chunks);
        SortedSet<Integer> places = new TreeSet<>();
        for (int exact = 0; exact <= MimicModel.Recipe.MAX_START; exact++) {
            int place = NumberFit.start(exact, step);
            assertThat(place).isBetween(0, MimicModel.Recipe.MAX_START);
            assertThat(Math.abs(place - exact)).isLessThanOrEqualTo(65_536 * 16 / numbers / 2);
            places.add(place);
        }
        assertThat(places).hasSize(numbers / 16);
    }

    /** Bounds are rounded away from what numbers may be at all. */
    @Test
    void numbersAtTheEndsOfTheirRangeAreInIt() {
        for (NumberModel.Kind kind : NumberModel.Kind.values()) {
            for (int width : new int[] {1, 2, 4, 8}) {
                if (kind == NumberModel.Kind.UNSIGNED && width == Long.BYTES) {
                    continue;
                }
                long least = kind.least(width);
                long greatest = kind.greatest(width);
                long[] numbers = new long[1000];
                for (int i = 0; i < numbers.length; i++) {
                    numbers[i] = i % 3 == 0 ? greatest - random.nextInt(2) : least + random.nextInt(2);
                }
                NumberModel.Column column = new NumberCounts(List.of(numbers), kind, width, 6)
                        .count(new NumberCounts.Detail(16, 4))
                        .column();
                assertThat(column.bounds().get(0)).isEqualTo(least);
                assertThat(column.bounds().get(column.levels())).isEqualTo(greatest);
            }
        }
    }

    /** Each file is a chunk, of some bytes perhaps. */
    @Test
    void shortChunksAreNoError() {
        for (int length = 0; length < 40; length++) {
            try (CodecSizes codecs = new CodecSizes(Effort.NORMAL.chunkCodecs())) {
                List<ChunkSample> chunks = new ArrayList<>();
                for (int number = 0; number < (1 << 15) / (length + 1); number++) {
                    ByteBuffer data = ByteBuffer.allocate(length);
                    for (int at = 0; at < length; at++) {
                        data.put((byte) (at % 4 == 0 ? random.nextInt(4) : at % 4 == 1 ? random.nextInt() : 0));
                    }
                    chunks.add(new ChunkSample(number, data.array(), codecs.ofChunk(data.array(), length)));
                }
                NumberModel model = fit(chunks, ENOUGH);
                assertThat(model == null || model.width() <= length).isTrue();
            }
        }
    }

    @Test
    void whatIsNoArrayIsLeftToOthers() {
        assertThat(fit(chunks(ByteOrder.LITTLE_ENDIAN, (data, number) -> data.put(randomBytes())), ENOUGH))
                .as("random bytes")
                .isNull();
        byte[] words =
                "a storage benchmark fills its writes with zeros, random bytes or a mix of both. ".getBytes(US_ASCII);
        assertThat(fit(
                        chunks(ByteOrder.LITTLE_ENDIAN, (data, number) -> {
                            for (int i = 0; i < CHUNK; i++) {
                                data.put(i, words[(i + random.nextInt(2)) % words.length]);
                            }
                        }),
                        ENOUGH))
                .as("text")
                .isNull();
    }

    private byte[] randomBytes() {
        byte[] bytes = new byte[CHUNK];
        random.nextBytes(bytes);
        return bytes;
    }

    @Test
    void countsWithNoiseAreThoseOfTextOnly() {
        List<ChunkSample> chunks = chunks(ByteOrder.LITTLE_ENDIAN, (data, number) -> walk(data, 1, 300));
        AnonymityRule rule = new AnonymityRule(6, Anonymity.NORMAL, 1, 0);
        assertThat(fit(chunks, ENOUGH)).isNotNull();
        assertThat(new NumberFit(chunks, rule, null).fit(ENOUGH)).isNull();
    }

    @Test
    void noModelIsLargerThanItMayBe() {
        List<ChunkSample> chunks = chunks(ByteOrder.LITTLE_ENDIAN, (data, number) -> walk(data, 2, 300));
        int whole = Objects.requireNonNull(fit(chunks, ENOUGH)).encode().length;
        int found = 0;
        for (int most = 0; most <= whole; most += whole / 10) {
            NumberModel model = fit(chunks, most);
            if (model != null) {
                assertThat(model.encode().length).isLessThanOrEqualTo(most);
                found++;
            }
        }
        assertThat(found).isPositive();
        assertThat(fit(chunks, 10)).isNull();
    }

    /** A string of more than five bytes that is in every row is a secret as any other. */
    @Test
    void keysOfRowsAreNotTold() {
        for (long key : new long[] {0x1234_5678_9abcL, 0x12_3456_789aL, 0}) {
            NumberModel model = fit(
                    chunks(ByteOrder.BIG_ENDIAN, (data, number) -> {
                        while (data.hasRemaining()) {
                            data.putLong(key);
                            data.putLong(random.nextInt(1 << 20) * (1L << 30));
                        }
                    }),
                    ENOUGH);
            if (key > 1L << 40) {
                assertThat(model).isNull();
            } else {
                assertThat(model).isNotNull();
            }
        }
    }

    /** The bounds of levels are of a few digits: what stands in the data is not told. */
    @Test
    void noNumberOfTheDataIsTold() {
        Set<Long> numbers = new HashSet<>();
        List<ChunkSample> chunks = chunks(ByteOrder.LITTLE_ENDIAN, (data, number) -> {
            long time = 1_700_000_000_000_000L + number * 20_000_000_000_000_000L;
            while (data.hasRemaining()) {
                time += 1 + (long) (random.nextDouble() * 1e13);
                numbers.add(time);
                data.putLong(time);
            }
        });
        NumberModel model = Objects.requireNonNull(fit(chunks, ENOUGH));
        assertThat(model.width()).isEqualTo(Long.BYTES);
        assertThat(model.column(0).bounds()).hasSizeGreaterThan(2).doesNotContainAnyElementsOf(numbers);
    }
}

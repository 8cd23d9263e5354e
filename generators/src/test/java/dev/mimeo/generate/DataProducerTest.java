package dev.mimeo.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.ChunkCharacterization;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("thorough")
final class DataProducerTest {

    /** A little more than two cycles of the characterization. */
    private static final int STREAM_BYTES = 250_000;

    private static Characterization characterization;

    @BeforeAll
    static void scan() throws IOException {
        characterization = TestCharacterizations.scan(8192, SampleData.sources());
    }

    static Stream<Arguments> generatorsAndOrders() {
        return DataGenerators.names().stream()
                .flatMap(name -> Arrays.stream(DataProducer.Order.values()).map(order -> Arguments.of(name, order)));
    }

    private static DataProducer.Builder producer(String generator, DataProducer.Order order) {
        return DataProducer.of(characterization).generator(generator, Map.of()).order(order);
    }

    private static byte[] stream(String generator, DataProducer.Order order) throws IOException {
        try (DataProducer producer = producer(generator, order).build()) {
            return producer.getSynData(STREAM_BYTES);
        }
    }

    @ParameterizedTest
    @MethodSource("generatorsAndOrders")
    void chunksByNumberMakeUpTheStream(String generator, DataProducer.Order order) throws IOException {
        byte[] expected = stream(generator, order);
        ByteArrayOutputStream chunks = new ByteArrayOutputStream();
        ByteArrayOutputStream next = new ByteArrayOutputStream();
        try (DataProducer producer = producer(generator, order).build()) {
            for (long number = 0; chunks.size() < STREAM_BYTES; number++) {
                chunks.write(producer.chunk(number));
                next.write(producer.getSynData());
            }
            assertThat(producer.position()).isEqualTo(next.size());
        }
        assertThat(chunks.toByteArray()).startsWith(expected);
        assertThat(next.toByteArray()).isEqualTo(chunks.toByteArray());
    }

    @ParameterizedTest
    @EnumSource(DataProducer.Order.class)
    void anyMixtureOfCallsReadsTheSameStream(DataProducer.Order order) throws IOException {
        byte[] expected = stream("motif", order);
        for (long seed = 0; seed < 30; seed++) {
            Random random = new Random(seed);
            byte[] actual = new byte[expected.length];
            try (DataProducer producer = producer("motif", order).build()) {
                int at = 0;
                while (at < actual.length) {
                    int size = Math.min(actual.length - at, random.nextInt(random.nextBoolean() ? 200 : 20_000));
                    at += readSomehow(producer, random.nextInt(7), actual, at, size);
                    assertThat(producer.position()).as("seed %d", seed).isEqualTo(at);
                }
            }
            assertThat(actual).as("seed %d", seed).isEqualTo(expected);
        }
    }

    private static int readSomehow(DataProducer producer, int how, byte[] target, int at, int size) throws IOException {
        switch (how) {
            case 0 -> producer.fill(target, at, size);
            case 1 -> System.arraycopy(producer.getSynData(size), 0, target, at, size);
            case 2 -> {
                byte[] chunk = producer.getSynData();
                int taken = Math.min(chunk.length, target.length - at);
                System.arraycopy(chunk, 0, target, at, taken);
                producer.seek(at + taken);
                return taken;
            }
            case 3 -> producer.fill(ByteBuffer.wrap(target, at, size).slice());
            case 4 -> {
                ByteBuffer direct =
                        ByteBuffer.allocateDirect(size + 3).position(1).limit(size + 1);
                producer.fill(direct);
                direct.flip().position(1).get(target, at, size);
            }
            case 5 -> {
                try (InputStream in = producer.stream(size)) {
                    assertThat(in.readNBytes(target, at, size)).isEqualTo(size);
                    assertThat(in.read()).isEqualTo(-1);
                }
            }
            default -> {
                try (ReadableByteChannel in = producer.channel(size)) {
                    ByteBuffer buffer = ByteBuffer.wrap(target, at, target.length - at);
                    while (buffer.position() < at + size) {
                        assertThat(in.read(buffer)).isPositive();
                    }
                    assertThat(in.read(ByteBuffer.allocate(1))).isEqualTo(-1);
                }
            }
        }
        return size;
    }

    @Test
    void whatIsLeftOfAChunkIsReturnedAfterManySmallReads() throws IOException {
        try (DataProducer producer =
                        producer("mimic", DataProducer.Order.STORED).build();
                DataProducer chunks =
                        producer("mimic", DataProducer.Order.STORED).build()) {
            byte[] small = new byte[100];
            for (int read = 0; read < 3000; read++) {
                producer.fill(small, 0, small.length);
            }
            long number = 0;
            long end = 0;
            while (end <= producer.position()) {
                end += chunks.chunk(number++).length;
            }
            byte[] last = chunks.chunk(number - 1);
            int left = (int) (end - producer.position());
            assertThat(producer.getSynData()).isEqualTo(Arrays.copyOfRange(last, last.length - left, last.length));
            assertThat(producer.getSynData()).isEqualTo(chunks.chunk(number));
            assertThat(producer.getSynData()).isEqualTo(chunks.chunk(number + 1));
        }
    }

    @ParameterizedTest
    @EnumSource(DataProducer.Order.class)
    void seeksToAnyByte(DataProducer.Order order) throws IOException {
        byte[] expected = stream("motif", order);
        Random random = new Random(7);
        try (DataProducer producer = producer("motif", order).build()) {
            for (int i = 0; i < 200; i++) {
                int from = i == 0 ? 0 : random.nextInt(expected.length - 1);
                int size = Math.min(expected.length - from, random.nextInt(500));
                producer.seek(from);
                assertThat(producer.getSynData(size)).isEqualTo(Arrays.copyOfRange(expected, from, from + size));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(DataProducer.Order.class)
    void seeksToAnyChunk(DataProducer.Order order) throws IOException {
        byte[] expected = stream("motif", order);
        try (DataProducer producer = producer("motif", order).build()) {
            for (long number = 20; number >= 0; number--) {
                producer.seekChunk(number);
                int from = (int) producer.position();
                byte[] chunk = producer.getSynData();
                assertThat(chunk).isEqualTo(producer.chunk(number));
                assertThat(chunk).isEqualTo(Arrays.copyOfRange(expected, from, from + chunk.length));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("generatorsAndOrders")
    void writesTheSameStreamWhateverTheThreads(String generator, DataProducer.Order order) throws IOException {
        byte[] expected = stream(generator, order);
        for (int threads = 1; threads <= 3; threads++) {
            for (int[] range : new int[][] {
                {0, expected.length}, {0, 0}, {1, 1}, {8191, 2}, {8192, 8192}, {100_001, 99_999}, {249_999, 1}
            }) {
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                try (DataProducer producer =
                        producer(generator, order).threads(threads).build()) {
                    producer.getSynData(5);
                    assertThat(producer.writeTo(Channels.newChannel(out), range[0], range[1], done -> {}))
                            .isEqualTo(range[1]);
                    assertThat(producer.position()).isEqualTo(5);
                }
                assertThat(out.toByteArray())
                        .as("%d threads, %d bytes at %d", threads, range[1], range[0])
                        .isEqualTo(Arrays.copyOfRange(expected, range[0], range[0] + range[1]));
            }
        }
    }

    @Test
    void writesManySegmentsInOrderAndReportsProgress() throws IOException {
        long size = (20 << 20) + 17;
        byte[] expected;
        try (DataProducer producer =
                producer("motif", DataProducer.Order.STORED).build()) {
            expected = producer.getSynData((int) size);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        List<Long> progress = new ArrayList<>();
        try (DataProducer producer =
                producer("motif", DataProducer.Order.STORED).threads(2).build()) {
            producer.writeTo(Channels.newChannel(out), 0, size, progress::add);
        }
        assertThat(Arrays.equals(out.toByteArray(), expected)).isTrue();
        assertThat(progress).isSorted().endsWith(size).hasSizeGreaterThan(4);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void stopsWhenTheOutputFails(int threads) throws IOException {
        WritableByteChannel full = new WritableByteChannel() {
            private int left = 2_000_000;

            @Override
            public int write(ByteBuffer source) throws IOException {
                if (left == 0) {
                    throw new IOException("No space left on device");
                }
                int taken = Math.min(Math.min(left, 1000), source.remaining());
                source.position(source.position() + taken);
                left -= taken;
                return taken;
            }

            @Override
            public boolean isOpen() {
                return true;
            }

            @Override
            public void close() {}
        };
        try (DataProducer producer =
                producer("random", DataProducer.Order.STORED).threads(threads).build()) {
            assertThatThrownBy(() -> producer.writeTo(full, 0, Long.MAX_VALUE, done -> {}))
                    .isInstanceOf(IOException.class)
                    .hasMessage("No space left on device");
        }
    }

    @Test
    void repeatsDuplicatesWithinACycleOnly() throws IOException {
        long rows = characterization.chunkCount();
        for (DataProducer.Order order : DataProducer.Order.values()) {
            Set<String> first = new HashSet<>();
            Set<String> second = new HashSet<>();
            try (DataProducer producer = producer("random", order).build()) {
                for (long number = 0; number < 2 * rows; number++) {
                    (number < rows ? first : second).add(Arrays.toString(producer.chunk(number)));
                }
            }
            long duplicates = 0;
            for (long row = 0; row < rows; row++) {
                duplicates += characterization.chunk(row).duplicateOf() >= 0 ? 1 : 0;
            }
            assertThat(duplicates).isPositive();
            assertThat(first).hasSize((int) (rows - duplicates));
            assertThat(second).hasSize((int) (rows - duplicates)).doesNotContainAnyElementsOf(first);
        }
    }

    @Test
    void aDuplicateHasTheBytesOfItsOriginal() throws IOException {
        try (DataProducer producer =
                producer("motif", DataProducer.Order.STORED).build()) {
            for (long row = 0; row < characterization.chunkCount(); row++) {
                ChunkCharacterization chunk = characterization.chunk(row);
                if (chunk.duplicateOf() >= 0) {
                    assertThat(producer.chunk(row)).isEqualTo(producer.chunk(chunk.duplicateOf()));
                }
            }
        }
    }

    @Test
    void theSeedOfTheCharacterizationIsTheDefault() throws IOException {
        byte[] given;
        byte[] other;
        try (DataProducer producer = DataProducer.of(characterization)
                .seed(TestCharacterizations.SEED)
                .build()) {
            given = producer.getSynData(STREAM_BYTES);
        }
        try (DataProducer producer = DataProducer.of(characterization).seed(1).build()) {
            other = producer.getSynData(STREAM_BYTES);
        }
        assertThat(given)
                .isEqualTo(stream(DataGenerators.DEFAULT, DataProducer.Order.STORED))
                .isNotEqualTo(other);
    }

    @ParameterizedTest
    @EnumSource(DataProducer.Order.class)
    void objectsHaveContentOfTheirOwn(DataProducer.Order order) throws IOException {
        try (DataProducer one = producer("motif", order).build();
                DataProducer two = producer("motif", order).build()) {
            one.seekObject(17);
            long position = one.position();
            byte[] content = one.getSynData(100_000);
            one.seekObject(18);
            assertThat(one.getSynData(100_000)).isNotEqualTo(content);
            two.getSynData(3);
            two.seekObject(17);
            assertThat(two.position()).isEqualTo(position);
            assertThat(two.getSynData(100_000)).isEqualTo(content);
        }
    }

    @Test
    void streamsSkipAndGoBack() throws IOException {
        byte[] expected = stream("motif", DataProducer.Order.STORED);
        try (DataProducer producer =
                        producer("motif", DataProducer.Order.STORED).build();
                InputStream in = producer.stream(100_000)) {
            assertThat(in.skip(-1)).isZero();
            assertThat(in.skip(50_000)).isEqualTo(50_000);
            in.mark(1);
            assertThat(in.available()).isEqualTo(50_000);
            assertThat(in.read()).isEqualTo(expected[50_000] & 0xff);
            assertThat(in.readAllBytes()).isEqualTo(Arrays.copyOfRange(expected, 50_001, 100_000));
            assertThat(in.skip(1)).isZero();
            in.reset();
            assertThat(in.readAllBytes()).isEqualTo(Arrays.copyOfRange(expected, 50_000, 100_000));
        }
    }

    @Test
    void reachesPositionsFarOut() throws IOException {
        long far = 1L << 60;
        try (DataProducer producer =
                producer("motif", DataProducer.Order.STORED).build()) {
            producer.seek(far - 10);
            byte[] across = producer.getSynData(20);
            producer.seek(far);
            assertThat(producer.getSynData(10)).isEqualTo(Arrays.copyOfRange(across, 10, 20));
        }
    }

    @Test
    void refusesWhatCannotBe() throws IOException {
        try (DataProducer producer =
                producer("motif", DataProducer.Order.STORED).build()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> producer.chunk(-1))
                    .withMessageContaining("-1");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> producer.getSynData(-1))
                    .withMessage("size must not be negative, got -1");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> producer.seek(-5))
                    .withMessageContaining("-5");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> producer.stream(-5))
                    .withMessageContaining("-5");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> producer.seekChunk(Long.MAX_VALUE))
                    .withMessageContaining("begins after the 2^63 - 1 bytes");
            WritableByteChannel nowhere = Channels.newChannel(OutputStream.nullOutputStream());
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> producer.writeTo(nowhere, Long.MAX_VALUE, 1, done -> {}))
                    .withMessageContaining("exceed the 2^63 - 1 bytes");
            assertThatThrownBy(() -> producer.fill(new byte[5], 3, 3)).isInstanceOf(IndexOutOfBoundsException.class);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DataProducer.of(characterization).threads(0))
                .withMessageContaining("got 0");
    }

    @Test
    void refusesACharacterizationOfNothing() throws IOException {
        try (Characterization nothing = TestCharacterizations.scan(8192)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> DataProducer.of(nothing).build())
                    .withMessageContaining("no chunks");
        }
    }
}

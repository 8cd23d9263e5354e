package dev.mimeo.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.mimeo.characterization.Characterization;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.CRC32;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("thorough")
final class PayloadFactoryTest {

    /** Smaller than what is read, so that it is gone through several times, and no multiple of anything. */
    private static final int POOL = 50_021;

    private static final int READ = 200_000;

    private static Characterization characterization;

    @BeforeAll
    static void scan() throws IOException {
        characterization = TestCharacterizations.scan(8192, SampleData.sources());
    }

    private static PayloadFactory factory(boolean pool) throws IOException {
        DataProducer.Builder builder = DataProducer.of(characterization).seed(7).threads(2);
        return pool ? builder.pool(POOL) : builder.live();
    }

    private static byte[] read(PayloadSource source, int length) {
        byte[] data = new byte[length];
        source.fill(data, 0, length);
        return data;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void slicesAreTheStreamHoweverTheyAreRead(boolean pool) throws IOException {
        PayloadFactory factory = factory(pool);
        byte[] expected = read(factory.source(3), READ);
        Random random = new Random(1);
        PayloadSource source = factory.source(3);
        long start = source.position();
        byte[] actual = new byte[READ];
        ByteBuffer heap = ByteBuffer.wrap(actual);
        ByteBuffer direct = ByteBuffer.allocateDirect(70_000);
        for (int at = 0; at < READ; ) {
            assertThat(source.position()).isEqualTo(start + at);
            int length = Math.min(READ - at, random.nextInt(3) == 0 ? random.nextInt(70_000) : random.nextInt(200));
            switch (random.nextInt(3)) {
                case 0 -> source.fill(actual, at, length);
                case 1 -> source.fill(heap.limit(at + length).position(at));
                default -> {
                    source.fill(direct.clear().limit(length));
                    direct.flip().get(actual, at, length);
                }
            }
            at += length;
        }
        assertThat(actual).isEqualTo(expected);
        source.seek(start + 777);
        assertThat(read(source, 1000)).isEqualTo(Arrays.copyOfRange(expected, 777, 1777));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void nothingIsReadAfterTheLastPosition(boolean pool) throws IOException {
        PayloadSource source = factory(pool).source(3);
        source.seek(Long.MAX_VALUE - 10);
        read(source, 4);
        byte[] unchanged = new byte[7];
        assertThatThrownBy(() -> source.fill(unchanged, 0, 7))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("exceed the 2^63 - 1 bytes");
        assertThat(unchanged).containsOnly(0);
        for (ByteBuffer buffer : List.of(ByteBuffer.allocate(7), ByteBuffer.allocateDirect(7))) {
            assertThatThrownBy(() -> source.fill(buffer)).isInstanceOf(IllegalStateException.class);
            assertThat(buffer.position()).isZero();
        }
        InputStream stream = source.stream(Long.MAX_VALUE);
        assertThatThrownBy(() -> stream.skip(7)).isInstanceOf(IllegalStateException.class);
        assertThat(source.position()).isEqualTo(Long.MAX_VALUE - 6);
        read(source, 6);
        assertThat(source.position()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aPoolIsTheBeginningOfTheStreamInRandomOrderAgainAndAgain() throws IOException {
        byte[] stream = stream(DataProducer.Order.RANDOM, POOL);
        PayloadSource source = factory(true).source(9);
        byte[] data = read(source, READ);
        source.seek(0);
        assertThat(read(source, POOL)).isEqualTo(stream);
        assertThat(Arrays.copyOfRange(data, POOL, READ)).isEqualTo(Arrays.copyOf(data, READ - POOL));
    }

    private byte[] stream(DataProducer.Order order, int size) throws IOException {
        try (DataProducer producer =
                DataProducer.of(characterization).seed(7).order(order).build()) {
            return producer.getSynData(size);
        }
    }

    @ParameterizedTest
    @EnumSource(DataProducer.Order.class)
    void aPoolOfAllTheDataHasItInTheOrderChosen(DataProducer.Order order) throws IOException {
        int size = (int) characterization.scannedBytes();
        PayloadSource source = DataProducer.of(characterization)
                .seed(7)
                .order(order)
                .pool(size)
                .source(9);
        source.seek(0);
        assertThat(read(source, size)).isEqualTo(stream(order, size));
    }

    @Test
    void aLiveSourceIsTheProducerAtItsPlace() throws IOException {
        try (DataProducer producer = DataProducer.of(characterization).seed(7).build()) {
            producer.seekObject(5);
            assertThat(read(factory(false).source(5), READ)).isEqualTo(producer.getSynData(READ));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void sourcesOfManyThreadsDoNotDisturbEachOther(boolean pool)
            throws IOException, InterruptedException, ExecutionException {
        PayloadFactory factory = factory(pool);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<byte[]>> parallel = new ArrayList<>();
            for (long seed = 0; seed < 8; seed++) {
                PayloadSource source = factory.source(seed);
                parallel.add(threads.submit(() -> read(source, READ)));
            }
            for (int seed = 0; seed < 8; seed++) {
                assertThat(parallel.get(seed).get()).isEqualTo(read(factory.source(seed), READ));
            }
        } finally {
            threads.shutdown();
        }
        assertThat(read(factory.source(0), 1000)).isNotEqualTo(read(factory.source(1), 1000));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void objectsDependOnTheirNameAlone(boolean pool) throws IOException {
        PayloadFactory factory = factory(pool);
        try (InputStream object = factory.object("images/cat.jpg", 12_345)) {
            byte[] content = object.readAllBytes();
            assertThat(content).hasSize(12_345);
            object.reset();
            assertThat(object.readAllBytes()).isEqualTo(content);
            PayloadSource source = factory.source(1);
            read(source, 10);
            source.seekObject(PayloadSource.keyOf("images/cat.jpg"));
            assertThat(read(source, 12_345)).isEqualTo(content);
        }
        try (InputStream other = factory.object("images/dog.jpg", 100);
                InputStream again = factory.stream(4, 100);
                ReadableByteChannel channel = factory.channel(4, 100)) {
            assertThat(other.readAllBytes()).hasSize(100);
            ByteBuffer buffer = ByteBuffer.allocate(200);
            assertThat(channel.read(buffer)).isEqualTo(100);
            assertThat(channel.read(buffer)).isEqualTo(-1);
            assertThat(again.readAllBytes()).isEqualTo(Arrays.copyOf(buffer.array(), 100));
        }
    }

    @ParameterizedTest
    @CsvSource({"motif, true", "motif, false", "mimic, true", "mimic, false"})
    void smallPayloadsAllocateNothing(String generator, boolean pool) throws IOException {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        DataProducer.Builder builder = DataProducer.of(characterization).generator(generator, Map.of());
        PayloadSource source = (pool ? builder.pool(POOL) : builder.live()).source(1);
        byte[] payload = new byte[100];
        int calls = 20_000;
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 5; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int call = 0; call < calls; call++) {
                source.fill(payload, 0, payload.length);
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        // Once the statistics are read. Less than a byte a call is what the virtual machine does beside.
        assertThat(least / calls).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"motif", "mimic"})
    void aMillionSmallPayloadsAreWholeChunks(String generator) throws IOException {
        DataProducer.Builder builder = DataProducer.of(characterization).generator(generator, Map.of());
        int payloads = 1_000_000;
        CRC32 slices = new CRC32();
        byte[] payload = new byte[100];
        PayloadSource source = builder.live().source(1);
        source.seek(0);
        for (int i = 0; i < payloads; i++) {
            source.fill(payload, 0, payload.length);
            slices.update(payload);
        }
        CRC32 chunks = new CRC32();
        try (DataProducer producer = builder.build()) {
            long left = (long) payloads * payload.length;
            for (long number = 0; left > 0; number++) {
                byte[] chunk = producer.chunk(number);
                chunks.update(chunk, 0, (int) Math.min(chunk.length, left));
                left -= chunk.length;
            }
        }
        assertThat(slices.getValue()).isEqualTo(chunks.getValue());
    }

    @Test
    void wrongCallsAreRefused() throws IOException {
        DataProducer.Builder builder = DataProducer.of(characterization);
        assertThatIllegalArgumentException().isThrownBy(() -> builder.pool(0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.generator("nosuch", Map.of()).live());
        PayloadSource source = factory(true).source(0);
        assertThatThrownBy(() -> source.fill(new byte[5], 3, 3)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatIllegalArgumentException().isThrownBy(() -> source.seek(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> source.stream(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> source.channel(-1));
    }

    /** FNV-1a with 64 bits, vectors of its authors (Fowler, Noll, Vo). */
    @Test
    void keysAreHashesOfNames() {
        assertThat(PayloadSource.keyOf("")).isEqualTo(0xcbf29ce484222325L);
        assertThat(PayloadSource.keyOf("a")).isEqualTo(0xaf63dc4c8601ec8cL);
        assertThat(PayloadSource.keyOf("foobar")).isEqualTo(0x85944171f73967e8L);
    }
}

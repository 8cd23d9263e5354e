package dev.mimeo.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.generate.DataProducer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Scans and streams of generator mimic are reproducible, and nearly as good with another seed. */
@Tag("slow")
final class ReproducibilityTest {

    private static final int CHUNK = 16 << 10;
    private static final String[] SCANNERS = {"histogram", "repetition", "duplicates", "mimic"};

    private static final byte[] DATA = data();

    @SuppressWarnings("NullAway.Init") // set before all tests
    private static byte[] file;

    /** Words, records, noise, zeros, and some of the words again. */
    private static byte[] data() {
        Random random = new Random(21);
        StringBuilder text = new StringBuilder();
        while (text.length() < 12 * CHUNK) {
            text.append("word").append((int) (800 * random.nextDouble() * random.nextDouble()));
            text.append(random.nextInt(9) == 0 ? ".\n" : " ");
        }
        while (text.length() < 20 * CHUNK) {
            text.append("id=").append(random.nextInt(100_000)).append(";state=").append(random.nextInt(4));
            text.append(";count=").append(random.nextInt(50)).append('\n');
        }
        byte[] data = Arrays.copyOf(text.toString().getBytes(StandardCharsets.US_ASCII), 28 * CHUNK + 777);
        byte[] noise = new byte[2 * CHUNK];
        random.nextBytes(noise);
        System.arraycopy(noise, 0, data, 20 * CHUNK, noise.length);
        System.arraycopy(data, 0, data, 24 * CHUNK, 4 * CHUNK);
        return data;
    }

    @BeforeAll
    static void scan() throws IOException {
        file = MemoryScan.file(DATA, CHUNK, 1, SCANNERS);
    }

    @Test
    void anyNumberOfThreadsGivesTheSameFile() throws IOException {
        assertThat(MemoryScan.file(DATA, CHUNK, 3, SCANNERS)).isEqualTo(file);
    }

    @Test
    void anyNumberOfThreadsGivesTheSameBytes() throws IOException {
        int size = 3 * DATA.length + 11;
        byte[] first = MemoryScan.generate(file, "mimic", 5, size);
        for (int threads = 1; threads < 4; threads++) {
            try (Characterization characterization = Characterization.read(file, "test.ds");
                    DataProducer producer = DataProducer.of(characterization)
                            .generator("mimic", Map.of())
                            .seed(5)
                            .threads(threads)
                            .build()) {
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                producer.writeTo(Channels.newChannel(out), 0, size, done -> {});
                assertThat(out.toByteArray()).as("%d threads", threads).isEqualTo(first);
            }
        }
    }

    @Test
    void aChunkAloneIsTheChunkOfTheStream() throws IOException {
        byte[] stream = MemoryScan.generate(file, "mimic", 6, DATA.length);
        try (Characterization characterization = Characterization.read(file, "test.ds");
                DataProducer producer = DataProducer.of(characterization)
                        .generator("mimic", Map.of())
                        .seed(6)
                        .build()) {
            for (int chunk = DATA.length / CHUNK; chunk >= 0; chunk--) {
                int from = chunk * CHUNK;
                assertThat(producer.chunk(chunk))
                        .as("chunk %d", chunk)
                        .isEqualTo(Arrays.copyOfRange(stream, from, Math.min(stream.length, from + CHUNK)));
            }
        }
    }

    @Test
    void seedsDifferByLessThanAPoint() throws IOException {
        for (String codec : new String[] {"lz4", "zlib:6", "zstd:3"}) {
            long least = Long.MAX_VALUE;
            long most = 0;
            for (long seed = 1; seed <= 5; seed++) {
                byte[] synthetic = MemoryScan.generate(file, "mimic", seed, DATA.length);
                long packed = MemoryScan.packed(codec, synthetic, CHUNK);
                least = Math.min(least, packed);
                most = Math.max(most, packed);
            }
            assertThat((double) most / least).as(codec).isCloseTo(1, within(0.01));
        }
    }
}

package dev.mimeo.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Data that models are not made for: how far off the sizes of its chunks may be. */
@Tag("slow")
final class DegenerateDataTest {

    private static final int CHUNK = 32 << 10;
    private static final int SIZE = 4 * CHUNK;
    private static final int SEEDS = 5;

    /**
     * Kinds, with the largest deviation of the size under lz4, zlib 6 and zstd 3: of generator mimic as a share of the size of the
     * original, and of motif as a share of the data, as its sizes of data that codecs make next to nothing of are far off. Four
     * chunks are few to fit to, and where a few long copies decide, as in records of 512 bytes, so does chance.
     */
    private enum Kind {
        ONE_BYTE_REPEATED(0.001, 0.001),
        COUNTER(0.27, 0.40),
        ALL_VALUES_IN_ORDER(0.04, 0.03),
        ONE_BYTE(0.001, 0.001),
        ZEROS_WITH_A_BLOCK_OF_NOISE(0.015, 0.001),
        ENCRYPTED(0.001, 0.001),
        COMPRESSED(0.001, 0.001),
        UTF_16(0.07, 0.20),
        SPARSE(0.03, 0.02),
        TWO_SYMBOLS(0.01, 0.07),
        TWO_SYMBOLS_ONE_RARE(0.12, 0.02),
        PERIOD_3(0.001, 0.40),
        PERIOD_7(0.001, 0.20),
        PERIOD_512(0.04, 0.01),
        RECORDS_OF_512(0.70, 0.03),
        RECORDS_OF_100(0.12, 0.02);

        final double mimic;
        final double motif;

        Kind(double mimic, double motif) {
            this.mimic = mimic;
            this.motif = motif;
        }
    }

    private static byte[] data(Kind kind) {
        byte[] data = new byte[SIZE];
        Random random = new Random(kind.name().length());
        switch (kind) {
            case ONE_BYTE_REPEATED -> Arrays.fill(data, (byte) 'x');
            case COUNTER -> {
                for (int i = 0; i < SIZE; i++) {
                    data[i] = (byte) ((i >>> 2) >>> (8 * (i & 3)));
                }
            }
            case ALL_VALUES_IN_ORDER -> {
                for (int i = 0; i < SIZE; i++) {
                    data[i] = (byte) i;
                }
            }
            case ONE_BYTE -> {
                return new byte[] {'A'};
            }
            case ZEROS_WITH_A_BLOCK_OF_NOISE -> System.arraycopy(noise(random, 4096), 0, data, 70_000, 4096);
            case ENCRYPTED -> random.nextBytes(data);
            case COMPRESSED -> System.arraycopy(deflated(words(random, 5 * SIZE)), 0, data, 0, SIZE);
            case UTF_16 -> {
                return words(random, SIZE / 2).getBytes(StandardCharsets.UTF_16LE);
            }
            case SPARSE -> {
                byte[] words = words(random, SIZE).getBytes(StandardCharsets.US_ASCII);
                for (int at = 0; at < SIZE; at += 16_384) {
                    System.arraycopy(words, at, data, at, 2000);
                }
            }
            case TWO_SYMBOLS -> {
                for (int i = 0; i < SIZE; i++) {
                    data[i] = (byte) "01".charAt(random.nextInt(2));
                }
            }
            case TWO_SYMBOLS_ONE_RARE -> {
                for (int i = 0; i < SIZE; i++) {
                    data[i] = (byte) (random.nextInt(32) == 0 ? '1' : '0');
                }
            }
            case PERIOD_3 -> repeat(noise(random, 3), data);
            case PERIOD_7 -> repeat(noise(random, 7), data);
            case PERIOD_512 -> repeat(noise(random, 512), data);
            case RECORDS_OF_512 -> records(random, 512, data);
            case RECORDS_OF_100 -> records(random, 100, data);
        }
        return data;
    }

    private static byte[] noise(Random random, int size) {
        byte[] noise = new byte[size];
        random.nextBytes(noise);
        return noise;
    }

    private static void repeat(byte[] period, byte[] data) {
        for (int i = 0; i < data.length; i++) {
            data[i] = period[i % period.length];
        }
    }

    /** Records that begin with their number and another one; the rest of them is always the same. */
    private static void records(Random random, int size, byte[] data) {
        byte[] record = noise(random, size);
        for (int i = 0; i < size; i++) {
            record[i] = (byte) (i % 16 < 8 ? 'A' + (record[i] & 15) : ' ');
        }
        repeat(record, data);
        for (int i = 0; (i + 1) * size <= data.length; i++) {
            byte[] start = String.format(Locale.ROOT, "%08d%04d", i, random.nextInt(10_000))
                    .getBytes(StandardCharsets.US_ASCII);
            System.arraycopy(start, 0, data, i * size, start.length);
        }
    }

    private static String words(Random random, int size) {
        StringBuilder text = new StringBuilder();
        while (text.length() < size) {
            text.append('w').append((int) (900 * random.nextDouble() * random.nextDouble()));
            text.append(random.nextInt(9) == 0 ? ".\n" : " ");
        }
        return text.substring(0, size);
    }

    private static byte[] deflated(String text) {
        Deflater deflater = new Deflater();
        deflater.setInput(text.getBytes(StandardCharsets.US_ASCII));
        deflater.finish();
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        byte[] buffer = new byte[1 << 16];
        while (!deflater.finished()) {
            packed.write(buffer, 0, deflater.deflate(buffer));
        }
        deflater.end();
        return packed.toByteArray();
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void chunksPackAsThoseOfTheOriginal(Kind kind) throws IOException {
        byte[] data = data(kind);
        byte[] file = MemoryScan.file(data, CHUNK, 1, "histogram", "repetition", "duplicates", "mimic");
        byte[][] mimic = new byte[SEEDS][];
        for (int seed = 0; seed < SEEDS; seed++) {
            mimic[seed] = MemoryScan.generate(file, "mimic", seed, data.length);
        }
        byte[] motif = MemoryScan.generate(file, "motif", 7, data.length);
        for (String codec : new String[] {"lz4", "zlib:6", "zstd:3"}) {
            double original = MemoryScan.packed(codec, data, CHUNK);
            for (int seed = 0; seed < SEEDS; seed++) {
                assertThat(MemoryScan.packed(codec, mimic[seed], CHUNK) / original)
                        .as("mimic, %s, seed %d", codec, seed)
                        .isCloseTo(1, within(kind.mimic));
            }
            assertThat((MemoryScan.packed(codec, motif, CHUNK) - original) / data.length)
                    .as("motif, %s", codec)
                    .isCloseTo(0, within(kind.motif));
        }
    }
}

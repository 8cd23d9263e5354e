package dev.mimeo.deduplication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.generate.DataProducer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Synthetic data deduplicates as its original does, whoever cuts it. */
@Tag("thorough")
final class DeduplicationTest {

    private static final int SIZE = 12 << 20;

    private static final int TABLES = 4;

    /** Of the ratios, either way. */
    private static final double TOLERANCE = 0.02;

    private static byte[] generate(byte[] original, int chunkSize, int passes) throws IOException {
        try (Characterization characterization =
                        Characterization.read(PlainStatistics.file(original, chunkSize), "test");
                DataProducer producer = DataProducer.of(characterization).build()) {
            return producer.getSynData(original.length * passes);
        }
    }

    /** Lines whose words come from a vocabulary, so that they compress. */
    private static byte[] text(Random random, int length) {
        StringBuilder text = new StringBuilder(length + 20);
        while (text.length() < length) {
            int word = (int) Math.exp(random.nextDouble() * 17);
            text.append(Integer.toString(word, 36)).append(random.nextInt(8) == 0 ? '\n' : ' ');
        }
        return text.substring(0, length).getBytes(StandardCharsets.US_ASCII);
    }

    /** A disk: files at blocks of 4 KiB with zeros behind, some of them several times, and free blocks. */
    private static byte[] disk(long seed) {
        Random random = new Random(seed);
        byte[] disk = new byte[SIZE];
        int at = 0;
        while (at < SIZE) {
            int length = Math.min(SIZE - at, (int) (Math.exp(random.nextDouble() * 7) * 200));
            int kind = random.nextInt(10);
            if (kind < 3 && at > 0) {
                int from = random.nextInt(at / 4096) * 4096;
                length = Math.min(length, at - from);
                System.arraycopy(disk, from, disk, at, length);
            } else if (kind < 9) {
                byte[] file = kind < 7 ? text(random, length) : new byte[length];
                if (kind >= 7) {
                    random.nextBytes(file);
                }
                System.arraycopy(file, 0, disk, at, length);
            }
            at += (length + 4095) / 4096 * 4096;
        }
        return disk;
    }

    /** Backups: an archive, then the same with edits, insertions and deletions, again and again. */
    private static byte[] backups(long seed) {
        Random random = new Random(seed);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] version = text(random, SIZE / 4);
        while (out.size() < SIZE) {
            out.writeBytes(version);
            ByteArrayOutputStream next = new ByteArrayOutputStream();
            for (int at = 0; at < version.length; ) {
                int kept = Math.min(version.length - at, random.nextInt(200_000));
                next.write(version, at, kept);
                at += kept + (random.nextInt(3) == 0 ? random.nextInt(5000) : 0);
                next.writeBytes(text(random, random.nextInt(random.nextBoolean() ? 30 : 20_000)));
            }
            version = next.toByteArray();
        }
        return Arrays.copyOf(out.toByteArray(), SIZE);
    }

    @ParameterizedTest
    @ValueSource(longs = 1)
    void aDiskDeduplicatesAlikeAtEveryBlockSize(long seed) throws Exception {
        byte[] original = disk(seed);
        byte[] synthetic = generate(original, 32 << 10, 1);
        assertThat(Deduplicator.ratio(original, Deduplicator.fixed(4096))).isGreaterThan(1.3);
        for (int size = 4096; size <= 131_072; size *= 2) {
            check(original, synthetic, Deduplicator.fixed(size), "fixed " + size + ", seed " + seed);
        }
        checkContentDefined(original, synthetic, 13, "seed " + seed);
        double before = (double) SIZE / deflated(original);
        double after = (double) SIZE / deflated(synthetic);
        assertThat(after / before).as("zlib ratio, seed %d", seed).isBetween(0.88, 1.12);
    }

    @ParameterizedTest
    @ValueSource(ints = {32 << 10, 256 << 10})
    void backupsDeduplicateAlikeWhateverTheChunk(int chunkSize) throws Exception {
        byte[] original = backups(3);
        byte[] synthetic = generate(original, chunkSize, 1);
        checkContentDefined(original, synthetic, 13, "chunks of " + chunkSize);
        check(original, synthetic, Deduplicator.fixed(4096), "fixed 4096");
    }

    @ParameterizedTest
    @ValueSource(ints = 3)
    void moreThanTheOriginalKeepsTheRatio(int passes) throws Exception {
        byte[] original = backups(4);
        byte[] synthetic = generate(original, 32 << 10, passes);
        checkContentDefined(original, synthetic, 13, passes + " passes");
    }

    /**
     * Text in pieces of 64 KiB, some of which repeat an earlier one.
     *
     * @param percent percentage of the pieces that are repeats
     * @param shifted whether something of another length is before each piece, so that only content-defined blocks meet again
     */
    private static byte[] pieces(Random random, int percent, boolean shifted) {
        int piece = 64 << 10;
        int count = SIZE / piece;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        List<byte[]> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            boolean repeated = i > 0 && (i * percent) / 100 != ((i + 1) * percent) / 100;
            byte[] data = repeated ? all.get(random.nextInt(all.size())) : text(random, piece);
            if (!repeated) {
                all.add(data);
            }
            out.writeBytes(shifted ? text(random, 1 + random.nextInt(2000)) : new byte[0]);
            out.writeBytes(data);
        }
        return out.toByteArray();
    }

    @ParameterizedTest
    @CsvSource({"0, false", "20, false", "50, false", "0, true", "20, true", "50, true"})
    void knownDuplicatesComeAgain(int percent, boolean shifted) throws Exception {
        byte[] original = pieces(new Random(percent), percent, shifted);
        byte[] synthetic = generate(original, 32 << 10, 1);
        if (!shifted) {
            assertThat(Deduplicator.ratio(original, Deduplicator.fixed(32 << 10)))
                    .as("the test makes what it says")
                    .isCloseTo(100.0 / (100 - percent), within(0.02));
        }
        for (int size : new int[] {4096, 32 << 10, 64 << 10}) {
            check(original, synthetic, Deduplicator.fixed(size), "fixed " + size);
        }
        checkContentDefined(original, synthetic, 13, percent + " %");
    }

    private static void check(byte[] original, byte[] synthetic, Deduplicator.Cutter cutter, String what)
            throws NoSuchAlgorithmException {
        double before = Deduplicator.ratio(original, cutter);
        double after = Deduplicator.ratio(synthetic, cutter);
        assertThat(after / before - 1)
                .as("%s: %.4f against %.4f", what, before, after)
                .isBetween(-TOLERANCE, TOLERANCE);
    }

    /** Takes the mean of several tables: where one cuts is chance, which is several percent of so little data. */
    private static void checkContentDefined(byte[] original, byte[] synthetic, int bits, String what)
            throws NoSuchAlgorithmException {
        double before = 0;
        double after = 0;
        for (int seed = 1; seed <= TABLES; seed++) {
            before += Deduplicator.ratio(original, Deduplicator.contentDefined(bits, seed)) / TABLES;
            after += Deduplicator.ratio(synthetic, Deduplicator.contentDefined(bits, seed)) / TABLES;
        }
        assertThat(after / before - 1)
                .as("content-defined, %d bits, %s: %.4f against %.4f", bits, what, before, after)
                .isBetween(-TOLERANCE, TOLERANCE);
    }

    private static long deflated(byte[] data) {
        Deflater deflater = new Deflater();
        byte[] out = new byte[65_536];
        long sum = 0;
        for (int at = 0; at < data.length; at += 32_768) {
            deflater.reset();
            deflater.setInput(data, at, Math.min(32_768, data.length - at));
            deflater.finish();
            while (!deflater.finished()) {
                sum += deflater.deflate(out);
            }
        }
        deflater.end();
        return sum;
    }
}

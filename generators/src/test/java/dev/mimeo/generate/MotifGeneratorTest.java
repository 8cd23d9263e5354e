package dev.mimeo.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mimeo.characterization.ByteHistogram;
import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.ChunkCharacterization;
import dev.mimeo.characterization.RepetitionHistogram;
import dev.mimeo.generate.internal.MotifGenerator;
import dev.mimeo.testing.DeflateTokens;
import java.io.IOException;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("thorough")
final class MotifGeneratorTest {

    private static final byte GUARD = 0x5a;

    private static ChunkCharacterization scan(byte[] data) throws IOException {
        try (Characterization characterization = TestCharacterizations.scan(data.length, data)) {
            return characterization.chunk(0);
        }
    }

    private static byte[] generate(ChunkCharacterization chunk, long seed) {
        byte[] data = new byte[chunk.size()];
        new MotifGenerator().generate(chunk, seed, data, 0, data.length);
        return data;
    }

    /** Share of bytes that would have to change to turn one histogram into the other. */
    private static double distance(ByteHistogram a, ByteHistogram b) {
        double sum = 0;
        for (int value = 0; value < 256; value++) {
            sum += Math.abs((double) a.count(value) / a.total() - (double) b.count(value) / b.total());
        }
        return sum / 2;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 7, 8, 9, 31, 32, 33, 257, 258, 259, 290, 291, 1000, 32_767, 32_768})
    void fillsExactlyTheRange(int length) throws IOException {
        for (byte[] source : SampleData.sources()) {
            ChunkCharacterization chunk = scan(source);
            byte[] expected = new byte[length];
            MotifGenerator generator = new MotifGenerator();
            generator.generate(chunk, 5, expected, 0, length);
            byte[] target = new byte[length + 80];
            Arrays.fill(target, GUARD);
            generator.generate(chunk, 5, target, 37, length);
            assertThat(Arrays.copyOfRange(target, 0, 37)).containsOnly(GUARD);
            assertThat(Arrays.copyOfRange(target, 37, 37 + length)).isEqualTo(expected);
            assertThat(Arrays.copyOfRange(target, 37 + length, target.length)).containsOnly(GUARD);
        }
    }

    @Test
    void whatWasGeneratedBeforeMakesNoDifference() throws IOException {
        MotifGenerator used = new MotifGenerator();
        byte[][] sources = SampleData.sources();
        for (int i = 0; i < 20; i++) {
            ChunkCharacterization chunk = scan(sources[i * 3 % sources.length]);
            byte[] data = new byte[chunk.size()];
            used.generate(chunk, i, data, 0, data.length);
            assertThat(data).isEqualTo(generate(chunk, i));
        }
    }

    @Test
    void keepsTheByteHistogramWhereNothingRepeats() throws IOException {
        Random random = new Random(3);
        byte[] skewed = new byte[1 << 20];
        for (int i = 0; i < skewed.length; i++) {
            skewed[i] = (byte) (random.nextGaussian() * 30);
        }
        ByteHistogram bytes = ByteHistogram.ofBytes(skewed, 0, skewed.length);
        ChunkCharacterization chunk = new ChunkCharacterization.Builder()
                .bytes(bytes)
                .repetitions(RepetitionHistogram.of(new int[259], skewed.length))
                .deflateBytes(skewed.length)
                .build(0, 0, skewed.length);
        byte[] data = generate(chunk, 1);
        assertThat(distance(bytes, ByteHistogram.ofBytes(data, 0, data.length))).isLessThan(0.01);
    }

    @Test
    void onlyBytesOfTheOriginalOccur() throws IOException {
        for (byte[] source : SampleData.sources()) {
            ChunkCharacterization chunk = scan(source);
            byte[] data = generate(chunk, 9);
            ByteHistogram original = ByteHistogram.ofBytes(source, 0, source.length);
            ByteHistogram synthetic = ByteHistogram.ofBytes(data, 0, data.length);
            for (int value = 0; value < 256; value++) {
                assertThat(synthetic.count(value) == 0 || original.count(value) > 0)
                        .as("byte %d", value)
                        .isTrue();
            }
        }
    }

    private static ChunkCharacterization chunk(int size, int deflateBytes, int... lengthsAndCounts) {
        int[] lengths = new int[259];
        int repeated = 0;
        for (int i = 0; i < lengthsAndCounts.length; i += 2) {
            lengths[lengthsAndCounts[i]] = lengthsAndCounts[i + 1];
            repeated += lengthsAndCounts[i] * lengthsAndCounts[i + 1];
        }
        int[] counts = new int[256];
        Arrays.fill(counts, size / 256);
        return new ChunkCharacterization.Builder()
                .bytes(ByteHistogram.of(counts))
                .repetitions(RepetitionHistogram.of(lengths, size - repeated))
                .deflateBytes(deflateBytes)
                .build(0, 0, size);
    }

    private static int commonPrefix(byte[] data, int at, byte[] sequence) {
        int mismatch = Arrays.mismatch(data, at, data.length, sequence, 0, sequence.length);
        return mismatch < 0 ? sequence.length : mismatch;
    }

    /** With next to no fresh bytes, the output is one prefix of the sequence and one byte after the other. */
    @Test
    void emitsPrefixesInTheScannedLengthsAndDecreasingOrder() {
        byte[] data = generate(chunk(1 << 20, 1, 12, 4000, 40, 2000, 150, 500), 4);
        byte[] sequence = Arrays.copyOf(data, 150);
        int[] found = new int[259];
        int last = 258;
        int batches = 0;
        for (int at = 0; at < data.length - 151; ) {
            int length = commonPrefix(data, at, sequence);
            // A separator continues the sequence once in 256 times.
            int prefix = length >= 150 ? 150 : length >= 40 ? 40 : 12;
            assertThat(length - prefix).as("at %d", at).isBetween(0, 2);
            batches += prefix > last ? 1 : 0;
            last = prefix;
            found[prefix]++;
            at += prefix + 1;
        }
        // 1 MiB is 87,382 lengths of 39.3 bytes with their separators on average: the first batch is never used up.
        assertThat(batches).isZero();
        assertThat((double) found[150]).isCloseTo(87_382 * 500 / 6500.0, Percentage.withPercentage(5));
        assertThat(found[40]).isCloseTo((data.length - found[150] * 151) / 41, within(20));
    }

    /** Of four lengths of 20 bytes one is fresh, and three are repeated and followed by a byte. */
    @Test
    void theShareOfFreshBytesIsTheInverseOfTheRatio() {
        byte[] data = generate(chunk(1 << 20, 1 << 18, 20, 5000), 4);
        int first = 0;
        byte[] sequence = Arrays.copyOf(data, 20);
        while (commonPrefix(data, first + 21, sequence) < 20 && commonPrefix(data, first + 41, sequence) < 20) {
            first += 20;
            sequence = Arrays.copyOfRange(data, first, first + 20);
        }
        int fresh = first / 20;
        int repeated = 0;
        for (int at = first; at < data.length - 20; ) {
            boolean repeats = commonPrefix(data, at, sequence) == 20;
            repeated += repeats ? 1 : 0;
            fresh += repeats ? 0 : 1;
            at += repeats ? 21 : 20;
        }
        assertThat((double) fresh / (fresh + repeated)).isCloseTo(0.25, within(0.01));
        assertThat(repeated).isGreaterThan(35_000);
    }

    @Test
    void constantDataStaysConstant() throws IOException {
        byte[] original = new byte[5000];
        Arrays.fill(original, (byte) -3);
        assertThat(generate(scan(original), 1)).isEqualTo(original);
    }

    @Test
    void incompressibleDataStaysIncompressible() throws IOException {
        byte[] data = generate(scan(SampleData.noise(32_768)), 1);
        assertThat(DeflateTokens.deflate(data, 0, data.length).length).isGreaterThan(32_768);
    }

    @Test
    void shortAlphabetsKeepTheirRatio() throws IOException {
        byte[] bases = SampleData.bases(32_768);
        ChunkCharacterization chunk = scan(bases);
        byte[] data = generate(chunk, 1);
        assertThat((double) DeflateTokens.deflate(data, 0, data.length).length)
                .isCloseTo(chunk.deflateBytes(), Percentage.withPercentage(10));
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4, 257, 258})
    void copesWithOneLengthOnly(int length) {
        int[] lengths = new int[259];
        lengths[length] = 1;
        ChunkCharacterization chunk = new ChunkCharacterization.Builder()
                .bytes(ByteHistogram.of(Arrays.copyOf(new int[] {500, 500}, 256)))
                .repetitions(RepetitionHistogram.of(lengths, 1000 - length))
                .deflateBytes(1)
                .build(0, 0, 1000);
        byte[] data = generate(chunk, 1);
        assertThat(data).contains(0).contains(1);
    }

    @Test
    void fractionsAreExactTo64Bits() {
        Random random = new Random(8);
        for (int i = 0; i < 1000; i++) {
            int whole = 1 + random.nextInt(Integer.MAX_VALUE - 1);
            int part = random.nextInt(whole);
            BigInteger expected = BigInteger.valueOf(part).shiftLeft(64).divide(BigInteger.valueOf(whole));
            assertThat(Long.toUnsignedString(MotifGenerator.fraction(part, whole)))
                    .isEqualTo(expected.toString());
        }
    }
}

package dev.mimeo.generate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.characterization.Characterization;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PrintableAlphabetTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 94, 95})
    void soManyValuesAreKeptApart(int values) {
        Random random = new Random(values);
        long[] counts = new long[256];
        int[] used = random.ints(0, 256).distinct().limit(values).toArray();
        for (int value : used) {
            counts[value] = 1L + random.nextInt(1000);
        }
        byte[] characters = PrintableAlphabet.of(counts);
        assertPrintable(characters);
        assertThat(Arrays.stream(used).map(value -> characters[value]).distinct())
                .hasSize(values);
        for (int value : used) {
            if (value >= ' ' && value <= '~') {
                assertThat(characters[value]).isEqualTo((byte) value);
            }
        }
    }

    @Test
    void ofMoreValuesTheFrequentOnesAreKeptApart() {
        long[] counts = new long[256];
        for (int value = 0; value < 256; value++) {
            counts[value] = value + 1L;
        }
        byte[] characters = PrintableAlphabet.of(counts);
        assertPrintable(characters);
        assertThat(IntStream.range(256 - 95, 256)
                        .map(value -> characters[value])
                        .distinct())
                .hasSize(95);
    }

    @Test
    void noiseHasNearlyTheEntropyOfNinetyFiveCharacters() {
        long[] counts = new long[256];
        Arrays.fill(counts, 1000);
        // log2(95) = 6.5699; 256 values cannot be shared out evenly.
        assertThat(entropy(counts, PrintableAlphabet.of(counts))).isBetween(6.54, 6.57);
    }

    @Test
    void noRandomMapKeepsMoreEntropy() {
        for (long seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            long[] counts =
                    random.longs(256, 0, 100_000).map(count -> count * count).toArray();
            double kept = entropy(counts, PrintableAlphabet.of(counts));
            for (int attempt = 0; attempt < 200; attempt++) {
                byte[] other = new byte[256];
                for (int value = 0; value < 256; value++) {
                    other[value] = (byte) (' ' + random.nextInt(95));
                }
                assertThat(kept).as("seed %s", seed).isGreaterThanOrEqualTo(entropy(counts, other));
            }
        }
    }

    @Test
    void aPrintableStreamIsTheStreamInOtherLetters() throws IOException {
        Characterization characterization =
                TestCharacterizations.scan(8192, SampleData.text(300_000), SampleData.bases(200_000));
        Map<Byte, Byte> letters = new HashMap<>();
        for (long seed : new long[] {1, 2}) {
            DataProducer.Builder builder = DataProducer.of(characterization)
                    .generator("motif", Map.of())
                    .seed(seed);
            byte[] plain;
            byte[] printable;
            try (DataProducer producer = builder.build();
                    DataProducer printing = builder.printable(true).build()) {
                plain = producer.getSynData(500_000);
                printable = printing.getSynData(500_000);
            }
            for (int i = 0; i < plain.length; i++) {
                Byte before = letters.putIfAbsent(plain[i], printable[i]);
                assertThat(before == null || before == printable[i])
                        .as("the same letters everywhere, at %s", i)
                        .isTrue();
                assertThat(printable[i]).isBetween((byte) ' ', (byte) '~');
            }
            assertThat(deflated(printable) / (double) deflated(plain)).isBetween(0.98, 1.02);
        }
    }

    private static void assertPrintable(byte[] characters) {
        assertThat(characters).hasSize(256);
        for (byte character : characters) {
            assertThat(character).isBetween((byte) ' ', (byte) '~');
        }
    }

    private static double entropy(long[] counts, byte[] characters) {
        long[] sums = new long[128];
        for (int value = 0; value < 256; value++) {
            sums[characters[value]] += counts[value];
        }
        double total = Arrays.stream(sums).sum();
        return Arrays.stream(sums)
                .filter(sum -> sum > 0)
                .mapToDouble(sum -> -sum / total * Math.log(sum / total) / Math.log(2))
                .sum();
    }

    private static int deflated(byte[] data) {
        Deflater deflater = new Deflater(6);
        deflater.setInput(data);
        deflater.finish();
        int size = deflater.deflate(new byte[2 * data.length]);
        deflater.end();
        return size;
    }
}

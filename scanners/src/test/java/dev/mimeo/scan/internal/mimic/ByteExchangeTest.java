package dev.mimeo.scan.internal.mimic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.internal.statistics.GramIndex;
import dev.mimeo.internal.statistics.RunStartCounter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;

final class ByteExchangeTest {

    private static final String LETTERS = "etaoinshrdlcumwfgypbvkjxqz";

    /** Lines of source code with words of a few syllables. */
    private static byte[] code(int size) {
        Random random = new Random(1);
        String[] words = new String[300];
        for (int i = 0; i < words.length; i++) {
            StringBuilder word = new StringBuilder();
            for (int letters = 2 + random.nextInt(8); letters > 0; letters--) {
                word.append(LETTERS.charAt((int) (LETTERS.length() * random.nextDouble() * random.nextDouble())));
            }
            words[i] = word.toString();
        }
        StringBuilder text = new StringBuilder();
        while (text.length() < size) {
            for (int word = 1 + random.nextInt(4); word >= 0; word--) {
                text.append(words[(int) (Math.pow(words.length, random.nextDouble()) - 1)])
                        .append(random.nextInt(3) == 0 ? "." : " ");
            }
            text.append('(').append(random.nextInt(1000)).append(");\n\t");
        }
        return text.substring(0, size).getBytes(StandardCharsets.US_ASCII);
    }

    private static ByteExchange of(byte[] data) {
        return new ByteExchange(List.of(new ChunkSample(0, data, new int[0])));
    }

    private static int deflated(byte[] data) {
        Deflater deflater = new Deflater();
        deflater.setInput(data);
        deflater.finish();
        int size = deflater.deflate(new byte[2 * data.length + 100]);
        deflater.end();
        return size;
    }

    @Test
    void bytesOfAKindAreExchangedTwoByTwo() {
        ByteExchange exchange = of(code(50_000));
        int exchanged = 0;
        for (int value = 0; value < 256; value++) {
            byte other = exchange.of((byte) value);
            assertThat(exchange.of(other)).as("byte %d", value).isEqualTo((byte) value);
            exchanged += other == (byte) value ? 0 : 1;
            if (value <= ' ' || value >= 127) {
                assertThat(other).as("byte %d", value).isEqualTo((byte) value);
            }
            assertThat(Character.isLowerCase(other & 0xff))
                    .as("byte %d", value)
                    .isEqualTo(Character.isLowerCase(value));
            assertThat(Character.isDigit(other & 0xff)).as("byte %d", value).isEqualTo(Character.isDigit(value));
        }
        assertThat(exchanged).isGreaterThan(20);
        assertThat(exchange.of((byte) '(')).isNotEqualTo((byte) '(');
    }

    /** Frequencies change by little, and codecs cannot tell the difference. */
    @Test
    void exchangedDataIsLikeTheOriginal() {
        byte[] original = code(100_000);
        byte[] exchanged = of(original).of(original);
        int[] before = new int[256];
        int[] after = new int[256];
        for (int i = 0; i < original.length; i++) {
            before[original[i] & 0xff]++;
            after[exchanged[i] & 0xff]++;
        }
        int difference = 0;
        for (int value = 0; value < 256; value++) {
            difference += Math.abs(after[value] - before[value]);
        }
        assertThat(difference).isBetween(1, original.length / 20);
        assertThat(deflated(exchanged)).isBetween((int) (0.99 * deflated(original)), (int) (1.01 * deflated(original)));
    }

    @Test
    void exchangedDataHasOtherStrings() {
        byte[] original = code(100_000);
        GramIndex runs = new GramIndex(RunStartCounter.LENGTH, 1 << 20);
        runs.add(original, 0, original.length - RunStartCounter.LENGTH + 1, 0);
        RunStartCounter counter = new RunStartCounter(runs);
        counter.search(of(original).of(original), 0, original.length, original.length);
        assertThat(counter.share()).isLessThan(0.01);
    }

    @Test
    void dataWithoutBytesOfAKindStaysAsItIs() {
        for (byte[] data : List.of(new byte[0], new byte[1000], new byte[] {'a', 'a', 'a', 'b', '1', ' ', '\n'})) {
            byte[] copy = Arrays.copyOf(data, data.length);
            assertThat(of(data).of(data)).isEqualTo(copy);
        }
    }
}

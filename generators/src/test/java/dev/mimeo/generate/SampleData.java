package dev.mimeo.generate;

import java.nio.charset.StandardCharsets;
import java.util.Random;

/** Small synthetic data of several kinds. */
final class SampleData {

    private SampleData() {}

    /** Text, zeros, noise, bases, and the text again: five sources whose last chunks are short. */
    static byte[][] sources() {
        byte[] text = text(30_000);
        return new byte[][] {text, new byte[20_000], noise(20_001), bases(20_000), text};
    }

    /** Words of a small vocabulary. */
    static byte[] text(int size) {
        Random random = new Random(5);
        StringBuilder text = new StringBuilder();
        while (text.length() < size) {
            text.append("word").append(random.nextInt(300)).append(random.nextInt(9) == 0 ? ".\n" : " ");
        }
        return text.substring(0, size).getBytes(StandardCharsets.US_ASCII);
    }

    static byte[] noise(int size) {
        byte[] noise = new byte[size];
        new Random(6).nextBytes(noise);
        return noise;
    }

    /** Four symbols. */
    static byte[] bases(int size) {
        byte[] bases = noise(size);
        for (int i = 0; i < size; i++) {
            bases[i] = (byte) "acgt".charAt(bases[i] & 3);
        }
        return bases;
    }
}

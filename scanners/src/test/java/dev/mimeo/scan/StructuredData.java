package dev.mimeo.scan;

import java.util.Random;

/** Seeded data of changing nature: runs, noise of few and many symbols, text-like words, copies from near and far. */
public final class StructuredData {
    private StructuredData() {}

    /** Returns up to {@code maxLength} bytes; the seed decides how many. */
    public static byte[] generate(long seed, int maxLength) {
        Random random = new Random(seed);
        byte[] data = new byte[random.nextInt(maxLength) + 1];
        int at = 0;
        while (at < data.length) {
            int kind = random.nextInt(6);
            int end = Math.min(data.length, at + 1 + random.nextInt(1 << random.nextInt(15)));
            int symbols = 1 + random.nextInt(1 << random.nextInt(9));
            int distance = 1 + random.nextInt(Math.max(1, Math.min(at, 1 << random.nextInt(17))));
            byte base = (byte) random.nextInt(256);
            for (; at < end; at++) {
                boolean copy = (kind == 0 || (kind == 1 && random.nextInt(30) > 0)) && distance <= at;
                data[at] = copy ? data[at - distance] : (byte) (base + (kind == 2 ? 0 : random.nextInt(symbols)));
            }
        }
        return data;
    }
}

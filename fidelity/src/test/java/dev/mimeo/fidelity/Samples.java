package dev.mimeo.fidelity;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/** Results and data for tests. */
final class Samples {

    /** Small work: two codecs, few repetitions. */
    static final ComparisonOptions OPTIONS = ComparisonOptions.defaults()
            .withCodecs(List.of("lz4", "zlib:6"))
            .withRepetitions(3)
            .withBudget(Duration.ofMillis(50));

    private Samples() {}

    static ComparisonResult compare(byte[] original, byte[] synthetic) throws IOException {
        return Comparison.compare(
                DataSample.ofBytes("original", original),
                DataSample.ofBytes("synthetic", synthetic),
                OPTIONS,
                Comparison.ProgressListener.SILENT);
    }

    /** Returns a result with round numbers: 3 MiB against 2 MiB, one chunk in four of 512 KiB measured. */
    static ComparisonResult result() {
        return resultWithRatio(5);
    }

    /** Returns the same result with another ratio of the synthetic data. */
    static ComparisonResult resultWithRatio(double synthetic) {
        CodecComparison codec = new CodecComparison(
                "zlib:6",
                2 << 20,
                5,
                new ComparisonResult.MeasuredPair(4, synthetic),
                new CodecComparison.TimeFigure(0.05, 0.04, 0.01),
                new CodecComparison.TimeFigure(0.01, 0.011, 0.3),
                new CodecComparison.ChunkComparison(
                        Distribution.of(2, 4, 8, 10),
                        Distribution.of(2, 5, 6, 10),
                        new ComparisonResult.MeasuredPair(4, 4.4),
                        0),
                new CodecComparison.ChunkComparison(
                        Distribution.of(0.001, 0.002, 0.003, 0.004),
                        Distribution.of(0.002, 0.003, 0.004, 0.005),
                        new ComparisonResult.MeasuredPair(0.010, 0.014),
                        0.05),
                new CodecComparison.ChunkComparison(
                        Distribution.of(0.001, 0.001, 0.001, 0.001),
                        Distribution.of(0.001, 0.001, 0.001, 0.001),
                        new ComparisonResult.MeasuredPair(0.004, 0.004),
                        0.01),
                List.of());
        long[] bytes = new long[256];
        bytes['a'] = 600;
        bytes['b'] = 400;
        long[] otherBytes = bytes.clone();
        otherBytes['a'] = 500;
        otherBytes['<'] = 100;
        long[] repetitions = new long[259];
        repetitions[4] = 60;
        repetitions[10] = 40;
        long[] otherRepetitions = repetitions.clone();
        otherRepetitions[4] = 110;
        ContentComparison content = new ContentComparison(
                Distribution.of(1, 2, 3, 4),
                Distribution.of(1, 2, 4, 5),
                Distribution.Histogram.of(bytes),
                Distribution.Histogram.of(otherBytes),
                0.125,
                Distribution.Histogram.of(repetitions),
                Distribution.Histogram.of(otherRepetitions),
                List.of(
                        new ContentComparison.DuplicationComparison(
                                "fixed:524288", new ComparisonResult.MeasuredPair(1.5, 1.2), true),
                        new ContentComparison.DuplicationComparison(
                                "fastcdc:8192", new ComparisonResult.MeasuredPair(2, 2.5), false)));
        return new ComparisonResult(
                new ComparisonResult.Side("mail </script> & co", 3 << 20, 12),
                new ComparisonResult.Side("mail.mimic", 2 << 20, 1),
                2 << 20,
                4,
                OPTIONS.withCodecs(List.of("zlib:6")).withChunkSize(512 << 10),
                new ComparisonResult.Machine("Test processor", 2, "Linux 6", "Test VM 17"),
                List.of(codec),
                content,
                null);
    }

    /** Returns text-like bytes: words of a fixed vocabulary in random order. */
    static byte[] words(int length, long seed) {
        Random vocabulary = new Random(1);
        byte[][] words = new byte[500][];
        for (int i = 0; i < words.length; i++) {
            words[i] = new byte[3 + vocabulary.nextInt(9)];
            for (int j = 0; j < words[i].length; j++) {
                words[i][j] = (byte) ('a' + vocabulary.nextInt(26));
            }
            words[i][words[i].length - 1] = ' ';
        }
        Random random = new Random(seed);
        byte[] text = new byte[length];
        for (int at = 0; at < length; ) {
            byte[] word = words[(int) (500 * Math.pow(random.nextDouble(), 3))];
            int count = Math.min(word.length, length - at);
            System.arraycopy(word, 0, text, at, count);
            at += count;
        }
        return text;
    }

    static byte[] random(int length, long seed) {
        byte[] data = new byte[length];
        new Random(seed).nextBytes(data);
        return data;
    }
}

package dev.mimeo.generate;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.ChunkCharacterization;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * A map of byte values onto the 95 printable characters of ASCII that keeps as much of what compressors see as 95 characters
 * can.
 *
 * <p>The most frequent 95 values get a character each, so that data with no more values keeps all its repetitions and its
 * entropy. Each further value shares the character that is the least frequent so far (the greedy rule of Graham, <i>Bounds on
 * Multiprocessing Timing Anomalies</i>, 1969, which evens out sums), so the entropy of the characters is near the highest there
 * is. Printable values stay what they are where they have a character of their own.
 */
final class PrintableAlphabet {

    static final int FIRST = ' ';
    static final int SIZE = 95;
    private static final int VALUES = 256;

    /** So much of what is generated is looked at. */
    private static final int SAMPLE_BYTES = 4 << 20;

    private PrintableAlphabet() {}

    /** Returns the character of each byte value, chosen by chunks from all over a sequence until it begins again. */
    static byte[] fitting(Characterization characterization, ChunkSequence sequence, ChunkComposer composer)
            throws IOException {
        int chunkSize = characterization.dataset().chunkSize();
        long chunks = sequence.chunks();
        long wanted = Math.min(chunks, Math.max(1, SAMPLE_BYTES / chunkSize));
        long[] counts = new long[VALUES];
        byte[] data = new byte[chunkSize];
        for (long i = 0; i < wanted; i++) {
            long number = chunks / wanted * i + chunks % wanted * i / wanted;
            ChunkCharacterization chunk = sequence.chunk(number);
            composer.compose(number, chunk, data, 0);
            for (int at = 0; at < chunk.size(); at++) {
                counts[data[at] & 0xff]++;
            }
        }
        return of(counts);
    }

    /**
     * Returns the character of each byte value.
     *
     * @param counts number of occurrences of each value, 256 of them
     */
    static byte[] of(long[] counts) {
        int[] byFrequency = IntStream.range(0, VALUES)
                .boxed()
                .sorted(Comparator.comparingLong((Integer value) -> -counts[value]))
                .mapToInt(Integer::intValue)
                .toArray();
        byte[] characters = new byte[VALUES];
        boolean[] taken = new boolean[SIZE];
        for (int rank = 0; rank < SIZE; rank++) {
            int value = byFrequency[rank];
            if (isPrintable(value)) {
                characters[value] = (byte) value;
                taken[value - FIRST] = true;
            }
        }
        long[] sums = new long[SIZE];
        int free = 0;
        for (int rank = 0; rank < VALUES; rank++) {
            int value = byFrequency[rank];
            int place;
            if (rank >= SIZE) {
                place = least(sums);
            } else if (isPrintable(value)) {
                place = value - FIRST;
            } else {
                while (taken[free]) {
                    free++;
                }
                place = free++;
            }
            characters[value] = (byte) (FIRST + place);
            sums[place] += counts[value];
        }
        return characters;
    }

    private static boolean isPrintable(int value) {
        return value >= FIRST && value < FIRST + SIZE;
    }

    private static int least(long[] sums) {
        long least = Arrays.stream(sums).min().orElseThrow();
        int place = 0;
        while (sums[place] != least) {
            place++;
        }
        return place;
    }
}

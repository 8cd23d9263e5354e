package dev.mimeo.scan.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.characterization.ChunkCharacterization;
import dev.mimeo.scan.CollectedScan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The stretches that a scan reports, against the data itself. */
final class StretchFinderTest {

    private static final int CHUNK = 32 << 10;

    @TempDir
    Path directory;

    private CollectedScan scan(byte[] data, int threads) throws IOException {
        return CollectedScan.of(CollectedScan.options(CHUNK, threads), Files.write(directory.resolve("data"), data));
    }

    /** Random bytes with copies and constant runs, whose places are multiples of a step. */
    private static byte[] withCopies(long seed, int size, int step) {
        Random random = new Random(seed);
        byte[] data = new byte[size];
        random.nextBytes(data);
        int at = size / 4 / step * step;
        while (true) {
            int length = step * random.nextInt(1, 30_000 / step + 2);
            if (at + length > size) {
                return data;
            }
            switch (random.nextInt(4)) {
                case 0 -> {
                    int from = step * random.nextInt((at - length) / step + 1);
                    System.arraycopy(data, from, data, at, length);
                }
                case 1 -> Arrays.fill(data, at, at + length, (byte) random.nextInt(3));
                default -> {}
            }
            at += length;
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void alignedStretchesAreExactAndComplete(long seed) throws IOException {
        byte[] data = withCopies(seed, 4 << 20, 4096);
        byte[] covered = covered(data, scan(data, 2).rows(), 1.0, seed);
        // Independently: a block of 4 KiB is covered if and only if it is constant or was there before.
        Set<String> seen = new HashSet<>();
        for (int at = 0; at < data.length; at += 4096) {
            String block = new String(data, at, 4096, StandardCharsets.ISO_8859_1);
            boolean repeats = !seen.add(block) || block.chars().allMatch(c -> c == block.charAt(0));
            int sum = 0;
            for (int i = at; i < at + 4096; i++) {
                sum += covered[i];
            }
            // A random byte next to a constant run may continue it.
            assertThat(repeats ? 4096 - sum : sum)
                    .as("seed %d, block at %d", seed, at)
                    .isBetween(0, repeats ? 0 : 3);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {4, 5, 6})
    void shiftedStretchesAreRightOnAverage(long seed) throws IOException {
        byte[] data = withCopies(seed, 8 << 20, 1);
        List<ChunkCharacterization> rows = scan(data, 2).rows();
        byte[] covered = covered(data, rows, 0.97, seed);
        long found = 0;
        for (byte one : covered) {
            found += one;
        }
        // Half of the last three quarters, by construction; copies below 3 KiB are not looked for.
        assertThat((double) found / data.length).as("seed %d", seed).isBetween(0.75 * 0.4, 0.75 * 0.6);
    }

    /** Marks what stretches cover, and checks that the given share of it repeats what it says. */
    private static byte[] covered(byte[] data, List<ChunkCharacterization> rows, double share, long seed) {
        byte[] covered = new byte[data.length];
        long right = 0;
        long all = 0;
        for (ChunkCharacterization row : rows) {
            int base = (int) row.offset();
            if (row.duplicateOf() >= 0) {
                Arrays.fill(covered, base, base + row.size(), (byte) 1);
            }
            for (ChunkCharacterization.Stretch stretch : row.stretches()) {
                for (int i = 0; i < stretch.length(); i++) {
                    byte actual = data[base + stretch.start() + i];
                    byte expected = stretch.isCopy() ? data[(int) stretch.source() + i] : (byte) stretch.value();
                    right += actual == expected ? 1 : 0;
                    all++;
                    covered[base + stretch.start() + i] = 1;
                }
            }
        }
        assertThat(all).isPositive();
        assertThat((double) right / all).as("seed %d", seed).isGreaterThanOrEqualTo(share);
        return covered;
    }

    @Test
    void findsTheSameWithAnyNumberOfThreads() throws IOException {
        byte[] data = withCopies(7, 9 << 20, 1);
        assertThat(scan(data, 2).rows()).isEqualTo(scan(data, 1).rows());
    }

    @Test
    void longConstantRunsAreExact() throws IOException {
        Random random = new Random(8);
        for (int round = 0; round < 30; round++) {
            byte[] data = new byte[20_000];
            random.nextBytes(data);
            int start = random.nextInt(1, 10_000);
            int length = random.nextInt(2048, 9000);
            Arrays.fill(data, start, start + length, (byte) 9);
            data[start - 1] = 1;
            data[start + length] = 2;
            assertThat(scan(data, 1).rows().get(0).stretches())
                    .containsExactly(ChunkCharacterization.Stretch.constant(start, length, 9));
        }
        byte[] shortRun = new byte[2047];
        assertThat(scan(shortRun, 1).rows().get(0).stretches()).isEmpty();
        assertThat(scan(new byte[2048], 1).rows().get(0).stretches())
                .containsExactly(ChunkCharacterization.Stretch.constant(0, 2048, 0));
    }

    @Test
    void aPeriodBecomesCopiesOfItsFirstOccurrence() throws IOException {
        byte[] period = new byte[5000];
        new Random(9).nextBytes(period);
        byte[] data = new byte[6 * period.length];
        for (int i = 0; i < data.length; i++) {
            data[i] = period[i % period.length];
        }
        List<ChunkCharacterization.Stretch> stretches =
                scan(data, 1).rows().get(0).stretches();
        assertThat(stretches.stream()
                        .mapToInt(ChunkCharacterization.Stretch::length)
                        .sum())
                .isBetween(23_000, 25_200);
        assertThat(stretches)
                .isNotEmpty()
                .allMatch(stretch -> stretch.isCopy() && stretch.source() < period.length + 2048);
    }

    @Test
    void keepsASampleOfContentsWhenThereAreTooMany() {
        PositionTable table = new PositionTable(1000);
        Random random = new Random(10);
        long[] keys = random.longs(50_000).toArray();
        for (int i = 0; i < keys.length; i++) {
            if (table.samples(keys[i])) {
                assertThat(table.add(keys[i], i)).isEqualTo(-1);
            }
        }
        int kept = 0;
        for (int i = 0; i < keys.length; i++) {
            if (table.samples(keys[i])) {
                assertThat(table.add(keys[i], 77)).isEqualTo(i);
                kept++;
            }
        }
        assertThat(kept).isBetween(400, 1000);
    }
}

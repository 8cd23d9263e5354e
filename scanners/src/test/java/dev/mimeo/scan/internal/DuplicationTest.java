package dev.mimeo.scan.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.characterization.ChunkCharacterization;
import dev.mimeo.characterization.DuplicationCharacterization;
import dev.mimeo.internal.random.SplitMix64;
import dev.mimeo.scan.CollectedScan;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DuplicationTest {

    @TempDir
    Path directory;

    @Test
    void agreesWithAMapOfStrongerHashes() throws Exception {
        Random random = new Random(1);
        DuplicationCounter counter = new DuplicationCounter("test");
        Map<String, Long> first = new HashMap<>();
        long bytes = 0;
        long distinctBytes = 0;
        for (long block = 0; block < 20_000; block++) {
            byte[] data = new byte[1 + random.nextInt(40)];
            new Random(random.nextInt(5000)).nextBytes(data);
            String hash = sha256(data);
            Long seen = first.putIfAbsent(hash, block);
            bytes += data.length;
            distinctBytes += seen == null ? data.length : 0;
            assertThat(counter.add(data, 0, data.length)).isEqualTo(seen == null ? -1 : seen);
        }
        assertThat(counter.characterization())
                .isEqualTo(new DuplicationCharacterization("test", 20_000, bytes, first.size(), distinctBytes, 1.0));
    }

    @Test
    void estimatesFromASampleOfContentsWhenThereAreTooMany() {
        for (int contents : new int[] {1000, 1001, 10_000, 200_000}) {
            DuplicationCounter counter = new DuplicationCounter("test", 1000);
            SplitMix64 hashes = new SplitMix64(contents);
            long blocks = 0;
            long wrong = 0;
            for (int i = 0; i < contents; i++) {
                long hi = hashes.nextLong();
                long lo = hashes.nextLong();
                long number = counter.blocks();
                counter.addFingerprint(hi, lo, 100);
                for (int copy = i % 4; copy > 0; copy--) {
                    long first = counter.addFingerprint(hi, lo, 100);
                    wrong += first == number || first == -1 ? 0 : 1;
                }
                blocks += 1 + i % 4;
            }
            DuplicationCharacterization found = counter.characterization();
            assertThat(wrong).isZero();
            assertThat(found.blocks()).isEqualTo(blocks);
            assertThat(found.bytes()).isEqualTo(100 * blocks);
            // 500 to 1000 contents in the sample: a standard error of 3 to 4.5 %.
            assertThat(found.distinctBlocks()).isBetween((long) (contents * 0.85), (long) (contents * 1.15));
            assertThat(found.distinctBytes()).isEqualTo(100 * found.distinctBlocks());
            assertThat(found.dedupRatio()).isBetween(2.1, 2.9);
            if (contents <= 1000) {
                assertThat(found.distinctBlocks()).isEqualTo(contents);
                assertThat(found.samplingRate()).isEqualTo(1);
            } else {
                assertThat(found.samplingRate()).isLessThan(1);
            }
        }
    }

    @Test
    void aFrequentContentDoesNotSpoilTheEstimate() {
        DuplicationCounter counter = new DuplicationCounter("zeros", 1000);
        SplitMix64 hashes = new SplitMix64(4);
        for (int i = 0; i < 20_000; i++) {
            counter.addFingerprint(hashes.nextLong(), hashes.nextLong(), 1000);
            for (int copy = 0; copy < 50; copy++) {
                counter.addFingerprint(42, 42, 1000);
            }
        }
        assertThat(counter.characterization().distinctBlocks()).isBetween(17_000L, 23_000L);
    }

    @Test
    void tellsLengthsApartAndRefusesEmptyBlocks() {
        DuplicationCounter counter = new DuplicationCounter("test");
        counter.addFingerprint(1, 1, 10);
        assertThat(counter.addFingerprint(1, 1, 11)).isEqualTo(-1);
        assertThat(counter.addFingerprint(1, 1, 10)).isZero();
        assertThatThrownBy(() -> counter.addFingerprint(1, 1, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThat(new DuplicationCounter("none").characterization().dedupRatio())
                .isEqualTo(1);
    }

    @Test
    void chunkRowsNameTheFirstChunkOfTheSameContent() throws IOException {
        byte[] x = random(1, 4096);
        byte[] y = random(2, 4096);
        Files.write(directory.resolve("1"), concat(x, y, x));
        Files.write(directory.resolve("2"), concat(y, random(3, 4096), Arrays.copyOf(x, 4095)));
        CollectedScan found = CollectedScan.of(CollectedScan.options(4096, 2), directory);
        assertThat(found.rows())
                .extracting(ChunkCharacterization::duplicateOf)
                .containsExactly(-1L, -1L, 0L, 1L, -1L, -1L);
        assertThat(found.rows().get(2).repetitions())
                .isEqualTo(found.rows().get(0).repetitions());
        assertThat(found.dataset().duplication().get(0))
                .usingRecursiveComparison()
                .ignoringFields("profile")
                .isEqualTo(new DuplicationCharacterization("fixed:4096", 6, 6 * 4096 - 1, 4, 4 * 4096 - 1, 1));
    }

    @Test
    void contentDefinedBlocksFindShiftedCopies() throws IOException {
        byte[] data = random(9, 8 << 20);
        Files.write(directory.resolve("1"), data);
        Files.write(directory.resolve("2"), concat(random(10, 777), data));
        CollectedScan found = CollectedScan.of(CollectedScan.options(32768, 2), directory);
        DuplicationCharacterization fixed = found.dataset().duplication().get(0);
        DuplicationCharacterization content = found.dataset().duplication().get(1);
        assertThat(fixed.dedupRatio()).isEqualTo(1);
        assertThat(content.boundaries()).isEqualTo("fastcdc:8192");
        assertThat(content.bytes()).isEqualTo(fixed.bytes());
        // 2 if the segments of 2 MiB did not cut too.
        assertThat(content.dedupRatio()).isBetween(1.97, 2.0);
    }

    @Test
    void theProfileIsThatOfAnObviousCount() {
        Random random = new Random(11);
        DuplicationCounter counter = DuplicationCounter.profiling("test");
        Map<Integer, Long> last = new HashMap<>();
        Map<Integer, Integer> counts = new HashMap<>();
        long[] distances = new long[64];
        long[] runs = new long[64];
        long position = 0;
        int run = 0;
        for (int i = 0; i < 30_000; i++) {
            int content = (int) Math.exp(random.nextDouble() * 12);
            int length = 1 + content % 50;
            counter.addFingerprint(SplitMix64.mix64(content), SplitMix64.mix64(~content), length);
            Long before = last.put(content, position);
            counts.merge(content, 1, Integer::sum);
            if (before != null) {
                distances[63 - Long.numberOfLeadingZeros(position - before)]++;
                run++;
            } else if (run > 0) {
                runs[31 - Integer.numberOfLeadingZeros(run)]++;
                run = 0;
            }
            position += length;
        }
        if (run > 0) {
            runs[31 - Integer.numberOfLeadingZeros(run)]++;
        }
        int[] sorted =
                counts.values().stream().mapToInt(Integer::intValue).sorted().toArray();
        long[] occurrences = new long[64];
        for (int count : sorted) {
            occurrences[31 - Integer.numberOfLeadingZeros(count)]++;
        }
        DuplicationCharacterization.Profile profile = counter.characterization().profile();
        assertSame(profile.distances(), distances);
        assertSame(profile.runs(), runs);
        assertSame(profile.occurrences(), occurrences);
        assertThat(profile.popularity().get(0)).isEqualTo(sorted[sorted.length - 1]);
        assertThat(profile.popularity().get(3)).isEqualTo(sorted[sorted.length - 8]);
    }

    private static void assertSame(List<Long> actual, long[] expected) {
        for (int i = 0; i < expected.length; i++) {
            assertThat(i < actual.size() ? actual.get(i) : 0L).as("2^%d", i).isEqualTo(expected[i]);
        }
    }

    private static byte[] random(long seed, int length) {
        byte[] data = new byte[length];
        new Random(seed).nextBytes(data);
        return data;
    }

    private static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    private static String sha256(byte[] data) throws NoSuchAlgorithmException {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(data));
    }
}

package dev.mimeo.scan;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mimeo.MimeoException;
import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.ChunkCharacterization;
import dev.mimeo.characterization.DatasetCharacterization;
import dev.mimeo.characterization.DuplicationCharacterization;
import dev.mimeo.dataseries.transform.Sorting;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

final class BoundedCharacterizationTest {

    private static final int CHUNK = 4096;
    private static final int CHUNKS = 6400;
    private static final String[] SCANNERS = {"histogram", "repetition", "duplicates"};

    /** About a fifth of what all chunks take. */
    private static final long LIMIT = 100_000;

    private static byte[] data = {};
    private static byte[] whole = {};

    @TempDir
    private Path folder;

    @BeforeAll
    static void scan() throws IOException {
        data = data();
        whole = MemoryScan.file(data, CHUNK, 1, SCANNERS);
    }

    @Test
    void whatFitsIsTheFileOfAllChunks() throws IOException {
        assertArrayEquals(whole, bounded(data, 0, whole.length));
        assertEquals(0, files(), "files that are left");
    }

    @Test
    void aSampleIsKeptAsItIs() throws IOException {
        byte[] sample = MemoryScan.sampled(data, CHUNK, 4000, 1, SCANNERS);
        assertTrue(sample.length > LIMIT);
        assertArrayEquals(sample, bounded(data, 4000, LIMIT));
    }

    @Test
    void largerDataHasRunsThatAreLikeAll() throws IOException {
        byte[] file = bounded(data, 0, LIMIT);
        assertTrue(file.length <= LIMIT && file.length > 0.9 * LIMIT, file.length + " bytes");
        assertEquals(0, files(), "files that are left");
        try (Characterization all = Characterization.read(whole, "all");
                Characterization kept = Characterization.read(file, "kept")) {
            DatasetCharacterization dataset = kept.dataset();
            assertTrue(dataset.sampled() && dataset.scannedWhole());
            assertEquals(all.dataset().bytes(), dataset.bytes());
            assertEquals(CHUNKS, dataset.population());
            assertEquals(all.dataset().duplication(), dataset.duplication());
            assertEquals(deflateRatio(all), deflateRatio(kept), 0.03 * deflateRatio(all));
            assertEquals(repeated(all), repeated(kept), 0.1 * repeated(all));
            for (DuplicationCharacterization cut : dataset.duplication()) {
                assertEquals(
                        cut.dedupRatio(),
                        DuplicationCharacterization.Estimate.of(cut, dataset).high());
            }
        }
    }

    @Test
    void generatedDataHasTheDedupRatioOfTheOriginal() throws IOException {
        byte[] file = bounded(data, 0, LIMIT);
        byte[] generated = MemoryScan.generate(file, "motif", 9, data.length);
        try (Characterization original = Characterization.read(whole, "original");
                Characterization synthetic =
                        Characterization.read(MemoryScan.file(generated, CHUNK, 1, SCANNERS), "synthetic")) {
            List<DuplicationCharacterization> cuts = original.dataset().duplication();
            assertEquals(2, cuts.size());
            for (int i = 0; i < cuts.size(); i++) {
                double expected = cuts.get(i).dedupRatio();
                double found = synthetic.dataset().duplication().get(i).dedupRatio();
                assertEquals(expected, found, 0.04 * expected, cuts.get(i).boundaries());
            }
        }
    }

    @Test
    void chunksAreLikeThoseScannedAround() throws IOException {
        byte[] ofAll = MemoryScan.generate(whole, "motif", 9, data.length);
        byte[] ofRuns = MemoryScan.generate(bounded(data, 0, LIMIT), "motif", 9, data.length);
        int quarter = data.length / 4;
        for (int start = 0; start < data.length; start += quarter) {
            double expected = MemoryScan.packed("zlib:6", Arrays.copyOfRange(ofAll, start, start + quarter), CHUNK);
            double found = MemoryScan.packed("zlib:6", Arrays.copyOfRange(ofRuns, start, start + quarter), CHUNK);
            // A quarter has some ten ranges, and the first or the last may be of the next one. Random bytes are twice
            // as large as text.
            assertEquals(expected, found, 0.15 * expected, "from byte " + start);
        }
    }

    @Test
    void constantChunksStayConstant() throws IOException {
        byte[] zeros = new byte[CHUNK * CHUNKS];
        System.arraycopy(data, 0, zeros, 0, data.length / 3);
        byte[] file = bounded(zeros, 0, 40_000);
        try (Characterization kept = Characterization.read(file, "kept")) {
            long last = kept.chunkCount() - 1;
            ChunkCharacterization first = kept.chunk(kept.chunk(last).duplicateOf());
            assertEquals(1, Objects.requireNonNull(first.bytes()).symbols());
            assertTrue(first.number() > kept.chunkCount() / 5 && first.number() < kept.chunkCount() / 2);
        }
    }

    @Test
    void similarChunksShareHistogramsBeforeChunksAreLeftOut() throws IOException {
        String[] scanners = {"histogram", "repetition", "duplicates", "mimic,effort=fast"};
        byte[] part = Arrays.copyOf(data, data.length / 2);
        byte[] all = MemoryScan.file(part, CHUNK, 1, scanners);
        byte[] shared = bounded(part, 0, all.length / 2, scanners);
        assertTrue(shared.length <= all.length / 2, shared.length + " of " + all.length + " bytes");
        try (Characterization before = Characterization.read(all, "before");
                Characterization after = Characterization.read(shared, "after")) {
            assertEquals(before.dataset(), after.dataset());
            int same = 0;
            for (long number = 0; number < before.chunkCount(); number++) {
                ChunkCharacterization expected = before.chunk(number);
                ChunkCharacterization found = after.chunk(number);
                same += found.equals(expected) ? 1 : 0;
                assertEquals(expected.duplicateOf(), found.duplicateOf());
                assertEquals(expected.stretches(), found.stretches());
                assertEquals(expected.deflateBytes(), found.deflateBytes());
                double nearest = Objects.requireNonNull(expected.bytes()).entropy();
                assertEquals(nearest, Objects.requireNonNull(found.bytes()).entropy(), 0.3);
                if (found.duplicateOf() < 0) {
                    assertEquals(before.recipe(number), after.recipe(number));
                } else {
                    assertEquals(after.chunk(found.duplicateOf()).bytes(), found.bytes());
                }
            }
            assertTrue(same > 0 && same < before.chunkCount());
        }
    }

    @Test
    void duplicatesHaveTheHistogramsOfWhatTheyRepeatInRunsToo() throws IOException {
        byte[] part = Arrays.copyOf(data, data.length / 2);
        byte[] file = bounded(part, 0, 45_000, "histogram", "repetition", "duplicates", "mimic,effort=fast");
        try (Characterization kept = Characterization.read(file, "kept")) {
            assertTrue(kept.chunkCount() < kept.dataset().population() / 2, kept.chunkCount() + " chunks");
            assertTrue(repeated(kept) > 0.1);
        }
    }

    /** Chunks that others repeat keep their histograms, so the first estimate of the size is too small. */
    @Test
    void copiesOfTheSameDataFillTheFileToo() throws IOException {
        byte[] once = Arrays.copyOfRange(data, data.length / 16 * 11, data.length / 16 * 13);
        byte[] thrice = new byte[3 * once.length];
        for (int i = 0; i < 3; i++) {
            System.arraycopy(once, 0, thrice, i * once.length, once.length);
        }
        int limit = 40_000;
        byte[] file = bounded(thrice, 0, limit, "histogram", "repetition", "duplicates", "mimic,effort=fast");
        assertTrue(file.length <= limit && file.length > 0.7 * limit, file.length + " bytes");
    }

    @Test
    void aLimitWithoutRoomForARunIsRefused() {
        IOException e = assertThrows(IOException.class, () -> bounded(data, 0, 1500));
        assertTrue(String.valueOf(e.getMessage()).contains("no room for chunks: with the fewest"), e.getMessage());
        assertThrows(IllegalArgumentException.class, () -> bounded(data, 0, 0));
    }

    /** Nothing is read, and no model is fitted. */
    @Test
    void aLimitWithoutRoomForAnyChunkIsRefusedBeforeTheScan() throws IOException {
        DataScanner.Options options = DataScanner.Options.defaults()
                .withChunkSize(CHUNK)
                .withSeed(1)
                .withThreads(1)
                .withScanners(List.of(ScannerSpec.parse("mimic,effort=fast")))
                .withMaxBytes(500);
        DataScanner.Listener listener = new DataScanner.Listener() {
            @Override
            public void update(long scannedBytes, long totalBytes) {
                throw new AssertionError(scannedBytes + " bytes were scanned");
            }
        };
        try (ChunkSource source =
                        ChunkSources.open(List.of(Path.of("-")), new ByteArrayInputStream(data), options.source());
                BoundedCharacterization bounded = new BoundedCharacterization(
                        Channels.newChannel(new ByteArrayOutputStream()), options.maxBytes(), spills())) {
            DataScanner scanner = new DataScanner(options);
            MimeoException e = assertThrows(MimeoException.class, () -> scanner.scan(source, bounded, listener));
            assertEquals(MimeoException.Reason.LIMIT, e.reason());
            assertTrue(
                    String.valueOf(e.getMessage())
                            .matches("a characterization of 500 B has no room for chunks: even without chunks and a "
                                    + "model of them it takes [\\d.]+ KiB"),
                    e.getMessage());
        }
        // A sample is kept as it is.
        assertTrue(bounded(data, 5, 500).length > 500);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aFullDiskIsNamedByItsFileWhichIsRemoved() {
        List<Path> removed = new ArrayList<>();
        Path full = Path.of("/dev/full");
        Sorting.SpillFiles spills = new Sorting.SpillFiles() {
            @Override
            public Path create() {
                return full;
            }

            @Override
            public void remove(Path file) {
                removed.add(file);
            }
        };
        // The header of the file is larger than the limit.
        IOException e = assertThrows(
                IOException.class,
                () -> new BoundedCharacterization(Channels.newChannel(new ByteArrayOutputStream()), 1, spills));
        assertTrue(String.valueOf(e.getMessage()).startsWith("/dev/full: "), e.getMessage());
        assertEquals(List.of(full), removed);
    }

    @Test
    void aScanThatFailsLeavesNoFile() throws IOException {
        try (BoundedCharacterization bounded =
                new BoundedCharacterization(Channels.newChannel(new ByteArrayOutputStream()), 1, spills())) {
            long number = 0;
            while (files() == 0) {
                bounded.write(new ChunkCharacterization.Builder().build(number, number * CHUNK, CHUNK));
                number++;
            }
            assertThrows(IllegalStateException.class, bounded::dataset);
        }
        assertEquals(0, files(), "files that are left");
    }

    private byte[] bounded(byte[] scanned, int sample, long limit) throws IOException {
        return bounded(scanned, sample, limit, SCANNERS);
    }

    private byte[] bounded(byte[] scanned, int sample, long limit, String... scanners) throws IOException {
        List<ScannerSpec> specs = Stream.of(scanners).map(ScannerSpec::parse).toList();
        DataScanner.Options options = DataScanner.Options.defaults()
                .withChunkSize(CHUNK)
                .withSample(sample)
                .withSeed(1)
                .withThreads(1)
                .withScanners(specs)
                .withMaxBytes(limit);
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (ChunkSource source =
                        ChunkSources.open(List.of(Path.of("-")), new ByteArrayInputStream(scanned), options.source());
                BoundedCharacterization bounded =
                        new BoundedCharacterization(Channels.newChannel(file), options.maxBytes(), spills())) {
            new DataScanner(options).scan(source, bounded, DataScanner.Listener.NONE);
            try (Characterization stored = Characterization.read(file.toByteArray(), "stored")) {
                assertEquals(stored.dataset(), bounded.dataset());
            }
        }
        return file.toByteArray();
    }

    private Sorting.SpillFiles spills() {
        return new Sorting.SpillFiles() {
            @Override
            public Path create() throws IOException {
                return Files.createTempFile(folder, "spill", ".tmp");
            }

            @Override
            public void remove(Path file) throws IOException {
                Files.delete(file);
            }
        };
    }

    private long files() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.count();
        }
    }

    private static double deflateRatio(Characterization characterization) throws IOException {
        long deflated = 0;
        for (long number = 0; number < characterization.chunkCount(); number++) {
            deflated += characterization.chunk(number).deflateBytes();
        }
        return (double) characterization.scannedBytes() / deflated;
    }

    /** Returns the share of the bytes that repeat earlier data, and checks that it is earlier and as long as it should be. */
    private static double repeated(Characterization characterization) throws IOException {
        long bytes = 0;
        for (long number = 0; number < characterization.chunkCount(); number++) {
            ChunkCharacterization chunk = characterization.chunk(number);
            if (chunk.duplicateOf() >= 0) {
                ChunkCharacterization first = characterization.chunk(chunk.duplicateOf());
                assertEquals(chunk.size(), first.size());
                assertNull(first.duplicateOf() < 0 ? null : first, "a duplicate of a duplicate");
                assertEquals(first.bytes(), chunk.bytes());
                bytes += chunk.size();
            }
            for (ChunkCharacterization.Stretch stretch : chunk.stretches()) {
                bytes += stretch.isCopy() ? stretch.length() : 0;
            }
        }
        assertFalse(bytes == 0);
        return (double) bytes / characterization.scannedBytes();
    }

    /** Returns binary records, records with duplicates and copies of the first, text, and random bytes, a quarter each. */
    private static byte[] data() {
        Random random = new Random(11);
        byte[] bytes = new byte[CHUNK * CHUNKS];
        int quarter = bytes.length / 4;
        for (int at = 0; at < 2 * quarter; at += 16) {
            bytes[at] = (byte) random.nextInt(40);
            bytes[at + 3] = (byte) random.nextInt();
            bytes[at + 7] = (byte) (random.nextInt(5) * 3);
        }
        for (int chunk = CHUNKS / 4; chunk < CHUNKS / 2; chunk++) {
            if (random.nextInt(3) == 0) {
                System.arraycopy(bytes, random.nextInt(CHUNKS / 4) * CHUNK, bytes, chunk * CHUNK, CHUNK);
            } else if (chunk % 16 == 0) {
                System.arraycopy(bytes, random.nextInt(quarter - 8 * CHUNK), bytes, chunk * CHUNK + 100, 7 * CHUNK);
                chunk += 8;
            }
        }
        for (int at = 2 * quarter; at < 3 * quarter; at++) {
            bytes[at] = (byte) "etaoin shrdlu".charAt(random.nextInt(13));
        }
        byte[] rest = new byte[bytes.length - 3 * quarter];
        random.nextBytes(rest);
        System.arraycopy(rest, 0, bytes, 3 * quarter, rest.length);
        return bytes;
    }
}

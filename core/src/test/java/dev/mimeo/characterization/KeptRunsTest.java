package dev.mimeo.characterization;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mimeo.characterization.DatasetCharacterization.KeptRuns;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class KeptRunsTest {

    private static final long[][] SIZES = {{1, 1}, {1, 7}, {7, 7}, {3, 7}, {1000, 1 << 20}, {999, (1L << 35) - 1}};

    @Test
    void rangesFollowEachOtherAndDifferByOneRunAtMost() {
        for (long[] size : SIZES) {
            KeptRuns runs = new KeptRuns((int) size[0], size[1]);
            assertEquals(0, runs.start(0));
            assertEquals(size[1], runs.start(runs.kept()));
            for (int range = 0; range < runs.kept(); range++) {
                assertEquals(runs.start(range + 1), runs.start(range) + runs.length(range));
                assertTrue(runs.length(range) == runs.mostInRange() || runs.length(range) == size[1] / size[0]);
            }
        }
    }

    @Test
    void refusesMoreRunsThanWereScanned() {
        assertThrows(IllegalArgumentException.class, () -> new KeptRuns(2, 1));
        assertThrows(IllegalArgumentException.class, () -> new KeptRuns(0, 1));
    }

    @Test
    void onlyAPossibleNumberOfScannedChunksMakesRuns() {
        assertEquals(new KeptRuns(2, 4), dataset(true, 100, 40, 100.0).keptRuns());
        assertTrue(dataset(true, 100, 40, 100.0).scannedWhole());
        for (double scanned : new double[] {99, 101, 0, -5, 1e300, 100.5}) {
            assertNull(dataset(true, 100, 40, scanned).keptRuns(), scanned + " chunks");
        }
        assertNull(dataset(false, 100, 100, 100.0).keptRuns());
        assertNull(dataset(true, Long.MAX_VALUE, 40, (double) Long.MAX_VALUE).keptRuns());
    }

    private static DatasetCharacterization dataset(boolean sampled, long population, long chunks, double scanned) {
        return new DatasetCharacterization(
                "",
                "0",
                population,
                population,
                chunks,
                chunks,
                512,
                sampled,
                0,
                "",
                0,
                List.of(),
                Map.of(DatasetCharacterization.SCANNED_CHUNKS, scanned));
    }
}

package dev.mimeo.scan;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mimeo.characterization.ChunkCharacterization;
import dev.mimeo.characterization.DatasetCharacterization.KeptRuns;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class RunChoiceTest {

    private static final int SIZE = 4096;
    private static final int RUNS = 900;

    private final int[] deflated = new int[RUNS];

    @Test
    void choosesOneRunOfEachRange() {
        RunChoice choice = choice();
        for (int count : new int[] {1, 7, 450, RUNS}) {
            KeptRuns ranges = new KeptRuns(count, RUNS);
            int[] chosen = choice.choose(count, 5);
            assertEquals(count, chosen.length);
            for (int i = 0; i < count; i++) {
                assertTrue(chosen[i] >= ranges.start(i) && chosen[i] < ranges.start(i + 1), "run " + chosen[i]);
            }
        }
        assertArrayEquals(IntStream.range(0, RUNS).toArray(), choice.choose(RUNS, 5));
    }

    @Test
    void sumsAreInProportionToThoseOfAll() {
        RunChoice choice = choice();
        double whole = Arrays.stream(deflated).average().orElseThrow();
        for (int seed = 0; seed < 10; seed++) {
            double kept = Arrays.stream(choice.choose(60, seed))
                    .map(run -> deflated[run])
                    .average()
                    .orElseThrow();
            // A random choice would be 7 % off on average.
            assertEquals(whole, kept, 0.002 * whole, "seed " + seed);
        }
    }

    @Test
    void theSeedDecides() {
        assertArrayEquals(choice().choose(60, 3), choice().choose(60, 3));
        assertFalse(Arrays.equals(choice().choose(60, 3), choice().choose(60, 4)));
    }

    /** Returns a choice among runs whose compressed sizes vary by half of them; the last run is short. */
    private RunChoice choice() {
        RunChoice choice = new RunChoice();
        Random random = new Random(1);
        long number = 0;
        for (int run = 0; run < RUNS; run++) {
            int size = 1 + random.nextInt(SIZE);
            deflated[run] = size;
            int chunks = run == RUNS - 1 ? 5 : KeptRuns.CHUNKS;
            for (int i = 0; i < chunks; i++) {
                choice.add(
                        new ChunkCharacterization.Builder().deflateBytes(size).build(number, number * SIZE, SIZE));
                number++;
            }
        }
        assertEquals(RUNS, choice.runs());
        return choice;
    }
}

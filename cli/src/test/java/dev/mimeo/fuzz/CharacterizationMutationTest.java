package dev.mimeo.fuzz;

import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A few hundred random changes of a characterization, in every build. */
@Tag("thorough")
final class CharacterizationMutationTest {

    private static final int MUTATIONS = 400;

    @Test
    void changedRowsAreRefusedOrHarmless() throws IOException {
        for (int seed = 0; seed < MUTATIONS; seed++) {
            Random random = new Random(seed);
            byte[] edits = new byte[4 * random.nextInt(1, 5)];
            random.nextBytes(edits);
            edits[0] &= 0x3f; // a file begins with a letter
            try {
                CharacterizationFuzz.fuzzerTestOneInput(edits);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
    }
}

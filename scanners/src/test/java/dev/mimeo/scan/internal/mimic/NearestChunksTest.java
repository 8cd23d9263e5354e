package dev.mimeo.scan.internal.mimic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.characterization.mimic.MimicModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class NearestChunksTest {

    private static final int CHUNKS = 3000;

    private final Random random = new Random(7);
    private final Sketches sketches = new Sketches(CHUNKS);
    private final Sketches made = new Sketches(60);
    private final List<MimicModel.Recipe> recipes = new ArrayList<>();

    /** By chunk: the recipe that it has already, or -1. */
    private final int[] given = new int[CHUNKS];

    NearestChunksTest() {
        int[] own = random.ints(0, CHUNKS).distinct().limit(60).toArray();
        Arrays.fill(given, -1);
        for (int i = 0; i < own.length; i++) {
            given[own[i]] = i;
            // Every fifth repeats copies, which other chunks do not have.
            recipes.add(new MimicModel.Recipe(i % 3, i % 4 - 1, i, 0, i % 5 == 0 ? 50 : 0));
            // A recipe may make something else than the chunk that it was fitted to.
            made.add(sketch(), 0);
        }
        for (int recipe : given) {
            byte[] sketch = sketch();
            sketch[0] = recipe < 0 && random.nextInt(10) == 0 ? ChunkSketcher.CONSTANT : 0;
            sketches.add(sketch, 0);
        }
    }

    private byte[] sketch() {
        byte[] sketch = new byte[ChunkSketcher.BYTES];
        for (int k = 1; k < sketch.length; k++) {
            sketch[k] = (byte) (100 + random.nextInt(20));
        }
        return sketch;
    }

    private int distance(int chunk, int recipe) {
        return sketches.distance(chunk, made, recipe, Integer.MAX_VALUE);
    }

    private boolean alike(int place, int other) {
        return recipes.get(place).contentClass() == recipes.get(other).contentClass()
                && recipes.get(place).template() == recipes.get(other).template();
    }

    @Test
    void aChunkFollowsTheOneBeforeWhereThatIsNearlyAsGood() {
        int[] recipeOf = given.clone();
        new NearestChunks(sketches, made, recipes).assign(recipeOf, 0, CHUNKS);

        int before = -1;
        int nearest = 0;
        int alike = 0;
        assertThat(recipes).filteredOn(recipe -> recipe.echo() > 0).hasSizeGreaterThan(5);
        for (int chunk = 0; chunk < CHUNKS; chunk++) {
            int place = recipeOf[chunk];
            if (given[chunk] >= 0) {
                assertThat(place).isEqualTo(given[chunk]);
            } else if (sketches.isConstant(chunk)) {
                assertThat(place).isNegative();
            } else {
                int least = Integer.MAX_VALUE;
                int leastAlike = Integer.MAX_VALUE;
                for (int i = 0; i < recipes.size(); i++) {
                    if (recipes.get(i).echo() > 0) {
                        continue;
                    }
                    least = Math.min(least, distance(chunk, i));
                    if (before >= 0 && alike(i, before)) {
                        leastAlike = Math.min(leastAlike, distance(chunk, i));
                    }
                }
                boolean follows = leastAlike < least + 7000;
                assertThat(distance(chunk, place)).isEqualTo(follows ? leastAlike : least);
                assertThat(!follows || alike(place, before)).isTrue();
                assertThat(recipes.get(place).echo()).isZero();
                nearest += follows ? 0 : 1;
                alike += follows ? 1 : 0;
            }
            before = place < 0 ? before : place;
        }
        assertThat(nearest).isGreaterThan(100);
        assertThat(alike).isGreaterThan(100);
    }
}

package dev.mimeo.scan.internal.mimic;

import dev.mimeo.characterization.mimic.MimicModel;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Finds recipes for chunks that are not held: those of the most similar chunks that are. Thread-safe. */
final class NearestChunks {

    /**
     * Greatest extra distance, as of {@link Sketches#distance}, at which a chunk follows the same class and template as the one before, as
     * small windows find what both have in common: both sizes differ by 2.7 %.
     */
    private static final int NEAR = 2000;

    private final Sketches sketches;

    /** Numbers of the chunks that are held. */
    private final int[] held;

    /** By place of a held chunk: the places of those of the same class and template. */
    private final int[][] alike;

    /**
     * @param sketches sketches of all chunks
     * @param held numbers of the chunks that are held, at least one
     * @param recipes their recipes
     */
    NearestChunks(Sketches sketches, int[] held, List<MimicModel.Recipe> recipes) {
        this.sketches = sketches;
        this.held = held.clone();
        Map<Long, int[]> byContent = new HashMap<>();
        alike = new int[held.length][];
        for (int i = 0; i < held.length; i++) {
            alike[i] = byContent.computeIfAbsent(
                    content(recipes.get(i)),
                    content -> IntStream.range(0, held.length)
                            .filter(other -> content(recipes.get(other)) == content)
                            .toArray());
        }
    }

    private static long content(MimicModel.Recipe recipe) {
        return (long) recipe.contentClass() << Integer.SIZE | (recipe.template() + 1);
    }

    /**
     * Assigns chunks in a row that have no recipe, unless their bytes are all equal.
     *
     * @param recipeOf by chunk: the place of its recipe, or -1
     */
    void assign(int[] recipeOf, int start, int end) {
        int before = -1;
        for (int chunk = start; chunk < end; chunk++) {
            if (recipeOf[chunk] < 0 && !sketches.isConstant(chunk)) {
                recipeOf[chunk] = nearest(chunk, before);
            }
            before = recipeOf[chunk] < 0 ? before : recipeOf[chunk];
        }
    }

    private int nearest(int chunk, int before) {
        int nearest = 0;
        int least = Integer.MAX_VALUE;
        for (int i = 0; i < held.length; i++) {
            int distance = sketches.distance(chunk, held[i], least);
            if (distance < least) {
                least = distance;
                nearest = i;
            }
        }
        if (before < 0) {
            return nearest;
        }
        int limit = least + NEAR;
        for (int i : alike[before]) {
            int distance = sketches.distance(chunk, held[i], limit);
            if (distance < limit) {
                limit = distance;
                nearest = i;
            }
        }
        return nearest;
    }
}

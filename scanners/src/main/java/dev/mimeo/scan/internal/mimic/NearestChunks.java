package dev.mimeo.scan.internal.mimic;

import dev.mimeo.characterization.mimic.MimicModel;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Finds recipes for chunks that have none of their own: those that make what is most similar to them. Thread-safe. */
final class NearestChunks {

    /**
     * Greatest extra distance, as of {@link Sketches#distance}, at which a chunk follows the same class and template as the one before, as
     * small windows find what both have in common: all three sizes differ by 4 %.
     */
    private static final int NEAR = 7000;

    private final Sketches sketches;

    /** By recipe: a sketch of what it makes. */
    private final Sketches made;

    /** Recipes of chunks that repeat their copies: they fit no others, whose own content is like sketches say. */
    private final BitSet echoes = new BitSet();

    /** By recipe: those of the same class and template that others may have. */
    private final int[][] alike;

    /**
     * @param sketches sketches of all chunks
     * @param made by recipe: a sketch of what it makes
     * @param recipes at least one
     */
    NearestChunks(Sketches sketches, Sketches made, List<MimicModel.Recipe> recipes) {
        this.sketches = sketches;
        this.made = made;
        IntStream.range(0, recipes.size())
                .filter(i -> recipes.get(i).echo() > 0)
                .forEach(echoes::set);
        Map<Long, int[]> byContent = new HashMap<>();
        alike = new int[recipes.size()][];
        for (int i = 0; i < alike.length; i++) {
            alike[i] = byContent.computeIfAbsent(
                    content(recipes.get(i)),
                    content -> IntStream.range(0, alike.length)
                            .filter(other -> content(recipes.get(other)) == content && !echoes.get(other))
                            .toArray());
        }
    }

    private static long content(MimicModel.Recipe recipe) {
        return (long) recipe.contentClass() << Integer.SIZE | (recipe.template() + 1);
    }

    /**
     * Assigns chunks in a row that have no recipe, unless their bytes are all equal.
     *
     * @param recipeOf by chunk: its recipe, or -1
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
        for (int i = echoes.nextClearBit(0); i < made.count(); i = echoes.nextClearBit(i + 1)) {
            int distance = sketches.distance(chunk, made, i, least);
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
            int distance = sketches.distance(chunk, made, i, limit);
            if (distance < limit) {
                limit = distance;
                nearest = i;
            }
        }
        return nearest;
    }
}

package dev.mimeo.characterization.mimic;

import java.util.List;

/** Model of a data set for generator {@code mimic}, with a recipe for each chunk. Immutable and thread-safe. */
public final class MimicCharacterization {

    private final MimicModel model;
    private final List<MimicModel.Recipe> recipes;
    private final int[] recipeOfChunk;

    /**
     * Takes a model and who follows what.
     *
     * @param model model that the chunks share
     * @param recipes recipe of each chunk; copied
     * @param recipeOfChunk by chunk: the number of its recipe, or -1 for a chunk whose bytes are all equal; copied
     * @throws IllegalArgumentException if a recipe names what is not in the model, or a chunk what is not a recipe
     */
    public MimicCharacterization(MimicModel model, List<MimicModel.Recipe> recipes, int[] recipeOfChunk) {
        this.model = model;
        this.recipes = List.copyOf(recipes);
        this.recipeOfChunk = recipeOfChunk.clone();
        recipes.forEach(model::check);
        for (int recipe : recipeOfChunk) {
            if (recipe < -1 || recipe >= recipes.size()) {
                throw new IllegalArgumentException("recipe " + recipe + " of " + recipes.size());
            }
        }
    }

    /** Returns what the chunks have in common. */
    public MimicModel model() {
        return model;
    }

    /** Returns all recipes. */
    public List<MimicModel.Recipe> recipes() {
        return recipes;
    }

    /** Returns the number of chunks. */
    public int chunks() {
        return recipeOfChunk.length;
    }

    /** Returns the number of the recipe of a chunk, or -1 for a chunk whose bytes are all equal. */
    public int recipeOfChunk(int chunk) {
        return recipeOfChunk[chunk];
    }
}

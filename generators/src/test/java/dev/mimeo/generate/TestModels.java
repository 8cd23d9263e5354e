package dev.mimeo.generate;

import dev.mimeo.characterization.ByteHistogram;
import dev.mimeo.characterization.ChunkCharacterization;
import dev.mimeo.characterization.mimic.ContentClass;
import dev.mimeo.characterization.mimic.ContextModel;
import dev.mimeo.characterization.mimic.ContextTable;
import dev.mimeo.characterization.mimic.MimicCharacterization;
import dev.mimeo.characterization.mimic.MimicModel;
import dev.mimeo.characterization.mimic.ParseTemplate;
import java.util.List;

/** A model of every kind of class, made by hand. */
final class TestModels {

    private TestModels() {}

    /** Letters, each of which is followed by the next one three times out of four. */
    static ContextModel letters() {
        int letters = 20;
        byte[] codes = new byte[256];
        int[] parents = new int[letters];
        byte[] bytes = new byte[letters];
        byte[] escapes = new byte[letters];
        int[] starts = new int[letters + 1];
        byte[] symbols = new byte[letters];
        byte[] counts = new byte[letters];
        for (int i = 0; i < 256; i++) {
            codes[i] = (byte) (i >= 'a' && i < 'a' + letters ? 9 : -1);
        }
        for (int i = 0; i < letters; i++) {
            bytes[i] = (byte) ('a' + i);
            escapes[i] = ContextTable.code(20);
            starts[i + 1] = i + 1;
            symbols[i] = (byte) ('a' + (i + 1) % letters);
            counts[i] = ContextTable.code(60);
        }
        return new ContextModel(codes, List.of(new ContextTable(parents, bytes, escapes, starts, symbols, counts)));
    }

    static MimicModel model() {
        return new MimicModel(
                List.of(
                        ContentClass.ofText(letters(), 3, 13, 8).withRecent(200).with(200, 100, 0),
                        ContentClass.ofLiterals(letters(), 8, 1, 12, 3).with(256, 0, 160),
                        ContentClass.PLAIN),
                List.of(
                        new ParseTemplate(
                                new int[] {20, 0, 7, 3}, new int[] {5, 40, 3, 300}, new int[] {20, 25, 1, 9}, 400),
                        new ParseTemplate(new int[0], new int[0], new int[0], 100)));
    }

    /** Recipes of all classes in turn; none for constant chunks. */
    static MimicCharacterization of(List<ChunkCharacterization> chunks) {
        List<MimicModel.Recipe> recipes = List.of(
                new MimicModel.Recipe(0, -1, 0, 0, 0),
                new MimicModel.Recipe(1, 0, 16, 30, 1),
                new MimicModel.Recipe(1, 0, 40, -30, 2),
                new MimicModel.Recipe(2, -1, 0, 0, 255),
                new MimicModel.Recipe(2, 0, 0, 127, 0),
                new MimicModel.Recipe(0, 1, 255, -127, 0),
                new MimicModel.Recipe(0, -1, 160, 127, 3));
        int[] recipeOf = new int[chunks.size()];
        for (int i = 0; i < recipeOf.length; i++) {
            ByteHistogram bytes = chunks.get(i).bytes();
            recipeOf[i] = bytes != null && bytes.count(0) == chunks.get(i).size() ? -1 : i % recipes.size();
        }
        return new MimicCharacterization(model(), recipes, recipeOf);
    }
}

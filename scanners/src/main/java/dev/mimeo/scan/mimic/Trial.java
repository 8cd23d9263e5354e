package dev.mimeo.scan.mimic;

import dev.mimeo.characterization.mimic.ContentClass;
import dev.mimeo.characterization.mimic.MimicModel;
import dev.mimeo.characterization.mimic.ParseTemplate;
import dev.mimeo.characterization.mimic.Recipe;
import dev.mimeo.generate.mimic.ChunkSynthesizer;
import dev.mimeo.generate.mimic.MimicTexts;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tries a way to make the chunks of a class on some of them. For one thread. */
final class Trial {

    /** Chunks that are fitted one by one. */
    private static final int FITTED = 3;

    /** Chunks that are compressed one after the other, the fitted ones among them. */
    private static final int JOINED = 24;

    private static final int TRIALS = 12;

    private final CodecSizes chunkCodecs;
    private final CodecSizes joinedCodecs;
    private List<ChunkSample> joinedChunks = List.of();
    private int[] joinedSizes = {};

    /**
     * A way that was tried.
     *
     * @param template what all chunks follow, or null
     * @param error mean deviation of the logarithms of sizes
     * @param start recipe from which to search that of a chunk; class and template are 0
     */
    record Way(ContentClass content, @Nullable ParseTemplate template, double error, Recipe start) {}

    Trial(CodecSizes chunkCodecs, CodecSizes joinedCodecs) {
        this.chunkCodecs = chunkCodecs;
        this.joinedCodecs = joinedCodecs;
    }

    /** Returns chunks at equal distances. */
    List<ChunkSample> some(List<ChunkSample> chunks, int most) {
        if (chunks.size() <= most) {
            return chunks;
        }
        List<ChunkSample> some = new ArrayList<>();
        for (int i = 0; i < most; i++) {
            some.add(chunks.get((int) ((2L * i + 1) * chunks.size() / (2L * most))));
        }
        return some;
    }

    /** Tries a way. */
    Way run(List<ChunkSample> chunks, ContentClass content, @Nullable ParseTemplate template) {
        MimicModel model = new MimicModel(List.of(content), template == null ? List.of() : List.of(template));
        RecipeSearch search = new RecipeSearch(new ChunkSynthesizer(new MimicTexts(model)), chunkCodecs);
        Recipe recipe = new Recipe(0, template == null ? -1 : 0, template == null ? 32 : 0, 0, 0);
        double[] original = new double[CodecSizes.CHUNK.size()];
        double[] synthetic = new double[CodecSizes.CHUNK.size()];
        double error = 0;
        int windows = 0;
        int rates = 0;
        List<ChunkSample> fitted = some(chunks, FITTED);
        for (ChunkSample chunk : fitted) {
            recipe = search.find(chunk, recipe, TRIALS);
            windows += recipe.window();
            rates += recipe.rate();
            error += StrictMath.sqrt(search.error()) / fitted.size();
            int[] sizes = chunkCodecs.sizes(search.generate(chunk, recipe), chunk.length());
            for (int i = 0; i < sizes.length; i++) {
                original[i] += chunk.size(i);
                synthetic[i] += sizes[i];
            }
        }
        for (int i = 0; i < original.length; i++) {
            error += Math.abs(StrictMath.log(synthetic[i] / original[i]));
        }
        Recipe mean = new Recipe(0, recipe.template(), windows / fitted.size(), rates / fitted.size(), 0);
        error += joined(neighbours(chunks), search, mean);
        return new Way(content, template, error / (1 + original.length + CodecSizes.JOINED.size()), mean);
    }

    /** Returns chunks in a row. */
    private static List<ChunkSample> neighbours(List<ChunkSample> chunks) {
        int from = Math.max(0, (chunks.size() - JOINED) / 2);
        return chunks.subList(from, Math.min(chunks.size(), from + JOINED));
    }

    /** Returns how much more the chunks gain from each other than the originals do. */
    private double joined(List<ChunkSample> chunks, RecipeSearch search, Recipe recipe) {
        int total = chunks.stream().mapToInt(ChunkSample::length).sum();
        if (!joinedChunks.equals(chunks)) {
            joinedSizes = joinedCodecs.sizes(join(chunks, total), total);
            joinedChunks = chunks;
        }
        byte[] synthetics = new byte[total];
        double[] alone = new double[2];
        int at = 0;
        for (ChunkSample chunk : chunks) {
            byte[] data = search.generate(chunk, recipe);
            System.arraycopy(data, 0, synthetics, at, chunk.length());
            at += chunk.length();
            alone[0] += chunk.size(CodecSizes.ZSTD_3);
            alone[1] += chunkCodecs.size(CodecSizes.ZSTD_3, data, chunk.length());
        }
        double sum = 0;
        for (int codec = 0; codec < CodecSizes.JOINED.size(); codec++) {
            double ratio = (double) joinedCodecs.size(codec, synthetics, total) / joinedSizes[codec];
            // The recipe is that of other chunks, which is no fault of the way.
            sum += Math.abs(StrictMath.log(ratio * alone[0] / alone[1]));
        }
        return sum;
    }

    private static byte[] join(List<ChunkSample> chunks, int total) {
        byte[] joined = new byte[total];
        int at = 0;
        for (ChunkSample chunk : chunks) {
            System.arraycopy(chunk.data(), 0, joined, at, chunk.length());
            at += chunk.length();
        }
        return joined;
    }
}

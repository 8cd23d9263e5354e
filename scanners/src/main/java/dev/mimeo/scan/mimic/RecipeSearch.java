package dev.mimeo.scan.mimic;

import dev.mimeo.characterization.mimic.Recipe;
import dev.mimeo.generate.mimic.ChunkSynthesizer;
import dev.mimeo.random.SplitMix64;

/**
 * Finds the recipe whose chunk lz4, zlib 6 and 1 and zstd 1 make as much of as of the original: generates, compresses, and changes the two
 * numbers of the recipe in smaller and smaller steps (pattern search; Hooke, Jeeves: "Direct search solution of numerical and
 * statistical problems", J. ACM 8(2), 1961). For one thread.
 */
final class RecipeSearch {

    private static final int FIRST_STEP = 32;
    private static final int LAST_STEP = 2;
    private static final int MAX_WINDOW = 160;

    /** How many codecs of {@link CodecSizes#CHUNK}, from the first on, chunks are fitted to one by one. */
    private static final int FITTED_CODECS = 4;

    /** Sum of squares of the logarithms of the size ratios that is good enough: 0.4 % each. */
    private static final double GOOD = 6e-5;

    private final ChunkSynthesizer synthesizer;
    private final CodecSizes codecs;
    private byte[] chunk = new byte[0];
    private double error;

    RecipeSearch(ChunkSynthesizer synthesizer, CodecSizes codecs) {
        this.synthesizer = synthesizer;
        this.codecs = codecs;
    }

    /** Returns the best recipe found from a first one in some number of trials. */
    Recipe find(ChunkSample sample, Recipe start, int trials) {
        Recipe best = start;
        double least = error(sample, start);
        int done = 1;
        int step = FIRST_STEP;
        while (step >= LAST_STEP && least > GOOD && done < trials) {
            boolean better = false;
            for (int direction = 0; direction < 4 && done < trials; direction++) {
                int window = best.window() + (direction == 0 ? step : direction == 1 ? -step : 0);
                int rate = best.rate() + (direction == 2 ? step : direction == 3 ? -step : 0);
                if (window < 0 || window > MAX_WINDOW || rate < -127 || rate > 127) {
                    continue;
                }
                Recipe next = new Recipe(best.contentClass(), best.template(), window, rate, best.variant());
                double trial = error(sample, next);
                done++;
                if (trial < least) {
                    least = trial;
                    best = next;
                    better = true;
                    break;
                }
            }
            if (!better) {
                step /= 2;
            }
        }
        error = least / FITTED_CODECS;
        return best;
    }

    /** Returns how far the recipe found last is off: the mean square of the logarithms of the ratios of sizes. */
    double error() {
        return error;
    }

    private double error(ChunkSample sample, Recipe recipe) {
        byte[] data = generate(sample, recipe);
        double sum = 0;
        for (int codec = 0; codec < FITTED_CODECS; codec++) {
            double size = codecs.size(codec, data, sample.length());
            double logarithm = StrictMath.log(size / sample.size(codec));
            sum += logarithm * logarithm;
        }
        return sum;
    }

    /** Generates a chunk as a generation with seed 0 would; the array is used again. */
    byte[] generate(ChunkSample sample, Recipe recipe) {
        if (chunk.length < sample.length()) {
            chunk = new byte[sample.length()];
        }
        synthesizer.generate(
                recipe,
                sample.number(),
                sample.histogram(),
                SplitMix64.derive(0, sample.number()),
                chunk,
                0,
                sample.length());
        return chunk;
    }
}

package dev.mimeo.scan.internal.mimic;

import dev.mimeo.characterization.mimic.ContentClass;
import dev.mimeo.characterization.mimic.MimicModel;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the recipe whose chunk lz4, zlib 6 and 1 and zstd 1 make as much of as of the original: generates, compresses, and changes the
 * two numbers of the recipe by least squares (Levenberg 1944, Marquardt 1963) with derivatives that are measured once and then
 * corrected by what each trial shows (Broyden: "A class of methods for solving nonlinear simultaneous equations", Math. Comp.
 * 19, 1965). What it learns about the derivatives it keeps for the next chunk. For one thread.
 */
final class RecipeSearch {

    private static final int MAX_WINDOW = 160;
    private static final int LEAST_RATE = -127;

    /** Rate of pieces of half of their mean length: where a chunk repeats what is near, shorter ones gain little, and take longer to make. */
    private static final int LEAST_NEARBY_RATE = -32;

    /**
     * Bytes of text that a chunk has to choose from at least, as a share of its zlib size: in less, a walk runs in circles. Parts of a text
     * that repeats itself differ more.
     */
    private static final double LEAST_TEXT = 0.25;

    private static final double LEAST_REUSING_TEXT = 1;

    /** By how much a window is larger that is half of the text. */
    private static final int WINDOW_HALF = 16;

    /** Change of each number of a recipe that derivatives are measured with. */
    private static final int PROBE = 20;

    private static final int LONGEST_STEP = 48;

    /** Shorter steps say more about chance than about derivatives. */
    private static final int SHORTEST_LESSON = 6;

    /** Sum of squares of the logarithms of the size ratios that is good enough: 1 % each. */
    private static final double GOOD = 3e-4;

    /** Keeps what matters to no codec where it is. */
    private static final double RIDGE = 2e-7;

    /** The same, 0.3 % each, where sizes are less a matter of chance: some of a chunk is random; it is of numbers, under all codecs but one. */
    private static final double VERY_GOOD = GOOD / 10;

    /** Shares of random bytes that are tried at most. */
    private static final int NOISE_TRIALS = 3;

    /** Shares of repeated copies that are tried at most. */
    private static final int ECHO_TRIALS = 3;

    private final ContentClass content;
    private final ChunkMaker maker;
    private final CodecSizes codecs;
    private byte[] chunk = new byte[0];
    private double error;

    /** By residual and number of the recipe: change of the logarithm of the size. */
    private final double[][] slopes = new double[CodecSizes.CHUNK.size() + 1][2];

    private final int leastRate;

    private boolean measured;
    private int mostWindow;

    /** By residual: the logarithm of the size that is aimed at, relative to that of the original. */
    private final double[] aims = new double[CodecSizes.CHUNK.size() + 1];

    /** Sizes that count, as {@link ChunkSample#size} numbers them. */
    private final int[] places;

    /** Seeds that each recipe is tried with. */
    private int seeds = 1;

    /** By number of a chunk: its sizes with the recipe found last. */
    private final Map<Long, Made> found = new HashMap<>();

    /** Sizes of a chunk that was made with a recipe. Immutable. */
    private static final class Made {
        final MimicModel.Recipe recipe;

        /** By seed, one after the other: sizes by place. */
        final int[] sizes;

        Made(MimicModel.Recipe recipe, int[] sizes) {
            this.recipe = recipe;
            this.sizes = sizes;
        }
    }

    /** @param counted codecs that chunks are fitted to, the first of {@link CodecSizes#CHUNK} */
    RecipeSearch(ContentClass content, ChunkMaker maker, CodecSizes codecs, int counted) {
        this.leastRate = content.order() < content.textOrder() ? LEAST_NEARBY_RATE : LEAST_RATE;
        // Templates have as much in common with what is near as the chunk that they are from.
        this.places = IntStream.range(0, counted + (content.isText() ? 1 : 0))
                .map(place -> place < counted ? place : CodecSizes.LZ4_PIECES)
                .toArray();
        this.content = content;
        this.maker = maker;
        this.codecs = codecs;
    }

    /** Returns the best recipe found from a first one in some number of trials. */
    MimicModel.Recipe find(ChunkSample sample, MimicModel.Recipe start, int trials) {
        mostWindow = mostWindow(sample);
        Made fitted = fitted(sample, changed(start, 0, 0, mostWindow, leastRate), trials);
        boolean mayEcho = fitted.recipe.template() >= 0 && maker.hasCopies(sample);
        Made best = mayEcho ? withEcho(sample, fitted) : content.numbers() == null ? withNoise(sample, fitted) : fitted;
        error = squares(residuals(sample, best)) / places.length;
        found.put(sample.number(), best);
        return best.recipe;
    }

    private Made fitted(ChunkSample sample, MimicModel.Recipe start, int trials) {
        Made best = made(sample, start);
        double[] residuals = residuals(sample, best);
        double least = squares(residuals);
        if (content.numbers() != null && least - worst(residuals) <= VERY_GOOD) {
            return best;
        }
        int left = trials - 1;
        if (!measured && least > GOOD) {
            measure(sample, best.recipe, residuals);
            measured = true;
            left -= 2;
        }
        double damping = 0.03;
        MimicModel.Recipe last = best.recipe;
        while (least > GOOD && left > 0) {
            MimicModel.Recipe next = step(best.recipe, residuals, damping);
            if (next.equals(best.recipe) || next.equals(last)) {
                break;
            }
            last = next;
            Made made = made(sample, next);
            double[] trial = residuals(sample, made);
            left--;
            learn(next.window() - best.recipe.window(), next.rate() - best.recipe.rate(), residuals, trial);
            double squares = squares(trial);
            if (squares < least) {
                least = squares;
                best = made;
                residuals = trial;
                damping /= 4;
            } else {
                damping *= 8;
            }
        }
        return best;
    }

    /**
     * Returns the greatest square. Of numbers that are right under all codecs but one, that one is so by chance: changes that were larger
     * would make them meet the numbers of other chunks.
     */
    private static double worst(double[] residuals) {
        return Arrays.stream(residuals).map(its -> its * its).max().orElse(0);
    }

    /** Changes how much of a chunk is random, see {@link NoiseShare}. */
    private Made withNoise(ChunkSample sample, Made first) {
        Made best = first;
        double[] residuals = residuals(sample, best);
        double wanted = sample.size(CodecSizes.ZLIB_6) * StrictMath.exp(aims[CodecSizes.ZLIB_6]);
        for (int trial = 0; trial < NOISE_TRIALS && squares(residuals) > VERY_GOOD; trial++) {
            double size = wanted * StrictMath.exp(residuals[CodecSizes.ZLIB_6]);
            MimicModel.Recipe next = NoiseShare.changed(best.recipe, sample.length(), size, wanted);
            if (next.equals(best.recipe)) {
                break;
            }
            Made made = made(sample, next);
            double[] others = residuals(sample, made);
            if (squares(others) >= squares(residuals)) {
                break;
            }
            best = made;
            residuals = others;
        }
        return best;
    }

    /** Changes how much of a chunk repeats its copies, see {@link EchoShare}. */
    private Made withEcho(ChunkSample sample, Made first) {
        Made best = first;
        double[] residuals = residuals(sample, first);
        double least = squares(residuals);
        EchoShare share = new EchoShare(first.recipe.echo(), residuals[CodecSizes.ZLIB_6]);
        for (int trial = 0; trial < ECHO_TRIALS && share.hasNext(); trial++) {
            Made made = made(sample, first.recipe.with(share.next()));
            residuals = residuals(sample, made);
            share.add(residuals[CodecSizes.ZLIB_6]);
            if (squares(residuals) < least) {
                least = squares(residuals);
                best = made;
            }
        }
        return best;
    }

    /** Returns the recipe for a chunk by that of another of the same kind and what is known of derivatives. */
    MimicModel.Recipe predict(ChunkSample sample, ChunkSample known, MimicModel.Recipe its) {
        mostWindow = mostWindow(sample);
        if (!measured) {
            return changed(its, 0, 0, mostWindow, leastRate);
        }
        double[] residuals = new double[places.length];
        for (int i = 0; i < places.length; i++) {
            int place = places[i];
            residuals[i] =
                    StrictMath.log((double) known.size(place) / known.length() / sample.size(place) * sample.length());
        }
        return step(its, residuals, 0.1);
    }

    /** Returns how far the recipe found last is off: the mean square of the logarithms of the ratios of sizes. */
    double error() {
        return error;
    }

    private void measure(ChunkSample sample, MimicModel.Recipe start, double[] residuals) {
        for (int number = 0; number < 2; number++) {
            MimicModel.Recipe other =
                    changed(start, number == 0 ? PROBE : 0, number == 0 ? 0 : PROBE, mostWindow, leastRate);
            int change = number == 0 ? other.window() - start.window() : other.rate() - start.rate();
            double[] trial = residuals(sample, made(sample, other));
            for (int codec = 0; codec < residuals.length && change != 0; codec++) {
                slopes[codec][number] = (trial[codec] - residuals[codec]) / change;
            }
        }
    }

    private MimicModel.Recipe step(MimicModel.Recipe from, double[] residuals, double damping) {
        double a = RIDGE;
        double b = 0;
        double c = RIDGE;
        double d = 0;
        double e = 0;
        for (int codec = 0; codec < residuals.length; codec++) {
            double x = slopes[codec][0];
            double y = slopes[codec][1];
            a += x * x;
            b += x * y;
            c += y * y;
            d -= x * residuals[codec];
            e -= y * residuals[codec];
        }
        a *= 1 + damping;
        c *= 1 + damping;
        double determinant = a * c - b * b;
        return limited(from, (d * c - e * b) / determinant, (e * a - d * b) / determinant);
    }

    private MimicModel.Recipe limited(MimicModel.Recipe recipe, double window, double rate) {
        double scale = Math.min(1, LONGEST_STEP / Math.max(1e-9, Math.max(Math.abs(window), Math.abs(rate))));
        return changed(recipe, scale * window, scale * rate, mostWindow, leastRate);
    }

    /** Returns the largest window for a chunk. */
    private int mostWindow(ChunkSample sample) {
        if (!content.isText()) {
            return MAX_WINDOW;
        }
        double share = content.isReusing() ? LEAST_REUSING_TEXT : LEAST_TEXT;
        double least = Math.max(1, share * sample.size(CodecSizes.ZLIB_6));
        double halvings = StrictMath.log((1 << content.poolBits()) / least) / StrictMath.log(2);
        return (int) Math.max(0, Math.min(MAX_WINDOW, WINDOW_HALF * halvings));
    }

    /** Returns a recipe with other numbers, within their bounds. */
    static MimicModel.Recipe changed(MimicModel.Recipe recipe, double window, double rate) {
        return changed(recipe, window, rate, MAX_WINDOW, LEAST_RATE);
    }

    private static MimicModel.Recipe changed(
            MimicModel.Recipe recipe, double window, double rate, int most, int least) {
        int newWindow = (int) Math.max(0, Math.min(most, StrictMath.round(recipe.window() + window)));
        int newRate = (int) Math.max(least, Math.min(127, StrictMath.round(recipe.rate() + rate)));
        return new MimicModel.Recipe(recipe.contentClass(), recipe.template(), newWindow, newRate, recipe.noise());
    }

    /** Corrects the derivatives by half of what they were wrong by. */
    private void learn(int window, int rate, double[] before, double[] after) {
        double norm = (double) window * window + (double) rate * rate;
        if (norm < SHORTEST_LESSON * SHORTEST_LESSON) {
            return;
        }
        for (int codec = 0; codec < before.length; codec++) {
            double expected = slopes[codec][0] * window + slopes[codec][1] * rate;
            double wrong = 0.5 * (after[codec] - before[codec] - expected) / norm;
            slopes[codec][0] += wrong * window;
            slopes[codec][1] += wrong * rate;
        }
    }

    private static double squares(double[] residuals) {
        double sum = 0;
        for (double residual : residuals) {
            sum += residual * residual;
        }
        return sum;
    }

    /** Returns the logarithms of the size ratios. */
    private double[] residuals(ChunkSample sample, Made made) {
        double[] residuals = new double[places.length];
        for (int i = 0; i < made.sizes.length; i++) {
            int place = i % places.length;
            double ratio = (double) made.sizes[i] / sample.size(places[place]);
            residuals[place] += (StrictMath.log(ratio) - aims[place]) / seeds;
        }
        return residuals;
    }

    /** Makes a chunk, unless it was made last with this recipe. */
    private Made made(ChunkSample sample, MimicModel.Recipe recipe) {
        @Nullable Made known = found.get(sample.number());
        if (known != null && known.recipe.equals(recipe)) {
            return known;
        }
        int[] sizes = new int[seeds * places.length];
        int at = 0;
        for (int seed = 0; seed < seeds; seed++) {
            byte[] data = generate(sample, recipe, seed);
            for (int place : places) {
                sizes[at++] = codecs.ofChunk(place, data, sample.length());
            }
        }
        return new Made(recipe, sizes);
    }

    /** Returns what a codec to which chunks are fitted makes of a chunk, as {@link ChunkSample#size} numbers it, with the recipe found last. */
    int size(ChunkSample sample, int place) {
        return Objects.requireNonNull(found.get(sample.number())).sizes[place];
    }

    /** Tries recipes with some number of seeds from now on, at least 1: chunks that are few are fitted to chance with one. */
    void tryWith(int tried) {
        seeds = tried;
        found.clear();
    }

    /**
     * Adds the sizes of chunks with the recipes that they have to those of others, by what counts.
     *
     * @param original sizes of the originals
     * @param synthetic sizes of what is made in their place
     */
    void addSizes(List<ChunkSample> samples, List<MimicModel.Recipe> recipes, double[] original, double[] synthetic) {
        for (int i = 0; i < samples.size(); i++) {
            ChunkSample sample = samples.get(i);
            int[] sizes = made(sample, recipes.get(i)).sizes;
            for (int j = 0; j < sizes.length; j++) {
                original[j % places.length] += sample.size(places[j % places.length]);
                synthetic[j % places.length] += sizes[j];
            }
        }
    }

    /**
     * Aims at other sizes from now on, smaller or larger by what chunks are larger or smaller in sum than the originals: a bias that all have
     * is not seen chunk by chunk.
     *
     * @param original sizes of the originals, as of {@link #addSizes}
     * @param synthetic sizes of what is made in their place
     */
    void balance(double[] original, double[] synthetic) {
        for (int i = 0; i < places.length; i++) {
            aims[i] -= StrictMath.log(synthetic[i] / original[i]);
        }
    }

    /** Returns the number of sizes that count. */
    int counted() {
        return places.length;
    }

    /** Generates a chunk as a generation with seed 0 would; the array is used again. */
    byte[] generate(ChunkSample sample, MimicModel.Recipe recipe) {
        return generate(sample, recipe, 0);
    }

    private byte[] generate(ChunkSample sample, MimicModel.Recipe recipe, long seed) {
        if (chunk.length < sample.length()) {
            chunk = new byte[sample.length()];
        }
        maker.make(sample, recipe, seed, chunk, 0);
        return chunk;
    }
}

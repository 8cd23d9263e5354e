package dev.mimeo.scan.internal.mimic;

import dev.mimeo.characterization.mimic.ContentClass;
import dev.mimeo.characterization.mimic.MimicModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Corrects a class as a whole: what its chunks have in common, and all recipes by the same amount, so that codecs make as much
 * of long stretches as of the original, as one stream and of each chunk on its own. For one thread.
 */
final class Tuning {

    /** Chunks in a row of a stretch where not all are taken. */
    private static final int STRETCH = 32;

    /** Codecs of {@link CodecSizes#CHUNK} that chunks on their own are compared with; the last one takes as long as the others. */
    private static final int[] ALONE = {CodecSizes.LZ4, CodecSizes.ZSTD_3, CodecSizes.SNAPPY, CodecSizes.ZLIB_6};

    /** Weight of each of these codecs relative to one codec that compresses chunks as one stream. */
    private static final double ALONE_WEIGHT = 0.5;

    /** The same of the entropy of chunks. */
    private static final double ENTROPY_WEIGHT = 0.25;

    private static final int[] JOINED = {
        CodecSizes.JOINED_LZ4,
        CodecSizes.JOINED_ZLIB_6,
        CodecSizes.JOINED_ZSTD_3,
        CodecSizes.JOINED_ZSTD_1,
        CodecSizes.JOINED_SNAPPY,
        CodecSizes.JOINED_ZLIB_1
    };

    /** Bytes generated in each trial: small classes are generated with several seeds, as chance counts. */
    private static final int BYTES = 3 << 17;

    static final int MAX_SEEDS = 4;

    /** Deviations of 0.7 percent each need no further trial. */
    static final double GOOD = 5e-5;

    /**
     * Parameters that are tuned: the share that chunks have in common, the rates and the windows of recipes, and for text how near
     * neighbours are and how much is taken from the chunk itself.
     */
    private static final int SHARE = 0;

    private static final int RATE = 1;
    private static final int WINDOW = 2;
    private static final int NEAR = 3;
    private static final int RECENT = 4;

    /** Number of parameters of a class that is not of text. */
    private static final int OF_LITERALS = 3;

    private static final double[] PROBES = {0.1, 8, 8, 0.4, 24};

    /** Recipes are not moved farther: small windows make loops of some chunks, which the sum of all does not show. */
    private static final double[] LEAST = {-1, -32, -32, -1, -224};

    private static final double[] MOST = {1, 32, 32, 1, 224};

    /**
     * Penalty of a change by one probe, as a deviation: the properties of single chunks were fitted chunk by chunk and
     * should change only for a real gain.
     */
    static final double STAY = 0.002;

    private static final int MAX_RECENT = 224;

    private final Effort effort;
    private final CodecSizes chunkCodecs;
    private final int[] compared;
    private final int[] comparedAlone;
    private final List<Integer> chosen;
    private final JoinedSizes joined;
    private final int seeds;

    /**
     * Prepares for some chunks.
     *
     * @param most bytes of them that are generated and compressed in each trial, more or less
     */
    Tuning(List<ChunkSample> chunks, long most, Effort effort, CodecSizes chunkCodecs, CodecSizes joinedCodecs) {
        this.effort = effort;
        this.chunkCodecs = chunkCodecs;
        this.compared = Arrays.copyOf(JOINED, JOINED.length - (effort == Effort.BEST ? 0 : 1));
        this.comparedAlone = Arrays.copyOf(ALONE, ALONE.length - (effort == Effort.BEST ? 0 : 1));
        this.chosen = stretches(chunks, most);
        this.joined =
                new JoinedSizes(chosen.stream().map(chunks::get).toList(), joinedCodecs, LocalThreads.ONE, compared);
        this.seeds = seeds(joined.chunks());
    }

    /** Returns the number of seeds that chunks are generated with in each trial. */
    static int seeds(List<ChunkSample> chunks) {
        int bytes = chunks.stream().mapToInt(ChunkSample::length).sum();
        return Math.max(1, Math.min(MAX_SEEDS, BYTES / Math.max(1, bytes)));
    }

    /** Returns the numbers of all chunks, or of stretches at equal distances. */
    static List<Integer> stretches(List<ChunkSample> chunks, long most) {
        int count = chunks.size();
        long bytes = chunks.stream().mapToLong(ChunkSample::length).sum();
        int wanted = (int) Math.max(1, Math.min(count, most * count / Math.max(1, bytes)));
        int stretch = Math.min(STRETCH, wanted);
        int number = wanted / stretch;
        List<Integer> chosen = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int part = (int) ((long) i * number / count);
            int from = (int) ((2L * part + 1) * count / (2L * number)) - stretch / 2;
            if (wanted == count || (i >= from && i < from + stretch)) {
                chosen.add(i);
            }
        }
        return chosen;
    }

    /** Corrects. */
    Fitted tune(Fitted fitted) {
        ContentClass content = fitted.model().classes().get(0);
        int numbers = content.isText() ? PROBES.length : OF_LITERALS;
        LeastSquares search = new LeastSquares(
                by -> withChange(residuals(changed(fitted, by), 0, seeds), by),
                Arrays.copyOf(PROBES, numbers),
                LEAST,
                MOST);
        double good = GOOD * (compared.length + comparedAlone.length);
        return changed(fitted, search.minimize(new double[numbers], good, effort.tuningTrials()));
    }

    /** Returns deviations and, as further ones, how far numbers are from where they were. */
    private static double[] withChange(double[] residuals, double[] by) {
        double[] all = Arrays.copyOf(residuals, residuals.length + by.length);
        for (int i = 0; i < by.length; i++) {
            all[residuals.length + i] = STAY * by[i] / PROBES[i];
        }
        return all;
    }

    /** Returns the 4-norm of deviations with other seeds than what was fitted to: the largest ones count most. */
    double error(Fitted fitted) {
        double[] residuals = residuals(fitted, MAX_SEEDS, MAX_SEEDS + seeds);
        // The deviation is that of the last seed.
        double sum = StrictMath.pow(ENTROPY_WEIGHT * joined.entropyDeviation(), 4)
                + StrictMath.pow(joined.deviationAlone(chunkCodecs, CodecSizes.ZLIB_6), 4)
                + StrictMath.pow(joined.logRatioAlone(chunkCodecs, CodecSizes.LZ4_PIECES), 4);
        for (double residual : residuals) {
            sum += residual * residual * residual * residual;
        }
        return StrictMath.sqrt(StrictMath.sqrt(sum));
    }

    private double[] residuals(Fitted fitted, int firstSeed, int endSeed) {
        double[] residuals = new double[compared.length + comparedAlone.length];
        for (int seed = firstSeed; seed < endSeed; seed++) {
            joined.generate(fitted.texts(), place -> fitted.recipes().get(chosen.get(place)), seed);
            double[] ratios = joined.logRatios(chunkCodecs, comparedAlone);
            for (int i = 0; i < ratios.length; i++) {
                residuals[i] += (i < compared.length ? 1 : ALONE_WEIGHT) * ratios[i] / (endSeed - firstSeed);
            }
        }
        return residuals;
    }

    private static Fitted changed(Fitted fitted, double[] numbers) {
        double[] by = Arrays.copyOf(numbers, PROBES.length);
        ContentClass content = changed(fitted.model().classes().get(0), by);
        List<MimicModel.Recipe> recipes = fitted.recipes().stream()
                .map(recipe -> RecipeSearch.changed(recipe, by[WINDOW], by[RATE]))
                .toList();
        MimicModel model = new MimicModel(List.of(content), fitted.model().templates());
        return new Fitted(model, recipes, fitted.texts().with(model));
    }

    private static ContentClass changed(ContentClass content, double[] by) {
        if (content.model() == null) {
            return content;
        }
        double share = Math.max(0, Math.min(1, Trial.share(content) + by[SHARE]));
        ContentClass changed = Trial.shared(content, share);
        if (content.isText()) {
            double near = Math.max(0, Math.min(256, content.near() + 256 * by[NEAR]));
            double recent = Math.max(0, Math.min(MAX_RECENT, content.recent() + by[RECENT]));
            changed = changed.with(changed.reach(), (int) StrictMath.round(near), 0)
                    .withRecent((int) StrictMath.round(recent));
        }
        return changed;
    }
}

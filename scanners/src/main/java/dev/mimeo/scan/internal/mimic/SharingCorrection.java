package dev.mimeo.scan.internal.mimic;

import dev.mimeo.characterization.mimic.ContentClass;
import dev.mimeo.characterization.mimic.MimicModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Corrects what chunks have in common with others, for all classes together: what classes share is not known class by class. Codecs should
 * gain as much from the data as one stream, relative to its chunks on their own, as with the original. Sizes of chunks do not count: recipes
 * are corrected afterwards. For one thread; it may use more.
 */
final class SharingCorrection implements AutoCloseable {

    /** Codecs of {@link CodecSizes#JOINED}. */
    private static final int[] JOINED = {
        CodecSizes.JOINED_LZ4, CodecSizes.JOINED_ZSTD_3, CodecSizes.JOINED_ZSTD_1, CodecSizes.JOINED_SNAPPY
    };

    /** Codecs of {@link CodecSizes#CHUNK} that these are compared with: the same, or another level of the same. */
    private static final int[] ALONE = {CodecSizes.LZ4, CodecSizes.ZSTD_3, CodecSizes.SNAPPY};

    /** By codec of {@link #JOINED}: place in {@link #ALONE}. */
    private static final int[] ALONE_OF_JOINED = {0, 1, 1, 2};

    /** Parameters: the share that chunks of a template have in common, and the text in common with the chunks next to a chunk. */
    private static final int SHARE = 0;

    private static final int TAIL = 1;
    private static final double[] PROBES = {0.1, 16};
    private static final double[] LEAST = {-1, 0};
    private static final double[] MOST = {1, ContentClass.MOST_TAIL};

    /** Fewer chunks gain from each other by chance. */
    private static final int FEWEST = 8;

    /**
     * Chunks of which zlib leaves less than this share would grow by a text that does not repeat itself: theirs is a replayed template, or
     * their recipes could not make up for it.
     */
    private static final double REPLAYED_SHARE = 0.35;

    /**
     * Length of a replayed template where zlib leaves {@link #REPLAYED_SHARE}, relative to a text that does not repeat itself and from which codecs
     * gain as much. It is in proportion to what zlib leaves: recipes of the most compressible chunks cannot make up for more, and the data as one
     * stream hardly consists of them.
     */
    private static final double REPLAYED_WEIGHT = 3;

    /** Most of a replayed template, in 1/256 of a chunk: with more, little of a chunk would be like the original. */
    private static final double MOST_REPLAYED = 64;

    private final List<ChunkSample> chunks;
    private final Effort effort;
    private final CodecSizes chunkCodecs;
    private final CodecSizes joinedCodecs;
    private final LocalThreads threads;

    /** Chunks that are generated in each trial, by their places among all. */
    private final List<Integer> chosen;

    private final JoinedSizes joined;
    private final int seeds;

    /**
     * @param chunks all chunks that are held
     * @param effort budgets of the fit
     * @param threads to use
     */
    SharingCorrection(List<ChunkSample> chunks, Effort effort, LocalThreads threads) {
        this.chunks = chunks;
        this.effort = effort;
        this.chunkCodecs = new CodecSizes(effort.chunkCodecs());
        this.joinedCodecs = new CodecSizes(effort.joinedCodecs());
        this.threads = threads;
        long bytes = chunks.stream().mapToLong(ChunkSample::length).sum();
        this.chosen = Tuning.stretches(chunks, effort.tunedOfAll(bytes));
        this.joined = new JoinedSizes(chosen.stream().map(chunks::get).toList(), joinedCodecs, threads, JOINED);
        this.seeds = Tuning.seeds(joined.chunks());
    }

    /** Returns the classes with what their chunks should have in common with others. */
    List<ContentClass> correct(Fitted fitted) {
        return correct(fitted, PROBES.length);
    }

    /**
     * Returns the classes with other shares that chunks of a template have in common, after recipes were corrected: literals that these cover are
     * not the same any more. The data as one stream should be as large as the original.
     */
    List<ContentClass> correctShares(Fitted fitted) {
        return fitted.model().templates().isEmpty() ? fitted.model().classes() : correct(fitted, 1);
    }

    private List<ContentClass> correct(Fitted fitted, int numbers) {
        if (chunks.size() < FEWEST) {
            return fitted.model().classes();
        }
        List<MimicModel.Recipe> recipes =
                chosen.stream().map(fitted.recipes()::get).toList();
        double[] shares = zlibShares(fitted);
        LeastSquares search = new LeastSquares(
                by -> residuals(changed(fitted, shares, by), recipes, by), Arrays.copyOf(PROBES, numbers), LEAST, MOST);
        double[] best = search.minimize(new double[numbers], Tuning.GOOD * JOINED.length, effort.tuningTrials());
        return changed(fitted, shares, best).model().classes();
    }

    /** Returns, by number of a chunk, what chunks repeat of earlier ones, of any class. */
    Map<Long, Copies.OfChunk> copies(Fitted fitted) {
        JoinedSizes all = new JoinedSizes(chunks, joinedCodecs, threads);
        if (!all.hasCopies()) {
            return Map.of();
        }
        all.generate(fitted.texts(), fitted.recipes()::get, 0);
        return all.copies();
    }

    private double[] residuals(Fitted fitted, List<MimicModel.Recipe> recipes, double[] by) {
        int[] alone = by.length > 1 ? ALONE : new int[0];
        double[] residuals = new double[JOINED.length + by.length];
        for (int seed = 0; seed < seeds; seed++) {
            joined.generate(fitted.texts(), recipes::get, seed);
            double[] ratios = joined.logRatios(chunkCodecs, alone);
            for (int codec = 0; codec < JOINED.length; codec++) {
                double its = alone.length == 0 ? 0 : ratios[JOINED.length + ALONE_OF_JOINED[codec]];
                residuals[codec] += (ratios[codec] - its) / seeds;
            }
        }
        for (int i = 0; i < by.length; i++) {
            residuals[JOINED.length + i] = Tuning.STAY * by[i] / PROBES[i];
        }
        return residuals;
    }

    /** Returns, by class, the share of its chunks that zlib leaves, 0 to 1. */
    private double[] zlibShares(Fitted fitted) {
        int classes = fitted.model().classes().size();
        double[] packed = new double[classes];
        double[] bytes = new double[classes];
        for (int i = 0; i < chunks.size(); i++) {
            int number = fitted.recipes().get(i).contentClass();
            packed[number] += chunks.get(i).size(CodecSizes.ZLIB_6);
            bytes[number] += chunks.get(i).length();
        }
        double[] shares = new double[classes];
        Arrays.setAll(shares, i -> Math.min(1, packed[i] / Math.max(1, bytes[i])));
        return shares;
    }

    private static Fitted changed(Fitted fitted, double[] shares, double[] by) {
        boolean hasTemplates = !fitted.model().templates().isEmpty();
        List<ContentClass> classes = new ArrayList<>();
        for (ContentClass content : fitted.model().classes()) {
            ContentClass changed = withShare(content, by[SHARE]);
            double share = shares[classes.size()];
            boolean replayed = hasTemplates && share < REPLAYED_SHARE;
            classes.add(by.length > 1 ? withTail(changed, by[TAIL], share, replayed) : changed);
        }
        return fitted.with(classes);
    }

    /** The part of a text that its chunks take decides their own sizes as well, so it stays as it is. */
    private static ContentClass withShare(ContentClass content, double by) {
        return content.model() == null || content.isText()
                ? content
                : Trial.shared(content, Math.max(0, Math.min(1, Trial.share(content) + by)))
                        .withTail(content.tail(), content.isTailReplayed());
    }

    /**
     * Returns a class with text in common with the chunks next to a chunk: with most of it where the chunks are halved by zlib, with little where
     * the text would be most of what is left of a chunk, or where it would be all that is not random.
     *
     * @param share share of its chunks that zlib leaves
     * @param replayed whether it is a replayed template
     */
    private static ContentClass withTail(ContentClass content, double tail, double share, boolean replayed) {
        if (content.model() == null) {
            return content;
        }
        double weighted = tail * 4 * share * (1 - share);
        double most =
                replayed ? Math.min(MOST_REPLAYED, REPLAYED_WEIGHT * weighted * share / REPLAYED_SHARE) : weighted;
        return content.withTail((int) StrictMath.round(Math.min(ContentClass.MOST_TAIL, most)), replayed);
    }

    @Override
    public void close() {
        chunkCodecs.close();
        joinedCodecs.close();
    }
}

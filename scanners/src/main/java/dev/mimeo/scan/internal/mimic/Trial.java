package dev.mimeo.scan.internal.mimic;

import dev.mimeo.characterization.mimic.ContentClass;
import dev.mimeo.characterization.mimic.MimicModel;
import dev.mimeo.characterization.mimic.ParseTemplate;
import dev.mimeo.generate.internal.mimic.MimicTexts;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Tries strategies of generating the chunks of a class, on some of the chunks. Each is tried with the share of common content
 * with which zstd 3 gains as much from consecutive chunks as it does from the originals. For one thread.
 */
final class Trial {

    /** Window of texts that is tried first. */
    private static final int FIRST_WINDOW = 32;

    private static final int SCREENING_TRIALS = 5;
    private static final int TRIALS = 4;

    /** The first of {@link CodecSizes#CHUNK} that pieces of chunks are compressed with: lz4 and zlib 6. */
    private static final int PIECE_CODECS = 2;

    /** Weight of the pieces, of bzip2 and of the entropy of chunks. */
    private static final double SIDE_WEIGHT = 0.5;

    private static final int LEAST_REACH = 4;

    /** Binary logarithm of the least part of a text that all chunks take. */
    private static final double MOST_OCTAVES = 2;

    private final List<ChunkSample> chunks;
    private final boolean blocks;
    private final Effort effort;
    private final boolean bzip2;
    private final List<ChunkSample> fitted;
    private final CodecSizes chunkCodecs;

    /** Sizes of the fitted chunks together: under each codec, then those of their pieces. */
    private final double[] original = new double[CodecSizes.CHUNK.size() + PIECE_CODECS];

    private final JoinedSizes joined;

    /** The texts of the last strategy without templates, and of the last with literals for templates. */
    private final @Nullable MimicTexts[] known = new MimicTexts[2];

    /**
     * A strategy of generating the chunks of a class, and its result.
     *
     * @param content class that the chunks are generated from
     * @param template template that all chunks follow, or null
     * @param error mean deviation of the logarithms of sizes
     * @param start recipe from which to search that of a chunk; class and template are 0
     */
    record Strategy(ContentClass content, @Nullable ParseTemplate template, double error, MimicModel.Recipe start) {}

    /** A strategy while it is tried. */
    private final class Attempt {
        final ContentClass content;
        final @Nullable ParseTemplate template;
        final List<MimicModel.Recipe> recipes = new ArrayList<>();
        final double[] deviations = new double[original.length];
        MimicModel.Recipe mean;
        double fitError;
        double gain;
        double alone;
        double entropy;

        Attempt(ContentClass content, @Nullable ParseTemplate template, MimicModel.Recipe start) {
            this.content = content;
            this.template = template;
            this.mean = start;
        }

        /** Fits recipes with a share of common content. */
        void fitRecipes(double share, int trials) {
            ChunkMaker maker = new ChunkMaker(texts(inCommon(content, share), template));
            fitRecipes(new RecipeSearch(content, maker, chunkCodecs, effort.fittedCodecs()), maker, trials);
        }

        /** Returns how much less the chunks gain from each other with a share than the originals, as a logarithm. */
        double gain(double share) {
            MimicTexts texts = texts(inCommon(content, share), template);
            ChunkMaker maker = new ChunkMaker(texts);
            joined.generate(texts, place -> mean.with(own(joined.chunks().get(place), maker)), 0);
            // The mean recipe was fitted to other chunks. The difference to the ratio of single chunks leaves that
            // error out.
            alone = joined.logRatioAlone(chunkCodecs, CodecSizes.ZSTD_3);
            gain = joined.logRatio(0) - alone;
            entropy = joined.entropyDeviation();
            return content.model() == null ? 0 : gain;
        }

        private void fitRecipes(RecipeSearch search, ChunkMaker maker, int trials) {
            boolean first = recipes.isEmpty();
            double[] synthetic = new double[deviations.length];
            fitError = 0;
            MimicModel.Recipe recipe = mean;
            int windows = 0;
            int rates = 0;
            for (int i = 0; i < fitted.size(); i++) {
                ChunkSample chunk = fitted.get(i);
                MimicModel.Recipe start = first ? recipe : recipes.get(i);
                recipe = search.find(chunk, start.with(own(chunk, maker)), trials);
                if (first) {
                    recipes.add(recipe);
                } else {
                    recipes.set(i, recipe);
                }
                windows += recipe.window();
                rates += recipe.rate();
                fitError += StrictMath.sqrt(search.error()) / fitted.size();
                byte[] made = search.generate(chunk, recipe);
                for (int codec = 0; codec < CodecSizes.CHUNK.size(); codec++) {
                    synthetic[codec] += codec < effort.fittedCodecs()
                            ? search.size(chunk, codec)
                            : chunkCodecs.size(codec, made, chunk.length());
                }
                for (int codec = 0; codec < PIECE_CODECS; codec++) {
                    synthetic[CodecSizes.CHUNK.size() + codec] += chunkCodecs.pieces(codec, made, chunk.length());
                }
            }
            for (int codec = 0; codec < deviations.length; codec++) {
                deviations[codec] = Math.abs(StrictMath.log(synthetic[codec] / original[codec]));
            }
            mean = new MimicModel.Recipe(0, recipe.template(), windows / fitted.size(), rates / fitted.size(), 0);
        }

        private int own(ChunkSample chunk, ChunkMaker maker) {
            return template == null && content.hasModel() ? maker.own(0, chunk) : 0;
        }

        /** Returns the mean deviation of single chunks, as fitted last. */
        double errorAlone() {
            return sumAlone() / (1 + CodecSizes.CHUNK.size() + SIDE_WEIGHT * PIECE_CODECS);
        }

        private double sumAlone() {
            double sum = fitError;
            for (int codec = 0; codec < deviations.length; codec++) {
                sum += (codec < CodecSizes.CHUNK.size() ? 1 : SIDE_WEIGHT) * deviations[codec];
            }
            return sum;
        }

        /** Returns the mean deviation of what was fitted last. */
        double error() {
            double sum = sumAlone() + Math.abs(gain) + Math.abs(joined.logRatio(1) - alone) + SIDE_WEIGHT * entropy;
            if (!bzip2) {
                return sum / (3 + CodecSizes.CHUNK.size() + SIDE_WEIGHT * (PIECE_CODECS + 1));
            }
            sum += SIDE_WEIGHT * Math.abs(joined.logRatio(2) - alone);
            return sum / (3 + CodecSizes.CHUNK.size() + SIDE_WEIGHT * (PIECE_CODECS + 2));
        }
    }

    /**
     * Prepares trials.
     *
     * @param blocks whether the data was cut into small chunks: these share less text rather than text in common
     * @param effort if it is {@link Effort#BEST}, bzip2 counts, which takes longer than all other codecs
     * @param fitted chunks that are fitted one by one
     * @param joined chunks that are compressed one after the other
     */
    Trial(
            List<ChunkSample> chunks,
            boolean blocks,
            Effort effort,
            CodecSizes chunkCodecs,
            CodecSizes joinedCodecs,
            int fitted,
            int joined) {
        this.chunks = chunks;
        this.blocks = blocks;
        this.effort = effort;
        this.bzip2 = effort == Effort.BEST;
        this.chunkCodecs = chunkCodecs;
        this.fitted = some(chunks, fitted);
        for (ChunkSample chunk : this.fitted) {
            for (int codec = 0; codec < CodecSizes.CHUNK.size(); codec++) {
                original[codec] += chunk.size(codec);
            }
            for (int codec = 0; codec < PIECE_CODECS; codec++) {
                original[CodecSizes.CHUNK.size() + codec] += chunkCodecs.pieces(codec, chunk.data(), chunk.length());
            }
        }
        int from = Math.max(0, (chunks.size() - joined) / 2);
        this.joined = new JoinedSizes(
                chunks.subList(from, Math.min(chunks.size(), from + joined)),
                joinedCodecs,
                LocalThreads.ONE,
                bzip2
                        ? new int[] {CodecSizes.JOINED_ZSTD_3, CodecSizes.JOINED_LZ4, CodecSizes.JOINED_BZIP2}
                        : new int[] {CodecSizes.JOINED_ZSTD_3, CodecSizes.JOINED_LZ4});
    }

    /** Returns the chunks of the class. */
    List<ChunkSample> chunks() {
        return chunks;
    }

    /** Returns some of a list at equal distances. */
    static <T> List<T> some(List<T> all, int most) {
        if (all.size() <= most) {
            return all;
        }
        List<T> some = new ArrayList<>();
        for (int i = 0; i < most; i++) {
            some.add(all.get((int) ((2L * i + 1) * all.size() / (2L * most))));
        }
        return some;
    }

    /** Tries a strategy on single chunks, which have nothing more in common than is inevitable. */
    Strategy screen(ContentClass content, @Nullable ParseTemplate template) {
        int window = content.isText() ? FIRST_WINDOW : MimicModel.Recipe.NEUTRAL_WINDOW;
        MimicModel.Recipe start = template == null
                ? new MimicModel.Recipe(0, -1, window, 0, 0)
                : new MimicModel.Recipe(0, 0, MimicModel.Recipe.NEUTRAL_WINDOW, 0, 0);
        Attempt attempt = new Attempt(content, template, start);
        attempt.fitRecipes(0, SCREENING_TRIALS);
        return new Strategy(content, template, attempt.errorAlone(), attempt.mean);
    }

    /** Tries a strategy that was screened, with the best share of common content. */
    Strategy run(Strategy screened) {
        ContentClass content = screened.content();
        Attempt attempt = new Attempt(content, screened.template(), screened.start());
        double share = SharingFit.find(attempt::gain);
        attempt.fitRecipes(share, TRIALS);
        attempt.gain(share);
        return new Strategy(inCommon(content, share), screened.template(), attempt.error(), attempt.mean);
    }

    /**
     * Returns a class whose chunks have more or less in common. Of one text without end, all chunks together take the less the more they have in
     * common. The best effort corrects that afterwards, by how near to each other their parts of the text are.
     */
    private ContentClass inCommon(ContentClass content, double share) {
        if (!content.isText() || blocks) {
            return shared(content, share);
        }
        double octaves = effort == Effort.BEST ? 0 : MOST_OCTAVES * Math.min(1, 2 * share);
        return content.with((int) StrictMath.round(256 * StrictMath.pow(2, -octaves)), content.near(), 0);
    }

    /** Returns a class whose chunks have more or less in common: from nothing that can be helped to all. */
    static ContentClass shared(ContentClass content, double share) {
        if (content.model() == null) {
            return content;
        }
        return content.run() > 0
                // A copy is the same in two chunks only if all that it goes back to is, so the last shares count most.
                ? content.with(256, 0, (int) StrictMath.round((1 - StrictMath.pow(1 - share, 3)) * 256))
                : content.with((int) StrictMath.round(StrictMath.pow(LEAST_REACH / 256.0, share) * 256), 0, 0);
    }

    /** Returns the share that {@link #shared} was given. */
    static double share(ContentClass content) {
        return content.run() > 0
                ? 1 - StrictMath.cbrt(1 - content.shared() / 256.0)
                : StrictMath.log(content.reach() / 256.0) / StrictMath.log(LEAST_REACH / 256.0);
    }

    private MimicTexts texts(ContentClass content, @Nullable ParseTemplate template) {
        MimicModel model = new MimicModel(List.of(content), template == null ? List.of() : List.of(template));
        int kind = content.run() == 0 ? 0 : 1;
        MimicTexts texts = texts(model);
        known[kind] = texts;
        return texts;
    }

    /** Returns the texts of a model, drawn if they are not those of the last strategies. */
    MimicTexts texts(MimicModel model) {
        return new MimicTexts(model, Stream.of(known).filter(Objects::nonNull).toList());
    }
}

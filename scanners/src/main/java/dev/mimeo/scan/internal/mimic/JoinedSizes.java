package dev.mimeo.scan.internal.mimic;

import dev.mimeo.characterization.ByteHistogram;
import dev.mimeo.characterization.mimic.MimicModel;
import dev.mimeo.generate.internal.mimic.MimicTexts;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** Compressed sizes of chunks one after the other, and of the data generated in their place. For one thread; it may use more. */
final class JoinedSizes {

    private final List<ChunkSample> chunks;
    private final CodecSizes codecs;
    private final LocalThreads threads;
    private final int[] compared;
    private final int[] originals;
    private final byte[] synthetic;
    private final int[] ends;
    private final Copies copies;

    /**
     * Compresses the originals.
     *
     * @param codecs to compress with; remains the caller's to close
     * @param threads to use
     * @param compared indexes of the codecs to compare
     */
    JoinedSizes(List<ChunkSample> chunks, CodecSizes codecs, LocalThreads threads, int... compared) {
        this.chunks = chunks;
        this.codecs = codecs;
        this.threads = threads;
        this.compared = compared.clone();
        int total = chunks.stream().mapToInt(ChunkSample::length).sum();
        synthetic = new byte[total];
        ends = new int[chunks.size()];
        int at = 0;
        for (int i = 0; i < ends.length; i++) {
            ChunkSample chunk = chunks.get(i);
            System.arraycopy(chunk.data(), 0, synthetic, at, chunk.length());
            at += chunk.length();
            ends[i] = at;
        }
        copies = Copies.find(synthetic, ends);
        originals = new int[compared.length];
        threads.run(compared.length, i -> originals[i] = codecs.size(compared[i], synthetic, total));
    }

    /** Returns the chunks. */
    List<ChunkSample> chunks() {
        return chunks;
    }

    /**
     * Generates the chunks, with copies where the originals have such.
     *
     * @param seed as of a generation
     * @param texts the texts of the model
     * @param recipes by place of the chunk in the list; asked by several threads at once
     */
    void generate(MimicTexts texts, IntFunction<MimicModel.Recipe> recipes, long seed) {
        threads.runRanges(chunks.size(), (start, end) -> {
            ChunkMaker maker = new ChunkMaker(texts);
            byte[][] owns = new byte[end - start][];
            for (int i = start; i < end; i++) {
                ChunkSample chunk = chunks.get(i);
                int own = copies.ownBytes(i);
                if (own == chunk.length()) {
                    maker.add(chunk, recipes.apply(i), seed, synthetic, ends[i] - own, own);
                } else if (own > 0) {
                    owns[i - start] = new byte[own];
                    maker.add(chunk, recipes.apply(i), seed, owns[i - start], 0, own);
                }
            }
            maker.finish();
            for (int i = start; i < end; i++) {
                if (owns[i - start] != null) {
                    copies.spread(i, owns[i - start], synthetic);
                }
            }
        });
        copies.apply(synthetic, i -> recipes.apply(i).echo(), i -> ChunkMaker.seed(chunks.get(i), seed));
    }

    /** Returns whether chunks repeat earlier ones. */
    boolean hasCopies() {
        return !copies.isEmpty();
    }

    /** Returns, by number of a chunk, what each that was generated last has of earlier ones. */
    Map<Long, Copies.OfChunk> copies() {
        Map<Long, Copies.OfChunk> byNumber = new HashMap<>();
        for (int i = 0; i < ends.length; i++) {
            Copies.OfChunk its = copies.ofChunk(i, synthetic);
            if (!its.isEmpty()) {
                byNumber.put(chunks.get(i).number(), its);
            }
        }
        return byNumber;
    }

    /** Returns the logarithm of what was generated last over the originals under one of the codecs compared. */
    double logRatio(int place) {
        return StrictMath.log((double) codecs.size(compared[place], synthetic, synthetic.length) / originals[place]);
    }

    /**
     * Returns {@link #logRatio} of all codecs compared, and after them {@link #logRatioAlone} of some.
     *
     * @param alone what {@link ChunkSample#size} numbers, each once
     */
    double[] logRatios(CodecSizes chunkCodecs, int... alone) {
        double[] ratios = new double[compared.length + alone.length];
        threads.run(
                ratios.length,
                i -> ratios[i] =
                        i < compared.length ? logRatio(i) : logRatioAlone(chunkCodecs, alone[i - compared.length]));
        return ratios;
    }

    /** Returns the same for the chunks compressed each on its own, in sum, by what {@link ChunkSample#size} numbers. */
    double logRatioAlone(CodecSizes chunkCodecs, int place) {
        double original = 0;
        double generated = 0;
        int[] sizes = sizesAlone(chunkCodecs, place);
        for (int i = 0; i < sizes.length; i++) {
            original += chunks.get(i).size(place);
            generated += sizes[i];
        }
        return StrictMath.log(generated / original);
    }

    /** Returns how far single chunks are from their originals, as a mean of absolute logarithms. */
    double deviationAlone(CodecSizes chunkCodecs, int place) {
        int[] sizes = sizesAlone(chunkCodecs, place);
        double sum = 0;
        for (int i = 0; i < sizes.length; i++) {
            sum += Math.abs(StrictMath.log((double) sizes[i] / chunks.get(i).size(place)));
        }
        return sum / sizes.length;
    }

    private int[] sizesAlone(CodecSizes chunkCodecs, int place) {
        int[] sizes = new int[chunks.size()];
        byte[] alone = new byte[0];
        int at = 0;
        for (int i = 0; i < sizes.length; i++) {
            int length = chunks.get(i).length();
            if (alone.length < length) {
                alone = new byte[length];
            }
            System.arraycopy(synthetic, at, alone, 0, length);
            at += length;
            sizes[i] = chunkCodecs.ofChunk(place, alone, length);
        }
        return sizes;
    }

    /**
     * Returns how far the entropy of the byte histogram of a chunk of what was generated last is from that of its original, on average, as
     * a share of the entropy of the originals.
     */
    double entropyDeviation() {
        double originals = 0;
        double deviations = 0;
        int at = 0;
        for (ChunkSample chunk : chunks) {
            double original = chunk.histogram().entropy();
            double generated =
                    ByteHistogram.ofBytes(synthetic, at, chunk.length()).entropy();
            at += chunk.length();
            originals += original;
            deviations += Math.abs(generated - original);
        }
        return originals == 0 ? deviations : deviations / originals;
    }
}

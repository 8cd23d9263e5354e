package dev.mimeo.scan.mimic;

import dev.mimeo.characterization.mimic.Recipe;
import dev.mimeo.generate.mimic.ChunkSynthesizer;
import dev.mimeo.random.SplitMix64;
import java.util.List;
import java.util.function.IntFunction;

/** What codecs make of chunks one after the other, and of what is generated in their place. For one thread. */
final class JoinedSizes {

    private final List<ChunkSample> chunks;
    private final CodecSizes codecs;
    private final int[] compared;
    private final int[] originals;
    private final byte[] synthetic;

    /**
     * Compresses the originals.
     *
     * @param codecs to compress with; remains the caller's to close
     * @param compared which of them
     */
    JoinedSizes(List<ChunkSample> chunks, CodecSizes codecs, int... compared) {
        this.chunks = chunks;
        this.codecs = codecs;
        this.compared = compared.clone();
        int total = chunks.stream().mapToInt(ChunkSample::length).sum();
        synthetic = new byte[total];
        int at = 0;
        for (ChunkSample chunk : chunks) {
            System.arraycopy(chunk.data(), 0, synthetic, at, chunk.length());
            at += chunk.length();
        }
        originals = new int[compared.length];
        for (int i = 0; i < compared.length; i++) {
            originals[i] = codecs.size(compared[i], synthetic, total);
        }
    }

    /** Returns the chunks. */
    List<ChunkSample> chunks() {
        return chunks;
    }

    /**
     * Generates the chunks.
     *
     * @param seed as of a generation
     * @param recipes by place of the chunk in the list
     */
    void generate(ChunkSynthesizer synthesizer, IntFunction<Recipe> recipes, long seed) {
        int at = 0;
        for (int i = 0; i < chunks.size(); i++) {
            ChunkSample chunk = chunks.get(i);
            synthesizer.generate(
                    recipes.apply(i),
                    chunk.number(),
                    chunk.histogram(),
                    SplitMix64.derive(seed, chunk.number()),
                    synthetic,
                    at,
                    chunk.length());
            at += chunk.length();
        }
    }

    /** Returns the logarithm of what was generated last over the originals under one of the codecs compared. */
    double logRatio(int place) {
        return StrictMath.log((double) codecs.size(compared[place], synthetic, synthetic.length) / originals[place]);
    }

    /** Returns the same for the chunks compressed each on its own, in sum, by a codec of {@link CodecSizes#CHUNK}. */
    double logRatioAlone(CodecSizes chunkCodecs, int codec) {
        double original = 0;
        double generated = 0;
        byte[] alone = new byte[0];
        int at = 0;
        for (ChunkSample chunk : chunks) {
            if (alone.length < chunk.length()) {
                alone = new byte[chunk.length()];
            }
            System.arraycopy(synthetic, at, alone, 0, chunk.length());
            at += chunk.length();
            original += chunk.size(codec);
            generated += chunkCodecs.size(codec, alone, chunk.length());
        }
        return StrictMath.log(generated / original);
    }
}

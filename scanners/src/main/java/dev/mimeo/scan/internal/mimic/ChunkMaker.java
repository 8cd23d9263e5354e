package dev.mimeo.scan.internal.mimic;

import dev.mimeo.characterization.mimic.MimicModel;
import dev.mimeo.generate.internal.MotifGenerator;
import dev.mimeo.generate.internal.mimic.ChunkSynthesizer;
import dev.mimeo.generate.internal.mimic.MimicTexts;
import dev.mimeo.generate.internal.mimic.NumberDraw;
import dev.mimeo.internal.random.SplitMix64;
import java.util.Map;

/** Makes what a generation has in the place of chunks that are held. For one thread. */
final class ChunkMaker {

    private final MimicTexts texts;
    private final Map<Long, Copies.OfChunk> copies;
    private final ChunkSynthesizer synthesizer;
    private final MotifGenerator motif = new MotifGenerator();

    ChunkMaker(MimicTexts texts) {
        this(texts, Map.of());
    }

    /** @param copies by number of a chunk: what it has of earlier chunks, where it is made alone */
    ChunkMaker(MimicTexts texts, Map<Long, Copies.OfChunk> copies) {
        this.texts = texts;
        this.copies = copies;
        this.synthesizer = new ChunkSynthesizer(texts);
    }

    /**
     * Makes a chunk.
     *
     * @param seed as of a generation
     */
    void make(ChunkSample chunk, MimicModel.Recipe recipe, long seed, byte[] target, int offset) {
        Copies.OfChunk its = copies.getOrDefault(chunk.number(), Copies.OfChunk.NONE);
        if (its.isEmpty()) {
            add(chunk, recipe, seed, target, offset, chunk.length());
            finish();
            return;
        }
        byte[] own = new byte[its.ownBytes(chunk.length())];
        if (own.length > 0) {
            add(chunk, recipe, seed, own, 0, own.length);
            finish();
        }
        its.write(own, target, offset, chunk.length(), recipe.echo(), seed(chunk, seed));
    }

    /**
     * Makes what a chunk has of its own, but perhaps not before {@link #finish}.
     *
     * @param length its bytes, at least 1
     */
    void add(ChunkSample chunk, MimicModel.Recipe recipe, long seed, byte[] target, int offset, int length) {
        long own = seed(chunk, seed);
        if (texts.isMotif(recipe)) {
            motif.generate(chunk.characterization(), own, target, offset, length);
        } else {
            synthesizer.add(recipe, chunk.number(), chunk.histogram(), own, target, offset, length);
        }
    }

    /**
     * Returns what the recipe of a chunk of a class without a template has of the chunk itself: how much is random, or where the first of
     * its numbers is.
     */
    int own(int contentClass, ChunkSample chunk) {
        NumberDraw numbers = texts.numbers(contentClass);
        return numbers == null ? chunk.noise() : numbers.start(chunk.data(), chunk.length());
    }

    /** Returns what decides the choices of a chunk in a generation with a seed. */
    static long seed(ChunkSample chunk, long seed) {
        return SplitMix64.derive(seed, chunk.number());
    }

    /** Returns whether a chunk has copies of earlier chunks where it is made alone. */
    boolean hasCopies(ChunkSample chunk) {
        return copies.containsKey(chunk.number());
    }

    /** Makes what was added and is not there yet. */
    void finish() {
        synthesizer.finish();
    }
}

package dev.mimeo.scan.internal.mimic;

import dev.mimeo.characterization.mimic.MimicModel;
import dev.mimeo.generate.internal.MotifGenerator;
import dev.mimeo.generate.internal.mimic.ChunkSynthesizer;
import dev.mimeo.generate.internal.mimic.MimicTexts;
import dev.mimeo.internal.random.SplitMix64;
import java.util.List;
import java.util.Map;

/** Makes what a generation has in the place of chunks that are held. For one thread. */
final class ChunkMaker {

    private final MimicTexts texts;
    private final Map<Long, List<Copies.Copy>> copies;
    private final ChunkSynthesizer synthesizer;
    private final MotifGenerator motif = new MotifGenerator();

    ChunkMaker(MimicTexts texts) {
        this(texts, Map.of());
    }

    /** @param copies by number of a chunk: what it has of earlier chunks, where it is made alone */
    ChunkMaker(MimicTexts texts, Map<Long, List<Copies.Copy>> copies) {
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
        add(chunk, recipe, seed, target, offset);
        finish();
        for (Copies.Copy copy : copies.getOrDefault(chunk.number(), List.of())) {
            copy.write(target, offset);
        }
    }

    /** Makes a chunk without copies as {@link #make}, but perhaps not before {@link #finish}. */
    void add(ChunkSample chunk, MimicModel.Recipe recipe, long seed, byte[] target, int offset) {
        long own = SplitMix64.derive(seed, chunk.number());
        if (texts.isMotif(recipe)) {
            motif.generate(chunk.characterization(), own, target, offset, chunk.length());
        } else {
            synthesizer.add(recipe, chunk.number(), chunk.histogram(), own, target, offset, chunk.length());
        }
    }

    /** Makes what was added and is not there yet. */
    void finish() {
        synthesizer.finish();
    }
}

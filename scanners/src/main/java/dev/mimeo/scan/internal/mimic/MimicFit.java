package dev.mimeo.scan.internal.mimic;

import dev.mimeo.characterization.mimic.MimicCharacterization;
import dev.mimeo.characterization.mimic.MimicModel;
import dev.mimeo.scan.DatasetFindings;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleConsumer;
import java.util.function.Supplier;

/**
 * Collects the chunks of a data set, of which it holds a random choice, and fits recipes to them. Memory is at most 64 MiB for the chunks
 * held and {@value ChunkSketcher#BYTES} bytes for each of the others. Not thread-safe.
 */
public final class MimicFit {

    /** Chunks of which only the first is assigned without regard to the one before, so that threads have work. */
    private static final int BLOCK = 1 << 14;

    /** Most bytes of the model as a share of those held. */
    private static final double HELD_SHARE = 0.022;

    /** Most bytes of the model and of what the file has of each chunk besides, as a share of those held. */
    private static final double FILE_SHARE = 0.0285;

    /** Share that the model may take even if the statistics of chunks of a few kilobytes take nearly all of that. */
    private static final double SMALL_CHUNKS_SHARE = 0.01;

    /** A file of a few chunks may have a model of this many bytes. */
    private static final double LEAST_MODEL = 2000;

    private final int chunkSize;
    private final Effort effort;
    private final boolean motif;
    private final AnonymityRule rule;
    private final HeldRuns held;

    /** Bytes of the chunks that are not constant. */
    private long bytes;

    private final Sketches sketches = new Sketches(Sketches.MAX_CHUNKS);

    /**
     * Starts a collection.
     *
     * @param chunkSize most bytes of a chunk
     * @param effort budgets of the fit
     * @param motif whether generator {@code motif} may make a class
     * @param rule limits on the content that the model may reveal
     */
    public MimicFit(int chunkSize, Effort effort, boolean motif, AnonymityRule rule) {
        this.chunkSize = chunkSize;
        this.held = new HeldRuns(chunkSize, runs(effort.mostHeldBytes()));
        this.effort = effort;
        this.motif = motif;
        this.rule = rule;
    }

    /**
     * Adds the next chunk.
     *
     * @param sketch made by {@link ChunkSketcher}
     * @throws java.io.UncheckedIOException if there are too many chunks
     */
    public void add(byte[] data, int offset, int length, byte[] sketch, int sketchOffset) {
        add(length, sketch, sketchOffset, () -> Arrays.copyOfRange(data, offset, offset + length));
    }

    /**
     * Adds the next chunk, whose bytes are asked for where it is held.
     *
     * @param length its bytes
     * @param sketch made by {@link ChunkSketcher}
     * @param copy gives an array of them, which is kept; called now or never
     * @throws java.io.UncheckedIOException if there are too many chunks
     */
    public void add(int length, byte[] sketch, int sketchOffset, Supplier<byte[]> copy) {
        sketches.add(sketch, sketchOffset);
        if (sketch[sketchOffset] != ChunkSketcher.CONSTANT) {
            held.add(sketches.count() - 1, length, copy);
            bytes += length;
        }
    }

    /** Returns the runs of full chunks that have this many bytes, at least one. */
    private int runs(long bytesOfRuns) {
        return (int) Math.max(1, bytesOfRuns / chunkSize / HeldRuns.LENGTH);
    }

    /**
     * Fits to what was added; the result does not depend on what runs the steps.
     *
     * @param steps runs the steps that do not depend on each other
     * @param progress given the fraction that is done, 0 to 1 and not decreasing, by one thread at a time
     */
    public MimicCharacterization fit(DatasetFindings.StepRunner steps, DoubleConsumer progress) throws IOException {
        int[] recipeOf = new int[sketches.count()];
        Arrays.fill(recipeOf, -1);
        int fittedRuns = runs(effort.fittedBytes(bytes));
        List<HeldRuns.Chunk> all = held.choose(fittedRuns);
        if (all.isEmpty()) {
            return new MimicCharacterization(new MimicModel(List.of(), List.of()), List.of(), recipeOf);
        }
        long heldBytes = all.stream().mapToLong(chunk -> chunk.data().length).sum();
        boolean blocks = all.stream().allMatch(chunk -> chunk.data().length < ModelFit.BLOCK);
        Effort spent = effort.forBytes(heldBytes, blocks);
        LocalThreads threads = new LocalThreads(steps.threads());
        List<ChunkSample> samples = samples(all, spent, threads);
        // Small chunks are described by more bytes each, of which the model takes its part.
        long described = samples.stream().mapToLong(ChunkSample::describedBytes).sum();
        double left = FILE_SHARE - (double) described / heldBytes;
        double most = Math.max(SMALL_CHUNKS_SHARE, Math.min(HELD_SHARE, left));
        double ofChunks = most * Math.min(1, (double) fittedRuns * HeldRuns.LENGTH / samples.size());
        double share = Math.max(ofChunks, LEAST_MODEL / heldBytes);
        Fitted fitted = new ModelFit(samples, share, spent, motif, rule).fit(steps, progress);
        assign(all, fitted.recipes(), recipeOf, threads);
        return new MimicCharacterization(fitted.model(), fitted.recipes(), recipeOf);
    }

    private static List<ChunkSample> samples(List<HeldRuns.Chunk> held, Effort effort, LocalThreads threads) {
        ChunkSample[] samples = new ChunkSample[held.size()];
        threads.runRanges(samples.length, (start, end) -> {
            try (CodecSizes codecs = new CodecSizes(effort.chunkCodecs())) {
                for (int i = start; i < end; i++) {
                    byte[] data = held.get(i).data();
                    samples[i] = new ChunkSample(held.get(i).number(), data, codecs.ofChunk(data, data.length));
                }
            }
        });
        return List.of(samples);
    }

    private void assign(
            List<HeldRuns.Chunk> chunks, List<MimicModel.Recipe> recipes, int[] recipeOf, LocalThreads threads) {
        int[] numbers = chunks.stream().mapToInt(HeldRuns.Chunk::number).toArray();
        for (int i = 0; i < numbers.length; i++) {
            recipeOf[numbers[i]] = i;
        }
        NearestChunks nearest = new NearestChunks(sketches, numbers, recipes);
        // There may be as many chunks as an array has room for.
        threads.run((recipeOf.length - 1) / BLOCK + 1, block -> {
            int start = block * BLOCK;
            nearest.assign(recipeOf, start, start + Math.min(BLOCK, recipeOf.length - start));
        });
    }
}

package dev.mimeo.scan.internal.mimic;

import dev.mimeo.characterization.mimic.MimicCharacterization;
import dev.mimeo.characterization.mimic.MimicModel;
import dev.mimeo.internal.random.SplitMix64;
import dev.mimeo.scan.DatasetFindings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.DoubleConsumer;
import java.util.function.Supplier;

/**
 * Collects the chunks of a data set, of which it holds a random choice, and fits recipes to them. Memory is at most 32 MiB for the chunks
 * held and {@value ChunkSketcher#BYTES} bytes for each of the others. Not thread-safe.
 */
public final class MimicFit {

    /** Chunks in a row that are held together, so that it is seen what they have in common. */
    private static final int RUN = 16;

    /** Most chunks of a run where they are smaller than most of a data set may be. */
    private static final int LONGEST_RUN = 64;

    /** Most bytes of the model as a share of those held. */
    private static final double HELD_SHARE = 0.022;

    /** Most bytes of the model and of what the file has of each chunk besides, as a share of those held. */
    private static final double FILE_SHARE = 0.0285;

    /** Share that the model may take even if the statistics of chunks of a few kilobytes take nearly all of that. */
    private static final double SMALL_CHUNKS_SHARE = 0.01;

    /** A file of a few chunks may have a model of this many bytes. */
    private static final double LEAST_MODEL = 2000;

    /** Most runs that are held. */
    private final int capacity;

    /** Bytes of a run that has room for another chunk. */
    private final long runBytes;

    private final Effort effort;
    private final boolean motif;
    private final AnonymityRule rule;
    private final SplitMix64 random = new SplitMix64(0);
    private final List<List<Held>> held = new ArrayList<>();

    /** The run that is being collected; it is held already if its first chunk was chosen. */
    private List<Held> run = new ArrayList<>();

    private int inRun;
    private long bytesInRun;
    private boolean chosen;
    private long runs;
    private final Sketches sketches = new Sketches(Sketches.MAX_CHUNKS);

    /** A chunk that is held. */
    private static final class Held {
        final int number;
        final byte[] data;

        Held(int number, byte[] data) {
            this.number = number;
            this.data = data;
        }
    }

    /**
     * Starts a collection.
     *
     * @param chunkSize most bytes of a chunk
     * @param effort budgets of the fit
     * @param motif whether generator {@code motif} may make a class
     * @param rule limits on the content that the model may reveal
     */
    public MimicFit(int chunkSize, Effort effort, boolean motif, AnonymityRule rule) {
        this.capacity = (int) Math.max(1, effort.heldBytes() / chunkSize / RUN);
        this.runBytes = (RUN - 1L) * chunkSize;
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
            if (inRun == 0) {
                startRun();
            }
            if (chosen) {
                run.add(new Held(sketches.count() - 1, copy.get()));
            }
            inRun++;
            bytesInRun += length;
            if (inRun == LONGEST_RUN || bytesInRun > runBytes) {
                inRun = 0;
                bytesInRun = 0;
            }
        }
    }

    /** Decides whether the next chunks are held: each run so far with the same probability (algorithm R; Vitter 1985). */
    private void startRun() {
        runs++;
        long place = held.size() < capacity ? held.size() : random.below(runs);
        chosen = place < capacity;
        if (chosen) {
            run = new ArrayList<>();
            if (place == held.size()) {
                held.add(run);
            } else {
                held.set((int) place, run);
            }
        }
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
        List<Held> all = held.stream()
                .flatMap(List::stream)
                .sorted(Comparator.comparingInt(chunk -> chunk.number))
                .toList();
        if (all.isEmpty()) {
            return new MimicCharacterization(new MimicModel(List.of(), List.of()), List.of(), recipeOf);
        }
        long heldBytes = all.stream().mapToLong(chunk -> chunk.data.length).sum();
        boolean blocks = all.stream().allMatch(chunk -> chunk.data.length < ModelFit.BLOCK);
        Effort spent = effort.forBytes(heldBytes, blocks);
        LocalThreads threads = new LocalThreads(steps.threads());
        List<ChunkSample> samples = samples(all, spent, threads);
        // Small chunks are described by more bytes each, of which the model takes its part.
        long described = samples.stream().mapToLong(ChunkSample::describedBytes).sum();
        double left = FILE_SHARE - (double) described / heldBytes;
        double most = Math.max(SMALL_CHUNKS_SHARE, Math.min(HELD_SHARE, left));
        double held = most * Math.min(1, (double) capacity * RUN / samples.size());
        double share = Math.max(held, LEAST_MODEL / heldBytes);
        Fitted fitted = new ModelFit(samples, share, spent, motif, rule).fit(steps, progress);
        assign(all, recipeOf, threads);
        return new MimicCharacterization(fitted.model(), fitted.recipes(), recipeOf);
    }

    private static List<ChunkSample> samples(List<Held> held, Effort effort, LocalThreads threads) {
        ChunkSample[] samples = new ChunkSample[held.size()];
        threads.runRanges(samples.length, (start, end) -> {
            try (CodecSizes codecs = new CodecSizes(effort.chunkCodecs())) {
                for (int i = start; i < end; i++) {
                    byte[] data = held.get(i).data;
                    samples[i] = new ChunkSample(held.get(i).number, data, codecs.ofChunk(data, data.length));
                }
            }
        });
        return List.of(samples);
    }

    private void assign(List<Held> held, int[] recipeOf, LocalThreads threads) {
        for (int i = 0; i < held.size(); i++) {
            recipeOf[held.get(i).number] = i;
        }
        threads.runRanges(recipeOf.length, (start, end) -> {
            for (int chunk = start; chunk < end; chunk++) {
                if (recipeOf[chunk] < 0 && !sketches.isConstant(chunk)) {
                    recipeOf[chunk] = nearest(chunk, held);
                }
            }
        });
    }

    /** Returns the place of the chunk held whose sketch is most similar. */
    private int nearest(int chunk, List<Held> held) {
        int nearest = 0;
        int least = Integer.MAX_VALUE;
        for (int i = 0; i < held.size(); i++) {
            int distance = sketches.distance(chunk, held.get(i).number, least);
            if (distance < least) {
                least = distance;
                nearest = i;
            }
        }
        return nearest;
    }
}

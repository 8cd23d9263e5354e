package dev.mimeo.scan.internal.mimic;

import dev.mimeo.characterization.ChunkCharacterization;
import dev.mimeo.characterization.mimic.MimicCharacterization;
import dev.mimeo.characterization.mimic.MimicModel;
import dev.mimeo.scan.DatasetFindings;
import dev.mimeo.scan.internal.deflate.DeflateParser;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.DoubleConsumer;
import java.util.function.Supplier;

/**
 * Collects the chunks of a data set, of which it holds a random choice, and fits recipes to them. Memory is at most 64 MiB for the chunks
 * held, and 28 bytes for each chunk. Not thread-safe.
 */
public final class MimicFit {

    /** Chunks of which only the first is assigned without regard to the one before, so that threads have work. */
    private static final int BLOCK = 1 << 14;

    /** Most bytes of the model as a share of those held. */
    private static final double HELD_SHARE = 0.022;

    /** Most bytes of the model and of what the file has of each chunk besides, as a share of those held. */
    private static final double FILE_SHARE = 0.028;

    /** Factor of the first of these shares where more data was scanned than is held, as far as the other one allows. */
    private static final double MOST_GROWTH = 3;

    /** Bytes up to which the model may grow so: in larger files, which are limited, the statistics of chunks say as much for their bytes. */
    private static final double GROWN_MODEL = 1.2e6;

    /** Share that the model may take even if the statistics of chunks of a few kilobytes take nearly all of that. */
    private static final double SMALL_CHUNKS_SHARE = 0.01;

    /** A file of a few chunks may have a model of this many bytes. */
    private static final double LEAST_MODEL = 2000;

    private final int chunkSize;
    private final Effort effort;
    private final boolean motif;

    private final AnonymityRule rule;
    private final HeldRuns held;

    /** Chunks that are not constant, and their bytes. */
    private int varied;

    private long bytes;

    /** By chunk: what its own content should be like. */
    private final Sketches sketches = new Sketches(Sketches.MAX_CHUNKS);

    private final ChunkPlaces places = new ChunkPlaces();
    private final OwnContent ownContent = new OwnContent(sketches, places);

    /**
     * Starts a collection.
     *
     * @param chunkSize most bytes of a chunk
     * @param effort budgets of the fit
     * @param motif whether generator {@code motif} may make a class, so that other scanners find what that follows of every chunk
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
     * @param length its bytes
     * @param sketch made by {@link ChunkSketcher}, from an offset on
     * @param found what other scanners have found of the chunk
     * @param copy gives an array of its bytes, which is kept; called now or never
     * @throws java.io.UncheckedIOException if there are too many chunks
     */
    public void add(
            int length, byte[] sketch, int sketchOffset, ChunkCharacterization.Builder found, Supplier<byte[]> copy) {
        byte[] own = Arrays.copyOfRange(sketch, sketchOffset, sketchOffset + ChunkSketcher.BYTES);
        boolean constant = own[0] == ChunkSketcher.CONSTANT;
        int[] sources = {};
        if (!constant) {
            if (motif && found.deflateBytes() >= 0) {
                ChunkSketcher.setDeflate(own, found.deflateBytes(), length);
            }
            sources = ownContent.sketch(found.stretches(), own, length);
        }
        sketches.add(own, 0);
        places.add(length);
        if (!constant) {
            held.add(sketches.count() - 1, length, sources, copy);
            bytes += length;
            varied++;
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
        double scanned = (double) bytes / heldBytes;
        double left = scanned * (FILE_SHARE - (double) described / heldBytes);
        double grown = Math.min(HELD_SHARE * Math.min(MOST_GROWTH, scanned), GROWN_MODEL / heldBytes);
        double most = Math.max(SMALL_CHUNKS_SHARE, Math.min(Math.max(HELD_SHARE, grown), left));
        double ofChunks = most * Math.min(1, (double) fittedRuns * HeldRuns.LENGTH / samples.size());
        double share = Math.max(ofChunks, LEAST_MODEL / heldBytes);
        Fitted fitted = new ModelFit(samples, share, spent, motif, rule).fit(steps, progress);
        assign(all, samples, fitted, recipeOf, threads);
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
            List<HeldRuns.Chunk> chunks,
            List<ChunkSample> samples,
            Fitted fitted,
            int[] recipeOf,
            LocalThreads threads) {
        BitSet numbers = new BitSet();
        chunks.forEach(chunk -> numbers.set(chunk.number()));
        int own = 0;
        for (int i = 0; i < chunks.size(); i++) {
            // Recipes were fitted without copies of chunks that are not held.
            if (Arrays.stream(chunks.get(i).sources()).allMatch(numbers::get)) {
                recipeOf[chunks.get(i).number()] = i;
                own++;
            }
        }
        if (own == varied) {
            return;
        }
        NearestChunks nearest = new NearestChunks(sketches, made(samples, fitted, threads), fitted.recipes());
        // There may be as many chunks as an array has room for.
        threads.run((recipeOf.length - 1) / BLOCK + 1, block -> {
            int start = block * BLOCK;
            nearest.assign(recipeOf, start, start + Math.min(BLOCK, recipeOf.length - start));
        });
    }

    /**
     * Returns, by recipe, a sketch of what it makes: a recipe may be as near to its chunk as it can and yet far from it. Generator
     * {@code motif} follows each chunk itself.
     */
    private Sketches made(List<ChunkSample> samples, Fitted fitted, LocalThreads threads) {
        byte[][] found = new byte[samples.size()][ChunkSketcher.BYTES];
        threads.runRanges(found.length, (start, end) -> {
            ChunkMaker maker = new ChunkMaker(fitted.texts());
            DeflateParser parser = new DeflateParser();
            try (ChunkSketcher sketcher = new ChunkSketcher(effort)) {
                for (int i = start; i < end; i++) {
                    ChunkSample sample = samples.get(i);
                    MimicModel.Recipe recipe = fitted.recipes().get(i);
                    if (fitted.texts().isMotif(recipe)) {
                        found[i] = sketches.get((int) sample.number());
                        continue;
                    }
                    byte[] data = new byte[sample.length()];
                    maker.make(sample, recipe, 0, data, 0);
                    sketcher.sketch(data, 0, data.length, found[i], 0);
                    if (motif && found[i][0] != ChunkSketcher.CONSTANT) {
                        parser.parse(data, 0, data.length);
                        ChunkSketcher.setDeflate(found[i], parser.deflateBytes(), data.length);
                    }
                }
            }
        });
        Sketches made = new Sketches(found.length);
        for (byte[] sketch : found) {
            made.add(sketch, 0);
        }
        return made;
    }
}

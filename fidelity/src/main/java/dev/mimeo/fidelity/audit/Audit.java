package dev.mimeo.fidelity.audit;

import dev.mimeo.MimeoException;
import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.ChunkCharacterization;
import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.fidelity.DataSample;
import dev.mimeo.internal.statistics.GramIndex;
import dev.mimeo.internal.statistics.OrderTwoChain;
import dev.mimeo.internal.statistics.RunStartCounter;
import dev.mimeo.internal.text.Counts;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Searches synthetic data, and the file it was made from, for the original.
 *
 * <p>All common runs of 8 bytes and more are found by an index of the original, as long as it has no more than four million
 * different sequences of 8 bytes; of larger originals a sample is looked for, which finds long runs all the same
 * ({@link AuditResult#missProbability}). Memory is below 300 MiB whatever the sizes.
 *
 * <ul>
 *   <li>Runs of the original may begin at no more positions of the synthetic data than in a text of the {@link OrderTwoChain chain of
 *       order 2} of the original, see {@link AuditResult.RunStarts}. Whoever writes such a text knows which byte follows which two, and
 *       nothing else.
 *   <li>No single run may be <em>unexplained</em>: one that a writer who knows which byte follows which two or four, where at least
 *       {@value ChanceModel#FLOOR} positions of the original agree, would produce less than once in a thousand times. This finds a
 *       secret that is copied once into much data.
 * </ul>
 */
public final class Audit {

    /** Bytes of the shortest run that is searched for. In less data nothing can be found. */
    public static final int MIN_BYTES = GramIndex.GRAM;

    private static final int BUFFER = 1 << 20;

    /** Of the original, to count sequences in. */
    private static final long MAX_MODEL_BYTES = 16 << 20;

    private static final int MODEL_PIECE = 64 << 10;

    /** Runs of the original that are kept, to count where they begin in other bytes; of more of them a sample. */
    private static final int MAX_RUNS = 1 << 21;

    private Audit() {}

    /**
     * Audits.
     *
     * @param original the data that was scanned, at least {@value #MIN_BYTES} bytes
     * @param file its characterization
     * @param synthetic data made from it, read to its end
     * @param syntheticBytes bytes to generate, at least {@value #MIN_BYTES}
     * @param canaries secrets to look for besides
     * @param progress given the number of bytes read so far, of both sides
     * @throws IllegalArgumentException if {@code syntheticBytes} is too small
     * @throws IOException if the original is too small, something cannot be read, or the file is damaged
     */
    public static AuditResult run(
            DataSample original,
            Path file,
            InputStream synthetic,
            long syntheticBytes,
            Canaries canaries,
            LongConsumer progress)
            throws IOException {
        if (original.bytes() < MIN_BYTES) {
            throw new MimeoException(
                    original.label(),
                    -1,
                    MimeoException.Reason.EMPTY,
                    original.label() + ": holds " + Counts.of(original.bytes(), "byte")
                            + ": an audit needs data with at least " + MIN_BYTES
                            + " bytes, the shortest run that it searches for");
        }
        if (syntheticBytes < MIN_BYTES) {
            throw new IllegalArgumentException(
                    "an audit searches at least " + MIN_BYTES + " bytes of synthetic data, got " + syntheticBytes);
        }
        GramIndex index = new GramIndex();
        ModelStrings strings;
        try (Characterization characterization = Characterization.open(file)) {
            strings = new ModelStrings(characterization.mimicModel());
        }
        GramIndex runs = new GramIndex(RunStartCounter.LENGTH, MAX_RUNS);
        OrderTwoChain chain = new OrderTwoChain();
        Canaries inOriginal = canaries.again();
        index(original, index, runs, chain, strings, inOriginal, progress);
        ChanceModel model = new ChanceModel();
        count(original, model);
        OriginalReader reader = new OriginalReader(original);
        RunSearch output = new RunSearch(index, model, reader, original.bytes(), syntheticBytes);
        Canaries inOutput = canaries.again();
        RunStartCounter starts = new RunStartCounter(runs);
        output.search(new SearchedStream(synthetic, original.bytes(), progress), inOutput, starts);
        RunStartCounter chance = RunStartCounter.ofChain(runs, chain, syntheticBytes);
        long fileBytes = Files.size(file);
        RunSearch stored = new RunSearch(index, model, reader, original.bytes(), fileBytes);
        Canaries inFile = canaries.again();
        try (DataSeriesReader contents = DataSeriesReader.open(file);
                Characterization characterization = Characterization.open(file)) {
            StoredContents.forEach(contents, bytes -> stored.search(bytes, inFile));
            long[] stretches = stretches(characterization);
            original.requireUnchanged();
            return new AuditResult(
                    original.bytes(),
                    fileBytes,
                    index.rate(),
                    output.result(),
                    stored.result(),
                    new AuditResult.RunStarts(starts.share(), chance.share()),
                    canaries.count(),
                    inOriginal.missingLines(),
                    inOutput.foundLines(),
                    inFile.foundLines(),
                    unexplained(inOutput, original, syntheticBytes),
                    unexplained(inFile, original, fileBytes),
                    StoredContents.sizes(contents),
                    strings.result(),
                    stretches[0],
                    stretches[1]);
        }
    }

    private static void index(
            DataSample original,
            GramIndex index,
            GramIndex runs,
            OrderTwoChain chain,
            ModelStrings strings,
            Canaries canaries,
            LongConsumer progress)
            throws IOException {
        byte[] buffer = new byte[BUFFER + Canaries.MAX_LENGTH];
        long step = 1 + original.bytes() / OrderTwoChain.MAX_BYTES;
        for (long at = 0; at < original.bytes(); at += BUFFER) {
            int length = (int) Math.min(buffer.length, original.bytes() - at);
            original.read(at, buffer, 0, length);
            index.add(buffer, 0, Math.max(0, Math.min(BUFFER, length - GramIndex.GRAM + 1)), at);
            runs.add(buffer, 0, Math.max(0, Math.min(BUFFER, length - RunStartCounter.LENGTH + 1)), at);
            if (at / BUFFER % step == 0) {
                chain.add(buffer, 0, BUFFER, length);
            }
            strings.count(buffer, 0, Math.min(BUFFER, length), length);
            canaries.search(buffer, 0, Math.min(BUFFER, length), length);
            progress.accept(at + length);
        }
    }

    /** Counts sequences in pieces spread evenly over the original. */
    private static void count(DataSample original, ChanceModel model) throws IOException {
        byte[] piece = new byte[MODEL_PIECE];
        long pieces = (original.bytes() + MODEL_PIECE - 1) / MODEL_PIECE;
        long step = Math.max(1, pieces / (MAX_MODEL_BYTES / MODEL_PIECE));
        for (long i = 0; i < pieces; i += step) {
            int length = (int) Math.min(MODEL_PIECE, original.bytes() - i * MODEL_PIECE);
            original.read(i * MODEL_PIECE, piece, 0, length);
            model.add(piece, 0, length);
        }
    }

    /** Returns the lines of those secrets found that are not expected by the byte frequencies alone. */
    private static List<Integer> unexplained(Canaries canaries, DataSample original, long searched) throws IOException {
        byte[] sample = new byte[(int) Math.min(BUFFER, original.bytes())];
        original.read(0, sample, 0, sample.length);
        double[] frequencies = ChanceModel.frequencies(sample, 0, sample.length);
        return canaries.linesOfFound(secret -> {
            double log = ChanceModel.log2((double) Math.max(1, searched));
            for (byte value : secret) {
                log += frequencies[value & 0xff];
            }
            return Math.pow(2, log) < ChanceModel.SIGNIFICANCE;
        });
    }

    /** Returns the bytes said to be copies, and those said to be constant. */
    private static long[] stretches(Characterization characterization) throws IOException {
        long copied = 0;
        long constant = 0;
        for (long number = 0; number < characterization.chunkCount(); number++) {
            ChunkCharacterization chunk = characterization.chunk(number);
            copied += chunk.duplicateOf() >= 0 ? chunk.size() : 0;
            for (ChunkCharacterization.Stretch stretch : chunk.stretches()) {
                copied += stretch.isCopy() ? stretch.length() : 0;
                constant += stretch.isCopy() ? 0 : stretch.length();
            }
        }
        return new long[] {copied, constant};
    }

    /** Tells how much was read. */
    private static final class SearchedStream extends FilterInputStream {
        private final LongConsumer progress;
        private long count;

        SearchedStream(InputStream in, long before, LongConsumer progress) {
            super(in);
            this.count = before;
            this.progress = progress;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            int read = super.read(target, offset, length);
            count += Math.max(0, read);
            progress.accept(count);
            return read;
        }
    }
}

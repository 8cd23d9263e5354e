package dev.mimeo.scan;

import dev.mimeo.MimeoException;
import dev.mimeo.MimeoException.Reason;
import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.CharacterizationWriter;
import dev.mimeo.characterization.ChunkCharacterization;
import dev.mimeo.characterization.DatasetCharacterization;
import dev.mimeo.characterization.DatasetCharacterization.KeptRuns;
import dev.mimeo.characterization.mimic.MimicCharacterization;
import dev.mimeo.dataseries.WriterOptions;
import dev.mimeo.dataseries.transform.Sorting;
import dev.mimeo.internal.files.FullTransfers;
import dev.mimeo.internal.text.ByteSizes;
import dev.mimeo.internal.text.Failures;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Writes a characterization of limited size, however large the data set is. If it would be larger, similar chunks have the same histograms. If
 * that is not enough, only some of the chunks are kept: runs from all over the data that together are like the whole. It has all else that was
 * found, such as the duplication of the whole. A chunk that repeats one which is left out repeats a similar one.
 *
 * <p>Until the scan ends, what is larger than the limit is in a temporary file: about 290 bytes for each chunk scanned. A sample that was
 * asked for is kept as it is. Not thread-safe.
 */
public final class BoundedCharacterization implements CharacterizationSink, Closeable {

    /** Limit where nothing else is said, bytes: enough for all that is found of about 900 MB of data in chunks of 32 KiB. */
    public static final long DEFAULT_BYTES = 8_500_000;

    /** Share of the limit that is aimed at, as bytes are estimates. */
    private static final double MARGIN = 0.98;

    /** Share of the limit that a file has at least, unless none of some tries had it, where the first estimate was too large. */
    private static final double FULL = 0.9;

    private static final int TRIES = 6;

    /** Least share of different histograms before chunks are left out. */
    private static final double LEAST_HISTOGRAMS = 1 / 16.0;

    /** About what a chunk takes besides its histograms. */
    private static final int PLACE_BYTES = 12;

    private final WritableByteChannel out;
    private final long maxBytes;
    private final Spool spool;
    private final CharacterizationWriter writer;
    private final RunChoice choice = new RunChoice();

    private @Nullable MimicCharacterization mimic;
    private @Nullable DatasetCharacterization stored;

    /**
     * Starts a characterization.
     *
     * @param out receives the file when it is complete; not closed
     * @param maxBytes most bytes of the file, at least 1
     * @param spills files for what does not fit until then, one at most
     * @throws IllegalArgumentException if the limit is less than 1
     * @throws IOException if the file cannot be begun
     */
    public BoundedCharacterization(WritableByteChannel out, long maxBytes, Sorting.SpillFiles spills)
            throws IOException {
        if (maxBytes < 1) {
            throw new IllegalArgumentException("a characterization has at least 1 byte, got " + maxBytes);
        }
        this.out = out;
        this.maxBytes = maxBytes;
        this.spool = new Spool(maxBytes, spills);
        try {
            this.writer = CharacterizationWriter.create(spool, WriterOptions.DEFAULT);
        } catch (IOException e) {
            spool.discard();
            throw e;
        }
    }

    /**
     * {@inheritDoc}
     *
     * @throws MimeoException if the limit is too low for a file without chunks, so that a scan need not begin
     */
    @Override
    public void expectWhole(DatasetCharacterization empty) throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (CharacterizationWriter least =
                CharacterizationWriter.create(Channels.newChannel(file), WriterOptions.DEFAULT)) {
            least.finish(empty);
        }
        if (file.size() >= maxBytes) {
            throw noRoom("even without chunks and a model of them", file);
        }
    }

    private MimeoException noRoom(String least, ByteArrayOutputStream file) {
        return new MimeoException(
                Reason.LIMIT,
                "a characterization of " + ByteSizes.format(maxBytes) + " has no room for chunks: " + least
                        + " it takes " + ByteSizes.format(file.size()));
    }

    @Override
    public void write(ChunkCharacterization chunk) throws IOException {
        writer.write(chunk);
        choice.add(chunk);
    }

    @Override
    public void write(MimicCharacterization found) throws IOException {
        writer.write(found);
        mimic = found;
    }

    /**
     * {@inheritDoc}
     *
     * @throws IOException also if the limit is too low for what a file has besides chunks
     */
    @Override
    public void finish(DatasetCharacterization dataset) throws IOException {
        writer.finish(dataset);
        if (dataset.sampled() || spool.bytes <= maxBytes) {
            spool.transferTo(out);
            stored = dataset;
            return;
        }
        try (Characterization whole = spool.open()) {
            Written written = largest(whole);
            FullTransfers.write(out, ByteBuffer.wrap(written.file.toByteArray()));
            stored = written.dataset;
        }
    }

    /**
     * Returns the data set as it was written: with the number and the bytes of the chunks that the file has.
     *
     * @throws IllegalStateException if the characterization is not finished
     */
    public DatasetCharacterization dataset() {
        if (stored == null) {
            throw new IllegalStateException("the characterization is not finished");
        }
        return stored;
    }

    /**
     * A part of what was found.
     *
     * @param runs runs of chunks that are kept
     * @param histograms share of different histograms, see {@link SharedHistograms}
     */
    private record Part(int runs, double histograms) {}

    /** A file with a part of the chunks. */
    private record Written(ByteArrayOutputStream file, DatasetCharacterization dataset) {}

    /** Returns a file with as many chunks as the limit has room for. */
    private Written largest(Characterization whole) throws IOException {
        double chunks = bytes(whole, Characterization::isPerChunk);
        double others = bytes(whole, Predicate.not(Characterization::isPerChunk));
        double aim = MARGIN * maxBytes;
        double high = aim - others;
        Written written = write(whole, part(whole, chunks, high));
        if (written.file.size() <= maxBytes) {
            return written;
        }
        // Chunks that keep their histograms take more than others, so the size of the file does not grow evenly with
        // the room.
        double highBytes = written.file.size();
        double low = 0;
        double lowBytes = others;
        @Nullable Written fitting = null;
        for (int tried = 0; fitting == null || (tried < TRIES && fitting.file.size() < FULL * maxBytes); tried++) {
            double room = low + (high - low) * (aim - lowBytes) / (highBytes - lowBytes);
            Part part = part(whole, chunks, room);
            written = write(whole, part);
            if (written.file.size() <= maxBytes) {
                fitting = written;
                low = room;
                lowBytes = written.file.size();
            } else if (part.equals(new Part(1, leastHistograms()))) {
                throw noRoom("with the fewest", written.file);
            } else {
                high = room;
                highBytes = written.file.size();
            }
        }
        return fitting;
    }

    /** Returns the stored bytes of some types. */
    private static double bytes(Characterization whole, Predicate<String> types) throws IOException {
        return whole.storedBytes().entrySet().stream()
                .filter(stored -> types.test(stored.getKey()))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /** Returns the share of different histograms that a file has before chunks are left out. */
    private double leastHistograms() {
        // Generators that follow nothing but the histograms of a chunk need them all.
        return mimic == null ? 1 : LEAST_HISTOGRAMS;
    }

    /**
     * Returns the largest part whose chunks take some bytes: all chunks if at least a share of histograms has room, or else some runs, at least one.
     *
     * @param chunks bytes that all chunks take
     */
    private Part part(Characterization whole, double chunks, double room) throws IOException {
        double least = leastHistograms();
        double places = (double) PLACE_BYTES * whole.chunkCount();
        double share = Math.min(1, (room - places) / Math.max(1, chunks - places));
        if (share >= least) {
            return new Part(choice.runs(), share);
        }
        double shared = Math.min(chunks, places + least * (chunks - places));
        double runs = Math.floor(room / shared * choice.runs());
        return new Part((int) Math.max(1, Math.min(choice.runs(), runs)), least);
    }

    private Written write(Characterization whole, Part part) throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        int[] chosen = choice.choose(part.runs, whole.dataset().seed());
        BitSet repeated = repeated(new KeptChunks(whole, chosen));
        int[] recipes = new int[part.runs * KeptRuns.CHUNKS];
        int chunks = 0;
        long bytes = 0;
        try (CharacterizationWriter kept =
                CharacterizationWriter.create(Channels.newChannel(file), WriterOptions.DEFAULT)) {
            SharedHistograms histograms = new SharedHistograms(part.histograms);
            for (KeptChunks rows = new KeptChunks(whole, chosen); rows.hasNext(); ) {
                ChunkCharacterization chunk = rows.next();
                boolean isFixed = repeated.get((int) chunk.number())
                        || isFixed(chunk, rows.like(), whole.dataset().chunkSize());
                histograms.add(chunk, isFixed);
                recipes[chunks++] = mimic == null ? -1 : mimic.recipeOfChunk((int) rows.like());
                bytes += chunk.size();
                if (histograms.isFull() || !rows.hasNext()) {
                    histograms.finish(kept::write);
                    kept.endGroup();
                }
            }
            if (mimic != null) {
                kept.write(new MimicCharacterization(mimic.model(), mimic.recipes(), Arrays.copyOf(recipes, chunks)));
            }
            kept.finish(dataset(whole.dataset(), chunks, bytes));
        }
        return new Written(file, dataset(whole.dataset(), chunks, bytes));
    }

    /** Returns the chunks that others repeat as a whole, and whose histograms these have. */
    private static BitSet repeated(KeptChunks rows) throws IOException {
        BitSet repeated = new BitSet();
        while (rows.hasNext()) {
            long first = rows.next().duplicateOf();
            if (first >= 0) {
                repeated.set((int) first);
            }
        }
        return repeated;
    }

    /** Returns whether a chunk keeps its histograms: it repeats another one, or a generator follows them, or few chunks have its size. */
    private boolean isFixed(ChunkCharacterization chunk, long like, int chunkSize) {
        if (mimic == null || chunk.duplicateOf() >= 0 || chunk.size() < chunkSize) {
            return true;
        }
        int recipe = mimic.recipeOfChunk((int) like);
        return recipe < 0
                || mimic.model()
                        .classes()
                        .get(mimic.recipes().get(recipe).contentClass())
                        .isMotif();
    }

    private static DatasetCharacterization dataset(DatasetCharacterization dataset, long chunks, long bytes) {
        if (chunks == dataset.chunks()) {
            return dataset;
        }
        Map<String, Double> statistics = new HashMap<>(dataset.statistics());
        statistics.put(DatasetCharacterization.SCANNED_CHUNKS, (double) dataset.chunks());
        return new DatasetCharacterization(
                dataset.name(),
                dataset.toolVersion(),
                dataset.bytes(),
                dataset.population(),
                chunks,
                bytes,
                dataset.chunkSize(),
                true,
                dataset.seed(),
                dataset.scanners(),
                dataset.skippedSources(),
                dataset.duplication(),
                statistics);
    }

    @Override
    public void close() throws IOException {
        spool.discard();
    }

    /** A file in memory that moves into a temporary one when it becomes too large. */
    private static final class Spool implements WritableByteChannel {
        private final long maxInMemory;
        private final Sorting.SpillFiles spills;
        private ByteArrayOutputStream memory = new ByteArrayOutputStream();
        private @Nullable Path file;
        private @Nullable FileChannel channel;
        private long bytes;

        Spool(long maxInMemory, Sorting.SpillFiles spills) {
            this.maxInMemory = maxInMemory;
            this.spills = spills;
        }

        @Override
        public int write(ByteBuffer source) throws IOException {
            int length = source.remaining();
            bytes += length;
            if (file == null && bytes <= maxInMemory) {
                Channels.newChannel(memory).write(source);
                return length;
            }
            try {
                if (channel == null) {
                    spill();
                }
                FullTransfers.write(Objects.requireNonNull(channel), source);
            } catch (IOException e) {
                throw file == null ? e : Failures.ofFile(file, e);
            }
            return length;
        }

        private void spill() throws IOException {
            Path created = spills.create();
            file = created;
            FileChannel opened = FileChannel.open(created, StandardOpenOption.READ, StandardOpenOption.WRITE);
            channel = opened;
            FullTransfers.write(opened, ByteBuffer.wrap(memory.toByteArray()));
            memory = new ByteArrayOutputStream();
        }

        /** Reads what was written, which is a complete file. */
        Characterization open() throws IOException {
            return file == null
                    ? Characterization.read(memory.toByteArray(), "the scanned chunks")
                    : Characterization.open(file);
        }

        void transferTo(WritableByteChannel target) throws IOException {
            if (channel == null) {
                FullTransfers.write(target, ByteBuffer.wrap(memory.toByteArray()));
                return;
            }
            long done = 0;
            while (done < bytes) {
                done += channel.transferTo(done, bytes - done, target);
            }
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        /** Leaves what was written to be read: for the writer, which closes what it is done with. */
        @Override
        public void close() {}

        void discard() throws IOException {
            memory = new ByteArrayOutputStream();
            if (channel != null) {
                channel.close();
            }
            if (file != null) {
                spills.remove(file);
                file = null;
            }
        }
    }
}

package dev.mimeo.generate;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.ChunkCharacterization;
import dev.mimeo.characterization.DatasetCharacterization;
import dev.mimeo.internal.bytes.StreamPositions;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Generates synthetic data from a characterization, without end: a stream of chunks, each like the scanned chunk it follows.
 *
 * <pre>{@code
 * try (Characterization characterization = Characterization.open(file);
 *         DataProducer producer = DataProducer.of(characterization).seed(42).build()) {
 *     byte[] chunk = producer.getSynData();
 *     producer.fill(buffer, 0, buffer.length);
 * }
 * }</pre>
 *
 * <p>The bytes of the stream depend on the characterization, the generator and its options, the seed and the order alone: not on the
 * machine, the JDK or the threads, nor on the calls by which they are read. After the last scanned chunk the stream goes on with the
 * first, with other content of the same kind; a chunk that was scanned as a duplicate has the bytes of the chunk it duplicates in the
 * same cycle, and a copied stretch those of what it repeats in the same cycle: so whole cycles have the dedup ratio of the original,
 * however many there are. Of runs kept of larger data, each comes as often as there were runs around it. Where a sample was scanned,
 * some chunks also have the bytes of one of an earlier cycle, so that as much as the original has its estimated dedup ratio ({@link
 * dev.mimeo.characterization.DuplicationCharacterization.Estimate}); what is longer begins with new content.
 *
 * <p>Not thread-safe, but any number of producers may use one characterization. A characterization that cannot be read while generating
 * gives an {@link UncheckedIOException} where no {@link IOException} is declared.
 */
public final class DataProducer implements PayloadSource, Closeable {

    private final Characterization characterization;
    private final Supplier<ChunkComposer> composers;
    private final int threads;
    private final ChunkSequence sequence;
    private final ChunkComposer composer;

    /** The chunks at the position. */
    private final ChunkBuffer buffer;

    private long position;

    /** In which order the chunks of a characterization are generated. Either way every chunk comes once per cycle. */
    public enum Order {
        /** As they were scanned. */
        STORED,

        /** Shuffled anew in every cycle, as the seed decides. */
        RANDOM
    }

    private DataProducer(
            Characterization characterization, Supplier<ChunkComposer> composers, ChunkSequence sequence, int threads) {
        this.characterization = characterization;
        this.composers = composers;
        this.sequence = sequence;
        this.threads = threads;
        this.composer = composers.get();
        this.buffer = new ChunkBuffer(sequence, composer);
    }

    /** Starts the choice of how to generate from a characterization, which remains the caller's to close. */
    public static Builder of(Characterization characterization) {
        return new Builder(characterization);
    }

    /**
     * Returns the next chunk: what is left of the one at the position, all of it when nothing of it was taken.
     *
     * @return a new array of at least 1 byte
     */
    public byte[] getSynData() {
        return getSynData(buffer.restOfChunk());
    }

    /**
     * Returns the next bytes, in a new array of a size.
     *
     * @throws IllegalArgumentException if the size is negative
     */
    public byte[] getSynData(int size) {
        checkNotNegative("size", size);
        byte[] data = new byte[size];
        fill(data, 0, size);
        return data;
    }

    /**
     * {@inheritDoc}
     *
     * <p>Nothing is allocated but the statistics of a chunk when it is first made, or each time for those behind the first
     * 8192, and what chunks with copied or constant stretches are put together from.
     */
    @Override
    public void fill(byte[] destination, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, destination.length);
        StreamPositions.after(position, length);
        int to = offset;
        int left = length;
        while (left > 0) {
            int taken = buffer.read(destination, to, left);
            position += taken;
            to += taken;
            left -= taken;
        }
    }

    @Override
    public void fill(ByteBuffer destination) {
        if (destination.hasArray()) {
            int from = destination.arrayOffset() + destination.position();
            fill(destination.array(), from, destination.remaining());
            destination.position(destination.limit());
            return;
        }
        StreamPositions.after(position, destination.remaining());
        while (destination.hasRemaining()) {
            position += buffer.read(destination);
        }
    }

    /**
     * Returns any chunk, without moving the position.
     *
     * @param number at least 0; behind the last one of the data set the chunks come again, with other content
     * @return a new array
     */
    public byte[] chunk(long number) {
        checkNotNegative("chunk number", number);
        try {
            ChunkCharacterization chunk = sequence.chunk(number);
            byte[] data = new byte[chunk.size()];
            composer.compose(number, chunk, data, 0);
            return data;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public long position() {
        return position;
    }

    /**
     * {@inheritDoc} In random order this reads the sizes of the chunks from the beginning of the cycle on.
     */
    @Override
    public void seek(long offset) {
        checkNotNegative("offset", offset);
        if (!buffer.moveBy(offset - position)) {
            try {
                long number = sequence.numberAt(offset);
                buffer.moveTo(number, (int) (offset - sequence.startOf(number)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        position = offset;
    }

    /**
     * Moves the position to the beginning of a chunk.
     *
     * <p>In random order this reads the sizes of the chunks from the beginning of the cycle on.
     *
     * @param number at least 0, as for {@link #chunk}
     * @throws IllegalArgumentException if the number is negative, or the chunk begins after 2^63 - 1 bytes
     */
    public void seekChunk(long number) {
        checkNotNegative("chunk number", number);
        try {
            position = sequence.startOf(number);
            buffer.moveTo(number, 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@inheritDoc} An object begins with a chunk; this costs no more than one. */
    @Override
    public void seekObject(long key) {
        try {
            long number = sequence.numberOfObject(key);
            position = sequence.startOf(number);
            buffer.moveTo(number, 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Writes a part of the stream, generated by as many threads as were chosen. The position plays no role and stays.
     *
     * <p>Memory is bounded whatever the size. The bytes do not depend on the number of threads.
     *
     * @param out receives the bytes, on the calling thread; not closed
     * @param offset bytes from the beginning of the stream, at least 0
     * @param size bytes to write, at least 0; with the offset, at most 2^63 - 1
     * @param progress given the number of bytes written so far, every few MiB, on the calling thread; an exception it throws
     *     ends the writing
     * @return {@code size}
     * @throws IllegalArgumentException if the offset or the size is negative, or their sum is too large
     * @throws IOException if the channel fails or the characterization cannot be read
     */
    public long writeTo(WritableByteChannel out, long offset, long size, LongConsumer progress) throws IOException {
        checkNotNegative("offset", offset);
        checkNotNegative("size", size);
        new ProducerWriter(characterization, sequence, composers, threads).write(out, offset, size, progress);
        return size;
    }

    static void checkNotNegative(String what, long value) {
        if (value < 0) {
            throw new IllegalArgumentException(what + " must not be negative, got " + value);
        }
    }

    /** Frees the buffers. The characterization stays open. */
    @Override
    public void close() {
        buffer.clear();
    }

    /** Chooses how to generate; may build any number of producers. Not thread-safe. */
    public static final class Builder {
        private final Characterization characterization;
        private String generator = DataGenerators.DEFAULT;
        private Map<String, String> options = Map.of();
        private long seed;
        private Order order = Order.STORED;
        private int threads = 1;
        private boolean printable;

        /** State that depends on the generator alone, kept for further producers. */
        private @Nullable Supplier<DataGenerator> generators;

        private byte @Nullable [] alphabet;

        private Builder(Characterization characterization) {
            this.characterization = characterization;
            this.seed = characterization.dataset().seed();
        }

        /**
         * Chooses the generator; {@value DataGenerators#DEFAULT} without options by default.
         *
         * @param name one of {@link DataGenerators#names()}
         * @param options options of the generator, by name; copied
         */
        public Builder generator(String name, Map<String, String> options) {
            this.generator = name;
            this.options = Map.copyOf(options);
            generators = null;
            alphabet = null;
            return this;
        }

        /**
         * Chooses whether to turn what is generated into the 95 printable characters of ASCII; not by default. Each byte value becomes the same
         * character everywhere, whatever the seed. Data of no more than 95 values keeps its repetitions and its entropy; of more, values that are
         * rare share a character, and no data has more than 6.57 bits a byte.
         */
        public Builder printable(boolean printable) {
            this.printable = printable;
            return this;
        }

        /** Sets what all content is derived from; by default the seed of the characterization. */
        public Builder seed(long seed) {
            this.seed = seed;
            return this;
        }

        /** Sets the order of the chunks; by default as stored. */
        public Builder order(Order order) {
            this.order = order;
            return this;
        }

        /**
         * Sets how many threads {@link DataProducer#writeTo} generates with; 1 by default.
         *
         * @throws IllegalArgumentException if the number is less than 1
         */
        public Builder threads(int threads) {
            if (threads < 1) {
                throw new IllegalArgumentException("threads must be at least 1, got " + threads);
            }
            this.threads = threads;
            return this;
        }

        /**
         * Builds the producer, at position 0.
         *
         * @throws IllegalArgumentException if the generator or an option is unknown or wrong, or the characterization
         *     has no chunks or lacks what the generator needs
         * @throws IOException if the characterization cannot be read
         */
        public DataProducer build() throws IOException {
            return prepare(order).get();
        }

        /**
         * Prepares a factory of sources that generate while they are read, each at its own place of the stream. Does what first payloads
         * would otherwise wait for.
         *
         * @throws IllegalArgumentException as for {@link #build}
         * @throws IOException if the characterization cannot be read
         */
        public PayloadFactory live() throws IOException {
            Supplier<DataProducer> sources = prepare(order);
            Objects.requireNonNull(generators).get().prepare();
            return new PayloadFactory(sources);
        }

        /**
         * Generates the first bytes of the stream with all threads chosen, and prepares a factory of sources that copy from
         * these, again and again, each from a place of its own: for benchmarks that are not to wait for a generator. What a
         * benchmark writes then has no more different data than the pool.
         *
         * <p>A pool that is smaller than what was scanned has chunks in random order, whatever order was chosen, so that it is
         * like all of the data and not like its beginning.
         *
         * @param bytes size of the pool, which stays in memory once for all sources; at least 1
         * @throws PayloadFactory.PoolTooLargeException if the pool would take more than three quarters of the heap, or there is no
         *     room for it
         * @throws IllegalArgumentException as for {@link #build}, or if the size is not positive
         * @throws IOException if the characterization cannot be read
         */
        public PayloadFactory pool(int bytes) throws IOException {
            if (bytes < 1) {
                throw new IllegalArgumentException("a pool needs at least 1 byte, got " + bytes);
            }
            byte[] pool = PoolSource.allocate(bytes);
            DatasetCharacterization dataset = characterization.dataset();
            long represented = dataset.scannedWhole() ? dataset.bytes() : dataset.scannedBytes();
            Order drawn = bytes < represented ? Order.RANDOM : order;
            try (DataProducer producer = prepare(drawn).get()) {
                PoolSource.fill(pool, producer);
            }
            return new PayloadFactory(() -> new PoolSource(pool));
        }

        /** Does once what producers of the same choice have in common. */
        private Supplier<DataProducer> prepare(Order chunks) throws IOException {
            if (characterization.chunkCount() == 0) {
                throw new IllegalArgumentException("the characterization has no chunks, as the data scanned was empty:"
                        + " nothing can be generated from it");
            }
            DataGeneratorProvider provider = DataGenerators.provider(generator);
            if (generators == null) {
                generators = provider.prepare(characterization, options);
            }
            Supplier<DataGenerator> maker = generators;
            boolean leavesOut = provider.leavesOutRepeats(characterization);
            int chunkSize = characterization.dataset().chunkSize();
            if (printable && alphabet == null) {
                // Always by the seed of the scan, so that producers with other seeds have the same characters.
                ChunkSequence sample = new ChunkSequence(
                        characterization, characterization.dataset().seed(), Order.STORED);
                alphabet = PrintableAlphabet.fitting(
                        characterization, sample, new ChunkComposer(sample, maker.get(), leavesOut, chunkSize, null));
            }
            byte @Nullable [] characters = printable ? alphabet : null;
            ChunkSequence sequence = new ChunkSequence(characterization, seed, chunks);
            Supplier<ChunkComposer> composers =
                    () -> new ChunkComposer(sequence, maker.get(), leavesOut, chunkSize, characters);
            int workers = threads;
            return () -> new DataProducer(characterization, composers, sequence, workers);
        }
    }
}

package dev.mimeo.generate;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.ChunkCharacterization;
import dev.mimeo.internal.files.FullTransfers;
import dev.mimeo.internal.pipeline.OrderedPipeline;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * Writes a part of the stream in runs of consecutive chunks, about {@value #RUN_BYTES} bytes each, that
 * workers generate and one thread writes in order. Their buffers go back to the workers.
 */
final class ProducerWriter {

    /** Enough for several chunks of each class: generators make those side by side. */
    private static final int RUN_BYTES = 4 << 20;

    /** A run is larger than this only if it is one chunk. */
    private static final int MAX_RUN_BYTES = 8 << 20;

    private static final int RUNS_PER_THREAD = 3;
    private static final long MAX_BYTES_IN_FLIGHT = 128 << 20;

    private final ChunkSequence sequence;
    private final Supplier<ChunkComposer> composers;
    private final int threads;
    private final int runChunks;

    /** More bytes than a run can have. */
    private final long runWeight;

    private final Queue<ChunkRun> spare = new ConcurrentLinkedQueue<>();

    ProducerWriter(
            Characterization characterization, ChunkSequence sequence, Supplier<ChunkComposer> composers, int threads) {
        this.sequence = sequence;
        this.composers = composers;
        this.threads = threads;
        int chunkSize = characterization.dataset().chunkSize();
        long mean = Math.max(1, characterization.scannedBytes() / characterization.chunkCount());
        long most = Math.max(1, MAX_RUN_BYTES / chunkSize);
        this.runChunks = (int) Math.max(1, Math.min(most, RUN_BYTES / mean));
        this.runWeight = Math.max(RUN_BYTES, (long) runChunks * chunkSize);
    }

    /** @throws IllegalArgumentException if the sum of offset and size is too large */
    void write(WritableByteChannel out, long offset, long size, LongConsumer progress) throws IOException {
        if (size > Long.MAX_VALUE - offset) {
            throw new IllegalArgumentException("offset and size together exceed the 2^63 - 1 bytes of a stream");
        }
        if (size == 0) {
            return;
        }
        long first = sequence.numberAt(offset);
        long skip = offset - sequence.startOf(first);
        long end = sequence.endOf(first, skip + size);
        long[] next = {first};
        OrderedPipeline.Source<Long> source = () -> {
            long number = next[0];
            next[0] += runChunks;
            return number < end ? number : null;
        };
        long written = 0;
        try (OrderedPipeline<Long, ChunkRun> runs = new OrderedPipeline<>(
                source,
                () -> new Worker(end),
                number -> runWeight,
                Math.min(MAX_BYTES_IN_FLIGHT, (long) threads * RUNS_PER_THREAD * runWeight),
                threads)) {
            while (written < size) {
                ChunkRun run = runs.next();
                if (run == null) {
                    throw new IllegalStateException("the stream ended after " + written + " of " + size + " bytes");
                }
                int from = (int) Math.min(skip, run.length);
                int length = (int) Math.min(run.length - from, size - written);
                FullTransfers.write(out, ByteBuffer.wrap(run.data, from, length));
                spare.add(run);
                skip -= from;
                written += length;
                progress.accept(written);
            }
        }
    }

    /** A run of chunks; grows where they are larger than usual. */
    private static final class ChunkRun {
        private byte[] data = new byte[RUN_BYTES];
        private int length;

        /** Makes room for more bytes after those that are there. */
        void reserve(int size) {
            data = Arrays.copyOf(data, Math.max(length + size, data.length + data.length / 2));
        }

        boolean hasRoom(int size) {
            return data.length - length >= size;
        }
    }

    /** Generates runs, the last one only as far as it is written; for one thread at a time. */
    private final class Worker implements OrderedPipeline.Worker<Long, ChunkRun> {
        private final ChunkComposer composer = composers.get();
        private final long end;

        /** @param end number of the first chunk that is not needed, if that is known */
        Worker(long end) {
            this.end = end;
        }

        @Override
        public ChunkRun apply(Long first) throws IOException {
            ChunkRun run = spare.poll();
            if (run == null) {
                run = new ChunkRun();
            }
            run.length = 0;
            long after = Math.min(end, first + runChunks);
            for (long number = first; number < after; number++) {
                ChunkCharacterization chunk = sequence.chunk(number);
                if (!run.hasRoom(chunk.size())) {
                    composer.finish();
                    run.reserve(chunk.size());
                }
                composer.add(number, chunk, run.data, run.length);
                run.length += chunk.size();
            }
            composer.finish();
            return run;
        }
    }
}

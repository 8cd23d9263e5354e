package dev.mimeo.integrations.http;

import dev.mimeo.generate.DataProducer;
import dev.mimeo.generate.PayloadSource;
import dev.mimeo.internal.http.RequestException;
import java.io.IOException;
import java.lang.ref.SoftReference;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * The streams of a characterization, generated while they are sent. Thread-safe.
 *
 * <p>A producer takes up to {@value #PRODUCER_BYTES} bytes. So only as many generate at a time as there are CPUs and
 * fit into a quarter of the heap. Those that wait for their clients are softly reachable: if memory runs short they are dropped and built
 * again.
 */
final class ProducerSupply implements StreamSupply {

    /** The rows and the contents that a producer of data with copied stretches keeps, and its buffers. */
    private static final int PRODUCER_BYTES = 32 << 20;

    private final Producers producers;
    private final Semaphore working;

    /** Builds producers by their seed, on any thread, several at a time. */
    @FunctionalInterface
    interface Producers {
        DataProducer build(long seed) throws IOException;
    }

    /** Supplies what producers generate. */
    ProducerSupply(Producers producers) {
        this.producers = producers;
        long fitting = Runtime.getRuntime().maxMemory() / 4 / PRODUCER_BYTES;
        this.working =
                new Semaphore((int) Math.max(1, Math.min(Runtime.getRuntime().availableProcessors(), fitting)), true);
    }

    @Override
    public Stream open(DataRequest request, long first, long length) throws IOException, RequestException {
        ProducerStream stream = new ProducerStream(request.seed());
        long start = request.key() == null ? request.offset() : stream.startOfObject(request.key());
        stream.position = start + first;
        if (stream.position < 0 || stream.position > Long.MAX_VALUE - length) {
            throw new RequestException(400, "no object is that large");
        }
        return stream;
    }

    private final class ProducerStream implements Stream {
        private final long seed;
        private SoftReference<@Nullable DataProducer> idle = new SoftReference<>(null);
        private long position;

        private ProducerStream(long seed) {
            this.seed = seed;
        }

        private long startOfObject(String key) throws IOException {
            working.acquireUninterruptibly();
            try {
                DataProducer producer = producers.build(seed);
                producer.seekObject(PayloadSource.keyOf(key));
                idle = new SoftReference<>(producer);
                return producer.position();
            } finally {
                working.release();
            }
        }

        @Override
        public void fill(byte[] destination, int offset, int length) throws IOException {
            working.acquireUninterruptibly();
            try {
                DataProducer producer = idle.get();
                if (producer == null) {
                    producer = producers.build(seed);
                    idle = new SoftReference<>(producer);
                }
                producer.seek(position);
                producer.fill(destination, offset, length);
                position += length;
            } finally {
                working.release();
            }
        }
    }
}

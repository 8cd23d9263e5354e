package dev.mimeo.benchmarks;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.generate.BundledCharacterizations;
import dev.mimeo.generate.DataProducer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Generation from a characterization of some data, by kind and threads. An operation is a byte, so that the score in ops/us
 * is MB/s of elapsed time.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class GenerateBenchmark {

    private static final int SCANNED = 4 << 20;
    private static final int SIZE = 64 << 20;

    /** Kind of data that was scanned, the path of a file, or the name of a bundled characterization (generator {@code mimic} only). */
    @Param({"text", "log", "records", "dna", "random", "zeros"})
    public String kind = "text";

    /** Generator. */
    @Param({"motif", "mimic", "mix"})
    public String generator = "motif";

    /** Generating threads. */
    @Param({"1", "2"})
    public int threads = 1;

    private @Nullable Characterization characterization;

    /** Scans the data, or opens what was bundled. */
    @Setup
    public void prepare() throws IOException {
        boolean bundled = BundledCharacterizations.list().stream()
                .anyMatch(entry -> entry.name().equals(kind));
        characterization = bundled
                ? BundledCharacterizations.open(kind)
                : BenchmarkData.characterize(BenchmarkData.make(kind, SCANNED), generator);
    }

    /** Frees the characterization. */
    @TearDown
    public void close() throws IOException {
        if (characterization != null) {
            characterization.close();
        }
    }

    /** Generates into a channel that forgets. */
    @Benchmark
    @OperationsPerInvocation(SIZE)
    public long generate() throws IOException {
        try (DataProducer producer = DataProducer.of(Objects.requireNonNull(characterization))
                .generator(generator, Map.of())
                .threads(threads)
                .build()) {
            return producer.writeTo(new Nowhere(), 0, SIZE, written -> {});
        }
    }

    private static final class Nowhere implements WritableByteChannel {
        @Override
        public int write(ByteBuffer source) {
            int length = source.remaining();
            source.position(source.limit());
            return length;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {}
    }
}

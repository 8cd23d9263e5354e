package dev.mimeo.benchmarks;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.generate.DataProducer;
import dev.mimeo.generate.PayloadFactory;
import dev.mimeo.generate.PayloadSource;
import dev.mimeo.generate.segment.SegmentFile;
import dev.mimeo.generate.segment.SegmentWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Cost of a payload in a benchmark that writes payloads: one array filled from a source. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class PayloadBenchmark {

    private static final int SCANNED = 4 << 20;
    private static final int POOL = 64 << 20;

    /** Kind of data that was scanned, or the path of a file. */
    @Param({"text"})
    public String kind = "text";

    /** Generator. */
    @Param({"motif", "mimic"})
    public String generator = "motif";

    /** Whether the bytes are generated while they are read, or taken from a pool or a segment. */
    @Param({"live", "pool", "segment"})
    public String mode = "live";

    /** Bytes of a payload. */
    @Param({"16", "100", "1000", "32768"})
    public int size = 100;

    private @Nullable Characterization characterization;
    private @Nullable PayloadSource source;
    private byte[] payload = new byte[0];

    /** Scans the data and opens a source. */
    @Setup
    public void prepare() throws IOException {
        characterization = BenchmarkData.characterize(BenchmarkData.make(kind, SCANNED), generator);
        DataProducer.Builder builder = DataProducer.of(characterization).generator(generator, Map.of());
        source = (switch (mode) {
                    case "pool" -> builder.pool(POOL);
                    case "segment" -> segment(characterization);
                    default -> builder.live();
                })
                .source(1);
        payload = new byte[size];
    }

    private static PayloadFactory segment(Characterization characterization) throws IOException {
        Path folder = Files.createTempDirectory("mimeo-benchmark");
        Path file = folder.resolve("payloads.seg");
        SegmentWriter.write(file, characterization, new SegmentWriter.Settings("payloads", POOL, 0, 2));
        PayloadFactory payloads = SegmentFile.open(file).payloads(0);
        // The data stays mapped.
        Files.delete(file);
        Files.delete(folder);
        return payloads;
    }

    /** Frees the characterization. */
    @TearDown
    public void close() throws IOException {
        if (characterization != null) {
            characterization.close();
        }
    }

    /** Fills a payload. */
    @Benchmark
    public byte[] fill() {
        Objects.requireNonNull(source).fill(payload, 0, size);
        return payload;
    }
}

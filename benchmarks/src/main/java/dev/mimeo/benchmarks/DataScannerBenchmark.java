package dev.mimeo.benchmarks;

import dev.mimeo.scan.ChunkSource;
import dev.mimeo.scan.ChunkSources;
import dev.mimeo.scan.DataScanner;
import dev.mimeo.scan.ScanSummary;
import dev.mimeo.scan.ScannerSpec;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
import org.openjdk.jmh.annotations.Warmup;

/**
 * A whole scan from a stream in memory to the finished statistics, by threads. An operation is a byte, so that the score in
 * ops/us is MB/s of elapsed time.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class DataScannerBenchmark {

    private static final int SIZE = 32 << 20;

    /** Kind of data, or the path of a file. */
    @Param({"text", "records"})
    public String kind = "text";

    /** Scanners, joined by plus signs. */
    @Param({"histogram+duplicates", "histogram+repetition+duplicates"})
    public String scanners = "histogram";

    /** Scanning threads. */
    @Param({"1", "2"})
    public int threads = 1;

    private byte[] data = {};
    private DataScanner.Options options = DataScanner.Options.defaults();

    /** Makes the data. */
    @Setup
    public void prepare() throws IOException {
        data = BenchmarkData.make(kind, SIZE);
        List<ScannerSpec> specs =
                Arrays.stream(scanners.split("\\+")).map(ScannerSpec::parse).toList();
        options = DataScanner.Options.defaults().withThreads(threads).withScanners(specs);
    }

    /** Scans everything. */
    @Benchmark
    @OperationsPerInvocation(SIZE)
    public ScanSummary scan() throws IOException {
        try (ChunkSource source = ChunkSources.open(new ByteArrayInputStream(data), "data", options.source())) {
            return new DataScanner(options).scan(source, new BenchmarkData.NoSink(), DataScanner.Listener.NONE);
        }
    }
}

package dev.mimeo.benchmarks;

import dev.mimeo.characterization.ByteHistogram;
import dev.mimeo.codec.Codec;
import dev.mimeo.codec.Codecs;
import dev.mimeo.scan.internal.DuplicationCounter;
import dev.mimeo.scan.internal.FastCdc;
import dev.mimeo.scan.internal.deflate.DeflateParser;
import java.io.IOException;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/** Measures the speed of the scanners on one thread. An operation is one byte, so the score in ops/us is in MB/s. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ScanBenchmark {

    /** Bytes that one call of a benchmark scans. */
    private static final int SIZE = 4 << 20;

    /** Bytes of a chunk. */
    private static final int CHUNK = 32 << 10;

    /** Kind of data, or the path of a file. */
    @Param({"text", "log", "records", "dna", "random"})
    public String kind = "text";

    private byte[] data = {};
    private byte[] compressed = {};
    private final DeflateParser parser = new DeflateParser();
    private final Codec zlib = Codecs.open("zlib:6");

    /** Makes the data. */
    @Setup
    public void prepare() throws IOException {
        data = BenchmarkData.make(kind, SIZE);
        compressed = new byte[zlib.maxCompressedLength(CHUNK)];
    }

    /** Frees the codec. */
    @TearDown
    public void close() {
        zlib.close();
    }

    /** The byte histogram and its entropy. */
    @Benchmark
    @OperationsPerInvocation(SIZE)
    public void histogram(Blackhole sink) {
        for (int at = 0; at < SIZE; at += CHUNK) {
            sink.consume(ByteHistogram.ofBytes(data, at, CHUNK).entropy());
        }
    }

    /** The Deflate parse: repetition lengths, and the size of the zlib stream without making it. */
    @Benchmark
    @OperationsPerInvocation(SIZE)
    public void deflateParse(Blackhole sink) {
        for (int at = 0; at < SIZE; at += CHUNK) {
            parser.parse(data, at, CHUNK);
            sink.consume(parser.histogram());
            sink.consume(parser.deflateBytes());
        }
    }

    /** For comparison, zlib itself, which gives the ratio but not the repetition lengths. */
    @Benchmark
    @OperationsPerInvocation(SIZE)
    public void zlib6(Blackhole sink) {
        for (int at = 0; at < SIZE; at += CHUNK) {
            sink.consume(zlib.compress(data, at, CHUNK, compressed, 0, compressed.length));
        }
    }

    /** Fingerprints of chunks, and counts of equal ones. */
    @Benchmark
    @OperationsPerInvocation(SIZE)
    public void fingerprints(Blackhole sink) {
        DuplicationCounter counter = new DuplicationCounter("fixed:" + CHUNK);
        for (int at = 0; at < SIZE; at += CHUNK) {
            counter.add(data, at, CHUNK);
        }
        sink.consume(counter.characterization());
    }

    /** Content-defined chunk boundaries, without the fingerprints of the blocks. */
    @Benchmark
    @OperationsPerInvocation(SIZE)
    public void contentDefinedCuts(Blackhole sink) {
        int cut;
        for (int at = 0; at < SIZE; at += cut) {
            cut = FastCdc.cut(data, at, SIZE - at);
            sink.consume(cut);
        }
    }
}

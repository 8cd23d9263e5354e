package dev.mimeo.benchmarks;

import dev.mimeo.codec.Codec;
import dev.mimeo.codec.Codecs;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.zip.DataFormatException;
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

/** Blocks of 1 MiB through a codec, on one thread. An operation is a byte, so that the score in ops/us is MB/s. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class CodecBenchmark {

    private static final int BLOCK = 1 << 20;

    /** Kind of data, or the path of a file. */
    @Param({"text", "log", "records"})
    public String kind = "text";

    /** The codec, with or without a level. */
    @Param({
        "lzf", "lzo:1", "lzo:3", "lzo:4", "lzo:9", "lz4", "lz4hc:9", "snappy", "zlib:1", "zlib:6", "bzip2:9", "zstd:3"
    })
    public String name = "lzf";

    private Codec codec = Codecs.open("lzf");
    private byte[] data = {};
    private byte[] room = {};
    private byte[] block = {};

    /** Makes the data and a compressed block. */
    @Setup
    public void prepare() throws IOException {
        codec = Codecs.open(name);
        data = BenchmarkData.make(kind, BLOCK);
        room = new byte[codec.maxCompressedLength(BLOCK)];
        int size = codec.compress(data, 0, BLOCK, room, 0, room.length);
        block = Arrays.copyOf(room, size);
    }

    /** Frees the codec. */
    @TearDown
    public void close() {
        codec.close();
    }

    /** A block in. */
    @Benchmark
    @OperationsPerInvocation(BLOCK)
    public int compress() {
        return codec.compress(data, 0, BLOCK, room, 0, room.length);
    }

    /** A block out. */
    @Benchmark
    @OperationsPerInvocation(BLOCK)
    public int decompress() throws DataFormatException {
        return codec.decompress(block, 0, block.length, data, 0, BLOCK);
    }
}

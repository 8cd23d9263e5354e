package dev.mimeo.benchmarks;

import dev.mimeo.internal.bytes.LittleEndian;
import dev.mimeo.internal.random.SplitMix64;
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
 * The limit of generators that copy pieces of a text: pieces of one length from random positions of 512 KiB, and nothing else. An
 * operation is a byte, so that the score in ops/us is MB/s of elapsed time.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class CopyBenchmark {

    private static final int SIZE = 1 << 20;
    private static final int TEXT_BITS = 19;

    /** Bytes of a piece; 0 to copy all at once. */
    @Param({"0", "1", "2", "4", "8", "16", "32", "64"})
    public int piece = 8;

    private final byte[] text = new byte[SIZE];
    private final byte[] data = new byte[SIZE + 64];

    /** Fills the text. */
    @Setup
    public void prepare() {
        SplitMix64.fill(1, text, 0, SIZE);
    }

    /** Copies 1 MiB. */
    @Benchmark
    @OperationsPerInvocation(SIZE)
    public byte[] copy() {
        if (piece == 0) {
            System.arraycopy(text, 0, data, 0, SIZE);
            return data;
        }
        long random = 1;
        for (int to = 0; to < SIZE; to += piece) {
            random += SplitMix64.GOLDEN_GAMMA;
            int from = (int) (SplitMix64.mix64(random) >>> (64 - TEXT_BITS));
            for (int done = 0; done < piece; done += 8) {
                LittleEndian.putLong(data, to + done, LittleEndian.getLong(text, from + done));
            }
        }
        return data;
    }
}

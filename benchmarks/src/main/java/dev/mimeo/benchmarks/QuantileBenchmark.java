package dev.mimeo.benchmarks;

import dev.mimeo.query.internal.stream.Quantiles;
import dev.mimeo.statistics.QuantileSketch;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.datasketches.kll.KllDoublesSketch;
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
import org.openjdk.jmh.annotations.Warmup;

/** Cost of approximate quantiles of many values, compared with sorting the values. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class QuantileBenchmark {

    private static final double ERROR = 0.005;
    private static final long BOUND = 10_000_000_000L;
    private static final double WANTED = 0.5;

    /** Number of values, which are uniform. */
    @Param({"1000000", "10000000"})
    public int count = 1_000_000;

    private double[] values = new double[0];

    /** Makes the values. */
    @Setup
    public void prepare() {
        values = new Random(1).doubles(count).toArray();
    }

    /** Sorts a copy of the values. */
    @Benchmark
    public double sort() {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[(int) (WANTED * sorted.length)];
    }

    /** Adds the values to a sketch of 8 buffers of 2341. */
    @Benchmark
    public double sketch() {
        QuantileSketch sketch = new QuantileSketch(ERROR, BOUND);
        for (double value : values) {
            sketch.add(value);
        }
        return sketch.quantile(WANTED);
    }

    /** Adds the values to a sketch of Apache DataSketches with as small an error, for 99 % of all sequences of random choices. */
    @Benchmark
    public double kll() {
        KllDoublesSketch sketch = KllDoublesSketch.newHeapInstance(KllDoublesSketch.getKFromEpsilon(ERROR, false));
        for (double value : values) {
            sketch.update(value);
        }
        return sketch.getQuantile(WANTED);
    }

    /** Does so with moments and extremes too. */
    @Benchmark
    public double quantiles() {
        Quantiles quantiles = new Quantiles(ERROR, BOUND);
        for (double value : values) {
            quantiles.add(value);
        }
        return quantiles.quantile(WANTED);
    }
}

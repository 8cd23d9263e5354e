package dev.mimeo.benchmarks;

import dev.mimeo.dataseries.module.RotatingMap;
import dev.mimeo.internal.random.Mixing;
import dev.mimeo.query.internal.stream.HeavyHitters;
import dev.mimeo.query.internal.stream.TupleCells;
import dev.mimeo.query.internal.stream.TupleLayout;
import dev.mimeo.query.internal.stream.TupleTable;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
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

/** Cost per row of the tables of analyses, compared with those of the Java library and of fastutil. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class TableBenchmark {

    private static final int ROWS = 1_000_000;

    /** Calls that wait for their replies. */
    private static final int WAITING = 1000;

    private static final int TOP = 1000;
    private static final TupleLayout LAYOUT = new TupleLayout(32, 1, 33, 8, 1);

    /** Number of different keys, which come equally often. */
    @Param({"1000", "100000"})
    public int keys = 1000;

    private long[] rows = new long[0];
    private TupleCells base = new TupleCells(LAYOUT);

    /** Two integers as one key. */
    private record Pair(long first, long second) {}

    /** Makes the keys. */
    @Setup
    public void prepare() {
        Random random = new Random(1);
        long[] all = random.longs(keys).toArray();
        rows = random.ints(ROWS, 0, keys).mapToLong(i -> all[i]).toArray();
        base = new TupleCells(LAYOUT);
        for (int i = 0; i < keys; i++) {
            base.add(LAYOUT.part(0, i / 20) | LAYOUT.part(1, i), LAYOUT.part(2, 7) | LAYOUT.part(3, i % 20), i);
        }
    }

    /** Counts rows by two integers, of which the second is always the same. */
    @Benchmark
    @OperationsPerInvocation(ROWS)
    public long countTupleTable() {
        TupleTable table = new TupleTable();
        int[] counts = new int[keys];
        for (long row : rows) {
            counts[table.add(row, 1)]++;
        }
        return (long) table.size() + counts[0];
    }

    /** Counts rows by one integer. */
    @Benchmark
    @OperationsPerInvocation(ROWS)
    public long countFastutil() {
        Long2IntOpenHashMap map = new Long2IntOpenHashMap();
        for (long row : rows) {
            map.addTo(row, 1);
        }
        return map.size();
    }

    /** Counts rows by two integers. */
    @Benchmark
    @OperationsPerInvocation(ROWS)
    public long countHashMap() {
        Map<Pair, Integer> map = new HashMap<>();
        for (long row : rows) {
            map.merge(new Pair(row, 1), 1, Integer::sum);
        }
        return map.size();
    }

    /** Counts rows by two integers, in 1000 entries. */
    @Benchmark
    @OperationsPerInvocation(ROWS)
    public long countHeavyHitters() {
        HeavyHitters top = new HeavyHitters(TOP, (from, to) -> {});
        for (long row : rows) {
            top.add(row, 1);
        }
        return top.size();
    }

    /** Adds up rows by two integers: count, sum, squares, extremes. */
    @Benchmark
    @OperationsPerInvocation(ROWS)
    public double statisticsTupleCells() {
        TupleCells cells = new TupleCells(LAYOUT);
        for (long row : rows) {
            cells.add(row, 1, (double) row);
        }
        return cells.sum(0);
    }

    /** Makes the cube of five columns of as many tuples as there are keys; a row is one of the 32 cells of a tuple. */
    @Benchmark
    public double cube() {
        TupleCells cube = new TupleCells(LAYOUT);
        cube.addCube(base, (any, first, second) -> any != 0);
        return cube.size();
    }

    /** Keeps each call until its reply, of which 1000 are waited for. */
    @Benchmark
    @OperationsPerInvocation(ROWS)
    public long waitRotatingMap() {
        RotatingMap map = new RotatingMap();
        long sum = 0;
        for (int i = 0; i < ROWS; i++) {
            map.put(Mixing.fibonacci64(i), i);
            if (i >= WAITING) {
                sum += map.take(Mixing.fibonacci64(i - WAITING), 0);
            }
            if (i % (ROWS / 10) == 0) {
                map.rotate((key, value) -> {});
            }
        }
        return sum;
    }

    /** Does so without dropping what is never answered. */
    @Benchmark
    @OperationsPerInvocation(ROWS)
    public long waitFastutil() {
        Long2LongOpenHashMap map = new Long2LongOpenHashMap();
        long sum = 0;
        for (int i = 0; i < ROWS; i++) {
            map.put(Mixing.fibonacci64(i), i);
            if (i >= WAITING) {
                sum += map.remove(Mixing.fibonacci64(i - WAITING));
            }
        }
        return sum;
    }

    /** Does so without dropping what is never answered. */
    @Benchmark
    @OperationsPerInvocation(ROWS)
    public long waitHashMap() {
        Map<Long, Long> map = new HashMap<>();
        long sum = 0;
        for (int i = 0; i < ROWS; i++) {
            map.put(Mixing.fibonacci64(i), (long) i);
            if (i >= WAITING) {
                Long found = map.remove(Mixing.fibonacci64(i - WAITING));
                sum += found == null ? 0 : found;
            }
        }
        return sum;
    }
}

package dev.mimeo.nfs.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.LongToDoubleFunction;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Bursts of packets against a queue of buffers and simulated threads that store them, on a virtual clock. */
final class BurstTest {

    private static final long STEP_NANOS = 2_000_000;
    private static final double STEP = 0.002;
    private static final int SIZE = 1 << 10;

    /**
     * A machine that stores buffers.
     *
     * @param rates buffers a second that a thread stores with each level
     */
    private record Machine(int buffers, int threads, List<Double> rates) {

        Machine(int buffers, int threads, double... rates) {
            this(buffers, threads, DoubleStream.of(rates).boxed().toList());
        }
    }

    /** The thread that stores a buffer, and how far it is. */
    private static final class Worker {
        private BufferQueue.@Nullable Work work;
        private int rung;
        private boolean again;
        private long start;
        private double done;
    }

    /** Lost and abandoned buffers of a run. */
    private record Outcome(double lost, int abandoned) {}

    /** Stores what arrives, in buffers a second by the time in nanoseconds. */
    private static Outcome run(Machine machine, double seconds, LongToDoubleFunction arrivals)
            throws InterruptedException {
        long[] now = {0};
        LevelLadder ladder = new LevelLadder(machine.rates.size());
        BufferQueue queue = new BufferQueue(machine.buffers, SIZE, machine.threads, ladder, () -> now[0]);
        Worker[] workers = new Worker[machine.threads];
        for (int i = 0; i < workers.length; i++) {
            workers[i] = new Worker();
        }
        PacketBuffer current = queue.free();
        int waiting = 0;
        int abandoned = 0;
        double filled = 0;
        double lost = 0;
        for (; now[0] < seconds * 1e9; now[0] += STEP_NANOS) {
            double come = arrivals.applyAsDouble(now[0]) * STEP;
            current = current == null ? queue.free() : current;
            if (current == null) {
                lost += come;
            } else {
                filled += come;
            }
            if (current != null && filled >= 1) {
                filled -= 1;
                current.end = SIZE;
                PacketBuffer next = queue.free();
                queue.put(current);
                waiting++;
                current = next;
            }
            for (Worker worker : workers) {
                if (worker.work == null && waiting > 0) {
                    waiting--;
                    worker.work = Objects.requireNonNull(queue.take());
                    worker.rung = worker.work.rung();
                    worker.again = false;
                    worker.start = now[0];
                    worker.done = 0;
                }
                if (worker.work != null) {
                    abandoned += step(worker, machine, queue, now[0]) ? 1 : 0;
                }
            }
        }
        return new Outcome(lost, abandoned);
    }

    /** Returns whether a compression was abandoned. */
    private static boolean step(Worker worker, Machine machine, BufferQueue queue, long now) {
        BufferQueue.Work work = Objects.requireNonNull(worker.work);
        worker.done += machine.rates.get(worker.rung) * STEP;
        if (worker.done >= 1) {
            queue.stored(work.buffer(), worker.rung, worker.start);
            queue.release(work.buffer());
            worker.work = null;
        } else if (!worker.again && queue.isPressed(work, (int) (worker.done * SIZE))) {
            worker.again = true;
            worker.rung = queue.fastest();
            worker.start = now;
            worker.done = 0;
            return true;
        }
        return false;
    }

    /** Returns the buffers that were lost as the ladder was at first: it began with the strongest level and gave nothing up. */
    private static double lostAtFirst(Machine machine, double seconds, LongToDoubleFunction arrivals) {
        LevelLadder ladder = new LevelLadder(machine.rates.size());
        int room = machine.buffers - 1 - machine.threads;
        int rung = 0;
        int waiting = 0;
        double filled = 0;
        double lost = 0;
        double[] left = new double[machine.threads];
        double[] rates = new double[machine.threads];
        for (long now = 0; now < seconds * 1e9; now += STEP_NANOS) {
            double come = arrivals.applyAsDouble(now) * STEP;
            filled += come;
            if (filled >= 1 && waiting < room) {
                filled -= 1;
                waiting++;
            } else if (filled >= 1) {
                filled -= come;
                lost += come;
            }
            for (int i = 0; i < left.length; i++) {
                left[i] -= rates[i] * STEP;
                if (left[i] <= 0 && waiting > 0) {
                    waiting--;
                    rung = ladder.next(rung, waiting, room);
                    left[i] = 1;
                    rates[i] = machine.rates.get(rung);
                }
            }
        }
        return lost;
    }

    private static LongToDoubleFunction burst(double before, double during, double from, double to) {
        return nanos -> nanos >= from * 1e9 && nanos < to * 1e9 ? during : before;
    }

    /** Buffers of 128 MiB, levels zstd:19, zstd:9, zstd:3, lz4 and none, 1.1 Gb/s for 20 s after a quiet time. */
    @Test
    void aBurstThatWasLostAtFirstIsStored() throws InterruptedException {
        Machine machine = new Machine(16, 1, 0.015, 0.25, 1.2, 2.5, 3);
        LongToDoubleFunction burst = burst(0.01, 1.02, 100, 120);
        assertThat(lostAtFirst(machine, 150, burst)).as("at first").isGreaterThan(1);
        Outcome outcome = run(machine, 400, burst);
        assertThat(outcome.lost()).isZero();
        // A burst from the first second on finds a level in the middle.
        assertThat(run(machine, 60, burst(1.02, 1.02, 0, 1)).lost()).isZero();
    }

    /** A disk that is slower than packets come, but not slower than they come out of lz4. */
    @Test
    void aSlowDiskIsSparedByLightCompression() throws InterruptedException {
        Machine machine = new Machine(16, 1, 0.015, 0.25, 0.9, 2.5, 0.7);
        LongToDoubleFunction burst = burst(0.01, 1.02, 100, 200);
        assertThat(lostAtFirst(machine, 250, burst)).as("at first").isGreaterThan(10);
        assertThat(run(machine, 600, burst).lost()).isZero();
        assertThat(run(new Machine(16, 1, 2.5, 0.7), 600, burst).lost())
                .as("lz4,none")
                .isZero();
    }

    /** With room for two buffers a thread and a level that is as fast as the packets come, nothing is lost, whenever they come. */
    @Test
    void nothingIsLostThatSomeLevelIsFastEnoughFor() throws InterruptedException {
        for (int seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            int threads = 1 + random.nextInt(3);
            Machine machine = new Machine(
                    1 + threads + 2 * threads + random.nextInt(30),
                    threads,
                    0.01 + random.nextDouble() * 0.1,
                    0.3,
                    1,
                    2,
                    4);
            double[] loads = new double[40];
            for (int i = 0; i < loads.length; i++) {
                loads[i] = random.nextInt(3) == 0 ? random.nextDouble() * 3.6 * threads : random.nextDouble() * 0.1;
            }
            Outcome outcome = run(machine, 10.0 * loads.length, nanos -> loads[(int) (nanos / 10_000_000_000L)]);
            assertThat(outcome.lost()).as("seed %d of %s", seed, machine).isZero();
        }
    }
}

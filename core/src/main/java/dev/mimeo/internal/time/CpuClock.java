package dev.mimeo.internal.time;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;

/** Reads the CPU time that the calling thread has used, so that other work on the machine does not count. */
@FunctionalInterface
public interface CpuClock {

    /** Returns nanoseconds since an arbitrary start; differences on one thread mean something. */
    long nanos();

    /**
     * Returns the clock of the calling thread, or elapsed time where the platform has no CPU time of threads, or only counts ticks
     * of the scheduler, as Windows does. Its first readings are made here, so that the measured code does not pay for loading it.
     */
    static CpuClock ofThread() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        if (!threads.isCurrentThreadCpuTimeSupported()) {
            return System::nanoTime;
        }
        threads.setThreadCpuTimeEnabled(true);
        return fine(threads::getCurrentThreadCpuTime, System::nanoTime);
    }

    /**
     * Returns the clock of CPU time if it moves on within 0.2 ms of elapsed time in one of five trials, for the thread may have to
     * wait for a CPU in some; otherwise that of elapsed time. Ticks of schedulers take 1 to 16 ms.
     */
    static CpuClock fine(CpuClock cpu, CpuClock elapsed) {
        for (int trial = 0; trial < 5; trial++) {
            long start = elapsed.nanos();
            long first = cpu.nanos();
            long moved;
            do {
                moved = cpu.nanos() - first;
            } while (moved == 0 && elapsed.nanos() - start < 200_000);
            if (moved > 0 && moved < 1_000_000) {
                return cpu;
            }
        }
        return elapsed;
    }

    /**
     * Returns how long a timed section must be for the clock not to matter: a hundred times the typical step between two
     * readings, at least 50 microseconds and at most 50 milliseconds.
     */
    static long shortestReading(CpuClock clock) {
        long[] steps = new long[2001];
        long last = clock.nanos();
        for (int i = 0; i < steps.length; i++) {
            long now = clock.nanos();
            steps[i] = now - last;
            last = now;
        }
        Arrays.sort(steps);
        // A coarse clock mostly stands still: then its smallest jump is its step.
        long step = steps[steps.length / 2];
        for (int i = steps.length / 2; step == 0 && i < steps.length; i++) {
            step = steps[i];
        }
        return Math.min(50_000_000L, Math.max(50_000L, 100 * step));
    }
}

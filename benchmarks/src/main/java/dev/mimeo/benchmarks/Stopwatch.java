package dev.mimeo.benchmarks;

import java.time.Duration;

/**
 * Wall-clock time, and CPU time of the whole process, including garbage collection, compilation, native code and
 * servers that it has started.
 *
 * @param cpuSeconds CPU time, accurate to about 10 ms
 * @param wallSeconds wall-clock time
 */
record Stopwatch(double cpuSeconds, double wallSeconds) {

    /** Task to measure. */
    @FunctionalInterface
    interface Task {
        void run() throws Exception;
    }

    static Stopwatch measure(Task task) throws Exception {
        long wall = System.nanoTime();
        Duration cpu = cpu();
        task.run();
        Duration used = cpu().minus(cpu);
        return new Stopwatch(used.toNanos() * 1e-9, (System.nanoTime() - wall) * 1e-9);
    }

    private static Duration cpu() {
        ProcessHandle self = ProcessHandle.current();
        return self.descendants()
                .flatMap(process -> process.info().totalCpuDuration().stream())
                .reduce(cpu(self), Duration::plus);
    }

    private static Duration cpu(ProcessHandle process) {
        return process.info()
                .totalCpuDuration()
                .orElseThrow(() -> new IllegalStateException("this system does not tell the CPU time of a process"));
    }
}

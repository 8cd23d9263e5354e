package dev.mimeo.benchmarks.counters;

import java.lang.management.ManagementFactory;
import java.util.Arrays;

/** The CPU time of the calling thread, and the median of such times. */
final class CpuTimes {

    private CpuTimes() {}

    static long nanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}

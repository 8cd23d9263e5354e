package dev.mimeo.dataseries;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** CPU time of the calling thread. */
final class ThreadTime {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final boolean MEASURED =
            THREADS.isCurrentThreadCpuTimeSupported() && THREADS.isThreadCpuTimeEnabled();

    private ThreadTime() {}

    /** Returns nanoseconds from an arbitrary start; always 0 where the virtual machine does not measure them. */
    static long nanos() {
        return MEASURED ? THREADS.getCurrentThreadCpuTime() : 0;
    }
}

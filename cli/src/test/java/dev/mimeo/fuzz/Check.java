package dev.mimeo.fuzz;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Locale;

/** Conditions that no input may break. */
final class Check {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Check() {}

    static void that(boolean condition, String message, Object... values) {
        if (!condition) {
            throw new AssertionError(String.format(Locale.ROOT, message, values));
        }
    }

    /** The action on an input. */
    @FunctionalInterface
    interface Action {
        void run() throws IOException;
    }

    /**
     * Does something and checks that it takes no more memory than it may.
     *
     * @param mostBytes allocated by the thread, all together
     * @param inputBytes size of the input, for the message
     */
    static void allocates(long mostBytes, int inputBytes, Action action) throws IOException {
        long allocated = allocated(action);
        if (allocated > mostBytes) {
            // The first time classes are loaded and instrumented, which takes memory too.
            allocated = allocated(action);
        }
        that(allocated <= mostBytes, "%d bytes allocated for %d bytes", allocated, inputBytes);
    }

    private static long allocated(Action action) throws IOException {
        long thread = Thread.currentThread().getId();
        long before = THREADS.getThreadAllocatedBytes(thread);
        action.run();
        return THREADS.getThreadAllocatedBytes(thread) - before;
    }

    /** Checks that a user can be shown what is wrong. */
    static void oneLine(Exception refusal) {
        String message = String.valueOf(refusal.getMessage());
        that(!message.isBlank() && message.indexOf('\n') < 0, "message '%s'", message);
    }
}

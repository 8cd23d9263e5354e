package dev.mimeo.benchmarks;

/** What a benchmark ran on, in words. */
final class BenchmarkMachine {

    private BenchmarkMachine() {}

    static String describe() {
        return "Java " + System.getProperty("java.version") + ", " + System.getProperty("os.name") + " "
                + System.getProperty("os.arch") + ", " + Runtime.getRuntime().availableProcessors() + " processors";
    }
}

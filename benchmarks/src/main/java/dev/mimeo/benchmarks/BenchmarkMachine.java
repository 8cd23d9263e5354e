package dev.mimeo.benchmarks;

/** Description of the machine that a benchmark ran on. */
final class BenchmarkMachine {

    private BenchmarkMachine() {}

    static String describe() {
        return "Java " + System.getProperty("java.version") + ", " + System.getProperty("os.name") + " "
                + System.getProperty("os.arch") + ", " + Runtime.getRuntime().availableProcessors() + " processors";
    }
}

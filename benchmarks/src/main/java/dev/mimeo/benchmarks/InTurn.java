package dev.mimeo.benchmarks;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Setup;

/**
 * Runs the methods of a JMH benchmark in turn, in one thread and one virtual machine, and prints the medians of their CPU
 * time. On a busy machine CPU times are still comparable; wall-clock times are not.
 */
public final class InTurn {

    private static final int WARM_UP = 3;

    private InTurn() {}

    /**
     * Runs a benchmark.
     *
     * @param arguments name of the class in this package, rounds, and such as {@code keys=1000} for its parameters
     */
    public static void main(String[] arguments) throws ReflectiveOperationException {
        if (arguments.length < 2) {
            System.err.println("usage: InTurn BENCHMARK ROUNDS [PARAMETER=INTEGER]...");
            System.exit(2);
        }
        Class<?> type = Class.forName(InTurn.class.getPackageName() + "." + arguments[0]);
        Object benchmark = type.getConstructor().newInstance();
        for (int i = 2; i < arguments.length; i++) {
            int equals = arguments[i].indexOf('=');
            type.getField(arguments[i].substring(0, equals))
                    .setInt(benchmark, Integer.parseInt(arguments[i].substring(equals + 1)));
        }
        List<Method> methods = new ArrayList<>();
        for (Method method : type.getMethods()) {
            if (method.isAnnotationPresent(Setup.class)) {
                method.invoke(benchmark);
            } else if (method.isAnnotationPresent(Benchmark.class)) {
                methods.add(method);
            }
        }
        methods.sort(Comparator.comparing(Method::getName));
        int rounds = Integer.parseInt(arguments[1]);
        double[][] nanos = new double[methods.size()][rounds];
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        for (int round = -WARM_UP; round < rounds; round++) {
            for (int i = 0; i < nanos.length; i++) {
                long start = threads.getCurrentThreadCpuTime();
                Object result = methods.get(i).invoke(benchmark);
                long end = threads.getCurrentThreadCpuTime();
                if (round >= 0 && result != null) {
                    nanos[i][round] = end - start;
                }
            }
        }
        for (int i = 0; i < nanos.length; i++) {
            OperationsPerInvocation operations = methods.get(i).getAnnotation(OperationsPerInvocation.class);
            Arrays.sort(nanos[i]);
            double median = nanos[i][rounds / 2] / (operations == null ? 1 : operations.value());
            System.out.printf(Locale.ROOT, "%-24s %,14.1f ns%n", methods.get(i).getName(), median);
        }
    }
}

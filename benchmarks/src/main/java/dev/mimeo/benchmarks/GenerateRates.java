package dev.mimeo.benchmarks;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.CharacterizationCatalog;
import dev.mimeo.generate.BundledCharacterizations;
import dev.mimeo.generate.DataProducer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.Locale;

/**
 * Prints the rates of generation from bundled characterizations, of one thread that is compiled already, in MB per second of CPU time. On
 * a machine with much other work these can be compared, which rates of elapsed time cannot.
 */
public final class GenerateRates {

    /** Bytes that are generated at a time, as many as {@link DataProducer#writeTo} does. */
    private static final int SIZE = 4 << 20;

    private static final long WARM_UP_NANOS = 600_000_000;
    private static final long ROUND_NANOS = 150_000_000;
    private static final int ROUNDS = 3;

    private GenerateRates() {}

    /**
     * Measures.
     *
     * @param arguments names of bundled characterizations, or none for all
     */
    public static void main(String[] arguments) throws IOException {
        List<String> names = arguments.length > 0
                ? List.of(arguments)
                : BundledCharacterizations.list().stream()
                        .map(CharacterizationCatalog.Entry::name)
                        .toList();
        byte[] data = new byte[SIZE];
        for (String name : names) {
            try (Characterization characterization = BundledCharacterizations.open(name);
                    DataProducer producer = DataProducer.of(characterization).build()) {
                rate(producer, data, WARM_UP_NANOS);
                double best = 0;
                for (int round = 0; round < ROUNDS; round++) {
                    best = Math.max(best, rate(producer, data, ROUND_NANOS));
                }
                System.out.printf(Locale.ROOT, "%-20s %,6.0f MB/s%n", name, best);
            }
        }
    }

    /** Generates for a time; returns MB per second of CPU time. */
    private static double rate(DataProducer producer, byte[] data, long nanos) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long start = threads.getCurrentThreadCpuTime();
        long bytes = 0;
        long taken;
        do {
            producer.fill(data, 0, data.length);
            bytes += data.length;
            taken = threads.getCurrentThreadCpuTime() - start;
        } while (taken < nanos);
        return bytes * 1e3 / taken;
    }
}

package dev.mimeo.fidelity;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The result of comparing one synthetic data set with its original. Immutable.
 *
 * @param original the original data
 * @param synthetic the synthetic data
 * @param comparedBytes number of bytes compared, from the start of each data set: the size of the smaller one
 * @param chunks number of chunks in these bytes
 * @param options options of the comparison
 * @param machine machine on which the times were measured
 * @param codecs one entry per codec, in the order asked for
 * @param content comparison of entropy, byte histograms, repetitions and duplicates
 */
public record ComparisonResult(
        Side original,
        Side synthetic,
        long comparedBytes,
        long chunks,
        ComparisonOptions options,
        Machine machine,
        List<CodecComparison> codecs,
        ContentComparison content) {

    /**
     * The values of one quantity for the original and the synthetic data.
     *
     * @param original of the original data, finite
     * @param synthetic of the synthetic data, finite
     */
    public record MeasuredPair(double original, double synthetic) {

        /** Checks that both values are finite. */
        public MeasuredPair {
            if (!Double.isFinite(original) || !Double.isFinite(synthetic)) {
                throw new IllegalArgumentException("not finite: " + original + ", " + synthetic);
            }
        }

        /** Returns {@code synthetic / original - 1}; if {@code original} is 0, returns 0 if both are 0, otherwise 1. */
        public double deviation() {
            return Statistics.deviation(original, synthetic);
        }
    }

    /**
     * Machine on which times were measured.
     *
     * @param processor model of the CPU, or the architecture if the model is unknown
     * @param processors number of CPUs available to the process
     * @param system name and version of the operating system
     * @param java vendor and version of the virtual machine
     */
    public record Machine(String processor, int processors, String system, String java) {

        /** Describes the machine this runs on. */
        static Machine current() {
            return new Machine(
                    processorModel(),
                    Runtime.getRuntime().availableProcessors(),
                    System.getProperty("os.name") + " " + System.getProperty("os.version"),
                    System.getProperty("java.vm.name") + " " + Runtime.version());
        }

        private static String processorModel() {
            Path cpuInfo = Path.of("/proc/cpuinfo");
            String architecture = System.getProperty("os.arch", "unknown");
            if (!Files.isReadable(cpuInfo)) {
                return architecture;
            }
            try (Stream<String> lines = Files.lines(cpuInfo)) {
                return lines.filter(line -> line.startsWith("model name"))
                        .map(line -> line.substring(line.indexOf(':') + 1).strip())
                        .filter(model -> !model.isEmpty())
                        .findFirst()
                        .orElse(architecture);
            } catch (IOException e) {
                return architecture; // the report is no worse for not naming the model
            }
        }
    }

    /** Copies the list. */
    public ComparisonResult {
        codecs = List.copyOf(codecs);
    }

    /** Tells whether nothing lies outside a tolerance; {@link Tolerance#violations} says what does. */
    public boolean within(Tolerance tolerance) {
        return tolerance.violations(this).isEmpty();
    }

    /**
     * One side.
     *
     * @param label its name
     * @param bytes its size
     * @param files its number of files
     */
    public record Side(String label, long bytes, int files) {
        static Side of(DataSample sample) {
            return new Side(sample.label(), sample.bytes(), sample.files());
        }
    }
}

package dev.mimeo.fidelity;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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
 * @param files comparison of each file, null if it was not asked for
 */
public record ComparisonResult(
        Side original,
        Side synthetic,
        long comparedBytes,
        long chunks,
        ComparisonOptions options,
        Machine machine,
        List<CodecComparison> codecs,
        ContentComparison content,
        @Nullable FileComparisons files) {

    /**
     * The values of one quantity for the original and the synthetic data.
     *
     * @param original value of the original data, finite
     * @param synthetic value of the synthetic data, finite
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

    /** Returns whether nothing lies outside a tolerance; {@link Tolerance#violations} says what does. */
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

    /**
     * The comparison of the ratios of each file of an original tree. Deviations of single files may cancel in those of the whole data
     * set. Immutable.
     *
     * <p>Empty files have no ratio and are left out. Files larger than {@link ComparisonOptions#fastBytes} are compared by segments from
     * all of the file, as are those larger than the limit for slow codecs. Times are not compared: those of small files are noise.
     *
     * @param byPath whether both sides are trees, and files of the same relative path were compared. Otherwise a file was compared with the
     *     bytes at the offset that it has among all bytes of the original
     * @param files number of files that were compared
     * @param onlyOriginal number of files of the original without synthetic data
     * @param onlySynthetic number of files of the synthetic data without original; 0 if files are compared by offset
     * @param unpaired the first of these files of each side, at most {@value #MOST_LISTED}, with a size of 0 on the other side and without
     *     ratios
     * @param codecs all files together, in the order of the codecs
     * @param worst files in descending order of the largest absolute deviation of their ratios; at most {@value #MOST_LISTED}
     */
    public record FileComparisons(
            boolean byPath,
            long files,
            long onlyOriginal,
            long onlySynthetic,
            List<FileRatios> unpaired,
            List<CodecFiles> codecs,
            List<FileRatios> worst) {

        /** Largest number of files that are listed; others are only counted. */
        public static final int MOST_LISTED = 1000;

        /**
         * The ratios of all files under one codec, each file compressed as one stream.
         *
         * @param codec canonical name
         * @param total uncompressed over compressed bytes of all files together
         * @param meanDeviation mean of the absolute deviations of the files, each with the same weight
         * @param byteMeanDeviation mean of the absolute deviations of the files, weighted by their compared bytes. Deviations cancel if it
         *     is much larger than the absolute deviation of the total
         */
        public record CodecFiles(
                String codec, ComparisonResult.MeasuredPair total, double meanDeviation, double byteMeanDeviation) {}

        /**
         * A file.
         *
         * @param name relative path with slashes
         * @param originalBytes size of the original
         * @param syntheticBytes size of the synthetic file; if files are compared by offset, the number of compared bytes
         * @param ratios uncompressed over compressed bytes, in the order of the codecs, of as many bytes as both have; empty if that is 0
         */
        public record FileRatios(
                String name, long originalBytes, long syntheticBytes, List<ComparisonResult.MeasuredPair> ratios) {

            /** Copies the list. */
            public FileRatios {
                ratios = List.copyOf(ratios);
            }

            /** Returns the number of bytes of each side that were compared. */
            public long comparedBytes() {
                return Math.min(originalBytes, syntheticBytes);
            }

            /** Returns the index of the codec whose ratio has the largest absolute deviation, 0 if there are none. */
            public int worstCodec() {
                int worst = 0;
                for (int i = 1; i < ratios.size(); i++) {
                    if (Math.abs(ratios.get(i).deviation())
                            > Math.abs(ratios.get(worst).deviation())) {
                        worst = i;
                    }
                }
                return worst;
            }

            /** Returns the deviation with the largest absolute value, {@code synthetic / original - 1}; 0 if there are none. */
            public double worstDeviation() {
                return ratios.isEmpty() ? 0 : ratios.get(worstCodec()).deviation();
            }

            /** Returns the mean over the codecs of the absolute deviations. */
            public double meanDeviation() {
                return ratios.stream()
                        .mapToDouble(ratio -> Math.abs(ratio.deviation()))
                        .average()
                        .orElse(0);
            }
        }

        /** Copies the lists. */
        public FileComparisons {
            unpaired = List.copyOf(unpaired);
            codecs = List.copyOf(codecs);
            worst = List.copyOf(worst);
        }
    }
}

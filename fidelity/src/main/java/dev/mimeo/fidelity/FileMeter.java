package dev.mimeo.fidelity;

import dev.mimeo.codec.Codec;
import dev.mimeo.codec.Codecs;
import dev.mimeo.fidelity.ComparisonResult.FileComparisons;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.DoubleConsumer;

/**
 * Compares the compression ratios of each file of a tree. For one call of {@link #measure}, on the calling thread.
 */
final class FileMeter {

    private static final Comparator<FileComparisons.FileRatios> BY_DEVIATION = Comparator.comparingDouble(
                    (FileComparisons.FileRatios file) -> Math.abs(file.worstDeviation()))
            .thenComparing(FileComparisons.FileRatios::name, Comparator.reverseOrder());

    private final ComparisonOptions options;
    private final List<Codec> codecs = new ArrayList<>();
    private final CodecSums[] sums;
    private final PriorityQueue<FileComparisons.FileRatios> worst = new PriorityQueue<>(BY_DEVIATION);
    private byte[] target = new byte[0];
    private long files;

    FileMeter(ComparisonOptions options) {
        this.options = options;
        this.sums = new CodecSums[options.codecs().size()];
        for (int i = 0; i < sums.length; i++) {
            sums[i] = new CodecSums();
        }
    }

    /**
     * Compares all files. The counterpart of a file is the synthetic file with the same path. If the synthetic data is one
     * file, the counterpart is its range at the offset that the file has in the tree.
     *
     * @param original a tree
     * @param synthetic a tree or one file
     * @param progress given the fraction of the original that has been compared, 0 to 1
     * @throws InterruptedIOException if the thread is interrupted
     * @throws IOException if a file cannot be read
     */
    FileComparisons measure(DataSample original, DataSample synthetic, DoubleConsumer progress) throws IOException {
        Map<String, Integer> others = new HashMap<>();
        if (synthetic.isTree()) {
            for (int i = 0; i < synthetic.files(); i++) {
                others.put(synthetic.name(i), i);
            }
        }
        List<FileComparisons.FileRatios> unpaired = new ArrayList<>();
        long onlyOriginal = 0;
        try {
            for (String name : options.codecs()) {
                codecs.add(Codecs.open(name));
            }
            for (int i = 0; i < original.files(); i++) {
                String name = original.name(i);
                long start = original.start(i);
                long size = Math.max(0, Math.min(original.size(i), synthetic.bytes() - start));
                if (synthetic.isTree()) {
                    Integer other = others.remove(name);
                    start = other == null ? 0 : synthetic.start(other);
                    size = other == null ? 0 : synthetic.size(other);
                }
                if (size == 0) {
                    if (onlyOriginal++ < FileComparisons.MOST_LISTED) {
                        unpaired.add(new FileComparisons.FileRatios(name, original.size(i), 0, List.of()));
                    }
                } else {
                    compare(name, original, i, synthetic, start, size);
                }
                progress.accept((double) (original.start(i) + original.size(i)) / original.bytes());
            }
        } finally {
            codecs.forEach(Codec::close);
        }
        others.values().stream()
                .sorted()
                .limit(FileComparisons.MOST_LISTED)
                .map(other ->
                        new FileComparisons.FileRatios(synthetic.name(other), 0, synthetic.size(other), List.of()))
                .forEach(unpaired::add);
        List<FileComparisons.CodecFiles> totals = new ArrayList<>();
        for (int i = 0; i < sums.length; i++) {
            totals.add(sums[i].total(options.codecs().get(i), files));
        }
        return new FileComparisons(
                synthetic.isTree(),
                files,
                onlyOriginal,
                others.size(),
                unpaired,
                totals,
                worst.stream().sorted(BY_DEVIATION.reversed()).toList());
    }

    private void compare(
            String name, DataSample original, int file, DataSample synthetic, long syntheticStart, long syntheticBytes)
            throws IOException {
        long common = Math.min(original.size(file), syntheticBytes);
        long start = original.start(file);
        JoinedSegments all =
                JoinedSegments.read(original, start, synthetic, syntheticStart, common, options.fastBytes());
        JoinedSegments few = common <= Math.min(options.fastBytes(), options.slowBytesInBudget())
                ? all
                : JoinedSegments.read(original, start, synthetic, syntheticStart, common, options.slowBytesInBudget());
        List<ComparisonResult.MeasuredPair> ratios = new ArrayList<>(sums.length);
        for (int i = 0; i < sums.length; i++) {
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedIOException("interrupted while comparing files");
            }
            JoinedSegments joined = ComparisonOptions.isSlow(options.codecs().get(i)) ? few : all;
            int before = compressed(codecs.get(i), joined.original());
            int after = compressed(codecs.get(i), joined.synthetic());
            ratios.add(new ComparisonResult.MeasuredPair(
                    (double) joined.length() / before, (double) joined.length() / after));
            sums[i].add(
                    joined.length(),
                    before,
                    after,
                    common,
                    Math.abs(ratios.get(i).deviation()));
        }
        files++;
        worst.add(new FileComparisons.FileRatios(name, original.size(file), syntheticBytes, ratios));
        if (worst.size() > FileComparisons.MOST_LISTED) {
            worst.remove();
        }
    }

    private int compressed(Codec codec, byte[] data) throws IOException {
        int most = codec.maxCompressedLength(data.length);
        if (target.length < most) {
            target = new byte[most];
        }
        return codec.compress(data, 0, data.length, target, 0, target.length);
    }

    /** Sums over the files under one codec. */
    private static final class CodecSums {
        private long bytes;
        private long original;
        private long synthetic;
        private double deviations;
        private double weights;
        private double weightedDeviations;

        void add(long length, long before, long after, long weight, double deviation) {
            bytes += length;
            original += before;
            synthetic += after;
            deviations += deviation;
            weights += weight;
            weightedDeviations += weight * deviation;
        }

        FileComparisons.CodecFiles total(String codec, long files) {
            return files == 0
                    ? new FileComparisons.CodecFiles(codec, new ComparisonResult.MeasuredPair(1, 1), 0, 0)
                    : new FileComparisons.CodecFiles(
                            codec,
                            new ComparisonResult.MeasuredPair((double) bytes / original, (double) bytes / synthetic),
                            deviations / files,
                            weightedDeviations / weights);
        }
    }
}

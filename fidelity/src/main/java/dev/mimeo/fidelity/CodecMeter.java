package dev.mimeo.fidelity;

import dev.mimeo.codec.Codec;
import dev.mimeo.codec.Codecs;
import dev.mimeo.internal.time.CpuClock;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleConsumer;
import java.util.function.IntFunction;

/** Measures one codec after the other on the same two sides, on the calling thread. */
final class CodecMeter {

    private static final int WARM_UP_BYTES = 64 << 10;
    private static final long WARM_UP_NANOS = 1_500_000_000L;
    private static final int LEAST_READINGS_OF_STREAM = 3;

    private final ComparisonOptions options;
    private final CpuClock clock;
    private final long shortestReading;

    CodecMeter(ComparisonOptions options, CpuClock clock) {
        this.options = options;
        this.clock = clock;
        this.shortestReading = CpuClock.shortestReading(clock);
    }

    /**
     * Measures a codec.
     *
     * @param joined data to compress as one stream
     * @param chunks data to compress chunk by chunk
     * @param grains chunks of a size, of which it compresses those of the sizes asked for
     * @param progress given the fraction of the work on this codec that is done
     */
    CodecComparison measure(
            String name,
            JoinedSegments joined,
            ChunkPairs chunks,
            IntFunction<ChunkPairs> grains,
            DoubleConsumer progress)
            throws IOException {
        try (Codec codec = Codecs.open(name)) {
            // The chunks first: after them the compiler knows the codec, and a stream that takes long need not be
            // repeated.
            ChunkSeries series = measureChunks(codec, chunks, progress);
            progress.accept(0.5);
            Stream stream = measureStream(codec, joined);
            List<CodecComparison.GranularityFigure> granularity = new ArrayList<>();
            for (int size : options.granularity()) {
                granularity.add(measureSizes(codec, grains.apply(size)));
            }
            return new CodecComparison(
                    codec.name(),
                    joined.length(),
                    stream.readings,
                    stream.ratio,
                    stream.compressTime,
                    stream.decompressTime,
                    series.ratio(),
                    series.compressTime(),
                    series.decompressTime(),
                    granularity);
        }
    }

    private Stream measureStream(Codec codec, JoinedSegments joined) throws IOException {
        int length = joined.length();
        int most = options.repetitions();
        PairTimer timer = new PairTimer(codec, clock, shortestReading, length, most);
        timer.warmUp(joined.original(), joined.synthetic(), Math.min(length, WARM_UP_BYTES), warmUpNanos());
        int least = Math.min(most, LEAST_READINGS_OF_STREAM);
        timer.measure(
                joined.original(),
                joined.synthetic(),
                length,
                least,
                most,
                options.budget().toNanos(),
                0);
        ComparisonResult.MeasuredPair sizes = timer.sizes();
        return new Stream(
                timer.readings(),
                new ComparisonResult.MeasuredPair(length / sizes.original(), length / sizes.synthetic()),
                timer.compressTime(),
                timer.decompressTime());
    }

    private long warmUpNanos() {
        return Math.min(WARM_UP_NANOS, options.budget().toNanos());
    }

    private ChunkSeries measureChunks(Codec codec, ChunkPairs chunks, DoubleConsumer progress) throws IOException {
        int count = chunks.count();
        ChunkSeries series = new ChunkSeries(count);
        PairTimer timer = new PairTimer(codec, clock, shortestReading, chunks.original().length, options.repetitions());
        chunks.load(0);
        timer.warmUp(chunks.original(), chunks.synthetic(), chunks.length(), warmUpNanos());
        long left = options.budget().toNanos();
        for (int i = 0; i < count; i++) {
            chunks.load(i);
            long start = clock.nanos();
            // An equal share of what is left for every chunk that is left.
            timer.measure(
                    chunks.original(),
                    chunks.synthetic(),
                    chunks.length(),
                    1,
                    options.repetitions(),
                    left / (count - i),
                    i);
            left = Math.max(0, left - (clock.nanos() - start));
            series.set(i, chunks.length(), timer);
            if ((i & 63) == 63) {
                progress.accept(0.5 * (i + 1) / count);
            }
        }
        return series;
    }

    /** Compresses chunks without taking times. */
    private static CodecComparison.GranularityFigure measureSizes(Codec codec, ChunkPairs chunks) throws IOException {
        byte[] target = new byte[codec.maxCompressedLength(chunks.original().length)];
        long bytes = 0;
        long original = 0;
        long synthetic = 0;
        for (int i = 0; i < chunks.count(); i++) {
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedIOException("interrupted while compressing chunks");
            }
            chunks.load(i);
            bytes += chunks.length();
            original += codec.compress(chunks.original(), 0, chunks.length(), target, 0, target.length);
            synthetic += codec.compress(chunks.synthetic(), 0, chunks.length(), target, 0, target.length);
        }
        ComparisonResult.MeasuredPair ratio =
                new ComparisonResult.MeasuredPair((double) bytes / original, (double) bytes / synthetic);
        return new CodecComparison.GranularityFigure(chunks.original().length, chunks.count(), ratio);
    }

    private record Stream(
            int readings,
            ComparisonResult.MeasuredPair ratio,
            CodecComparison.TimeFigure compressTime,
            CodecComparison.TimeFigure decompressTime) {}

    /** Collects the measurements of single chunks. */
    private static final class ChunkSeries {
        private final double[][] ratios;
        private final double[][] compressSeconds;
        private final double[][] decompressSeconds;
        private final double[] compressSpread;
        private final double[] decompressSpread;
        private final double[] compressedBytes = new double[2];
        private long bytes;

        ChunkSeries(int count) {
            ratios = new double[2][count];
            compressSeconds = new double[2][count];
            decompressSeconds = new double[2][count];
            compressSpread = new double[count];
            decompressSpread = new double[count];
        }

        void set(int index, int length, PairTimer timer) {
            ComparisonResult.MeasuredPair sizes = timer.sizes();
            ratios[0][index] = length / sizes.original();
            ratios[1][index] = length / sizes.synthetic();
            CodecComparison.TimeFigure compress = timer.compressTime();
            compressSeconds[0][index] = compress.original();
            compressSeconds[1][index] = compress.synthetic();
            compressSpread[index] = timer.compressSpread();
            CodecComparison.TimeFigure decompress = timer.decompressTime();
            decompressSeconds[0][index] = decompress.original();
            decompressSeconds[1][index] = decompress.synthetic();
            decompressSpread[index] = timer.decompressSpread();
            compressedBytes[0] += sizes.original();
            compressedBytes[1] += sizes.synthetic();
            bytes += length;
        }

        CodecComparison.ChunkComparison ratio() {
            ComparisonResult.MeasuredPair total =
                    new ComparisonResult.MeasuredPair(bytes / compressedBytes[0], bytes / compressedBytes[1]);
            return new CodecComparison.ChunkComparison(
                    Distribution.of(ratios[0]), Distribution.of(ratios[1]), total, 0);
        }

        CodecComparison.ChunkComparison compressTime() {
            return times(compressSeconds, compressSpread);
        }

        CodecComparison.ChunkComparison decompressTime() {
            return times(decompressSeconds, decompressSpread);
        }

        private static CodecComparison.ChunkComparison times(double[][] seconds, double[] spread) {
            ComparisonResult.MeasuredPair total = new ComparisonResult.MeasuredPair(
                    Arrays.stream(seconds[0]).sum(), Arrays.stream(seconds[1]).sum());
            return new CodecComparison.ChunkComparison(
                    Distribution.of(seconds[0]),
                    Distribution.of(seconds[1]),
                    total,
                    Distribution.of(spread).quantile(0.5));
        }
    }
}

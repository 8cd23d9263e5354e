package dev.mimeo.fidelity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mimeo.MimeoException;
import dev.mimeo.codec.Codec;
import dev.mimeo.codec.Codecs;
import dev.mimeo.internal.time.CpuClock;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ComparisonTest {

    @Test
    void identicalDataHasNoDistance() throws Exception {
        byte[] data = Samples.words(200_000, 1);
        ComparisonResult result = Samples.compare(data, data.clone());
        assertThat(result.codecs()).hasSize(2).allSatisfy(codec -> {
            assertThat(codec.ratio().deviation()).isZero();
            assertThat(codec.chunkRatio().medianDeviation()).isZero();
            assertThat(codec.chunkRatio().p90Deviation()).isZero();
            assertThat(codec.chunkRatio().kolmogorovSmirnov()).isZero();
            assertThat(codec.chunkRatio().total().deviation()).isZero();
        });
        ContentComparison content = result.content();
        assertThat(content.byteHistogramDistance()).isZero();
        assertThat(content.chunkHistogramDistance()).isZero();
        assertThat(content.entropyKolmogorovSmirnov()).isZero();
        assertThat(content.repetitionKolmogorovSmirnov()).isZero();
        assertThat(content.duplication())
                .isNotEmpty()
                .allSatisfy(cut -> assertThat(cut.ratio().deviation()).isZero());
    }

    @Test
    void aSideWithoutDataIsRefused() {
        for (byte[][] sides : new byte[][][] {{{}, {1}}, {{}, {}}, {{1}, {}}}) {
            String empty = sides[0].length == 0 ? "original" : "synthetic";
            assertThatThrownBy(() -> Samples.compare(sides[0], sides[1]))
                    .isInstanceOfSatisfying(
                            MimeoException.class, e -> assertThat(e.reason()).isEqualTo(MimeoException.Reason.EMPTY))
                    .hasMessage(empty + ": holds no data to compare: name a file or a directory with at least 1 byte");
        }
    }

    /** Of 64 MiB, the four buffers have 256 MiB, which fill a heap of that size before the codec has its own. */
    @ParameterizedTest
    @ValueSource(longs = {128 << 20, 256 << 20})
    void aHeapThatCannotHoldTheStreamsIsRefusedAtOnce(long heap) throws Exception {
        long stream = 64 << 20;
        assertThatThrownBy(() -> Comparison.requireHeap(stream, heap))
                .isInstanceOfSatisfying(
                        MimeoException.class, e -> assertThat(e.reason()).isEqualTo(MimeoException.Reason.LIMIT))
                .hasMessage("the heap has " + (heap >> 20)
                        + ".0 MiB, and to compare streams of 64.0 MiB takes 320.0 MiB of heap");
        Comparison.requireHeap(stream, 5 * stream);
        Comparison.requireHeap(stream / 8, heap);
    }

    @Test
    void ratiosAreThoseOfTheCodec() throws Exception {
        byte[] original = Samples.words(100_000, 1);
        byte[] synthetic = Samples.random(100_000, 2);
        ComparisonResult result = Samples.compare(original, synthetic);
        CodecComparison zlib = result.codecs().get(1);
        assertThat(zlib.ratio().original()).isEqualTo(100_000.0 / deflated(original, 0, 100_000), within(1e-12));
        assertThat(zlib.ratio().synthetic()).isEqualTo(100_000.0 / deflated(synthetic, 0, 100_000), within(1e-12));
        // 3 chunks of 32 KiB and a short one.
        Distribution chunks = zlib.chunkRatio().original();
        assertThat(chunks.size()).isEqualTo(4);
        assertThat(chunks.at(1)).isEqualTo(32768.0 / deflated(original, 32768, 32768), within(1e-12));
        assertThat(chunks.at(3)).isEqualTo(1696.0 / deflated(original, 98304, 1696), within(1e-12));
        assertThat(zlib.chunkRatio().kolmogorovSmirnov()).isEqualTo(1);
        assertThat(result.content().byteHistogramDistance()).isGreaterThan(0.5);
    }

    @Test
    void ratiosOfOtherChunkSizesAreThoseOfTheCodec() throws Exception {
        byte[] original = Samples.words(100_000, 1);
        byte[] synthetic = Samples.words(100_000, 2);
        ComparisonOptions options =
                Samples.OPTIONS.withCodecs(List.of("zlib:6")).withGranularity(List.of(65_536, 1000));
        ComparisonResult result = Comparison.compare(
                DataSample.ofBytes("original", original),
                DataSample.ofBytes("synthetic", synthetic),
                options,
                Comparison.ProgressListener.SILENT);
        List<CodecComparison.GranularityFigure> granularity =
                result.codecs().get(0).granularity();
        assertThat(granularity)
                .extracting(CodecComparison.GranularityFigure::chunkSize)
                .containsExactly(65_536, 1000);
        assertThat(granularity)
                .extracting(CodecComparison.GranularityFigure::chunks)
                .containsExactly(2, 100);
        for (CodecComparison.GranularityFigure figure : granularity) {
            assertThat(figure.ratio().original())
                    .isEqualTo(100_000.0 / deflatedChunks(original, figure.chunkSize()), within(1e-12));
            assertThat(figure.ratio().synthetic())
                    .isEqualTo(100_000.0 / deflatedChunks(synthetic, figure.chunkSize()), within(1e-12));
        }
        assertThat(ComparisonTable.render(result))
                .contains("| chunks of 64.0 KiB   | chunks of 1000 B\n")
                .containsPattern("zlib:6( \\| +[0-9.]+ +[0-9.]+ +[-+0-9.]+){2}\n");
        assertThat(ComparisonJson.tree(result, Verdict.of(result, Tolerance.GOAL))
                        .at("/codecs/0/granularity/1/ratio/deviation")
                        .asDouble())
                .isEqualTo(granularity.get(1).ratio().deviation());
        assertThat(new Tolerance(0, 1).violations(result))
                .anyMatch(violation -> violation.startsWith("zlib:6 ratio of chunks of 1000 B deviates by "));
        StringBuilder report = new StringBuilder();
        HtmlReport.of("test").add("synthetic", result).write(report);
        assertThat(report).contains("Ratio of chunks of other sizes", ">1000 B<");
    }

    /** A call of a codec has a cost of its own, so millions of tiny chunks would take hours. */
    @Test
    void tinyChunksAreNotAllCompressed() throws Exception {
        byte[] data = Samples.words(140_000, 1);
        ComparisonOptions options = Samples.OPTIONS.withCodecs(List.of("lz4")).withGranularity(List.of(1));
        ComparisonResult result = Comparison.compare(
                DataSample.ofBytes("original", data),
                DataSample.ofBytes("synthetic", data.clone()),
                options,
                Comparison.ProgressListener.SILENT);
        // The number of chunks of 512 bytes in 64 MiB.
        assertThat(result.codecs().get(0).granularity())
                .extracting(CodecComparison.GranularityFigure::chunks)
                .containsExactly(131_072);
    }

    private static long deflatedChunks(byte[] data, int chunkSize) {
        long sum = 0;
        for (int at = 0; at < data.length; at += chunkSize) {
            sum += deflated(data, at, Math.min(chunkSize, data.length - at));
        }
        return sum;
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "67108865", "8192,8192"})
    void refusesOtherChunkSizesOutOfRange(String sizes) {
        List<Integer> list = Stream.of(sizes.split(",")).map(Integer::valueOf).toList();
        assertThatIllegalArgumentException().isThrownBy(() -> Samples.OPTIONS.withGranularity(list));
    }

    @Test
    void looksOnlyAtWhatBothSidesHave() throws Exception {
        byte[] original = Samples.words(150_000, 1);
        byte[] synthetic = Arrays.copyOf(original, 70_000);
        ComparisonResult result = Samples.compare(original, synthetic);
        assertThat(result.comparedBytes()).isEqualTo(70_000);
        assertThat(result.chunks()).isEqualTo(3);
        assertThat(result.original().bytes()).isEqualTo(150_000);
        assertThat(result.codecs()).isNotEmpty().allSatisfy(codec -> {
            assertThat(codec.bytes()).isEqualTo(70_000);
            assertThat(codec.ratio().deviation()).isZero();
        });
    }

    /** The smaller side decides where the last chunk ends, so that all of it is compared chunk by chunk too. */
    @ParameterizedTest
    @ValueSource(ints = {1, 32_767, 32_768, 32_769, 65_535})
    void aChunkThatOneSideHasInPartIsComparedAsFarAsItGoes(int common) throws Exception {
        byte[] original = Samples.words(65_536, 1);
        byte[] synthetic = new byte[common];
        ComparisonResult result = Samples.compare(original, synthetic);
        int chunks = (common + 32_767) / 32_768;
        int last = common - 32_768 * (chunks - 1);
        assertThat(result.chunks()).isEqualTo(chunks);
        Distribution ratios = result.codecs().get(1).chunkRatio().original();
        assertThat(ratios.size()).isEqualTo(chunks);
        assertThat(ratios.at(chunks - 1))
                .isEqualTo(last / (double) deflated(original, 32_768 * (chunks - 1), last), within(1e-12));
        // None of the original's bytes is 0.
        assertThat(result.content().byteHistogramDistance()).isEqualTo(1, within(1e-9));
        assertThat(Samples.compare(synthetic, original).chunks()).isEqualTo(chunks);
    }

    @Test
    void joinsASegmentOfEachPartOfLargeData() throws Exception {
        byte[] original = new byte[64_000];
        byte[] synthetic = new byte[64_000];
        for (int i = 0; i < original.length; i++) {
            original[i] = (byte) (i >> 8);
            synthetic[i] = (byte) i;
        }
        JoinedSegments joined = JoinedSegments.read(
                DataSample.ofBytes("a", original), DataSample.ofBytes("b", synthetic), 64_000, 16_000);
        assertThat(joined.length()).isEqualTo(16_000);
        Set<Integer> places = new HashSet<>();
        for (int i = 0; i < 4; i++) {
            // Both arrays together say where a byte was.
            int offset = ((joined.original()[i * 4000] & 0xff) << 8) | (joined.synthetic()[i * 4000] & 0xff);
            assertThat(offset).isBetween(i * 16_000, i * 16_000 + 12_000);
            assertThat(Arrays.copyOfRange(joined.original(), i * 4000, i * 4000 + 4000))
                    .isEqualTo(Arrays.copyOfRange(original, offset, offset + 4000));
            assertThat(Arrays.copyOfRange(joined.synthetic(), i * 4000, i * 4000 + 4000))
                    .isEqualTo(Arrays.copyOfRange(synthetic, offset, offset + 4000));
            places.add(offset - i * 16_000);
        }
        assertThat(places).hasSizeGreaterThan(1);
    }

    @Test
    void findsDuplicatesAtFixedAndContentDefinedBlocks() throws Exception {
        byte[] block = Samples.random(32 << 10, 5);
        byte[] original = new byte[8 * block.length];
        for (int i = 0; i < 8; i++) {
            System.arraycopy(block, 0, original, i * block.length, block.length);
        }
        ComparisonResult result = Samples.compare(original, Samples.random(original.length, 6));
        List<ContentComparison.DuplicationComparison> cuts = result.content().duplication();
        assertThat(cuts)
                .extracting(ContentComparison.DuplicationComparison::boundaries)
                .containsExactly("fixed:4096", "fixed:32768", "fastcdc:8192");
        assertThat(cuts.get(0).ratio()).isEqualTo(new ComparisonResult.MeasuredPair(8, 1));
        assertThat(cuts.get(1).ratio()).isEqualTo(new ComparisonResult.MeasuredPair(8, 1));
        assertThat(cuts.get(2).ratio().original()).isGreaterThan(2);
        assertThat(cuts.get(2).ratio().synthetic()).isEqualTo(1);
    }

    @Test
    void progressNeverFallsAndEndsAtOne() throws Exception {
        List<Double> shares = new ArrayList<>();
        byte[] data = Samples.words(100_000, 1);
        Comparison.compare(
                DataSample.ofBytes("a", data),
                DataSample.ofBytes("b", data),
                Samples.OPTIONS,
                (step, done) -> shares.add(done));
        assertThat(shares).isSorted().endsWith(1.0).first().isEqualTo(0.0);
    }

    @Test
    void stopsWhenInterrupted() {
        byte[] data = Samples.words(100_000, 1);
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> Samples.compare(data, data)).isInstanceOf(InterruptedIOException.class);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void timesComeFromTheClockAndSidesTakeTurns() throws Exception {
        // A clock that gives every reading of the codec's call a known length: the n-th call takes n milliseconds.
        byte[] data = Samples.words(10_000, 1);
        StepClock clock = new StepClock();
        try (Codec codec = Codecs.open("lz4")) {
            PairTimer timer = new PairTimer(codec, clock, 50_000, data.length, 3);
            timer.measure(data, data.clone(), data.length, 3, 3, 0, 0);
            assertThat(timer.readings()).isEqualTo(3);
            assertThat(timer.compressTime().original()).isEqualTo(0.001, within(1e-12));
            assertThat(timer.compressTime().deviation()).isZero();
            assertThat(timer.compressTime().noise()).isZero();
        }
    }

    @Test
    void sectionsTooShortForTheClockAreRepeatedWithinAReading() throws Exception {
        byte[] data = Samples.words(10_000, 1);
        CountingCodec codec = new CountingCodec(Codecs.open("lz4"));
        PairTimer timer = new PairTimer(codec, new StepClock(), 10_000_000, data.length, 2);
        timer.measure(data, data.clone(), data.length, 2, 2, 0, 0);
        // A call seems to take 1 ms, so that 10 of them make a reading; one more per side tried the block out.
        assertThat(codec.compressions).isEqualTo(2 * (1 + 2 * 10));
        assertThat(timer.compressTime().original()).isEqualTo(0.0001, within(1e-12));
        codec.close();
    }

    @Test
    void theBudgetLimitsRepetitionsButNotBelowTheLeast() throws Exception {
        byte[] data = Samples.words(10_000, 1);
        try (Codec codec = Codecs.open("lz4")) {
            PairTimer timer = new PairTimer(codec, new StepClock(), 50_000, data.length, 100);
            timer.measure(
                    data,
                    data.clone(),
                    data.length,
                    3,
                    100,
                    Duration.ofMillis(1).toNanos(),
                    0);
            assertThat(timer.readings()).isEqualTo(3);
            timer.measure(
                    data,
                    data.clone(),
                    data.length,
                    3,
                    100,
                    Duration.ofMillis(100).toNanos(),
                    0);
            assertThat(timer.readings()).isBetween(10, 30);
        }
    }

    @Test
    void aLongReadingIsNotRepeatedBeyondTheBudget() throws Exception {
        byte[] data = Samples.words(10_000, 1);
        try (Codec codec = Codecs.open("lz4")) {
            // Four sections of 0.2 s: 0.8 s for both sides.
            PairTimer timer = new PairTimer(codec, new StepClock(200), 50_000, data.length, 100);
            timer.measure(data, data.clone(), data.length, 3, 100, 0, 0);
            assertThat(timer.readings()).isEqualTo(1);
            timer.measure(
                    data,
                    data.clone(),
                    data.length,
                    3,
                    100,
                    Duration.ofSeconds(20).toNanos(),
                    0);
            assertThat(timer.readings()).isBetween(10, 25);
        }
    }

    @Test
    void aSingleReadingHasTheNoiseOfTheWarmUp() throws Exception {
        byte[] data = Samples.words(10_000, 1);
        try (Codec codec = Codecs.open("lz4")) {
            // Each section seems to take longer than the one before, so that ratios differ.
            PairTimer timer = new PairTimer(codec, new GrowingClock(), 1, data.length, 5);
            timer.measure(data, data.clone(), data.length, 1, 1, 0, 0);
            assertThat(timer.compressTime().noise()).isZero();
            timer.warmUp(data, data.clone(), data.length, Long.MAX_VALUE);
            timer.measure(data, data.clone(), data.length, 1, 1, 0, 0);
            assertThat(timer.compressTime().noise()).isPositive();
        }
    }

    @Test
    void aSmallBudgetLimitsTheDataOfSlowCodecs() {
        ComparisonOptions options = ComparisonOptions.defaults();
        assertThat(options.slowBytesInBudget()).isEqualTo(options.slowBytes());
        assertThat(options.slowChunksInBudget()).isEqualTo(options.slowChunks());
        ComparisonOptions second = options.withBudget(Duration.ofSeconds(1));
        assertThat(second.slowBytesInBudget()).isEqualTo(2 << 20);
        assertThat(second.slowChunksInBudget()).isEqualTo(64);
        ComparisonOptions none = options.withBudget(Duration.ZERO);
        assertThat(none.slowBytesInBudget()).isEqualTo(1 << 20);
        assertThat(none.slowChunksInBudget()).isEqualTo(32);
        assertThat(none.withChunks(7, 5).slowChunksInBudget()).isEqualTo(5);
    }

    private static int deflated(byte[] data, int offset, int length) {
        Deflater deflater = new Deflater(6);
        try {
            deflater.setInput(data, offset, length);
            deflater.finish();
            return deflater.deflate(new byte[length + 1000]);
        } finally {
            deflater.end();
        }
    }

    /** Moves on by the same time at every reading. */
    private static final class StepClock implements CpuClock {
        private final long step;
        private long nanos;

        StepClock() {
            this(1);
        }

        StepClock(long milliseconds) {
            this.step = 1_000_000 * milliseconds;
        }

        @Override
        public long nanos() {
            return nanos += step;
        }
    }

    /** Moves on by a little more at every reading. */
    private static final class GrowingClock implements CpuClock {
        private long step = 1_000_000;
        private long nanos;

        @Override
        public long nanos() {
            step += 10_000;
            return nanos += step;
        }
    }

    private static final class CountingCodec implements Codec {
        private final Codec codec;
        private int compressions;

        CountingCodec(Codec codec) {
            this.codec = codec;
        }

        @Override
        public String name() {
            return codec.name();
        }

        @Override
        public int maxCompressedLength(int length) {
            return codec.maxCompressedLength(length);
        }

        @Override
        public int compress(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset, int dstLength) {
            compressions++;
            return codec.compress(src, srcOffset, srcLength, dst, dstOffset, dstLength);
        }

        @Override
        public int decompress(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset, int dstLength)
                throws DataFormatException {
            return codec.decompress(src, srcOffset, srcLength, dst, dstOffset, dstLength);
        }

        @Override
        public void close() {
            codec.close();
        }
    }
}

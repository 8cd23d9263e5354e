package dev.mimeo.fidelity.summary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mimeo.characterization.ByteHistogram;
import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.CharacterizationWriter;
import dev.mimeo.characterization.ChunkCharacterization;
import dev.mimeo.characterization.DatasetCharacterization;
import dev.mimeo.characterization.DuplicationCharacterization;
import dev.mimeo.characterization.RepetitionHistogram;
import dev.mimeo.dataseries.WriterOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class CharacterizationSummaryTest {

    private static final int SIZE = 1000;

    @Test
    void sumsUpChunks() throws IOException {
        byte[] zeros = new byte[SIZE];
        byte[] two = new byte[SIZE];
        for (int i = 0; i < SIZE; i++) {
            two[i] = (byte) (i % 2 == 0 ? 'a' : 'b');
        }
        int[] lengths = new int[RepetitionHistogram.MAX_LENGTH + 1];
        lengths[10] = 30;
        lengths[100] = 6;
        List<ChunkCharacterization> chunks = new ArrayList<>();
        chunks.add(chunk(0, -1, ByteHistogram.ofBytes(zeros, 0, SIZE), lengths, 20));
        chunks.add(chunk(1, -1, ByteHistogram.ofBytes(two, 0, SIZE), lengths, 500));
        chunks.add(chunk(2, 0, ByteHistogram.ofBytes(zeros, 0, SIZE), lengths, 20));

        CharacterizationSummary summary = summarize(chunks, 3);

        assertThat(summary.deflateRatio()).isCloseTo(3000 / 540.0, within(1e-12));
        assertThat(summary.deflateRatioError()).isZero();
        assertThat(summary.chunkRatio().median()).isEqualTo(50);
        assertThat(summary.chunkRatio().min()).isEqualTo(2);
        assertThat(summary.entropy().max()).isCloseTo(1, within(1e-12));
        assertThat(summary.entropy().mean()).isCloseTo(1 / 3.0, within(1e-12));
        // Two thirds zeros, a sixth each of a and b.
        double bits = 2 / 3.0 * Math.log(1.5) / Math.log(2) + 1 / 3.0 * Math.log(6) / Math.log(2);
        assertThat(summary.totalEntropy()).isCloseTo(bits, within(1e-12));
        assertThat(summary.totalSymbols()).isEqualTo(3);
        assertThat(summary.symbols().max()).isEqualTo(2);
        assertThat(summary.constantChunks()).isEqualTo(2);
        assertThat(summary.duplicateChunks()).isEqualTo(1);

        CharacterizationSummary.RepetitionSummary repetitions = Objects.requireNonNull(summary.repetitions());
        assertThat(repetitions.repetitions()).isEqualTo(3 * 36);
        assertThat(repetitions.repeatedBytes()).isEqualTo(3 * 900);
        assertThat(repetitions.coveredShare()).isCloseTo(0.9, within(1e-12));
        assertThat(repetitions.meanLength()).isEqualTo(25);
        assertThat(repetitions.medianLength()).isEqualTo(10);
        assertThat(repetitions.p90Length()).isEqualTo(100);

        assertThat(summary.codecs())
                .containsExactly(new CharacterizationSummary.CodecSummary("lz4", 3, 3000, 1500, 300, 30));
    }

    @Test
    void theErrorOfASampleCoversTheTruthAsOftenAsItSays() throws IOException {
        // A population of chunks with known ratio; of many samples 95 % must cover it.
        long seed = 20261121;
        Random random = new Random(seed);
        int population = 2000;
        int[] deflated = new int[population];
        long total = 0;
        for (int i = 0; i < population; i++) {
            deflated[i] = random.nextInt(4) == 0 ? 900 + random.nextInt(100) : 100 + random.nextInt(200);
            total += deflated[i];
        }
        double truth = (double) population * SIZE / total;
        int covered = 0;
        int samples = 400;
        int sampleSize = 200;
        for (int sample = 0; sample < samples; sample++) {
            List<ChunkCharacterization> chunks = new ArrayList<>();
            int needed = sampleSize;
            for (int i = 0; i < population; i++) {
                if (random.nextInt(population - i) < needed) {
                    needed--;
                    chunks.add(chunk(chunks.size(), -1, null, null, deflated[i]));
                }
            }
            CharacterizationSummary summary = summarize(chunks, population);
            double error = summary.deflateRatioError() * summary.deflateRatio();
            covered += Math.abs(summary.deflateRatio() - truth) <= error ? 1 : 0;
        }
        // Four standard deviations of a binomial distribution around 95 %.
        assertThat(covered / (double) samples).as("seed %d", seed).isCloseTo(0.95, within(0.045));
    }

    @Test
    void theRatioIsEstimatedWhereSomeChunksWereCompressed() throws IOException {
        Random random = new Random(7);
        int[] deflated = new int[1500];
        long total = 0;
        for (int i = 0; i < deflated.length; i++) {
            // A third are zeros, which are always compressed.
            deflated[i] = i % 3 == 0 ? 12 : 100 + random.nextInt(500);
            total += deflated[i];
        }
        double truth = (double) deflated.length * SIZE / total;
        byte[] zeros = new byte[SIZE];
        byte[] other = new byte[SIZE];
        other[0] = 1;
        int covered = 0;
        for (int trial = 0; trial < 100; trial++) {
            List<ChunkCharacterization> chunks = new ArrayList<>();
            for (int i = 0; i < deflated.length; i++) {
                boolean constant = i % 3 == 0;
                chunks.add(chunk(
                        i,
                        -1,
                        ByteHistogram.ofBytes(constant ? zeros : other, 0, SIZE),
                        null,
                        constant || random.nextInt(16) == 0 ? deflated[i] : -1));
            }
            CharacterizationSummary summary = summarize(chunks, chunks.size());
            assertThat(summary.deflateRatio() / truth).isCloseTo(1, within(0.3));
            covered += Math.abs(summary.deflateRatio() / truth - 1) <= summary.deflateRatioError() ? 1 : 0;
        }
        // 95 and five standard deviations of a binomial distribution.
        assertThat(covered).isBetween(84, 100);
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 1, 1", "2, 1, 1, 2", "10, 1, 5, 9", "11, 2, 6, 10"})
    void quantilesAreValuesOfTheNearestRank(int count, double p10, double median, double p90) {
        CharacterizationSummary.Spread.Builder builder = new CharacterizationSummary.Spread.Builder();
        for (int value = count; value >= 1; value--) {
            builder.add(value);
        }
        builder.add(Double.NaN);
        CharacterizationSummary.Spread spread = builder.build();
        assertThat(spread.count()).isEqualTo(count);
        assertThat(spread.p10()).isEqualTo(p10);
        assertThat(spread.median()).isEqualTo(median);
        assertThat(spread.p90()).isEqualTo(p90);
        assertThat(spread.max()).isEqualTo(count);
        assertThat(spread.mean()).isEqualTo((count + 1) / 2.0);
    }

    @Test
    void nothingScannedIsNotANumber() throws IOException {
        ChunkCharacterization bare =
                new ChunkCharacterization(0, 0, SIZE, -1, null, null, -1, List.of(), Map.of("x.y", 3.0));
        CharacterizationSummary summary = summarize(List.of(bare), 1);
        assertThat(summary.deflateRatio()).isNaN();
        assertThat(summary.totalEntropy()).isNaN();
        assertThat(summary.entropy().count()).isZero();
        assertThat(summary.repetitions()).isNull();
        assertThat(summary.statistics()).containsEntry("x.y", 3.0);
    }

    private static ChunkCharacterization chunk(
            long number, long duplicateOf, @Nullable ByteHistogram bytes, int @Nullable [] lengths, int deflated) {
        RepetitionHistogram repetitions = lengths == null ? null : RepetitionHistogram.of(lengths, 100);
        List<ChunkCharacterization.CodecCost> costs =
                lengths == null ? List.of() : List.of(new ChunkCharacterization.CodecCost("lz4", 500, 100, 10));
        return new ChunkCharacterization(
                number, number * SIZE, SIZE, duplicateOf, bytes, repetitions, deflated, costs, Map.of());
    }

    private static CharacterizationSummary summarize(List<ChunkCharacterization> chunks, long population)
            throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (CharacterizationWriter writer =
                CharacterizationWriter.create(Channels.newChannel(file), WriterOptions.DEFAULT)) {
            for (ChunkCharacterization chunk : chunks) {
                writer.write(chunk);
            }
            long scanned = (long) chunks.size() * SIZE;
            writer.finish(new DatasetCharacterization(
                    "",
                    "test",
                    population * SIZE,
                    population,
                    chunks.size(),
                    scanned,
                    SIZE,
                    population > chunks.size(),
                    0,
                    "none",
                    0,
                    List.of()));
        }
        try (Characterization characterization = Characterization.read(file.toByteArray(), "test")) {
            return CharacterizationSummary.of(characterization);
        }
    }

    @Test
    void theDedupRatioOfASampleIsBetweenItsBounds() {
        DuplicationCharacterization.Profile profile =
                new DuplicationCharacterization.Profile(List.of(80L, 10L), List.of(), List.of(), List.of());
        DuplicationCharacterization cut =
                new DuplicationCharacterization("fixed:1000", 100, 100_000, 90, 90_000, 1, profile);
        // 80 contents once, 10 twice, of 100 times as much data: 10,000 blocks.
        DuplicationCharacterization.Estimate estimate = DuplicationCharacterization.Estimate.of(
                cut,
                new DatasetCharacterization(
                        "", "", 10_000_000, 10_000, 100, 100_000, 1000, true, 0, "", 0, List.of(cut)));
        assertThat(estimate.low()).isCloseTo(10_000 / 8010.0, within(1e-9));
        assertThat(estimate.high()).isCloseTo(10_000 / 90.0, within(1e-9));
        // The jackknife: 90 / (1 - 0.99 * 80 / 100) contents.
        assertThat(estimate.ratio()).isCloseTo(10_000 / (90 / 0.208), within(1e-9));
        DuplicationCharacterization.Estimate all = DuplicationCharacterization.Estimate.of(
                cut,
                new DatasetCharacterization("", "", 100_000, 100, 100, 100_000, 1000, false, 0, "", 0, List.of(cut)));
        assertThat(all.ratio()).isEqualTo(cut.dedupRatio()).isEqualTo(all.low()).isEqualTo(all.high());
    }

    private enum Repeats {
        ALL_DIFFERENT,
        A_FIFTH_AGAIN,
        HALF_AGAIN,
        A_FIFTH_ZEROS,
        HALF_ZEROS,
        FIVE_COPIES,
        TWENTY_COPIES
    }

    /** Returns the contents of {@code count} blocks. */
    private static int[] blocks(Repeats kind, int count, Random random) {
        int[] contents = new int[count];
        int different = switch (kind) {
            case ALL_DIFFERENT -> count;
            case A_FIFTH_AGAIN, A_FIFTH_ZEROS -> count * 4 / 5;
            case HALF_AGAIN, HALF_ZEROS -> count / 2;
            case FIVE_COPIES -> count / 5;
            case TWENTY_COPIES -> count / 20;
        };
        for (int i = 0; i < count; i++) {
            contents[i] = i < different
                    ? i
                    : switch (kind) {
                        case ALL_DIFFERENT, FIVE_COPIES, TWENTY_COPIES -> i % different;
                        case A_FIFTH_AGAIN, HALF_AGAIN -> random.nextInt(different);
                        case A_FIFTH_ZEROS, HALF_ZEROS -> 0;
                    };
        }
        return contents;
    }

    /** The documented accuracy: within a third in the median of samples, and except for chance always between the bounds. */
    @ParameterizedTest
    @EnumSource(Repeats.class)
    void theDedupRatioOfKnownDataIsEstimatedFromSamples(Repeats kind) {
        for (int[] sizes : new int[][] {{7000, 1000}, {70_000, 3500}}) {
            Random random = new Random(sizes[0]);
            int[] all = blocks(kind, sizes[0], random);
            double truth = (double) all.length / Arrays.stream(all).distinct().count();
            double[] errors = new double[9];
            for (int trial = 0; trial < errors.length; trial++) {
                DuplicationCharacterization.Estimate estimate = estimate(all, sizes[1], random);
                assertThat(truth).isBetween(estimate.low() * 0.9, estimate.high() * 1.1);
                errors[trial] = Math.abs(estimate.ratio() / truth - 1);
            }
            Arrays.sort(errors);
            assertThat(errors[errors.length / 2])
                    .as("%s, %d of %d", kind, sizes[1], sizes[0])
                    .isLessThan(0.33);
        }
    }

    /** Estimates from a sample without replacement. */
    private static DuplicationCharacterization.Estimate estimate(int[] all, int sample, Random random) {
        int[] shuffled = all.clone();
        Map<Integer, Integer> counts = new HashMap<>();
        for (int i = 0; i < sample; i++) {
            int other = i + random.nextInt(shuffled.length - i);
            int content = shuffled[other];
            shuffled[other] = shuffled[i];
            counts.merge(content, 1, Integer::sum);
        }
        Long[] occurrences = new Long[32];
        Arrays.fill(occurrences, 0L);
        counts.values().forEach(count -> occurrences[31 - Integer.numberOfLeadingZeros(count)]++);
        DuplicationCharacterization cut = new DuplicationCharacterization(
                "fixed:1000",
                sample,
                1000L * sample,
                counts.size(),
                1000L * counts.size(),
                1,
                new DuplicationCharacterization.Profile(List.of(occurrences), List.of(), List.of(), List.of()));
        return DuplicationCharacterization.Estimate.of(
                cut,
                new DatasetCharacterization(
                        "",
                        "",
                        1000L * all.length,
                        all.length,
                        sample,
                        1000L * sample,
                        1000,
                        true,
                        0,
                        "",
                        0,
                        List.of(cut)));
    }
}

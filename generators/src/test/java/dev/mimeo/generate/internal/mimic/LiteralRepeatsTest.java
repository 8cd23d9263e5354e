package dev.mimeo.generate.internal.mimic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.characterization.ByteHistogram;
import dev.mimeo.characterization.mimic.ContentClass;
import dev.mimeo.characterization.mimic.ContextModel;
import dev.mimeo.characterization.mimic.ContextTable;
import dev.mimeo.characterization.mimic.MimicModel;
import dev.mimeo.characterization.mimic.ParseTemplate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LiteralRepeatsTest {

    private static final int CHUNK = 32_768;

    /** Few literals, most of which are copied from time to time, and some very often. */
    private static ParseTemplate template(long seed) {
        Random random = new Random(seed);
        List<int[]> steps = new ArrayList<>();
        int at = 0;
        while (at < CHUNK - 400) {
            int run = at == 0 ? 40 : random.nextInt(4) == 0 ? 1 + random.nextInt(4) : 0;
            int length = random.nextInt(20) == 0 ? 1 + random.nextInt(300) : 3 + random.nextInt(9);
            int distance = 1 + random.nextInt(random.nextInt(3) == 0 ? 2 : at + run);
            steps.add(new int[] {run, length, distance});
            at += run + length;
        }
        return new ParseTemplate(
                steps.stream().mapToInt(step -> step[0]).toArray(),
                steps.stream().mapToInt(step -> step[1]).toArray(),
                steps.stream().mapToInt(step -> step[2]).toArray(),
                CHUNK);
    }

    /** Number of positions that come from each literal, found by following every position to where it comes from. */
    private static int[] counted(ParseTemplate template) {
        int[] source = new int[template.size()];
        int at = 0;
        for (int step = 0; step <= template.steps(); step++) {
            int run = step < template.steps() ? template.run(step) : template.size() - at;
            for (int i = 0; i < run; i++, at++) {
                source[at] = at;
            }
            for (int i = 0; step < template.steps() && i < template.length(step); i++, at++) {
                source[at] = source[at - template.distance(step)];
            }
        }
        int[] counts = new int[template.size()];
        for (int literal : source) {
            counts[literal]++;
        }
        return counts;
    }

    private static byte[] codes(double... shares) {
        byte[] codes = new byte[256];
        for (int value = 0; value < 256; value++) {
            codes[value] = shares[value] == 0 ? -1 : ContextTable.code((int) (shares[value] * (1 << 20)));
        }
        return codes;
    }

    /** Bytes 0 to 63; all but the first are the rarer the larger they are. */
    private static double[] skewed(double first, double power) {
        double[] shares = new double[256];
        double sum = 0;
        for (int value = 1; value < 64; value++) {
            shares[value] = Math.pow(value, -power);
            sum += shares[value];
        }
        for (int value = 1; value < 64; value++) {
            shares[value] *= (1 - first) / sum;
        }
        shares[0] = first;
        return shares;
    }

    private static double distance(double[] shares, byte[] chunk) {
        double[] counts = new double[256];
        for (byte b : chunk) {
            counts[b & 0xff]++;
        }
        double sum = 0;
        for (int value = 0; value < 256; value++) {
            sum += Math.abs(counts[value] / chunk.length - shares[value]) / 2;
        }
        return sum;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void mostRepeatedLiteralsHaveTheValuesThatChunksHaveMostOf(long seed) {
        ParseTemplate template = template(seed);
        int[] counts = counted(template);
        ContextModel model = new ContextModel(codes(skewed(1.0 / 64, 0)), codes(skewed(0.5, 1)), List.of());
        LiteralRepeats repeats = LiteralRepeats.of(template, model, new int[256]);
        byte[] values = repeats.values(null, new MissingBytes(), new int[256], 256);
        byte[] marked = new byte[CHUNK];
        Arrays.fill(marked, (byte) 0xff);
        repeats.fix(values, marked, 0, 0, CHUNK);
        int most = 0;
        for (int i = 0; i < CHUNK; i++) {
            assertThat(marked[i] != (byte) 0xff)
                    .as("position %d, seed %d", i, seed)
                    .isEqualTo(counts[i] >= 32);
            most = counts[i] > counts[most] ? i : most;
        }
        assertThat(counts[most]).isGreaterThan(32);
        assertThat(marked[most]).isZero();
        // In parts, as the replay asks for them.
        byte[] inParts = new byte[CHUNK];
        Arrays.fill(inParts, (byte) 0xff);
        for (int at = 0; at < CHUNK; at += 37) {
            repeats.fix(values, inParts, at, at, Math.min(37, CHUNK - at));
        }
        assertThat(inParts).isEqualTo(marked);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void chunksHaveTheByteFrequenciesOfTheClass(long seed) {
        // Literals are of all values alike, chunks consist of few values.
        byte[] literals = codes(skewed(1.0 / 64, 0));
        double[] wanted = skewed(0.4, 1.5);
        ParseTemplate template = template(seed);
        double without = distance(wanted, chunk(template, new ContextModel(literals, List.of()), null, 0, seed));
        double with =
                distance(wanted, chunk(template, new ContextModel(literals, codes(wanted), List.of()), null, 0, seed));
        assertThat(with).as("seed %d", seed).isLessThan(0.2).isLessThan(without / 2);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void chunksHaveTheirOwnByteFrequencies(long seed) {
        byte[] literals = codes(skewed(1.0 / 64, 0));
        ParseTemplate template = template(seed);
        for (double first : new double[] {0.1, 0.4, 0.9}) {
            double[] wanted = skewed(first, 1.5);
            ByteHistogram histogram = histogram(wanted);
            // With frequencies of the class that are others, and without any.
            for (byte[] ofClass : new byte[][] {codes(skewed(0.2, 0.5)), {}}) {
                ContextModel model = new ContextModel(literals, ofClass, List.of()).with(ContextModel.Repeats.OF_CHUNK);
                assertThat(distance(wanted, chunk(template, model, histogram, 0, seed)))
                        .as("first %s, codes %d, seed %d", first, ofClass.length, seed)
                        .isLessThan(0.3);
            }
        }
    }

    /** Other literals give bytes, too: if the most repeated ones gave all of the frequent bytes, these would be too many. */
    @Test
    void mostRepeatedLiteralsLeaveRoomForTheOthers() {
        double[] wanted = skewed(0.2, 1);
        ContextModel model = new ContextModel(codes(wanted), codes(wanted), List.of());
        double before = 0;
        double now = 0;
        for (long seed = 1; seed <= 20; seed++) {
            ParseTemplate template = template(seed);
            before += distance(
                    wanted, chunk(template, model.with(ContextModel.Repeats.OF_CHUNK), histogram(wanted), 0, seed));
            now += distance(wanted, chunk(template, model.with(ContextModel.Repeats.KEPT), histogram(wanted), 0, seed));
        }
        assertThat(now).isLessThan(before * 0.85);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void similarChunksHaveMostFixedValuesInCommon(long seed) {
        ParseTemplate template = template(seed);
        ContextModel model = new ContextModel(codes(skewed(1.0 / 64, 0)), codes(skewed(0.4, 1.5)), List.of())
                .with(ContextModel.Repeats.OF_CHUNK);
        LiteralRepeats repeats = LiteralRepeats.of(template, model, new int[256]);
        byte[] first = repeats.values(histogram(skewed(0.4, 1.5)), new MissingBytes(), new int[256], 256);
        byte[] second = repeats.values(histogram(skewed(0.37, 1.4)), new MissingBytes(), new int[256], 256);
        assertThat(first.length).isGreaterThan(40);
        int same = 0;
        for (int i = 0; i < first.length; i++) {
            same += first[i] == second[i] ? 1 : 0;
        }
        assertThat(same).isGreaterThan(first.length * 3 / 4);
    }

    @Test
    void runsOfZerosStayRunsOfZerosWhereCopiesAreLeftOut() {
        // A literal and its repetition, other literals, and the run once more, as copy and as a copy that the next one
        // goes on with.
        ParseTemplate template = new ParseTemplate(
                new int[] {1, 40, 20, 0}, new int[] {8000, 7000, 6, 17_701}, new int[] {1, 7900, 7100, 1}, CHUNK);
        double[] wanted = skewed(0.99, 0);
        ContextModel model =
                new ContextModel(codes(skewed(1.0 / 64, 0)), List.of()).with(ContextModel.Repeats.OF_CHUNK);
        for (int seed = 0; seed < 50; seed++) {
            byte[] chunk = chunk(template, model, histogram(wanted), -100, seed);
            assertThat(zeros(chunk)).as("seed %d", seed).isGreaterThan(CHUNK * 95 / 100);
        }
    }

    /** Each copy repeats the end of the one before, so all zeros depend on every copy. */
    @Test
    void chainsOfCopiesStayWhole() {
        int copies = 800;
        int[] runs = new int[copies];
        int[] lengths = new int[copies];
        int[] distances = new int[copies];
        for (int step = 0; step < copies; step++) {
            runs[step] = step == 0 ? 1 : 0;
            lengths[step] = 1 + 36 * (step % 2);
            distances[step] = 1;
        }
        int size = 1 + copies / 2 * 38;
        ParseTemplate template = new ParseTemplate(runs, lengths, distances, size);
        ContextModel model = new ContextModel(codes(skewed(1.0 / 64, 0)), List.of());
        double[] wanted = skewed(0.99, 0);
        for (int seed = 0; seed < 20; seed++) {
            long kept = zeros(chunk(template, model.with(ContextModel.Repeats.KEPT), histogram(wanted), -40, seed));
            long others =
                    zeros(chunk(template, model.with(ContextModel.Repeats.OF_CHUNK), histogram(wanted), -40, seed));
            assertThat(kept).as("seed %d", seed).isGreaterThan(CHUNK * 9L / 10);
            assertThat(others).as("seed %d", seed).isLessThan(CHUNK / 2);
        }
    }

    private static long zeros(byte[] chunk) {
        return IntStream.range(0, chunk.length).filter(i -> chunk[i] == 0).count();
    }

    private static ByteHistogram histogram(double[] shares) {
        return ByteHistogram.of(
                Arrays.stream(shares).mapToInt(share -> (int) (share * 10_000)).toArray());
    }

    private static byte[] chunk(
            ParseTemplate template, ContextModel literals, @Nullable ByteHistogram histogram, int rate, long seed) {
        ContentClass content = ContentClass.ofLiterals(literals, 8, 1, 16, 3);
        MimicModel model = new MimicModel(List.of(content), List.of(template));
        byte[] chunk = new byte[CHUNK];
        new ChunkSynthesizer(new MimicTexts(model))
                .generate(
                        new MimicModel.Recipe(0, 0, MimicModel.Recipe.NEUTRAL_WINDOW, rate, 0),
                        0,
                        histogram,
                        seed,
                        chunk,
                        0,
                        CHUNK);
        return chunk;
    }
}

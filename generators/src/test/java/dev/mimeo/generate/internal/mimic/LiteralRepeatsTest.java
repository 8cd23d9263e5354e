package dev.mimeo.generate.internal.mimic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.characterization.mimic.ContentClass;
import dev.mimeo.characterization.mimic.ContextModel;
import dev.mimeo.characterization.mimic.ContextTable;
import dev.mimeo.characterization.mimic.MimicModel;
import dev.mimeo.characterization.mimic.ParseTemplate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LiteralRepeatsTest {

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
        LiteralRepeats repeats = LiteralRepeats.of(template, codes(skewed(0.5, 1)), new int[256]);
        byte[] marked = new byte[CHUNK];
        Arrays.fill(marked, (byte) 0xff);
        repeats.fix(marked, 0, 0, CHUNK);
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
            repeats.fix(inParts, at, at, Math.min(37, CHUNK - at));
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
        double without = distance(wanted, chunk(template, new ContextModel(literals, List.of()), seed));
        double with = distance(wanted, chunk(template, new ContextModel(literals, codes(wanted), List.of()), seed));
        assertThat(with).as("seed %d", seed).isLessThan(0.2).isLessThan(without / 2);
    }

    private static byte[] chunk(ParseTemplate template, ContextModel literals, long seed) {
        ContentClass content = new ContentClass(literals, 8, 1, 16, 3, 0, 256, 0, 0);
        MimicModel model = new MimicModel(List.of(content), List.of(template));
        byte[] chunk = new byte[CHUNK];
        new ChunkSynthesizer(new MimicTexts(model))
                .generate(
                        new MimicModel.Recipe(0, 0, MimicModel.Recipe.NEUTRAL_WINDOW, 0, 0),
                        0,
                        null,
                        seed,
                        chunk,
                        0,
                        CHUNK);
        return chunk;
    }
}

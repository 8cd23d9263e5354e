package dev.mimeo.generate.internal.mimic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.characterization.mimic.ContentClass;
import dev.mimeo.characterization.mimic.ContextModel;
import dev.mimeo.characterization.mimic.ContextTable;
import dev.mimeo.characterization.mimic.MimicModel;
import dev.mimeo.characterization.mimic.ParseTemplate;
import dev.mimeo.characterization.mimic.Reuse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ChunkSynthesizerTest {

    /**
     * Classes: text, text whose pieces come again without and with text in common, literals after one byte and after two, and
     * of longer pieces.
     */
    private static final int TEXT = 0;

    private static final int RECENT = 1;
    private static final int LITERALS = 3;
    private static final int LITERALS_OF_TWO = 4;
    private static final int LONG_LITERALS = 5;
    private static final int TEMPLATE_BYTES = 20_000;

    private static ContextModel letters() {
        byte[] codes = new byte[256];
        Arrays.fill(codes, (byte) -1);
        Arrays.fill(codes, 'A', 'H' + 1, (byte) 9);
        return new ContextModel(codes, List.of());
    }

    /** Steps of all kinds: runs of none and of many, copies short and long, from near and far. */
    private static ParseTemplate template(long seed) {
        Random random = new Random(seed);
        List<int[]> steps = new ArrayList<>();
        int at = 0;
        while (at < TEMPLATE_BYTES) {
            int run = at == 0 ? 30 : random.nextInt(3) == 0 ? random.nextInt(25) : random.nextInt(3);
            int length = random.nextInt(5) == 0 ? 1 + random.nextInt(90) : 1 + random.nextInt(12);
            int distance = 1 + random.nextInt(random.nextBoolean() ? Math.min(20, at + run) : at + run);
            steps.add(new int[] {run, length, distance});
            at += run + length;
        }
        return new ParseTemplate(
                steps.stream().mapToInt(step -> step[0]).toArray(),
                steps.stream().mapToInt(step -> step[1]).toArray(),
                steps.stream().mapToInt(step -> step[2]).toArray(),
                at + 17);
    }

    private static MimicModel model(int shared) {
        return new MimicModel(
                List.of(
                        ContentClass.ofText(letters(), 2, 13, 8),
                        ContentClass.ofText(letters(), 3, 14, 9).withRecent(120).with(200, 100, 0),
                        ContentClass.ofText(letters(), 2, 13, 30).withRecent(60).with(256, 0, 90),
                        ContentClass.ofLiterals(letters(), 8, 1, 12, 3).with(256, 0, shared),
                        ContentClass.ofLiterals(letters(), 8, 2, 16, 3).with(256, 0, shared),
                        ContentClass.ofLiterals(letters(), 8, 1, 12, 40).with(256, 0, shared)),
                List.of(template(5)));
    }

    private static MimicModel.Recipe recipe(int contentClass, int rate) {
        return contentClass < LITERALS
                ? new MimicModel.Recipe(contentClass, -1, 20, rate, 0)
                : new MimicModel.Recipe(contentClass, 0, 90, rate, 0);
    }

    private static byte[] chunk(ChunkSynthesizer synthesizer, MimicModel.Recipe recipe, long number, int length) {
        byte[] chunk = new byte[length];
        synthesizer.generate(recipe, number, null, 99 + number, chunk, 0, length);
        return chunk;
    }

    @Test
    void chunksMadeSideBySideAreThoseMadeAlone() {
        ChunkSynthesizer alone = new ChunkSynthesizer(new MimicTexts(model(100)));
        ChunkSynthesizer together = new ChunkSynthesizer(new MimicTexts(model(100)));
        Random random = new Random(1);
        int chunks = 60;
        byte[] expected = new byte[chunks * 6000];
        byte[] made = new byte[expected.length];
        int at = 0;
        for (int number = 0; number < chunks; number++) {
            int contentClass = number < 40 ? RECENT + number / 20 : random.nextInt(LONG_LITERALS + 1);
            MimicModel.Recipe recipe = recipe(contentClass, random.nextInt(220) - 110);
            int length = number % 4 == 0 ? 1 + random.nextInt(40) : random.nextInt(6000);
            alone.generate(recipe, number, null, number, expected, at, length);
            together.add(recipe, number, null, number, made, at, length);
            at += length;
        }
        together.finish();
        assertThat(made).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(ints = {TEXT, RECENT, LITERALS, LITERALS_OF_TWO, LONG_LITERALS})
    void shortChunkIsTheBeginningOfALongerOne(int contentClass) {
        for (int shared : new int[] {0, 120, 256}) {
            for (int rate : new int[] {-70, 0, 70}) {
                ChunkSynthesizer synthesizer = new ChunkSynthesizer(new MimicTexts(model(shared)));
                byte[] whole = chunk(synthesizer, recipe(contentClass, rate), 3, 4000);
                for (int length = 0; length < 4000; length += length < 400 ? 1 : 97) {
                    assertThat(chunk(synthesizer, recipe(contentClass, rate), 3, length))
                            .as("%d bytes, shared %d, rate %d", length, shared, rate)
                            .isEqualTo(Arrays.copyOf(whole, length));
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {LITERALS, LITERALS_OF_TWO, LONG_LITERALS})
    void copiesOfATemplateAreCopied(int contentClass) {
        ParseTemplate template = template(5);
        for (int shared : new int[] {0, 120, 256}) {
            ChunkSynthesizer synthesizer = new ChunkSynthesizer(new MimicTexts(model(shared)));
            byte[] chunk = chunk(synthesizer, recipe(contentClass, 0), 8, template.size());
            int at = 0;
            for (int step = 0; step < template.steps(); step++) {
                at += template.run(step);
                for (int i = 0; i < template.length(step); i++, at++) {
                    assertThat(chunk[at]).isEqualTo(chunk[at - template.distance(step)]);
                }
            }
            for (byte letter : chunk) {
                assertThat(letter).isBetween((byte) 'A', (byte) 'H');
            }
        }
    }

    @Test
    void nothingIsWrittenOutsideTheRange() {
        ChunkSynthesizer synthesizer = new ChunkSynthesizer(new MimicTexts(model(100)));
        for (int contentClass = TEXT; contentClass <= LONG_LITERALS; contentClass++) {
            for (int length = 0; length <= 40; length++) {
                byte[] destination = new byte[200];
                synthesizer.generate(recipe(contentClass, 10), 7, null, length, destination, 80, length);
                for (int i = 0; i < destination.length; i++) {
                    boolean inside = i >= 80 && i < 80 + length;
                    assertThat(destination[i] != 0).isEqualTo(inside);
                }
            }
        }
    }

    /**
     * In the few places of a text that a chunk uses, what follows a context like 0707 may be that context again. Models of earlier versions
     * have chunks that never leave such a place.
     */
    @ParameterizedTest
    @ValueSource(ints = {0, 120})
    void walksLeaveRunsOfAShortPeriod(int recent) {
        Random random = new Random(3);
        StringBuilder text = new StringBuilder();
        while (text.length() < 1 << 17) {
            for (int i = random.nextInt(8); i > 0; i--) {
                text.append((char) ('A' + random.nextInt(26)));
            }
            String pair = String.valueOf(10 + random.nextInt(90));
            text.append(pair.repeat(3 + random.nextInt(6))).append('.');
        }
        byte[] original = text.toString().getBytes(StandardCharsets.ISO_8859_1);
        assertThat(repeating(original, 1, 4, 80)).isZero();
        Reuse counted = Reuse.of(original, 0, original.length, 64);
        Reuse earlier = new Reuse(counted.odds(), counted.near(), counted.surprises(), false);
        ContextModel model = singleBytes(original);
        assertThat(repeating(chunks(model.with(earlier), recent), 1, 4, 80)).isGreaterThan(0.01);
        assertThat(repeating(chunks(model.with(counted), recent), 1, 4, 80)).isLessThan(0.001);
    }

    /** Of the few places of a text that a chunk uses, short pieces may lead from one to another and back, although the text goes on elsewhere. */
    @Test
    void walksOfShortPiecesLeaveCycles() {
        Random random = new Random(4);
        List<String> words = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            words.add(Integer.toString(36 * 36 * 36 + random.nextInt(36 * 36 * 36 * 36), 36)
                    + (i % 3 == 0 ? "</i> " : ", "));
        }
        StringBuilder text = new StringBuilder();
        while (text.length() < 1 << 17) {
            String word = words.get((int) (words.size() * Math.pow(random.nextDouble(), 3)));
            text.append(word.repeat(random.nextInt(10) == 0 ? 4 : 1));
        }
        byte[] original = text.toString().getBytes(StandardCharsets.ISO_8859_1);
        assertThat(repeating(original, 5, 64, 600)).isZero();
        ContextModel model = singleBytes(original).with(Reuse.of(original, 0, original.length, 64));
        ContentClass content =
                ContentClass.ofText(model, 4, 17, 8).withRecent(112).with(64, 0, 0);
        assertThat(repeating(chunks(content, new MimicModel.Recipe(0, -1, 70, -119, 0)), 5, 64, 600))
                .isLessThan(0.02);
    }

    /** Returns a model of how frequent single bytes are. */
    private static ContextModel singleBytes(byte[] data) {
        int[] counts = new int[256];
        for (byte value : data) {
            counts[value]++;
        }
        byte[] codes = new byte[256];
        for (int value = 0; value < 256; value++) {
            codes[value] = counts[value] == 0 ? -1 : ContextTable.code(counts[value]);
        }
        return new ContextModel(codes, List.of());
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void chunksMayRepeatOnlyWhatIsNear(int order) {
        byte[] codes = new byte[256];
        Arrays.fill(codes, (byte) -1);
        Arrays.fill(codes, 'a', 'z' + 1, ContextTable.code(1000));
        // No byte goes on as before in the text, so that chunks alone repeat what they have.
        Reuse none = new Reuse(Reuse.of(new byte[0], 0, 0, 0).odds(), 0, 0, true);
        ContextModel model = new ContextModel(codes, List.of()).with(none);
        ContentClass content = ContentClass.ofText(model, order, 20, 4).withRecent(224);
        assertThat(content.textOrder()).isEqualTo(4);
        byte[] nearby = chunks(content);
        byte[] anywhere = chunks(ContentClass.ofText(model, 4, 20, 4).withRecent(224));
        int farthest = content.farthestRecent();
        assertThat(farthest).isEqualTo(order == 2 ? 2048 : 4096);
        assertThat(repeated(nearby, 0, farthest)).isGreaterThan(4 * repeated(anywhere, 0, farthest));
        assertThat(repeated(nearby, farthest, 1 << 15)).isLessThan(repeated(anywhere, farthest, 1 << 15) / 3);
    }

    /** Returns the share of positions whose last six bytes were last seen farther back than one distance and up to another. */
    private static double repeated(byte[] data, int from, int to) {
        int found = 0;
        int compared = 8 << 15;
        for (int chunk = 0; chunk < compared; chunk += 1 << 15) {
            Map<String, Integer> last = new HashMap<>();
            for (int at = chunk; at + 6 <= chunk + (1 << 15); at++) {
                Integer before = last.put(new String(data, at, 6, StandardCharsets.ISO_8859_1), at);
                found += before != null && at - before > from && at - before <= to ? 1 : 0;
            }
        }
        return (double) found / compared;
    }

    private static byte[] chunks(ContextModel model, int recent) {
        return chunks(ContentClass.ofText(model, 4, 17, 4).withRecent(recent));
    }

    private static byte[] chunks(ContentClass content) {
        return chunks(content, new MimicModel.Recipe(0, -1, 96, 0, 0));
    }

    private static byte[] chunks(ContentClass content, MimicModel.Recipe recipe) {
        ChunkSynthesizer synthesizer =
                new ChunkSynthesizer(new MimicTexts(new MimicModel(List.of(content), List.of())));
        byte[] made = new byte[40 << 15];
        for (int number = 0; number < 40; number++) {
            byte[] chunk = chunk(synthesizer, recipe, number, 1 << 15);
            System.arraycopy(chunk, 0, made, number << 15, chunk.length);
        }
        return made;
    }

    /** Returns the share of bytes that end runs of some bytes, each the same as one that is a period before. */
    private static double repeating(byte[] data, int leastPeriod, int mostPeriod, int bytes) {
        boolean[] in = new boolean[data.length];
        for (int period = leastPeriod; period <= mostPeriod; period++) {
            int run = 0;
            for (int i = period; i < data.length; i++) {
                run = data[i] == data[i - period] ? run + 1 : 0;
                in[i] |= run >= bytes;
            }
        }
        int sum = 0;
        for (boolean is : in) {
            sum += is ? 1 : 0;
        }
        return (double) sum / data.length;
    }
}

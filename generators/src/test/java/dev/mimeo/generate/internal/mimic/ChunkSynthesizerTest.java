package dev.mimeo.generate.internal.mimic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.characterization.mimic.ContentClass;
import dev.mimeo.characterization.mimic.ContextModel;
import dev.mimeo.characterization.mimic.MimicModel;
import dev.mimeo.characterization.mimic.ParseTemplate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChunkSynthesizerTest {

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
                        new ContentClass(letters(), 0, 2, 13, 8, 0, 256, 0, 0),
                        new ContentClass(letters(), 0, 3, 14, 9, 120, 200, 100, 0),
                        new ContentClass(letters(), 0, 2, 13, 30, 60, 256, 0, 90),
                        new ContentClass(letters(), 8, 1, 12, 3, 0, 256, 0, shared),
                        new ContentClass(letters(), 8, 2, 16, 3, 0, 256, 0, shared),
                        new ContentClass(letters(), 8, 1, 12, 40, 0, 256, 0, shared)),
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
}

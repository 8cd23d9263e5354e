package dev.mimeo.generate.internal.mimic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.characterization.mimic.ContentClass;
import dev.mimeo.characterization.mimic.ContextModel;
import dev.mimeo.characterization.mimic.MimicModel;
import dev.mimeo.characterization.mimic.ParseTemplate;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CommonTextTest {

    private static final int TEXT = 0;
    private static final int LITERALS = 1;
    private static final int BLOCK = 64;

    /** Letters that are all as frequent, of text and of literals, with text in common that is spread over chunks. */
    private static MimicModel model(int common) {
        return model(
                ContentClass.ofText(letters(), 1, 16, 8).with(256, 0, common),
                ContentClass.ofLiterals(letters(), 8, 1, 12, 3).with(256, common, 0));
    }

    /** The same with text in common at the end of chunks. */
    private static MimicModel model(int tailOfText, int tailOfLiterals) {
        return model(
                ContentClass.ofText(letters(), 1, 16, 8).withTail(tailOfText, false),
                ContentClass.ofLiterals(letters(), 8, 1, 12, 3).withTail(tailOfLiterals, false));
    }

    private static ContextModel letters() {
        byte[] codes = new byte[256];
        Arrays.fill(codes, (byte) -1);
        Arrays.fill(codes, 'A', 'Z' + 1, (byte) 9);
        return new ContextModel(codes, List.of());
    }

    private static MimicModel model(ContentClass text, ContentClass literals) {
        return new MimicModel(
                List.of(text, literals),
                List.of(new ParseTemplate(new int[] {20, 9}, new int[] {15, 40}, new int[] {20, 30}, 110)));
    }

    private static byte[] chunk(ChunkSynthesizer synthesizer, int contentClass, long number, int length) {
        byte[] chunk = new byte[length];
        MimicModel.Recipe recipe = contentClass == TEXT
                ? new MimicModel.Recipe(TEXT, -1, 0, 0, 0)
                : new MimicModel.Recipe(LITERALS, 0, 64, 0, 0);
        synthesizer.generate(recipe, number, null, 77 + number, chunk, 0, length);
        return chunk;
    }

    /** Returns the share of the blocks of one chunk that another has {@code later} bytes later. */
    private static double same(byte[] a, byte[] b, int later) {
        int blocks = Math.min(a.length, b.length - later) / BLOCK;
        int same = 0;
        for (int at = 0; at < blocks * BLOCK; at += BLOCK) {
            same += Arrays.equals(a, at, at + BLOCK, b, at + later, at + later + BLOCK) ? 1 : 0;
        }
        return (double) same / blocks;
    }

    @Test
    void shareOfChunksOfAllClassesIsTheSame() {
        ChunkSynthesizer synthesizer = new ChunkSynthesizer(new MimicTexts(model(128)));
        byte[] text = chunk(synthesizer, TEXT, 1, 10_000);
        byte[] moreText = chunk(synthesizer, TEXT, 2, 12_000);
        byte[] replayed = chunk(synthesizer, LITERALS, 3, 11_000);
        byte[] moreReplayed = chunk(synthesizer, LITERALS, 4, 9_000);
        assertThat(same(text, moreText, 0)).isBetween(0.49, 0.51);
        assertThat(same(text, replayed, 0)).isBetween(0.49, 0.51);
        assertThat(same(replayed, moreReplayed, 0)).isBetween(0.49, 0.51);
    }

    @Test
    void nothingOrAllIsInCommon() {
        ChunkSynthesizer none = new ChunkSynthesizer(new MimicTexts(model(0)));
        assertThat(same(chunk(none, TEXT, 1, 10_000), chunk(none, LITERALS, 2, 10_000), 0))
                .isZero();
        ChunkSynthesizer all = new ChunkSynthesizer(new MimicTexts(model(256)));
        assertThat(chunk(all, TEXT, 1, 10_000)).isEqualTo(chunk(all, LITERALS, 2, 10_000));
    }

    @Test
    void largerShareHasWhatASmallerOneHas() {
        ChunkSynthesizer few = new ChunkSynthesizer(new MimicTexts(model(64)));
        ChunkSynthesizer many = new ChunkSynthesizer(new MimicTexts(model(192)));
        assertThat(same(chunk(few, TEXT, 1, 10_000), chunk(many, LITERALS, 2, 10_000), 0))
                .isBetween(0.24, 0.26);
    }

    @Test
    void deflateSeesWhatLongChunksInARowHaveInCommon() {
        ChunkSynthesizer synthesizer = new ChunkSynthesizer(new MimicTexts(model(256)));
        byte[] first = chunk(synthesizer, TEXT, 1, 32 << 10);
        byte[] second = chunk(synthesizer, LITERALS, 2, 32 << 10);
        // A chunk with a template ends with what is before its start there.
        byte[] untilTheEndOfTheTemplate = Arrays.copyOf(second, second.length - 2 * 320);
        assertThat(same(untilTheEndOfTheTemplate, first, 320)).isEqualTo(1);
    }

    @Test
    void chunksInARowEndWithTheSameText() {
        ChunkSynthesizer synthesizer = new ChunkSynthesizer(new MimicTexts(model(64, 32)));
        byte[] text = chunk(synthesizer, TEXT, 8, 10_240);
        byte[] replayed = chunk(synthesizer, LITERALS, 15, 10_240);
        byte[] later = chunk(synthesizer, TEXT, 16, 10_240);

        assertThat(last(text, 2560, 1280)).isEqualTo(last(replayed, 1280, 1280));
        assertThat(last(text, 2560, 2560)).isNotEqualTo(last(later, 2560, 2560));
        assertThat(same(Arrays.copyOf(text, 10_240 - 2560), Arrays.copyOf(replayed, 10_240 - 2560), 0))
                .isZero();
    }

    /** The same with a replayed template at the end of chunks. */
    private static MimicModel replayedTails(int tailOfText, int tailOfLiterals) {
        return model(
                ContentClass.ofText(letters(), 1, 16, 8).withTail(tailOfText, true),
                ContentClass.ofLiterals(letters(), 8, 1, 12, 3).withTail(tailOfLiterals, true));
    }

    @Test
    void chunksThatRepeatThemselvesEndWithAReplayedTemplate() {
        ChunkSynthesizer synthesizer = new ChunkSynthesizer(new MimicTexts(replayedTails(128, 64)));
        int length = 1 << 14;
        byte[] text = last(chunk(synthesizer, TEXT, 8, length), length / 2, length / 2);
        byte[] replayed = last(chunk(synthesizer, LITERALS, 15, length), length / 4, length / 4);
        byte[] later = last(chunk(synthesizer, TEXT, 16, length), length / 2, length / 2);

        assertThat(Arrays.copyOf(text, length / 4)).isEqualTo(replayed);
        for (byte[] tail : List.of(text, later)) {
            // The copies of the template, which has 110 bytes.
            for (int start = 0; start + 110 <= tail.length; start += 110) {
                assertThat(Arrays.copyOfRange(tail, start + 20, start + 35))
                        .isEqualTo(Arrays.copyOfRange(tail, start, start + 15));
                assertThat(Arrays.copyOfRange(tail, start + 44, start + 84))
                        .isEqualTo(Arrays.copyOfRange(periodic(tail, start + 14, 30), 0, 40));
            }
        }
        assertThat(same(text, later, 0)).isZero();
    }

    /** Returns some bytes after a place of which those after a period are the same again. */
    private static byte[] periodic(byte[] bytes, int from, int period) {
        byte[] repeated = new byte[2 * period];
        System.arraycopy(bytes, from, repeated, 0, period);
        System.arraycopy(bytes, from, repeated, period, period);
        return repeated;
    }

    @Test
    void replayedTailOfAnyLengthIsTheBeginningOfALongerOne() {
        TailText tails = new TailText(new MimicTexts(replayedTails(128, 128)).common(LITERALS));
        byte[] longest = new byte[5000];
        tails.copy(3, true, longest, 0, longest.length);
        for (int length = 0; length < longest.length; length += 1 + length / 7) {
            byte[] fresh = new byte[length];
            new TailText(new MimicTexts(replayedTails(128, 128)).common(TEXT)).copy(3, true, fresh, 0, length);
            assertThat(fresh).isEqualTo(Arrays.copyOf(longest, length));
        }
    }

    /** A class of text and two of literals, the last of which have these letters, with a replayed template at the end of chunks. */
    private static MimicModel threeClasses(char first, char last, ContextModel.Repeats repeats) {
        byte[] codes = new byte[256];
        Arrays.fill(codes, (byte) -1);
        Arrays.fill(codes, first, last + 1, (byte) 9);
        ContextModel others = new ContextModel(codes, List.of()).with(repeats);
        return new MimicModel(
                List.of(
                        ContentClass.ofText(letters(), 1, 16, 8).withTail(64, true),
                        ContentClass.ofLiterals(letters().with(repeats), 8, 1, 12, 3)
                                .withTail(64, true),
                        ContentClass.ofLiterals(others, 8, 1, 12, 3).withTail(64, true)),
                List.of(new ParseTemplate(new int[] {20, 9}, new int[] {15, 40}, new int[] {20, 30}, 110)));
    }

    private static byte[] tail(MimicModel model, int contentClass) {
        byte[] chunk = new byte[1 << 14];
        new ChunkSynthesizer(new MimicTexts(model))
                .generate(new MimicModel.Recipe(contentClass, 0, 64, 0, 0), 3, null, 5, chunk, 0, chunk.length);
        return last(chunk, chunk.length / 4, chunk.length / 4);
    }

    @Test
    void chunksOfSimilarClassesEndWithTheSame() {
        MimicModel similar = threeClasses('A', 'V', ContextModel.Repeats.KEPT);
        assertThat(tail(similar, LITERALS)).isEqualTo(tail(similar, LITERALS + 1));

        MimicModel different = threeClasses('a', 'z', ContextModel.Repeats.KEPT);
        assertThat(tail(different, LITERALS)).isEqualTo(tail(similar, LITERALS));
        assertThat(new String(tail(different, LITERALS), StandardCharsets.ISO_8859_1))
                .matches("[A-Z]+");
        assertThat(new String(tail(different, LITERALS + 1), StandardCharsets.ISO_8859_1))
                .matches("[a-z]+");
    }

    @Test
    void chunksOfAllClassesOfEarlierVersionsEndWithTheSame() {
        MimicModel different = threeClasses('a', 'z', ContextModel.Repeats.OF_CHUNK);
        assertThat(tail(different, LITERALS)).isEqualTo(tail(different, LITERALS + 1));
    }

    @Test
    void tailIsTextWhereThereIsNoTemplate() {
        MimicModel model =
                new MimicModel(List.of(ContentClass.ofText(letters(), 1, 16, 8).withTail(64, true)), List.of());
        MimicModel other =
                new MimicModel(List.of(ContentClass.ofText(letters(), 1, 16, 8).withTail(64, false)), List.of());

        assertThat(chunk(new ChunkSynthesizer(new MimicTexts(model)), TEXT, 3, 9000))
                .isEqualTo(chunk(new ChunkSynthesizer(new MimicTexts(other)), TEXT, 3, 9000));
    }

    @Test
    void deflateSeesWhatLongChunksInARowEndWith() {
        int length = 32 << 10;
        ChunkSynthesizer synthesizer = new ChunkSynthesizer(new MimicTexts(model(16, 16)));
        byte[] two = new byte[2 * length];
        for (int first = 9; first < 15; first++) {
            for (int second : new int[] {TEXT, LITERALS}) {
                System.arraycopy(chunk(synthesizer, TEXT, first, length), 0, two, 0, length);
                System.arraycopy(chunk(synthesizer, second, first + 1L, length), 0, two, length, length);
                int place = length - 2048 - 320 * (first % 8);
                assertThat(Arrays.copyOfRange(two, place, place + 2048))
                        .isEqualTo(Arrays.copyOfRange(two, place + length - 320, place + length - 320 + 2048));
            }
        }
    }

    private static byte[] last(byte[] chunk, int from, int length) {
        return Arrays.copyOfRange(chunk, chunk.length - from, chunk.length - from + length);
    }

    @Test
    void chunkDoesNotDependOnThoseBefore() {
        for (int contentClass : new int[] {TEXT, LITERALS}) {
            for (MimicModel model : List.of(model(100), model(20, 30), replayedTails(20, 30))) {
                ChunkSynthesizer used = new ChunkSynthesizer(new MimicTexts(model));
                for (int number = 10; number < 15; number++) {
                    chunk(used, contentClass, number, 7777);
                }
                ChunkSynthesizer fresh = new ChunkSynthesizer(new MimicTexts(model));
                assertThat(chunk(used, contentClass, 1, 5000)).isEqualTo(chunk(fresh, contentClass, 1, 5000));
            }
        }
    }
}

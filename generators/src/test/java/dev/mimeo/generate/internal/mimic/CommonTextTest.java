package dev.mimeo.generate.internal.mimic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.characterization.mimic.ContentClass;
import dev.mimeo.characterization.mimic.ContextModel;
import dev.mimeo.characterization.mimic.MimicModel;
import dev.mimeo.characterization.mimic.ParseTemplate;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class CommonTextTest {

    private static final int TEXT = 0;
    private static final int LITERALS = 1;
    private static final int BLOCK = 64;

    /** Letters that are all as frequent, of text and of literals, half of whose chunks is in common. */
    private static MimicModel model(int common) {
        byte[] codes = new byte[256];
        Arrays.fill(codes, (byte) -1);
        Arrays.fill(codes, 'A', 'Z' + 1, (byte) 9);
        ContextModel letters = new ContextModel(codes, List.of());
        return new MimicModel(
                List.of(
                        new ContentClass(letters, 0, 1, 16, 8, 0, 256, 0, 0).withCommon(common),
                        new ContentClass(letters, 8, 1, 12, 3, 0, 256, 0, 0).withCommon(common)),
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
    void chunkDoesNotDependOnThoseBefore() {
        for (int contentClass : new int[] {TEXT, LITERALS}) {
            ChunkSynthesizer used = new ChunkSynthesizer(new MimicTexts(model(100)));
            for (int number = 10; number < 15; number++) {
                chunk(used, contentClass, number, 7777);
            }
            ChunkSynthesizer fresh = new ChunkSynthesizer(new MimicTexts(model(100)));
            assertThat(chunk(used, contentClass, 1, 5000)).isEqualTo(chunk(fresh, contentClass, 1, 5000));
        }
    }
}

package dev.mimeo.generate.internal.mimic;

import dev.mimeo.characterization.mimic.MimicModel;
import dev.mimeo.internal.random.SplitMix64;
import org.jspecify.annotations.Nullable;

/**
 * Writes the text that chunks end with and have in common with those next to them, see {@link CommonText}. For chunks that repeat
 * themselves it is the beginning of a template, replayed with literals that are the same in a group of chunks only: the most repeated
 * literals have no fixed values here, or what chunks far from each other end with would be the same in part. For one thread at a time.
 */
final class TailText {

    private static final MimicModel.Recipe AS_IT_IS =
            new MimicModel.Recipe(0, 0, MimicModel.Recipe.NEUTRAL_WINDOW, 0, 0);

    private static final byte[] NOTHING = {};

    private final CommonText common;
    private final @Nullable TemplateReplay replay;
    private final MimicTexts.@Nullable PreparedTemplate template;

    /** The last replay, at {@link TemplateReplay#START}; the group of chunks that it is of, or -1; and its bytes. */
    private byte[] replayed = NOTHING;

    private long group = -1;
    private int size;

    TailText(CommonText common) {
        this.common = common;
        CommonText.Replayed source = common.replayed();
        if (source == null) {
            replay = null;
            template = null;
        } else {
            replay = new TemplateReplay(new LiteralRuns(source.literals(), source.stride()), null);
            template = new MimicTexts.PreparedTemplate(
                    0, source.template(), LiteralRepeats.alike(source.template()), NOTHING);
        }
    }

    /**
     * Writes the text that a chunk ends with: the same in all chunks of a group, or as much of it as it asks for.
     *
     * @param number number of the chunk
     * @param replaying whether a replayed template is asked for
     */
    void copy(long number, boolean replaying, byte[] target, int offset, int length) {
        long own = CommonText.group(number);
        if (!replaying || replay == null || template == null) {
            common.copyTail(own, target, offset, length);
            return;
        }
        if (own != group || size < length) {
            int room = TemplateReplay.START + length + TextPool.SLACK;
            if (replayed.length < room) {
                replayed = new byte[room];
            }
            replay.replay(template, AS_IT_IS, 0, 0, null, SplitMix64.mix64(own), replayed, length);
            group = own;
            size = length;
        }
        System.arraycopy(replayed, TemplateReplay.START, target, offset, length);
    }
}

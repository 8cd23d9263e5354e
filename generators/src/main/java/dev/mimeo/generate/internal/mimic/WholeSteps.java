package dev.mimeo.generate.internal.mimic;

import dev.mimeo.characterization.mimic.ParseTemplate;
import dev.mimeo.internal.bytes.LittleEndian;
import dev.mimeo.internal.random.SplitMix64;

/**
 * Replays the steps of a template that nothing cuts short, in loops that need not look for it: the end of the chunk, or
 * of what is not in common with all classes, and copies of what is before the place where the chunk begins in the template.
 */
final class WholeSteps {

    /** Bytes of copies that are written whatever their length: where most are short, and where most are not. */
    private static final int SHORT = 16;

    private static final int LONG = 32;

    /** Mean bytes of a step from which on most copies are not short. */
    private static final int LONG_STEP = 20;

    /** No byte has this value. */
    private static final int BYTES = 256;

    /** Between the random numbers of steps whose literals are shared. */
    static final long LEAP = 0x632be59bd9b4e019L;

    private WholeSteps() {}

    /**
     * Replays steps with literals from a text that all chunks have in common.
     *
     * @param rate as of the recipe
     * @param repeats repeats of the template
     * @param together decides what all chunks have instead of copies that are left out
     * @param place place of the first step's run in that text
     * @return the first step that is not replayed: {@code end} or one that must be looked at
     */
    static int shared(
            ReplayState state,
            ParseTemplate template,
            int first,
            int end,
            int rate,
            LiteralRuns literals,
            LiteralRepeats repeats,
            long together,
            byte[] text,
            int place) {
        byte[] data = state.buffer;
        int limit = state.end;
        int usual = usual(template);
        int mostOut = repeats.mostLeftOut();
        long dice = state.dice;
        int to = state.at;
        int last = state.lastDistance;
        int from = place;
        int step = first;
        for (; step < end; step++) {
            int run = template.run(step);
            int length = template.length(step);
            int distance = template.distance(step);
            if (limit - to < run + length || repeats.isKept(step)) {
                break;
            }
            int roll = rate == 0 ? BYTES : ReplayState.roll(dice, step);
            if (roll < rate && run > 0 && last > 0 && to - last >= TemplateReplay.START) {
                WildCopy.repeat(data, to, last, run, usual);
            } else {
                WildCopy.copy(text, from, data, to, run);
            }
            to += run;
            from += run;
            int out = roll < -rate && !repeats.isCopyKept(step) ? Math.min(length, mostOut) : 0;
            length -= out;
            if (length == 0) {
                last = 0;
            } else if (distance > to - TemplateReplay.START) {
                WildCopy.copy(text, from, data, to, length);
                last = 0;
            } else {
                WildCopy.repeat(data, to, distance, length, usual);
                last = last(template, step);
            }
            to += length;
            from += length + out;
            if (out > 0) {
                // Parts that are left out are random, but the same in all chunks that share them.
                long own = literals.reseed(together + step * LEAP);
                literals.draw(data, to, out, LittleEndian.getInt(data, to - 4), 0);
                literals.reseed(own);
                to += out;
                last = 0;
            }
        }
        state.set(to, last);
        return step;
    }

    /**
     * Replays steps with literals of the chunk's own.
     *
     * @param rate as of the recipe
     * @param places places of the text that the literals are from
     * @param repeats repeats of the template
     * @return the first step that is not replayed: {@code end} or one that must be looked at
     */
    static int own(
            ReplayState state,
            ParseTemplate template,
            int first,
            int end,
            int rate,
            LiteralRuns literals,
            LiteralPlaces places,
            LiteralRepeats repeats) {
        byte[] data = state.buffer;
        int limit = state.end;
        int usual = usual(template);
        int mostOut = repeats.mostLeftOut();
        long dice = state.dice;
        byte[] text = literals.text();
        char[] numbers = places.places;
        int[] buckets = places.buckets;
        int shift = places.shift;
        int[] ranks = literals.ranks();
        PieceLengths pieces = literals.pieces();
        int to = state.at;
        int last = state.lastDistance;
        int context = LittleEndian.getInt(data, state.contextEnd - 4) >>> 16;
        long random = literals.reseed(0);
        int step = first;
        for (; step < end; step++) {
            int run = template.run(step);
            int length = template.length(step);
            int distance = template.distance(step);
            if (limit - to < run + length || !repeats.isUsual(step)) {
                break;
            }
            int roll = rate == 0 ? BYTES : ReplayState.roll(dice, step);
            int out = 0;
            boolean leavesOut = roll < -rate && !repeats.isCopyKept(step);
            if (leavesOut && length <= mostOut) {
                run += length;
                length = 0;
            } else if (leavesOut) {
                out = mostOut;
                length -= out;
            } else if (roll < rate && last > 0 && to - last >= TemplateReplay.START) {
                WildCopy.repeat(data, to, last, run, usual);
                to += run;
                run = 0;
                last = 0;
                context = LittleEndian.getInt(data, to - 4) >>> 16;
            }
            if (distance > to + run - TemplateReplay.START) {
                // The repeated bytes are before the offset where the chunk begins in the template.
                literals.reseed(random);
                state.set(to, last);
                if (run > 0) {
                    state.draw(literals, run);
                }
                state.draw(literals, length + out);
                random = literals.reseed(0);
                to = state.at;
                last = 0;
                context = LittleEndian.getInt(data, to - 4) >>> 16;
                continue;
            }
            if (run > 0) {
                random += SplitMix64.GOLDEN_GAMMA;
                long bits = SplitMix64.mix64(random);
                int n = Math.min(run, pieces.length(bits));
                int bucket = buckets[context >>> shift];
                int start = bucket >>> 16;
                int number = (bucket & 0xffff) + 1;
                int from = numbers[start + LiteralRanks.draw(ranks, bits, number)] + TextPool.LEAD;
                // Adds one where the copy before would have been longer, without a branch, which would be
                // mispredicted.
                int other = numbers[start + LiteralRanks.draw(ranks, SplitMix64.mix64(bits), number)] + TextPool.LEAD;
                int same = (((text[from] ^ data[to - last]) & 0xff) - 1 & -last) >> 31;
                from ^= (from ^ other) & same;
                long word = LittleEndian.getLong(text, from);
                LittleEndian.putLong(data, to, word);
                context = (int) ((word << 16 | context) >>> (8 * n)) & 0xffff;
                to += n;
                for (run -= n; run > 0; run -= n) {
                    random += SplitMix64.GOLDEN_GAMMA;
                    bits = SplitMix64.mix64(random);
                    n = Math.min(run, pieces.length(bits));
                    bucket = buckets[context >>> shift];
                    number = (bucket & 0xffff) + 1;
                    from = numbers[(bucket >>> 16) + LiteralRanks.draw(ranks, bits, number)] + TextPool.LEAD;
                    word = LittleEndian.getLong(text, from);
                    LittleEndian.putLong(data, to, word);
                    context = (int) ((word << 16 | context) >>> (8 * n)) & 0xffff;
                    to += n;
                }
                last = 0;
            }
            if (length > 0) {
                WildCopy.repeat(data, to, distance, length, usual);
                to += length;
                last = last(template, step);
                // Rather where it was copied from than what was just written, which memory has not got yet.
                context = LittleEndian.getInt(data, (length > 1 ? to - distance : to) - 4) >>> 16;
            }
            if (out > 0) {
                literals.reseed(random);
                state.set(to, last);
                state.draw(literals, out);
                random = literals.reseed(0);
                to = state.at;
                last = 0;
                context = LittleEndian.getInt(data, to - 4) >>> 16;
            }
        }
        literals.reseed(random);
        state.set(to, last);
        return step;
    }

    /**
     * Returns the distance that the run after a copy may go on repeating, 0 if none: a copy of one byte only says that a literal is the
     * same as another.
     */
    static int last(ParseTemplate template, int step) {
        return template.length(step) > 1 ? template.distance(step) : 0;
    }

    private static int usual(ParseTemplate template) {
        return template.size() < (long) LONG_STEP * template.steps() ? SHORT : LONG;
    }
}

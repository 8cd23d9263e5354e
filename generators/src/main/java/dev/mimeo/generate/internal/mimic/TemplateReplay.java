package dev.mimeo.generate.internal.mimic;

import dev.mimeo.characterization.ByteHistogram;
import dev.mimeo.characterization.mimic.MimicModel;
import dev.mimeo.characterization.mimic.ParseTemplate;
import dev.mimeo.internal.random.SplitMix64;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Replays the parse of a chunk: its copies as they are, with literals from a text of literals. For one thread at a time. */
final class TemplateReplay {

    /** Start of a chunk in the buffer: the bytes before it may be read as a context. */
    static final int START = 8;

    /** Steps of a template between choices of where its literals come from. */
    private static final int SPAN = 32;

    private static final byte[] NOTHING = {};

    private final LiteralRuns literals;

    /** Text that chunks of all classes have in common, null if none of it is taken. */
    private final @Nullable CommonText ofAll;

    /** Share of it that is taken, in 1/256. */
    private int ofAllShare;

    private final ReplayState state = new ReplayState();
    private byte[] common = NOTHING;
    private LiteralRepeats repeats = LiteralRepeats.NONE;

    /** Values of the literals of the chunk that have fixed ones. */
    private byte[] values = NOTHING;

    private final MissingBytes missing = new MissingBytes();

    /** Share of the literals that are taken from the common text, in 1/256; spans of them are spread by the second number. */
    private int shared;

    private int spread;
    private boolean sharing;

    /** Random state that decides the steps that all chunks of the template share, and those of the span. */
    private long together;

    /**
     * @param literals literals of the class of the chunks
     * @param ofAll text that chunks of all classes have in common, null if none of it is taken
     */
    TemplateReplay(LiteralRuns literals, @Nullable CommonText ofAll) {
        this.literals = literals;
        this.ofAll = ofAll;
    }

    /**
     * Makes a chunk.
     *
     * @param recipe one with the template
     * @param share share of the literals that are taken from the text that all chunks of the template have in common, in 1/256;
     *     without effect if there is no such text
     * @param allShare share of the chunk that is text in common with all classes, in 1/256
     * @param histogram byte frequencies of the chunk; null for those of its class
     * @param seed decides all other random choices
     * @param target receives the chunk at {@link #START}, and has room for {@link TextPool#SLACK} bytes after it
     */
    void replay(
            MimicTexts.PreparedTemplate template,
            MimicModel.Recipe recipe,
            int share,
            int allShare,
            @Nullable ByteHistogram histogram,
            long seed,
            byte[] target,
            int length) {
        common = template.common;
        begin(recipe.window(), seed, template.repeats, histogram, common.length == 0 ? 0 : share);
        ofAllShare = allShare;
        replay(template.parse, recipe.rate(), seed, target, length);
    }

    /** Returns the chunk that a template is replayed to where nothing is any chunk's own, as {@link #replay} takes it. */
    byte[] common(ParseTemplate template, LiteralRepeats ofTemplate) {
        // Independent of what else is in the model.
        long seed = SplitMix64.derive(template.size(), template.steps());
        byte[] text = new byte[START + template.size() + TextPool.SLACK];
        begin(MimicModel.Recipe.NEUTRAL_WINDOW, seed, ofTemplate, null, 0);
        ofAllShare = 0;
        replay(template, 0, seed, text, template.size());
        return text;
    }

    private void begin(int window, long seed, LiteralRepeats ofTemplate, @Nullable ByteHistogram histogram, int share) {
        shared = share;
        repeats = ofTemplate;
        literals.start(window, seed);
        values = ofTemplate.values(histogram, missing, literals.missing(), 256 - share);
    }

    private void replay(ParseTemplate template, int rate, long own, byte[] target, int length) {
        state.buffer = target;
        state.set(START, 0);
        int limit = START + length;
        together = SplitMix64.derive(template.size(), template.steps());
        spread = (int) SplitMix64.derive(own, 1);
        int place = START;
        int step = 0;
        state.end = ownEnd(limit);
        while (state.at < limit) {
            if (state.at == state.end) {
                int left = ofAll(limit);
                while (step < template.steps() && template.run(step) + template.length(step) <= left) {
                    int bytes = template.run(step) + template.length(step);
                    left -= bytes;
                    place += bytes;
                    step++;
                }
                beginSpan(own);
                state.end = ownEnd(limit);
                continue;
            }
            if (step % SPAN == 0) {
                beginSpan(own);
            }
            if (step < template.steps()) {
                int span = Math.min(template.steps(), (step / SPAN + 1) * SPAN);
                int next = wholeSteps(template, step, span, rate, place);
                for (; step < next; step++) {
                    place += template.run(step) + template.length(step);
                }
                if (step < span && state.at < state.end) {
                    place = step(template, step, rate, place);
                    step++;
                }
            } else {
                // The bytes after the last copy.
                literals.setRepeats(repeats.repeats(step));
                run(place, START + template.size() - place);
                literals.setRepeats(0);
                if (template.steps() == 0) {
                    draw(state.end - state.at);
                }
                step = 0;
                place = START;
            }
        }
    }

    /** Returns where text in common with all classes begins next, or a limit. */
    private int ownEnd(int limit) {
        return state.at + CommonText.until(state.at - START, ofAllShare, limit - state.at);
    }

    /** Appends text in common with all classes, as far as it goes; returns how many bytes. */
    private int ofAll(int limit) {
        CommonText text = Objects.requireNonNull(ofAll);
        int from = state.at;
        while (state.at < limit && CommonText.has(state.at - START, ofAllShare)) {
            int place = state.at - START;
            int fits = Math.min(limit - state.at, CommonText.rest(place));
            WildCopy.copy(text.bytes(), text.index(place), state.buffer, state.at, fits);
            state.append(fits);
        }
        return state.at - from;
    }

    /** Replays steps of a span, until one that is cut short; returns which. */
    private int wholeSteps(ParseTemplate template, int step, int span, int rate, int place) {
        if (sharing) {
            return WholeSteps.shared(state, template, step, span, rate, literals, repeats, together, common, place);
        }
        LiteralPlaces places = literals.places();
        return places == null ? step : WholeSteps.own(state, template, step, span, rate, literals, places, repeats);
    }

    /** Decides where the literals of some steps come from. Shared spans are spread evenly, by steps of the golden ratio. */
    private void beginSpan(long own) {
        spread += (int) (SplitMix64.GOLDEN_GAMMA >>> 32);
        sharing = spread >>> 24 < shared;
        state.dice = ~(sharing ? together : own);
    }

    /**
     * Appends a literal run and a copy, or what there is instead.
     *
     * @param place place of the run in the template
     * @return the place after the copy
     */
    private int step(ParseTemplate template, int step, int rate, int place) {
        int run = template.run(step);
        int length = template.length(step);
        int distance = template.distance(step);
        int copied = place + run;
        int at = state.at;
        int last = state.lastDistance;
        int out = 0;
        if (rate != 0 && !repeats.isKept(step)) {
            int roll = ReplayState.roll(state.dice, step);
            if (roll < -rate && !repeats.isCopyKept(step)) {
                out = Math.min(length, repeats.mostLeftOut());
                if (out == length) {
                    leaveOut(place, run, length, step);
                    return copied + length;
                }
            }
            if (roll < rate && last > 0 && at - last >= START) {
                copy(run, last);
                state.lastDistance = 0;
                run = 0;
            }
        }
        if (run > 0) {
            literals.setRepeats(repeats.repeats(step));
            run(place, run);
            literals.setRepeats(0);
        }
        int rest = length - out;
        if (distance <= state.at - START) {
            copy(rest, distance);
            state.lastDistance = WholeSteps.last(template, step);
        } else {
            // Text in common with all classes is not as long as what it replaces.
            literals(copied, rest);
        }
        if (out > 0) {
            leaveOut(copied + rest, 0, out, step);
        }
        return copied + length;
    }

    /** Appends a run and literals instead of the copy after it, or of its end, the same ones in all chunks that share them. */
    private void leaveOut(int place, int run, int length, int step) {
        if (!sharing) {
            draw(run + length);
            return;
        }
        literals(place, run);
        long own = literals.reseed(together + step * WholeSteps.LEAP);
        draw(length);
        literals.reseed(own);
    }

    /** Appends a run of literals of the template, of which some have fixed values. */
    private void run(int place, int length) {
        int from = state.at;
        literals(place, length);
        if (!sharing || repeats.fixesShared()) {
            repeats.fix(values, state.buffer, from, place - START, state.at - from);
        }
    }

    /** Appends literals: those that all chunks have at a place, or others. */
    private void literals(int place, int length) {
        if (!sharing) {
            draw(length);
            return;
        }
        int fits = Math.min(length, state.end - state.at);
        WildCopy.copy(common, place, state.buffer, state.at, fits);
        state.append(fits);
    }

    private void draw(int length) {
        state.draw(literals, Math.min(length, state.end - state.at));
    }

    private void copy(int length, int distance) {
        int fits = Math.min(length, state.end - state.at);
        WildCopy.repeat(state.buffer, state.at, distance, fits);
        state.at += fits;
        state.contextEnd = state.at;
    }
}

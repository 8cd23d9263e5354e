package dev.mimeo.generate.mimic;

import dev.mimeo.characterization.mimic.ParseTemplate;
import dev.mimeo.characterization.mimic.Recipe;
import dev.mimeo.random.SplitMix64;

/** Replays the parse of a chunk: its copies as they are, with literals from a text of literals. For one thread at a time. */
final class TemplateReplay {

    /** Where a chunk begins in the buffer: what is before may be read as a context. */
    static final int START = 8;

    /**
     * Where in their template chunks in a row begin, in bytes, so that what they have in common is less than one chunk away,
     * which is as far as Deflate sees.
     */
    private static final int PHASE = 320;

    private static final int PHASES = 8;

    /** Steps of a template between choices of where its literals come from. */
    private static final int SPAN = 32;

    /** Between the random numbers of steps whose literals are shared. */
    private static final long LEAP = 0x632be59bd9b4e019L;

    private static final byte[] NOTHING = {};

    private final LiteralRuns literals;

    /** Text that chunks of all classes have in common, how much of it is taken, in 1/256, and where it would begin. */
    private final CommonText ofAll;

    private int ofAllShare;
    private int ofAllStart;

    private byte[] buffer = NOTHING;
    private byte[] common = NOTHING;
    private int at;

    /** How far the template is followed until there is something else. */
    private int end;

    /** Behind bytes that are those before {@link #at}. */
    private int contextEnd;

    /** Bytes between here and the byte after what was last copied, 0 if that is not what was last appended. */
    private int lastDistance;

    /** Share of the literals that are taken from the common text, in 1/256; spans of them are spread by the second number. */
    private int shared;

    private int spread;
    private boolean sharing;

    /** What decides the steps, if they are those of all chunks of the template, and of the span. */
    private long together;

    private long dice;

    /**
     * @param literals of the class of the chunks
     * @param ofAll text that chunks of all classes have in common
     */
    TemplateReplay(LiteralRuns literals, CommonText ofAll) {
        this.literals = literals;
        this.ofAll = ofAll;
    }

    /**
     * Makes a chunk.
     *
     * @param recipe one with a template
     * @param number of the chunk: decides where in the template it begins
     * @param text what all chunks of the template may have in common, or empty
     * @param share of the literals that are taken from there, in 1/256
     * @param allShare share of the chunk that is text in common with all classes, in 1/256
     * @param seed decides all other random choices
     * @param target receives the chunk at {@link #START}, and has room for {@link TextPool#SLACK} bytes after it
     */
    void replay(
            ParseTemplate template,
            Recipe recipe,
            long number,
            byte[] text,
            int share,
            int allShare,
            long seed,
            byte[] target,
            int length) {
        literals.start(recipe.window(), seed);
        common = text;
        shared = share;
        ofAllShare = allShare;
        ofAllStart = START - CommonText.phase(number, length);
        replay(template, recipe.rate(), (int) (number % PHASES) * PHASE, seed, target, length);
    }

    /** Returns the chunk that a template is replayed to where nothing is any chunk's own, as {@link #replay} takes it. */
    byte[] common(ParseTemplate template) {
        // Independent of what else is in the model.
        long seed = SplitMix64.derive(template.size(), template.steps());
        byte[] text = new byte[START + template.size() + TextPool.SLACK];
        literals.start(Recipe.NEUTRAL_WINDOW, seed);
        shared = 0;
        ofAllShare = 0;
        replay(template, 0, 0, seed, text, template.size());
        return text;
    }

    private void replay(ParseTemplate template, int rate, int phase, long own, byte[] target, int length) {
        buffer = target;
        at = START;
        int limit = START + length;
        contextEnd = START;
        lastDistance = 0;
        together = SplitMix64.derive(template.size(), template.steps());
        spread = (int) SplitMix64.derive(own, 1);
        int place = START;
        int first = 0;
        while (first < template.steps() && place + template.run(first) + template.length(first) <= START + phase) {
            place += template.run(first) + template.length(first);
            first++;
        }
        int step = first;
        end = at + CommonText.until(at - ofAllStart, ofAllShare, limit - at);
        while (at < limit) {
            if (at == end) {
                int left = ofAll(limit);
                while (step < template.steps() && template.run(step) + template.length(step) <= left) {
                    int bytes = template.run(step) + template.length(step);
                    left -= bytes;
                    place += bytes;
                    step++;
                }
                beginSpan(own);
                end = at + CommonText.until(at - ofAllStart, ofAllShare, limit - at);
                continue;
            }
            if (step == first || step % SPAN == 0) {
                beginSpan(own);
            }
            if (step < template.steps()) {
                place = step(template, step, rate, place);
                step++;
            } else {
                // What is after the last copy.
                literals(place, START + template.size() - place);
                if (template.steps() == 0) {
                    draw(end - at);
                }
                step = 0;
                place = START;
            }
        }
    }

    /** Appends text in common with all classes, as far as it goes; returns how many bytes. */
    private int ofAll(int limit) {
        int from = at;
        while (at < limit && CommonText.has(at - ofAllStart, ofAllShare)) {
            int fits = Math.min(limit - at, CommonText.rest(at - ofAllStart));
            Words.copy(ofAll.bytes(), ofAll.index(at - ofAllStart), buffer, at, fits);
            at += fits;
        }
        contextEnd = at;
        lastDistance = 0;
        return at - from;
    }

    /** Decides where the literals of some steps come from. Shared spans are spread evenly, by steps of the golden ratio. */
    private void beginSpan(long own) {
        spread += (int) (SplitMix64.STEP >>> 32);
        sharing = spread >>> 24 < shared;
        dice = ~(sharing ? together : own);
    }

    /**
     * Appends a literal run and a copy, or what there is instead.
     *
     * @param place of the run in the template
     * @return the place after the copy
     */
    private int step(ParseTemplate template, int step, int rate, int place) {
        int run = template.run(step);
        int length = template.length(step);
        int distance = template.distance(step);
        int copied = place + run;
        if (rate != 0) {
            int roll = (int) (SplitMix64.mix(dice + step * SplitMix64.STEP) >>> 57);
            if (roll < -rate) {
                leaveOut(place, run, length, step);
                return copied + length;
            }
            if (roll < rate && lastDistance > 0 && at - lastDistance >= START) {
                copy(run, lastDistance);
                lastDistance = 0;
                run = 0;
            }
        }
        if (run > 0) {
            literals(place, run);
        }
        if (distance <= at - START) {
            copy(length, distance);
            lastDistance = distance;
        } else {
            // What it repeats is before the phase.
            literals(copied, length);
        }
        return copied + length;
    }

    /** Appends a run and literals instead of the copy after it, the same ones in all chunks that share them. */
    private void leaveOut(int place, int run, int length, int step) {
        if (!sharing) {
            draw(run + length);
            return;
        }
        literals(place, run);
        long own = literals.reseed(together + step * LEAP);
        draw(length);
        literals.reseed(own);
    }

    /** Appends literals: those that all chunks have at a place, or others. */
    private void literals(int place, int length) {
        if (!sharing) {
            draw(length);
            return;
        }
        int fits = Math.min(length, end - at);
        Words.copy(common, place, buffer, at, fits);
        at += fits;
        contextEnd = at;
        lastDistance = 0;
    }

    private void draw(int length) {
        int fits = Math.min(length, end - at);
        literals.draw(buffer, at, fits, Words.getInt(buffer, contextEnd - 4), lastDistance);
        at += fits;
        contextEnd = at;
        lastDistance = 0;
    }

    private void copy(int length, int distance) {
        int fits = Math.min(length, end - at);
        Words.repeat(buffer, at, distance, fits);
        at += fits;
        // Rather where it was copied from than what was just written, which memory has not got yet.
        contextEnd = fits >= 4 && fits <= distance ? at - distance : at;
    }
}

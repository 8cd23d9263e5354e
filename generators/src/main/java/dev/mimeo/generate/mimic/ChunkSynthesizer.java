package dev.mimeo.generate.mimic;

import dev.mimeo.characterization.ByteHistogram;
import dev.mimeo.characterization.mimic.ContentClass;
import dev.mimeo.characterization.mimic.ParseTemplate;
import dev.mimeo.characterization.mimic.Recipe;
import dev.mimeo.random.SplitMix64;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes chunks from recipes. For one thread at a time.
 */
public final class ChunkSynthesizer {

    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** What may be written beyond the end of a run or copy, to be overwritten by what follows. */
    private static final int SLACK = 32;

    /** Where a chunk begins in the buffer: what is before may be read as a context. */
    private static final int START = 8;

    private static final double ONE = 1L << 32;

    /** Chunks in a row whose places in the text are near each other. */
    private static final int NEIGHBOURS = 4;

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

    private static final int TABLE_BITS = 16;

    private static final int PLACE_BITS = 12;

    /** How much longer pieces from the chunk itself are than those from the text. */
    private static final int RECENT_LENGTH = 4;

    /** Most bytes taken from the text at a time, in the mean. */
    private static final int MAX_STRIDE = 160;

    private final MimicTexts texts;
    private byte[] buffer = new byte[SLACK];
    private final byte[] table = new byte[1 << TABLE_BITS];

    /** Where in the chunk what follows a context begins, for the last piece after it. */
    private final int[] lastPlaces = new int[1 << PLACE_BITS];

    private @Nullable TextPool pool;
    private int recent;

    private long counter;
    private long lowShare;
    private long windowShare;

    /** How many more literals each one is chosen from, in 1/256: the rarest if {@link #flat}, else the most frequent. */
    private int sharpness;

    private boolean flat;
    private int strideMask;
    private int strideBase;
    private int at;
    private int lastDistance;

    /** Makes chunks from prepared texts. */
    public ChunkSynthesizer(MimicTexts texts) {
        this.texts = texts;
    }

    /**
     * Makes a chunk.
     *
     * @param number decides with which other chunks this one shares literals
     * @param histogram bytes to draw from where the class has no model
     * @param seed decides all random choices
     */
    public void generate(
            Recipe recipe,
            long number,
            @Nullable ByteHistogram histogram,
            long seed,
            byte[] destination,
            int offset,
            int length) {
        Objects.checkFromIndexSize(offset, length, destination.length);
        if (buffer.length < length + START + SLACK) {
            buffer = new byte[length + START + SLACK];
        }
        ContentClass content = texts.model().classes().get(recipe.contentClass());
        pool = texts.pool(recipe.contentClass());
        if (pool == null) {
            fillTable(Objects.requireNonNull(histogram));
        }
        long own = SplitMix64.derive(seed, 0);
        begin(content, recipe, own, recipe.template() < 0 ? number : -1);
        int end = START + length;
        if (recipe.template() < 0) {
            stride(content.stride() * StrictMath.pow(2, recipe.rate() / 32.0));
            int noise = (int) ((long) length * recipe.noise() / 255);
            literals(end - noise);
            SplitMix64.fill(~own, buffer, end - noise, noise);
        } else {
            stride(content.stride());
            byte[] common = common(recipe.template(), recipe.contentClass(), content);
            replay(
                    texts.model().templates().get(recipe.template()),
                    recipe,
                    (int) (number % PHASES) * PHASE,
                    common == null ? 0 : content.shared(),
                    common == null ? buffer : common,
                    own,
                    end);
        }
        System.arraycopy(buffer, START, destination, offset, length);
    }

    /** Prepares for a chunk; places in the text are near those of its neighbours if it has a number. */
    private void begin(ContentClass content, Recipe recipe, long stream, long number) {
        counter = stream;
        double reach = content.reach() / 256.0;
        double share = Math.min(reach, StrictMath.pow(2, -recipe.window() / 16.0));
        windowShare = (long) (share * ONE);
        sharpness = Math.abs(recipe.window() - Recipe.NEUTRAL_WINDOW) * 4;
        flat = recipe.window() < Recipe.NEUTRAL_WINDOW;
        double place = fraction(SplitMix64.mix(stream));
        if (number >= 0) {
            double near = content.near() / 256.0;
            place = near * fraction(SplitMix64.derive(0, number / NEIGHBOURS)) + (1 - near) * place;
        }
        lowShare = (long) (place * (reach - share) * ONE);
        at = START;
        lastDistance = 0;
        recent = content.recent();
        if (recent > 0) {
            Arrays.fill(lastPlaces, 0);
        }
    }

    private static double fraction(long bits) {
        return (bits >>> 32) * 0x1p-32;
    }

    /** Returns what the chunks of a template have in common, or null where they have nothing. */
    private byte @Nullable [] common(int template, int contentClass, ContentClass content) {
        if (content.shared() == 0 || content.model() == null || !texts.hasCommon(template)) {
            return null;
        }
        MimicTexts.Common known = texts.common(template);
        if (known == null || known.contentClass != contentClass) {
            known = new MimicTexts.Common(contentClass, new ChunkSynthesizer(texts).whole(template, contentClass));
            texts.keep(template, known);
        }
        return known.text;
    }

    /** Makes the chunk that a template is replayed to where nothing is any chunk's own. */
    private byte[] whole(int template, int contentClass) {
        ParseTemplate parse = texts.model().templates().get(template);
        ContentClass content = texts.model().classes().get(contentClass);
        Recipe recipe = new Recipe(contentClass, template, Recipe.NEUTRAL_WINDOW, 0, 0);
        buffer = new byte[parse.size() + START + SLACK];
        pool = texts.pool(contentClass);
        // Independent of what else is in the model.
        long stream = SplitMix64.derive(parse.size(), parse.steps());
        begin(content, recipe, stream, -1);
        stride(content.stride());
        replay(parse, recipe, 0, 0, buffer, stream, START + parse.size());
        return buffer;
    }

    /** Sets the mean of the bytes taken at a time: a constant and a uniformly distributed part. */
    private void stride(double mean) {
        double wanted = Math.max(1, Math.min(MAX_STRIDE, mean));
        strideMask = wanted < 3 ? 0 : Integer.highestOneBit((int) (wanted * 4 / 3)) - 1;
        // In 1/256 bytes, so that the mean is continuous.
        strideBase = (int) StrictMath.round((wanted - strideMask / 2.0) * 256);
    }

    private void replay(
            ParseTemplate template, Recipe recipe, int phase, int shared, byte[] common, long own, int end) {
        int steps = template.steps();
        int rate = recipe.rate();
        long together = SplitMix64.derive(template.size(), steps);
        // Spans that are shared are spread evenly, by steps of the golden ratio.
        int spread = (int) SplitMix64.derive(own, 1);
        boolean sharing = false;
        long dice = 0;
        int place = START;
        int first = 0;
        while (first < steps && place + template.run(first) + template.length(first) <= START + phase) {
            place += template.run(first) + template.length(first);
            first++;
        }
        for (int step = first; at < end; step++) {
            if (step == steps) {
                // What is after the last copy.
                int rest = START + template.size() - place;
                if (sharing) {
                    take(common, place, Math.min(end - at, rest));
                } else {
                    runs(Math.min(end, at + rest));
                }
                if (at >= end || steps == 0) {
                    runs(end);
                    return;
                }
                step = 0;
                place = START;
            }
            if (step % SPAN == 0 || step == first) {
                spread += (int) (SplitMix64.STEP >>> 32);
                sharing = spread >>> 24 < shared;
                dice = ~(sharing ? together : own);
            }
            int run = template.run(step);
            int length = template.length(step);
            int distance = template.distance(step);
            int from = place;
            place += run + length;
            boolean covered = false;
            if (rate != 0) {
                int roll = (int) (SplitMix64.mix(dice + step * SplitMix64.STEP) >>> 57);
                if (roll < -rate) {
                    leaveOut(common, from, run, length, sharing ? together + step * LEAP : 0, end);
                    continue;
                }
                covered = roll < rate && at - lastDistance >= START && lastDistance > 0;
            }
            if (covered) {
                copy(Math.min(run, end - at), lastDistance);
                lastDistance = 0;
            } else if (run > 0) {
                if (sharing) {
                    take(common, from, Math.min(end - at, run));
                } else {
                    runs(Math.min(end, at + run));
                }
            }
            if (at < end && length > 0) {
                if (distance <= at - START) {
                    copy(Math.min(length, end - at), distance);
                    lastDistance = distance;
                } else if (sharing) {
                    // What it repeats is before the phase.
                    take(common, place - length, Math.min(length, end - at));
                } else {
                    runs(Math.min(end, at + length));
                }
            }
        }
    }

    /** Appends a run and literals instead of the copy after it; {@code stream} is what they follow if chunks share them, else 0. */
    private void leaveOut(byte[] common, int from, int run, int length, long stream, int end) {
        if (stream == 0) {
            runs(Math.min(end, at + run + length));
        } else {
            take(common, from, Math.min(end - at, run));
            long own = counter;
            counter = stream;
            runs(Math.min(end, at + length));
            counter = own;
        }
    }

    /** Appends a part of a common text. */
    private void take(byte[] common, int from, int length) {
        System.arraycopy(common, from, buffer, at, length);
        at += length;
        lastDistance = 0;
    }

    private void copy(int length, int distance) {
        byte[] data = buffer;
        int to = at;
        int end = to + length;
        int from = to - distance;
        if (distance >= 16) {
            while (to < end) {
                LONGS.set(data, to, (long) LONGS.get(data, from));
                LONGS.set(data, to + 8, (long) LONGS.get(data, from + 8));
                to += 16;
                from += 16;
            }
        } else {
            while (to < end) {
                data[to++] = data[from++];
            }
        }
        at = end;
    }

    /** Appends literals. */
    private void literals(int end) {
        TextPool source = pool;
        if (source == null) {
            drawBytes(end);
            return;
        }
        byte[] data = buffer;
        byte[] text = source.text;
        int[] starts = source.starts;
        int[] positions = source.positions;
        int to = at;
        long random = counter;
        while (to < end) {
            random += SplitMix64.STEP;
            long bits = SplitMix64.mix(random);
            int context = (int) INTS.get(data, to - 4);
            int hash = source.hash(context);
            int n = ((strideBase + (int) (bits & 255)) >> 8) + ((int) (bits >>> 8) & strideMask);
            if (recent > 0) {
                int slot = hash >>> (TextPool.HASH_BITS - PLACE_BITS);
                int last = lastPlaces[slot];
                lastPlaces[slot] = to;
                if (((int) (bits >>> 16) & 255) < recent
                        && last > 0
                        && to - last >= 16
                        && (((int) INTS.get(data, last - 4) ^ context) & source.contextMask) == 0) {
                    n = Math.min(end - to, RECENT_LENGTH * n);
                    append(data, last, to, n);
                    to += n;
                    continue;
                }
            }
            int start = starts[hash];
            int number = starts[hash + 1] - start;
            int from;
            if (number == 0 || to < 12) {
                from = (int) (bits >>> 32) & source.mask;
            } else {
                long place = (lowShare * number + (((bits >>> 40) * ((windowShare * number) >>> 20)) >>> 4)) >>> 32;
                from = positions[start + (int) place];
            }
            n = Math.min(end - to, n);
            append(text, from, to, n);
            to += n;
        }
        counter = random;
        at = to;
    }

    /** Appends literals of a template. */
    private void runs(int end) {
        TextPool source = pool;
        if (source == null) {
            drawBytes(end);
            return;
        }
        byte[] data = buffer;
        byte[] text = source.text;
        int to = at;
        long random = counter;
        int avoided = lastDistance;
        lastDistance = 0;
        while (to < end) {
            random += SplitMix64.STEP;
            long bits = SplitMix64.mix(random);
            int hash = source.hash((int) INTS.get(data, to - 4));
            int n = Math.min(end - to, ((strideBase + (int) (bits & 255)) >> 8) + ((int) (bits >>> 8) & strideMask));
            int start = source.starts[hash];
            int number = source.starts[hash + 1] - start;
            if (number == 0 || to < START + 4) {
                start = 0;
                number = source.positions.length;
            }
            int from = source.positions[start + (int) (((bits >>> 40) * number) >>> 24)];
            int roll = (int) (bits >>> 16) & 0xff;
            if (avoided > 0 && text[from] == data[to - avoided]) {
                // The copy before would have been longer.
                roll = -1;
                from = source.positions[start + (int) (((SplitMix64.mix(bits) >>> 40) * number) >>> 24)];
            }
            for (int tries = sharpness; roll < tries && roll >= 0; tries -= 256) {
                bits = SplitMix64.mix(bits);
                int other = source.positions[start + (int) (((bits >>> 40) * number) >>> 24)];
                int difference = source.counts[text[other] & 0xff] - source.counts[text[from] & 0xff];
                if (flat ? difference < 0 : difference > 0) {
                    from = other;
                }
            }
            avoided = 0;
            append(text, from, to, n);
            to += n;
        }
        counter = random;
        at = to;
    }

    /** Copies to the buffer, in steps of 16 bytes, the last of which may go beyond the end. */
    private void append(byte[] source, int from, int to, int length) {
        byte[] data = buffer;
        LONGS.set(data, to, (long) LONGS.get(source, from));
        LONGS.set(data, to + 8, (long) LONGS.get(source, from + 8));
        for (int done = 16; done < length; done += 16) {
            LONGS.set(data, to + done, (long) LONGS.get(source, from + done));
            LONGS.set(data, to + done + 8, (long) LONGS.get(source, from + done + 8));
        }
    }

    private void drawBytes(int end) {
        byte[] data = buffer;
        int to = at;
        long random = counter;
        while (to < end) {
            random += SplitMix64.STEP;
            long bits = SplitMix64.mix(random);
            data[to] = table[(int) bits & 0xffff];
            data[to + 1] = table[(int) (bits >>> 16) & 0xffff];
            data[to + 2] = table[(int) (bits >>> 32) & 0xffff];
            data[to + 3] = table[(int) (bits >>> 48)];
            to += 4;
        }
        counter = random;
        at = end;
    }

    private void fillTable(ByteHistogram bytes) {
        long total = bytes.total();
        long seen = 0;
        int from = 0;
        for (int value = 0; value < 256; value++) {
            seen += bytes.count(value);
            int to = (int) ((seen << TABLE_BITS) / total);
            Arrays.fill(table, from, to, (byte) value);
            from = to;
        }
    }
}

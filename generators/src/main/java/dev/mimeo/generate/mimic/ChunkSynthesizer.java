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

    /** Chunks in a row that share literals as neighbours. */
    private static final int NEIGHBOURS = 4;

    /** Steps of a template between choices of where its literals come from. */
    private static final int SPAN = 32;

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
        if (buffer.length < length + SLACK + 8) {
            buffer = new byte[length + SLACK + 8];
        }
        ContentClass content = texts.model().classes().get(recipe.contentClass());
        pool = texts.pool(recipe.contentClass());
        if (pool == null) {
            fillTable(Objects.requireNonNull(histogram));
        }
        long own = SplitMix64.derive(seed, recipe.variant());
        counter = own;
        double share = StrictMath.pow(2, -recipe.window() / 16.0);
        windowShare = (long) (share * (1L << 32));
        boolean together = recipe.template() < 0 && content.near() > 0;
        lowShare =
                SplitMix64.mix(together ? SplitMix64.derive(recipe.contentClass(), number / NEIGHBOURS) : own) >>> 32;
        at = 8;
        lastDistance = 0;
        recent = content.recent();
        if (recent > 0) {
            Arrays.fill(lastPlaces, 0);
        }
        int end = 8 + length;
        if (recipe.template() < 0) {
            stride(content.stride() * StrictMath.pow(2, recipe.rate() / 32.0));
            literals(end);
        } else {
            stride(content.stride());
            replay(texts.model().templates().get(recipe.template()), recipe, content, number, own, end);
        }
        System.arraycopy(buffer, 8, destination, offset, length);
    }

    /** Sets the mean of the bytes taken at a time: a constant and a uniformly distributed part. */
    private void stride(double mean) {
        double wanted = Math.max(1, Math.min(MAX_STRIDE, mean));
        strideMask = wanted < 3 ? 0 : Integer.highestOneBit((int) (wanted * 4 / 3)) - 1;
        // In 1/256 bytes, so that the mean is continuous.
        strideBase = (int) StrictMath.round((wanted - strideMask / 2.0) * 256);
    }

    private void replay(ParseTemplate template, Recipe recipe, ContentClass content, long number, long own, int end) {
        int steps = template.steps();
        int rate = recipe.rate();
        long far = SplitMix64.derive(recipe.template(), recipe.contentClass());
        long near = SplitMix64.derive(far, number / NEIGHBOURS);
        long choices = SplitMix64.derive(own, 1);
        long dice = 0;
        for (int step = 0; at < end; step++) {
            if (step == steps) {
                step = 0;
                literals(Math.min(end, at + Math.max(1, template.size() / 4)));
                if (at >= end || steps == 0) {
                    literals(end);
                    return;
                }
            }
            if (step % SPAN == 0) {
                choices += SplitMix64.STEP;
                int choice = (int) (SplitMix64.mix(choices) >>> 56);
                long stream = choice < content.far() ? far : choice < content.far() + content.near() ? near : own;
                counter = stream + (long) step * 0x632be59bd9b4e019L;
                lowShare = SplitMix64.mix(stream) >>> 32;
                dice = ~stream;
            }
            int run = template.run(step);
            int length = template.length(step);
            int distance = template.distance(step);
            if (rate != 0) {
                int roll = (int) (SplitMix64.mix(dice + step * SplitMix64.STEP) >>> 57);
                if (rate < 0 && roll < -rate) {
                    run += length;
                    length = 0;
                } else if (roll < rate && at - lastDistance >= 8 && lastDistance > 0) {
                    copy(Math.min(run, end - at), lastDistance);
                    lastDistance = 0;
                    run = 0;
                }
            }
            if (run > 0) {
                literals(Math.min(end, at + run));
            }
            if (at < end && length > 0) {
                int reach = Math.min(distance, at - 8);
                if (reach > 0) {
                    copy(Math.min(length, end - at), reach);
                } else {
                    literals(Math.min(end, at + length));
                }
                lastDistance = reach;
            }
        }
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
        int avoided = lastDistance;
        lastDistance = 0;
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
                long place = (lowShare * number + ((bits >>> 32) * ((windowShare * number) >>> 32))) >>> 32;
                from = positions[start + (int) (place >= number ? place - number : place)];
                if (avoided > 0 && text[from] == data[to - avoided]) {
                    // The copy before would have been longer.
                    from = positions[start + (int) (((bits & 0xffffffffL) * number) >>> 32)];
                }
            }
            avoided = 0;
            n = Math.min(end - to, n);
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

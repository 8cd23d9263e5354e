package dev.mimeo.generate.internal.mimic;

import dev.mimeo.characterization.mimic.MimicModel;
import dev.mimeo.characterization.mimic.NumberModel;
import dev.mimeo.internal.bytes.EitherEndian;
import dev.mimeo.internal.random.SplitMix64;

/** Draws chunks that are arrays of numbers, see {@link NumberModel}. Immutable and thread-safe. */
public final class NumberDraw {

    private static final double MOST_START = 255;
    private static final double RATE_OCTAVE = 32;
    private static final int CHANCE = 1 << 16;

    /** Bits of a factor of changes below one. */
    private static final int FACTOR_BITS = 16;

    /** Changes of more bits are multiplied as floating point. */
    private static final int LARGE_BITS = 40;

    /** Bits of a random number that the rank does not take, from which magnitudes up to a bucket are drawn. */
    private static final int SPARE_BITS = 32;

    private static final int SPARE_BUCKET = NumberModel.rank(1L << SPARE_BITS);

    private final NumberModel model;
    private final NumberColumn[] columns;

    /** Prepares a model. */
    public NumberDraw(NumberModel model) {
        this.model = model;
        NumberColumn[] different =
                model.columns().stream().map(NumberColumn::new).toArray(NumberColumn[]::new);
        columns = new NumberColumn[model.stride()];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = different[different.length == 1 ? 0 : i];
        }
    }

    /** Returns whether it draws from a model. */
    boolean isOf(NumberModel other) {
        return model.equals(other);
    }

    /** Returns where the first number of a chunk is among those of its class in their order, as {@link MimicModel.Recipe#noise} has it. */
    public int start(byte[] chunk, int length) {
        if (length < model.width()) {
            return 0;
        }
        NumberColumn column = columns[0];
        long value = NumberModel.value(column.kind, model.width(), get(chunk, 0)) >> column.shift;
        return (int) StrictMath.round(MOST_START * column.place(value));
    }

    /**
     * Fills a range.
     *
     * @param seed decides all random choices
     */
    void fill(MimicModel.Recipe recipe, long seed, byte[] target, int offset, int length) {
        int stride = columns.length;
        long[] values = new long[stride];
        int[] groups = new int[stride];
        long counter = seed;
        for (int place = 0; place < stride; place++) {
            counter += SplitMix64.GOLDEN_GAMMA;
            double chance = (SplitMix64.mix64(counter) >>> 11) * 0x1p-53;
            NumberColumn column = columns[place];
            values[place] = column.value(place == 0 ? (recipe.noise() + chance) / (MOST_START + 1) : chance);
            groups[place] = column.group(0);
        }
        long factor = StrictMath.round(StrictMath.pow(2, recipe.rate() / RATE_OCTAVE) * (1 << FACTOR_BITS));
        int stays = stays(recipe);
        int width = model.width();
        int end = offset + length;
        int first = offset + stride * width;
        int place = 0;
        for (int at = offset; at < end; at += width) {
            NumberColumn column = columns[place];
            long value = values[place];
            if (at >= first) {
                counter += SplitMix64.GOLDEN_GAMMA;
                long random = SplitMix64.mix64(counter);
                int rank = column.rank(value, groups[place], random);
                if (stays != 0) {
                    rank = changed(column, value, groups[place], rank, counter, stays);
                }
                long more = Math.abs(rank) <= SPARE_BUCKET ? random >>> SPARE_BITS : SplitMix64.mix64(counter ^ random);
                long change = NumberColumn.change(rank, more);
                if (factor != 1 << FACTOR_BITS) {
                    change = scaled(change, factor, random);
                }
                value = next(column, value, change);
                values[place] = value;
                groups[place] = column.group(rank);
            }
            put(target, at, end, NumberModel.bytes(column.kind, width, value << column.shift));
            place = place + 1 == stride ? 0 : place + 1;
        }
    }

    /** Returns the share of changes that become none, or of those that are none that are drawn again, which is negative; in 1/65,536. */
    private static int stays(MimicModel.Recipe recipe) {
        int neutral = MimicModel.Recipe.NEUTRAL_WINDOW;
        int more = recipe.window() - neutral;
        return more < 0
                ? CHANCE * more / neutral
                : (int) Math.min(CHANCE, (long) CHANCE * more / (MimicModel.Recipe.ALL_STAY - neutral));
    }

    private static int changed(NumberColumn column, long value, int group, int rank, long counter, int stays) {
        long random = SplitMix64.mix64(~counter);
        int chance = (int) (random >>> 32) & (CHANCE - 1);
        if (stays > 0) {
            return chance < stays ? 0 : rank;
        }
        return rank == 0 && chance < -stays ? column.rank(value, group, random) : rank;
    }

    /**
     * Returns a change by another factor, rounded up or down by chance so that small ones are right on average.
     *
     * @param random its highest bits are used, which only large changes depend on
     */
    private static long scaled(long change, long factor, long random) {
        return (change + (1L << LARGE_BITS)) >>> (LARGE_BITS + 1) == 0
                ? (change * factor + (random >>> (Long.SIZE - FACTOR_BITS))) >> FACTOR_BITS
                : (long) ((double) change * factor / (1 << FACTOR_BITS));
    }

    /** Returns the number after a change, in the other direction where it would leave the range. */
    private static long next(NumberColumn column, long value, long change) {
        long next = value + change;
        boolean overflows = ((value ^ next) & (change ^ next)) < 0;
        if (!overflows && next >= column.least && next <= column.greatest) {
            return next;
        }
        long back = value - change;
        boolean isBack = ((value ^ change) & (value ^ back)) >= 0 && back >= column.least && back <= column.greatest;
        return isBack ? back : value;
    }

    private long get(byte[] bytes, int offset) {
        boolean isBigEndian = model.isBigEndian();
        return switch (model.width()) {
            case 1 -> bytes[offset];
            case Short.BYTES -> EitherEndian.getUnsignedShort(bytes, offset, isBigEndian);
            case Integer.BYTES -> EitherEndian.getInt(bytes, offset, isBigEndian);
            default -> EitherEndian.getLong(bytes, offset, isBigEndian);
        };
    }

    private void put(byte[] bytes, int offset, int end, long number) {
        int width = model.width();
        if (end - offset < width) {
            for (int i = offset; i < end; i++) {
                int place = model.isBigEndian() ? width - 1 - (i - offset) : i - offset;
                bytes[i] = (byte) (number >>> (Byte.SIZE * place));
            }
        } else if (width == Short.BYTES) {
            EitherEndian.putShort(bytes, offset, (short) number, model.isBigEndian());
        } else if (width == Integer.BYTES) {
            EitherEndian.putInt(bytes, offset, (int) number, model.isBigEndian());
        } else if (width == Long.BYTES) {
            EitherEndian.putLong(bytes, offset, number, model.isBigEndian());
        } else {
            bytes[offset] = (byte) number;
        }
    }
}

package dev.mimeo.generate.internal.mimic;

import dev.mimeo.characterization.mimic.MimicModel;
import dev.mimeo.characterization.mimic.NumberModel;
import dev.mimeo.internal.bytes.EitherEndian;
import dev.mimeo.internal.random.SplitMix64;

/** Draws chunks that are arrays of numbers, see {@link NumberModel}. Immutable and thread-safe. */
public final class NumberDraw {

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
        return (int) StrictMath.round(MimicModel.Recipe.MAX_START * column.share(value));
    }

    /**
     * Fills a range.
     *
     * @param seed decides all random choices
     */
    void fill(MimicModel.Recipe recipe, long seed, byte[] target, int offset, int length) {
        int stride = columns.length;
        long[] places = new long[stride];
        int[] ranks = new int[stride];
        long counter = seed;
        for (int i = 0; i < stride; i++) {
            counter += SplitMix64.GOLDEN_GAMMA;
            double chance = (SplitMix64.mix64(counter) >>> 11) * 0x1p-53;
            places[i] =
                    columns[i].place(i == 0 ? (recipe.noise() + chance) / (MimicModel.Recipe.MAX_START + 1.0) : chance);
        }
        long factor = StrictMath.round(StrictMath.pow(2, recipe.rate() / RATE_OCTAVE) * (1 << FACTOR_BITS));
        int stays = stays(recipe);
        int width = model.width();
        int end = offset + length;
        int first = offset + stride * width;
        int i = 0;
        for (int at = offset; at < end; at += width) {
            NumberColumn column = columns[i];
            long place = places[i];
            if (at >= first) {
                counter += SplitMix64.GOLDEN_GAMMA;
                long random = SplitMix64.mix64(counter);
                int rank = column.rank(place, ranks[i], random);
                if (stays != 0) {
                    rank = changed(column, place, ranks[i], rank, counter, stays);
                }
                long more = Math.abs(rank) <= SPARE_BUCKET ? random >>> SPARE_BITS : SplitMix64.mix64(counter ^ random);
                long magnitude = NumberColumn.magnitude(rank, more);
                if (factor != 1 << FACTOR_BITS) {
                    magnitude = scaled(magnitude, factor, random);
                }
                place = column.next(place, magnitude, rank >> (Integer.SIZE - 1));
                places[i] = place;
                ranks[i] = rank;
            }
            put(target, at, end, NumberModel.bytes(column.kind, width, (column.least + place) << column.shift));
            i = i + 1 == stride ? 0 : i + 1;
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

    private static int changed(NumberColumn column, long place, int last, int rank, long counter, int stays) {
        long random = SplitMix64.mix64(~counter);
        int chance = (int) (random >>> 32) & (CHANCE - 1);
        if (stays > 0) {
            return chance < stays ? 0 : rank;
        }
        return rank == 0 && chance < -stays ? column.rank(place, last, random) : rank;
    }

    /**
     * Returns a magnitude by another factor, rounded up or down by chance so that small ones are right on average.
     *
     * @param random its highest bits are used, which only large changes depend on
     */
    private static long scaled(long magnitude, long factor, long random) {
        return magnitude >>> LARGE_BITS == 0
                ? (magnitude * factor + (random >>> (Long.SIZE - FACTOR_BITS))) >>> FACTOR_BITS
                : (long) ((double) magnitude * factor / (1 << FACTOR_BITS));
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

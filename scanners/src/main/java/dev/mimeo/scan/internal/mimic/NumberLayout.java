package dev.mimeo.scan.internal.mimic;

import dev.mimeo.characterization.mimic.NumberModel;
import dev.mimeo.internal.bytes.EitherEndian;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The layout of the numbers of chunks: the one by which changes from number to number take the fewest bits, if all of them are coded
 * by how often they occur.
 *
 * @param width bytes of a number
 * @param isBigEndian whether the highest byte of a number is first
 * @param kinds by place in a row, how the bytes of its numbers are to be understood
 * @param bits bits that all numbers of the sample take
 * @param bytes bytes of the sample
 */
record NumberLayout(int width, boolean isBigEndian, List<NumberModel.Kind> kinds, double bits, long bytes) {

    private static final int[] WIDTHS = {Long.BYTES, Integer.BYTES, Short.BYTES, 1};
    private static final int[] STRIDES = {1, 2, 3, 4, 6, 8};

    /** Chunks that layouts are compared on, and bytes of each: changes of a few thousand numbers tell. */
    private static final int CHUNKS = 4;

    private static final int BYTES = 1 << 12;

    /** Bits that it takes to tell how often a change occurs, roughly. */
    private static final double BITS_A_RANK = 8;

    /** Layouts with more columns or wider numbers must be better by this factor. */
    private static final double GAIN = 0.995;

    /** By count: its product with its binary logarithm. */
    private static final double[] COUNT_BITS = countBits();

    private static final int RANKS = 2 * NumberModel.MAX_BUCKET + 1;

    /** Returns the number of numbers in a row. */
    int stride() {
        return kinds.size();
    }

    /** Returns the best layout of some chunks. */
    static NumberLayout of(List<ChunkSample> chunks) {
        List<ChunkSample> some = Trial.some(chunks, CHUNKS);
        long bytes = some.stream().mapToLong(NumberLayout::sampled).sum();
        NumberLayout best = new NumberLayout(1, false, List.of(NumberModel.Kind.UNSIGNED), Double.MAX_VALUE, bytes);
        for (int width : WIDTHS) {
            for (int order = 0; order < (width == 1 ? 1 : 2); order++) {
                boolean isBigEndian = order == 1;
                List<long[][]> values = values(some, width, isBigEndian);
                for (int stride : STRIDES) {
                    NumberLayout layout = of(values, width, isBigEndian, stride, bytes);
                    if (layout.bits < GAIN * best.bits) {
                        best = layout;
                    }
                }
            }
        }
        return best;
    }

    private static int sampled(ChunkSample chunk) {
        return Math.min(BYTES, chunk.length());
    }

    /** Returns the kinds that numbers of a width may be of. */
    private static List<NumberModel.Kind> kinds(int width) {
        return switch (width) {
            case 1 -> List.of(NumberModel.Kind.UNSIGNED, NumberModel.Kind.SIGNED);
            case Long.BYTES -> List.of(NumberModel.Kind.SIGNED, NumberModel.Kind.FLOAT);
            default -> List.of(NumberModel.Kind.UNSIGNED, NumberModel.Kind.SIGNED, NumberModel.Kind.FLOAT);
        };
    }

    /** Returns, by kind, the values of each chunk, without the low bits that are 0 in all. */
    private static List<long[][]> values(List<ChunkSample> chunks, int width, boolean isBigEndian) {
        List<long[][]> all = new ArrayList<>();
        for (NumberModel.Kind kind : kinds(width)) {
            long[][] values = new long[chunks.size()][];
            long set = 0;
            for (int i = 0; i < values.length; i++) {
                ChunkSample chunk = chunks.get(i);
                values[i] = values(chunk.data(), sampled(chunk), width, isBigEndian, kind);
                for (long value : values[i]) {
                    set |= value;
                }
            }
            int shift = shift(set);
            for (long[] its : values) {
                for (int i = 0; i < its.length; i++) {
                    its[i] >>= shift;
                }
            }
            all.add(values);
        }
        return all;
    }

    /** Returns how many low bits are 0 in all values, given those that are set in any. */
    static int shift(long set) {
        return set == 0 ? 0 : Long.numberOfTrailingZeros(set);
    }

    /** Returns the values of the numbers of a chunk that are complete. */
    static long[] values(byte[] data, int length, int width, boolean isBigEndian, NumberModel.Kind kind) {
        long[] values = new long[length / width];
        for (int i = 0; i < values.length; i++) {
            int at = i * width;
            long number = switch (width) {
                case 1 -> data[at];
                case Short.BYTES -> EitherEndian.getUnsignedShort(data, at, isBigEndian);
                case Integer.BYTES -> EitherEndian.getInt(data, at, isBigEndian);
                default -> EitherEndian.getLong(data, at, isBigEndian);
            };
            values[i] = NumberModel.value(kind, width, number);
        }
        return values;
    }

    private static NumberLayout of(List<long[][]> byKind, int width, boolean isBigEndian, int stride, long bytes) {
        List<NumberModel.Kind> kinds = kinds(width);
        NumberModel.Kind[] best = new NumberModel.Kind[stride];
        double[] least = new double[stride];
        Arrays.fill(least, Double.MAX_VALUE);
        for (int kind = 0; kind < kinds.size(); kind++) {
            double[] bits = bits(byKind.get(kind), stride);
            for (int place = 0; place < stride; place++) {
                if (bits[place] < least[place]) {
                    least[place] = bits[place];
                    best[place] = kinds.get(kind);
                }
            }
        }
        return new NumberLayout(
                width, isBigEndian, List.of(best), Arrays.stream(least).sum(), bytes);
    }

    /** Returns, by place in a row, the bits of the changes of its numbers. */
    private static double[] bits(long[][] chunks, int stride) {
        int[][] counts = new int[stride][RANKS];
        double[] bits = new double[stride];
        for (long[] values : chunks) {
            for (int i = stride; i < values.length; i++) {
                int rank = NumberModel.rank(values[i] - values[i - stride]);
                counts[i % stride][NumberModel.MAX_BUCKET + rank]++;
                bits[i % stride] += NumberModel.bits(Math.abs(rank));
            }
        }
        for (int place = 0; place < stride; place++) {
            bits[place] += entropy(counts[place]);
        }
        return bits;
    }

    /** Returns the bits of what was counted, and those of the counts. */
    private static double entropy(int[] counts) {
        int sum = 0;
        double bits = 0;
        for (int count : counts) {
            if (count > 0) {
                sum += count;
                bits += BITS_A_RANK - COUNT_BITS[count];
            }
        }
        return bits + COUNT_BITS[sum];
    }

    private static double[] countBits() {
        double[] bits = new double[CHUNKS * BYTES + 1];
        for (int count = 1; count < bits.length; count++) {
            bits[count] = count * StrictMath.log(count) / StrictMath.log(2);
        }
        return bits;
    }
}

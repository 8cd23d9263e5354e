package dev.mimeo.scan.internal.mimic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Exchanges bytes of the same kind that are about as frequent in some chunks, two by two: letters with letters, closing with opening
 * brackets. Codecs cannot tell the data from the original, as each byte follows others as often as the one that it stands for. But
 * its strings are others, and a text of its model has runs of the original where chance wills, not because they are frequent. This is
 * no cipher. Immutable and thread-safe.
 */
final class ByteExchange {

    /**
     * Least frequency of a byte relative to that of the one that it is exchanged with. By a ratio of 0.87 a chunk of prose or of
     * source code has 1 to 2 % of other bytes, and by 0.6 it has 4 to 7 %; texts are within the bound with either.
     */
    private static final double LEAST_RATIO = 0.85;

    private static final int VALUES = 256;

    /** Bytes from here on are of one kind in ranges of as many, which UTF-8 and most tables of letters have for different things. */
    private static final int RANGE = 32;

    /** White space and other control characters stay, so that lines and words remain what they are. */
    private static final int STAYS = 0;

    private static final int LOWER = 1;
    private static final int UPPER = 2;
    private static final int DIGIT = 3;
    private static final int OTHER = 4;

    /** By value: the one that stands for it. */
    private final byte[] others = new byte[VALUES];

    /** Chooses exchanges for some chunks. */
    ByteExchange(List<ChunkSample> chunks) {
        long[] counts = new long[VALUES];
        List<Integer> values = new ArrayList<>();
        for (int value = 0; value < VALUES; value++) {
            others[value] = (byte) value;
            for (ChunkSample chunk : chunks) {
                counts[value] += chunk.histogram().count(value);
            }
            if (counts[value] > 0 && kind(value) != STAYS) {
                values.add(value);
            }
        }
        values.sort(Comparator.<Integer>comparingInt(ByteExchange::kind).thenComparingLong(value -> -counts[value]));
        for (int i = 1; i < values.size(); i++) {
            int one = values.get(i - 1);
            int another = values.get(i);
            if (kind(one) == kind(another) && counts[another] >= LEAST_RATIO * counts[one]) {
                others[one] = (byte) another;
                others[another] = (byte) one;
                i++;
            }
        }
    }

    private static int kind(int value) {
        if (value >= Byte.MAX_VALUE) {
            return OTHER + value / RANGE;
        }
        if (value <= ' ') {
            return STAYS;
        }
        if (value >= 'a' && value <= 'z') {
            return LOWER;
        }
        if (value >= 'A' && value <= 'Z') {
            return UPPER;
        }
        return value >= '0' && value <= '9' ? DIGIT : OTHER;
    }

    /** Returns the byte that stands for another. */
    byte of(byte value) {
        return others[value & 0xff];
    }

    /** Returns a copy of some bytes, each exchanged. */
    byte[] of(byte[] bytes) {
        byte[] result = Arrays.copyOf(bytes, bytes.length);
        for (int i = 0; i < result.length; i++) {
            result[i] = of(result[i]);
        }
        return result;
    }
}

package dev.mimeo.codec.internal;

import dev.mimeo.internal.bytes.CommonPrefix;
import dev.mimeo.internal.bytes.LittleEndian;
import dev.mimeo.internal.random.Mixing;
import java.util.Arrays;

/**
 * Chooses matches greedily, the way LZO1X-1 does: one candidate per position from a table hashed by four bytes, with
 * steps that grow where nothing matches.
 */
final class LzoFastEncoder implements LzoEncoder {
    private static final int MIN_LENGTH = 4;

    /**
     * After this many bytes without a match steps are small again, as if a block began: LZO1X-1 works in blocks of 48 KiB. With
     * steps that only grow, the bytes after a long range of noise would hardly be searched.
     */
    private static final int STEPS_GROW_FOR = 1 << 15;

    private final int[] table;
    private final int hashShift;
    private final int patience;

    /**
     * @param hashBits binary logarithm of the table's size
     * @param patience the step grows by one byte for each 2<sup>patience</sup> bytes without a match
     */
    LzoFastEncoder(int hashBits, int patience) {
        this.table = new int[1 << hashBits];
        this.hashShift = 32 - hashBits;
        this.patience = patience;
    }

    @Override
    public int encode(byte[] src, int srcOffset, int srcLength, LzoOutput out) {
        Arrays.fill(table, -1);
        int end = srcOffset + srcLength;
        int lastStart = end - MIN_LENGTH;
        int literals = srcOffset;
        int at = srcOffset;
        while (at <= lastStart) {
            int four = LittleEndian.getInt(src, at);
            int slot = slot(four);
            int candidate = table[slot];
            table[slot] = at;
            if (candidate < 0
                    || at - candidate > LzoOutput.M4_DISTANCE
                    || LittleEndian.getInt(src, candidate) != four) {
                at += 1 + (((at - literals) & (STEPS_GROW_FOR - 1)) >>> patience);
                continue;
            }
            int length = MIN_LENGTH
                    + CommonPrefix.length(src, candidate + MIN_LENGTH, at + MIN_LENGTH, end - at - MIN_LENGTH);
            while (at > literals && candidate > srcOffset && src[at - 1] == src[candidate - 1]) {
                at--;
                candidate--;
                length++;
            }
            if (!out.put(literals, at - literals, length, at - candidate)) {
                return -1;
            }
            at += length;
            literals = at;
            if (at <= lastStart) {
                table[slot(LittleEndian.getInt(src, at - 2))] = at - 2;
            }
        }
        return out.finish(literals, end - literals);
    }

    private int slot(int four) {
        return Mixing.fibonacci32(four) >>> hashShift;
    }
}

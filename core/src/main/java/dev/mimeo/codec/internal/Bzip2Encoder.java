package dev.mimeo.codec.internal;

import dev.mimeo.codec.Codec;

/**
 * Compresses to a bzip2 stream, as {@link Bzip2Format} has it, with the bytes of libbz2 1.0.8. Only of a block that is the same
 * string several times, which rotation is called the first may differ. Keeps its arrays from one call to the next. Not thread-safe.
 */
final class Bzip2Encoder {

    /** Room of a block for the bytes of the last run, as libbz2 leaves it. */
    private static final int ROOM = 19;

    private final int level;
    private final RotationSort rotations = new RotationSort();
    private final Bzip2BlockEncoder coder = new Bzip2BlockEncoder();
    private final Bzip2Checksum checksum = new Bzip2Checksum();
    private byte[] block = {};
    private int length;

    Bzip2Encoder(int level) {
        this.level = level;
    }

    /** Compresses a range, as {@link Codec#compress}. */
    int encode(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset, int dstLength) {
        BitSink out = new BitSink(dst, dstOffset, dstLength);
        out.put(32, Bzip2Format.HEADER + level);
        int full = level * Bzip2Format.UNIT - ROOM;
        // The number behind four equal bytes makes five of them at worst.
        int room = (int) Math.min(full, srcLength + srcLength / 4L) + ROOM;
        if (block.length < room) {
            block = new byte[room];
        }
        int end = srcOffset + srcLength;
        int at = srcOffset;
        int start = at;
        int total = 0;
        int run = 0;
        while (start < end && !out.isFull()) {
            length = 0;
            // The run so far belongs to this block, although the block before has read it.
            while (at < end && length < full) {
                byte value = src[at++];
                if (run > 0 && (value != src[at - 2] || run == Bzip2Format.LONGEST_RUN)) {
                    add(src[at - 2], run);
                    run = 0;
                }
                run++;
            }
            if (at == end) {
                add(src[end - 1], run);
                run = 0;
            }
            int sum = checksum.of(src, start, at - run);
            total = Bzip2Checksum.combine(total, sum);
            writeBlock(sum, out);
            start = at - run;
        }
        put48(Bzip2Format.END, out);
        out.put(32, total & 0xffff_ffffL);
        return out.finish();
    }

    private void add(byte value, int run) {
        int kept = Math.min(run, Bzip2Format.RUN);
        for (int i = 0; i < kept; i++) {
            block[length++] = value;
        }
        if (kept == Bzip2Format.RUN) {
            block[length++] = (byte) (run - kept);
        }
    }

    private void writeBlock(int sum, BitSink out) {
        int[] sorted = rotations.sort(block, length);
        put48(Bzip2Format.BLOCK, out);
        out.put(32, sum & 0xffff_ffffL);
        out.put(1, 0);
        out.put(24, rotations.first());
        coder.encode(sorted, length, out);
    }

    private static void put48(long value, BitSink out) {
        out.put(24, value >>> 24);
        out.put(24, value & 0xff_ffff);
    }
}

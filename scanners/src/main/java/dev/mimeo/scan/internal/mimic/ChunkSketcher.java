package dev.mimeo.scan.internal.mimic;

import dev.mimeo.characterization.ByteHistogram;
import java.util.List;

/**
 * Sketches chunks: says in {@value #BYTES} bytes whether a chunk is constant, how small lz4 and zstd 1 make it, how long it is, and which
 * of 16 groups its bytes are in. With {@link Effort#FAST}, the entropy of its bytes stands for zstd. For one thread; to be closed.
 */
public final class ChunkSketcher implements AutoCloseable {

    /** Bytes of a sketch. */
    public static final int BYTES = 20;

    /** First byte of the sketch of a chunk whose bytes are all equal. */
    static final byte CONSTANT = 1;

    /** Index of the first size in a sketch. */
    static final int SIZES = 1;

    static final int SIZES_END = 3;

    /** A light matcher, and one with entropy coding, both faster than what else is done with a chunk. */
    private static final List<String> CODECS = List.of("lz4", "zstd:1");

    private static final int LENGTH = 3;
    private static final int GROUPS = 4;

    /** By what a size of a thousandth of the chunk is told from none. */
    private static final double FINEST = 1000;

    private final Effort effort;
    private final CodecSizes codecs;

    /**
     * Opens the codecs.
     *
     * @param effort if {@link Effort#FAST}, chunks are compressed by lz4 only; such sketches are not to be compared with others
     */
    public ChunkSketcher(Effort effort) {
        this.effort = effort;
        this.codecs = new CodecSizes(effort == Effort.FAST ? CODECS.subList(0, 1) : CODECS);
    }

    /**
     * Sketches a chunk.
     *
     * @param length its bytes, at least 1
     * @param target receives {@link #BYTES} bytes, all 0 before
     * @param at offset of the sketch
     */
    public void sketch(byte[] data, int offset, int length, byte[] target, int at) {
        ByteHistogram histogram = ByteHistogram.ofBytes(data, offset, length);
        if (histogram.count(data[offset] & 0xff) == length) {
            target[at] = CONSTANT;
            return;
        }
        for (int i = 0; i < CODECS.size(); i++) {
            double share = effort == Effort.FAST && i > 0
                    ? histogram.entropy() / Byte.SIZE
                    : Math.min(1, (double) codecs.size(i, data, offset, length) / length);
            target[at + SIZES + i] = (byte) (255 * StrictMath.log(1 + FINEST * share) / StrictMath.log(1 + FINEST));
        }
        target[at + LENGTH] = (byte) Math.min(255, 8 * (32 - Integer.numberOfLeadingZeros(length)));
        for (int group = 0; group < 16; group++) {
            int sum = 0;
            for (int i = 0; i < 16; i++) {
                sum += histogram.count(16 * group + i);
            }
            target[at + GROUPS + group] = (byte) (255 * StrictMath.sqrt((double) sum / length));
        }
    }

    @Override
    public void close() {
        codecs.close();
    }
}

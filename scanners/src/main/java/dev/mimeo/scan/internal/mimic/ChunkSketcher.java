package dev.mimeo.scan.internal.mimic;

import dev.mimeo.characterization.ByteHistogram;
import java.util.List;

/**
 * Sketches chunks: says in {@value #BYTES} bytes whether a chunk is constant, how small lz4, zstd 1 and Deflate make it, how long it is, and
 * which of 16 groups its bytes are in. With {@link Effort#FAST}, the entropy of its bytes stands for zstd. For one thread; to be closed.
 */
public final class ChunkSketcher implements AutoCloseable {

    /** Bytes of a sketch. */
    public static final int BYTES = 24;

    /** First byte of the sketch of a chunk whose bytes are all equal. */
    static final byte CONSTANT = 1;

    /** Index of the first size in a sketch. */
    static final int SIZES = 1;

    /** Index of the size under Deflate, which another scanner has found. */
    private static final int DEFLATE = 3;

    static final int SIZES_END = 4;

    /** A light matcher, and one with entropy coding, both faster than what else is done with a chunk. */
    private static final List<String> CODECS = List.of("lz4", "zstd:1");

    private static final int LENGTH = 4;
    private static final int GROUPS = 5;

    /** End of what counts for the distance of chunks. After it are the sizes of the whole chunk, also if those before are of a part. */
    static final int WHOLE = 21;

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
     * Sketches a chunk, with the size under zstd for that under Deflate.
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
                    : (double) codecs.size(i, data, offset, length) / length;
            target[at + SIZES + i] = coded(share);
        }
        target[at + DEFLATE] = target[at + DEFLATE - 1];
        System.arraycopy(target, at + SIZES, target, at + WHOLE, SIZES_END - SIZES);
        target[at + LENGTH] = (byte) Math.min(255, 8 * (32 - Integer.numberOfLeadingZeros(length)));
        for (int group = 0; group < 16; group++) {
            int sum = 0;
            for (int i = 0; i < 16; i++) {
                sum += histogram.count(16 * group + i);
            }
            target[at + GROUPS + group] = (byte) (255 * StrictMath.sqrt((double) sum / length));
        }
    }

    /**
     * Completes the sketch of a chunk that is not constant.
     *
     * @param deflateBytes its size as a default zlib stream, bytes
     * @param length its bytes
     */
    static void setDeflate(byte[] sketch, int deflateBytes, int length) {
        sketch[DEFLATE] = coded((double) deflateBytes / length);
        sketch[WHOLE + DEFLATE - SIZES] = sketch[DEFLATE];
    }

    /** Returns a compressed size in a sketch, on a logarithmic scale in steps of up to 2.7 %, by its share of the chunk, 0 or more. */
    static byte coded(double share) {
        return (byte) (255 * StrictMath.log(1 + FINEST * Math.min(1, share)) / StrictMath.log(1 + FINEST));
    }

    /** Returns the share of the chunk that a size in a sketch stands for: the middle of a step. */
    static double share(byte coded) {
        double step = (coded & 0xff) == 255 ? 255 : (coded & 0xff) + 0.5;
        return StrictMath.expm1(step / 255 * StrictMath.log(1 + FINEST)) / FINEST;
    }

    @Override
    public void close() {
        codecs.close();
    }
}

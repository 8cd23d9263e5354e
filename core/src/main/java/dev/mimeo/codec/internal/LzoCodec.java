package dev.mimeo.codec.internal;

import dev.mimeo.codec.Codec;
import java.util.Objects;
import java.util.zip.DataFormatException;

/**
 * Raw LZO1X blocks: no header, no size, no check.
 *
 * <p>A block is a sequence of instructions. Each one but a literal run is a match: it repeats {@code length} bytes from
 * {@code distance} bytes back, which may reach into the bytes it gives, and then takes {@code S} (0 to 3) literals.
 * {@code state} is the number of literals taken since the last match: 0 to 3, or 4 after a literal run; it is 0 at the
 * start. In the first byte of an instruction (high bit first), {@code L} is for length, {@code D} for distance, {@code
 * H} is the distance's highest bit; {@code B} is a byte that follows, {@code W} a word of two, the low byte first.
 *
 * <pre>
 * 1LLDDDSS B    length 5 + L, distance (B &lt;&lt; 3 | D) + 1
 * 01LDDDSS B    length 3 + L, distance (B &lt;&lt; 3 | D) + 1
 * 001LLLLL W    length 2 + L, extended beyond 33; distance (W &gt;&gt; 2) + 1, S = W &amp; 3
 * 0001HLLL W    length 2 + L, extended beyond 9; distance 16384 + (H &lt;&lt; 14) + (W &gt;&gt; 2), S = W &amp; 3
 * 0000LLLL      in state 0: a run of 3 + L literals, extended beyond 18, with state 4 after it
 * 0000DDSS B    in states 1 to 3: length 2, distance (B &lt;&lt; 2 | D) + 1
 * 0000DDSS B    in state 4: length 3, distance (B &lt;&lt; 2 | D) + 2049
 * </pre>
 *
 * <p>Where the bits {@code L} of one of the extended lengths are all 0, bytes follow, before {@code W}: any number of
 * zeros, each one worth 255, and a last byte that is not zero; their sum is added to the largest direct length. A first
 * byte of the block above 17 stands for a run of that less 17 literals; 1 to 3 of them leave their number as the state.
 * The block ends with the bytes 17, 0, 0: a match at distance 16384 in the form with {@code H}, which has no other use.
 *
 * <p>The decoder takes blocks of any encoder, those of LZO1X-999 included. Levels 1 to 3 encode with
 * {@link LzoFastEncoder}, higher ones with {@link LzoThoroughEncoder}. Against LZO1X-999 at the same level, levels 4 to 9 take
 * about as many bytes or fewer; for records that are much alike, levels 6 to 8 take up to 5 percent more, as they try fewer
 * candidates.
 */
final class LzoCodec implements Codec {
    private final int level;
    private final LzoEncoder encoder;

    LzoCodec(int level) {
        this.level = level;
        this.encoder = encoder(level);
    }

    /** From level 4 on, candidates and lengths are chosen for blocks of records that LZO1X-999 does not make smaller at the level. */
    private static LzoEncoder encoder(int level) {
        return switch (level) {
            case 1 -> new LzoFastEncoder(14, 5);
            case 2 -> new LzoFastEncoder(15, 6);
            case 3 -> new LzoFastEncoder(16, 8);
            case 4 -> new LzoThoroughEncoder(6, 32);
            case 5 -> new LzoThoroughEncoder(10, 48);
            case 6 -> new LzoThoroughEncoder(16, 64);
            case 7 -> new LzoThoroughEncoder(40, 96);
            case 8 -> new LzoThoroughEncoder(112, 160);
            default -> new LzoThoroughEncoder(256, 256);
        };
    }

    @Override
    public String name() {
        return "lzo:" + level;
    }

    @Override
    public int maxCompressedLength(int length) {
        return Codec.checkedBound(length, length / 16 + 67);
    }

    @Override
    public int compress(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset, int dstLength) {
        Objects.checkFromIndexSize(srcOffset, srcLength, src.length);
        Objects.checkFromIndexSize(dstOffset, dstLength, dst.length);
        return encoder.encode(src, srcOffset, srcLength, new LzoOutput(src, dst, dstOffset, dstLength));
    }

    @Override
    public int decompress(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset, int dstLength)
            throws DataFormatException {
        Objects.checkFromIndexSize(srcOffset, srcLength, src.length);
        Objects.checkFromIndexSize(dstOffset, dstLength, dst.length);
        return LzoDecoder.decode(src, srcOffset, srcLength, dst, dstOffset, dstLength);
    }

    @Override
    public void close() {}
}

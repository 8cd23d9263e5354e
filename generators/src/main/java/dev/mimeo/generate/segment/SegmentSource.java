package dev.mimeo.generate.segment;

import dev.mimeo.generate.PayloadSource;
import dev.mimeo.internal.bytes.StreamPositions;
import dev.mimeo.internal.random.SplitMix64;
import java.nio.ByteBuffer;
import java.util.Objects;

/** The stream of a seed of a segment, and those of its objects; the page "Segment files" has the rules. */
final class SegmentSource implements PayloadSource {

    private static final int BLOCK = SegmentFormat.BLOCK_BYTES;

    /** Bits of a stamp that choose a letter. */
    private static final int LETTER_BITS = SegmentFormat.STAMP_BITS / SegmentFormat.LETTERS;

    private final MappedSegment segment;
    private final long seed;
    private final byte[] block = new byte[BLOCK];

    /** The stream of the present object, or of the seed. */
    private long base;

    private long first;
    private long position;

    SegmentSource(MappedSegment segment, long seed) {
        this.segment = segment;
        this.seed = seed;
        open(seed);
    }

    private void open(long streamSeed) {
        base = SplitMix64.mix64(streamSeed + SplitMix64.GOLDEN_GAMMA);
        first = ((SplitMix64.mix64(base) >>> 32) * segment.blocks()) >>> 32;
        position = 0;
    }

    @Override
    public void fill(byte[] destination, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, destination.length);
        StreamPositions.after(position, length);
        for (int done = 0; done < length; ) {
            int from = (int) (position % BLOCK);
            int part = Math.min(length - done, BLOCK - from);
            put(destination, offset + done, from, from + part);
            position += part;
            done += part;
        }
    }

    @Override
    public void fill(ByteBuffer destination) {
        StreamPositions.after(position, destination.remaining());
        while (destination.hasRemaining()) {
            int part = Math.min(destination.remaining(), BLOCK);
            fill(block, 0, part);
            destination.put(block, 0, part);
        }
    }

    /** Puts a part of the block at the position into an array. */
    private void put(byte[] destination, int offset, int from, int end) {
        long number = first + position / BLOCK;
        int word = segment.word((int) (number % segment.blocks()));
        int content = word & SegmentFormat.CONTENT_MASK;
        segment.copy(content, from, destination, offset, end - from);
        switch (word >>> SegmentFormat.KIND_SHIFT) {
            case SegmentFormat.KIND_SWAP ->
                swap(content, stamp(content, number / segment.blocks()), destination, offset - from, from, end);
            case SegmentFormat.KIND_LETTERS ->
                letter(content, stamp(content, number / segment.blocks()), destination, offset - from, from, end);
            default -> {
                // Constant blocks are the same in every pass.
            }
        }
    }

    /** Returns what distinguishes a pass over a content: a bijection of the number of the pass. */
    private int stamp(int content, long pass) {
        long key = SplitMix64.mix64(base + (content + 1L) * SplitMix64.GOLDEN_GAMMA);
        int x = (int) (pass + key) & SegmentFormat.STAMP_MASK;
        x = (x * ((int) (key >>> 24) | 1)) & SegmentFormat.STAMP_MASK;
        x ^= x >>> 12;
        x = (x * ((int) (key >>> 40) | 1)) & SegmentFormat.STAMP_MASK;
        return x ^ (x >>> 13);
    }

    /**
     * Exchanges the pairs of bytes that a stamp says, as far as they are in a part of the block.
     *
     * @param start index of the first byte of the block, may be negative
     */
    private void swap(int content, int stamp, byte[] destination, int start, int from, int end) {
        for (int bits = stamp; bits != 0; bits &= bits - 1) {
            int slot = segment.slot(content, Integer.numberOfTrailingZeros(bits));
            int one = SegmentFormat.firstOf(slot);
            int other = SegmentFormat.secondOf(slot);
            if (one >= from && one < end) {
                destination[start + one] = segment.data(content, other);
            }
            if (other >= from && other < end) {
                destination[start + other] = segment.data(content, one);
            }
        }
    }

    private void letter(int content, int stamp, byte[] destination, int start, int from, int end) {
        int at = segment.slot(content, 0);
        for (int i = Math.max(at, from); i < Math.min(at + SegmentFormat.LETTERS, end); i++) {
            int number = (stamp >>> (LETTER_BITS * (i - at))) & (SegmentFormat.ALPHABET_BYTES - 1);
            destination[start + i] = segment.letter(content, number);
        }
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public void seek(long offset) {
        if (offset < 0) {
            throw new IllegalArgumentException("offset must not be negative, got " + offset);
        }
        position = offset;
    }

    @Override
    public void seekObject(long key) {
        open(SplitMix64.derive(seed, key));
    }
}

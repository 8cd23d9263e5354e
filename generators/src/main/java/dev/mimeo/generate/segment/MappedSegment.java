package dev.mimeo.generate.segment;

import dev.mimeo.MimeoException;
import dev.mimeo.MimeoException.Reason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.zip.CRC32C;

/**
 * The tables and the data of a segment file, mapped into memory. Immutable and thread-safe. The maps are freed with the object, by the
 * garbage collector.
 */
final class MappedSegment {

    private static final int BLOCK = SegmentFormat.BLOCK_BYTES;

    /** Blocks whose data, 1 GiB, is mapped together: a map has less than 2 GiB. */
    private static final int DATA_SHIFT = 18;

    /** Blocks whose slots, 768 MiB, are mapped together. */
    private static final int SLOTS_SHIFT = 24;

    private final int blocks;
    private final ByteBuffer contents;
    private final ByteBuffer[] slots;
    private final ByteBuffer[] data;

    private MappedSegment(int blocks, FileChannel channel) throws IOException {
        this.blocks = blocks;
        this.contents = map(channel, SegmentFormat.HEADER_BYTES, SegmentFormat.contentsBytes(blocks));
        this.slots = maps(channel, SegmentFormat.slotsOffset(blocks), SegmentFormat.SLOT_BYTES, SLOTS_SHIFT);
        this.data = maps(channel, SegmentFormat.dataOffset(blocks), BLOCK, DATA_SHIFT);
    }

    /**
     * Maps a file and validates its tables.
     *
     * @param source the file, for messages
     * @throws MimeoException if the file has another size than its header says, or a table is damaged
     */
    static MappedSegment of(FileChannel channel, SegmentHeader header, Path source) throws IOException {
        long bytes = SegmentFormat.dataOffset(header.blocks()) + (long) BLOCK * header.blocks();
        if (channel.size() != bytes) {
            throw MimeoException.of(
                    source,
                    Reason.TRUNCATED,
                    "the segment file has " + channel.size() + " bytes, and its header says " + bytes);
        }
        MappedSegment segment = new MappedSegment(header.blocks(), channel);
        if (checksum(segment.contents) != header.contentsCrc()
                || checksum(segment.slots) != header.slotsCrc()
                || !segment.isConsistent()) {
            throw MimeoException.of(source, Reason.CORRUPT, "the tables of the segment file are damaged");
        }
        return segment;
    }

    private static ByteBuffer map(FileChannel channel, long position, long bytes) throws IOException {
        return channel.map(FileChannel.MapMode.READ_ONLY, position, bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Maps records of one size, a power of two of them at a time. */
    private ByteBuffer[] maps(FileChannel channel, long position, int bytes, int shift) throws IOException {
        int each = 1 << shift;
        ByteBuffer[] maps = new ByteBuffer[(blocks + each - 1) >> shift];
        for (int i = 0; i < maps.length; i++) {
            long first = (long) i << shift;
            maps[i] = map(channel, position + first * bytes, Math.min(each, blocks - first) * bytes);
        }
        return maps;
    }

    private static int checksum(ByteBuffer... parts) {
        CRC32C crc = new CRC32C();
        for (ByteBuffer part : parts) {
            crc.update(part.duplicate());
        }
        return (int) crc.getValue();
    }

    /** Reads all data and returns its checksum. */
    int dataChecksum() {
        return checksum(data);
    }

    /** Returns whether each content is that of its first block, and its slots are allowed. */
    private boolean isConsistent() {
        for (int block = 0; block < blocks; block++) {
            int word = word(block);
            int content = word & SegmentFormat.CONTENT_MASK;
            int kind = word >>> SegmentFormat.KIND_SHIFT;
            if (kind > SegmentFormat.KIND_CONSTANT || content > block) {
                return false;
            }
            boolean allowed = content < block
                    ? word(content) == word
                    : switch (kind) {
                        case SegmentFormat.KIND_SWAP -> areSwapsApart(block);
                        case SegmentFormat.KIND_LETTERS -> isAlphabet(block);
                        default -> true;
                    };
            if (!allowed) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether the swaps of a content are inside its block, and none has a byte of another. */
    private boolean areSwapsApart(int content) {
        BitSet used = new BitSet(BLOCK);
        for (int i = 0; i < SegmentFormat.STAMP_BITS; i++) {
            int slot = slot(content, i);
            int first = SegmentFormat.firstOf(slot);
            int second = SegmentFormat.secondOf(slot);
            if (second >= BLOCK || used.get(first) || used.get(second)) {
                return false;
            }
            used.set(first);
            used.set(second);
        }
        return true;
    }

    /** Returns whether the letters of a content are inside its block, and all of its alphabet are different. */
    private boolean isAlphabet(int content) {
        BitSet used = new BitSet();
        for (int i = 0; i < SegmentFormat.ALPHABET_BYTES; i++) {
            used.set(letter(content, i) & 0xff);
        }
        return used.cardinality() == SegmentFormat.ALPHABET_BYTES && slot(content, 0) <= BLOCK - SegmentFormat.LETTERS;
    }

    int blocks() {
        return blocks;
    }

    /** Returns the word of a block: the number of its content, and the kind of that. */
    int word(int block) {
        return contents.getInt(Integer.BYTES * block);
    }

    /** Returns a slot of a content of swaps, or the position of the letters as slot 0 of one with letters. */
    int slot(int content, int number) {
        return slots[content >>> SLOTS_SHIFT].getShort(slotsAt(content) + Short.BYTES * number) & 0xffff;
    }

    /** Returns a letter of the alphabet of a content with letters. */
    byte letter(int content, int number) {
        return slots[content >>> SLOTS_SHIFT].get(slotsAt(content) + Short.BYTES + number);
    }

    private static int slotsAt(int content) {
        return SegmentFormat.SLOT_BYTES * (content & ((1 << SLOTS_SHIFT) - 1));
    }

    /** Returns a byte of the data of a content. */
    byte data(int content, int position) {
        return data[content >>> DATA_SHIFT].get(dataAt(content) + position);
    }

    /** Copies a part of the data of a content. */
    void copy(int content, int position, byte[] destination, int offset, int length) {
        data[content >>> DATA_SHIFT].get(dataAt(content) + position, destination, offset, length);
    }

    private static int dataAt(int content) {
        return BLOCK * (content & ((1 << DATA_SHIFT) - 1));
    }
}

package dev.mimeo.generate.segment;

import dev.mimeo.internal.bytes.LittleEndian;
import dev.mimeo.internal.files.FullTransfers;
import dev.mimeo.internal.random.SplitMix64;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * Writes the data of a segment: cuts a stream into blocks, replaces some by earlier ones, and finds the first block of each content.
 * Not thread-safe.
 */
final class BlockStream implements WritableByteChannel {

    private static final int BLOCK = SegmentFormat.BLOCK_BYTES;
    private static final int BUFFERED_BLOCKS = 256;

    private final FileChannel file;
    private final long dataOffset;
    private final DuplicateRuns runs;
    private final int[] contents;
    private final Map<Long, Integer> firstBlocks = new HashMap<>();
    private final CRC32C crc = new CRC32C();
    private final byte[] buffer = new byte[BUFFERED_BLOCKS * BLOCK];
    private final byte[] earlier = new byte[BLOCK];
    private int filled;
    private int flushed;
    private int count;
    private int constants;
    private DuplicateRuns.Run run = new DuplicateRuns.Run(0, 0);
    private int runDone;

    BlockStream(FileChannel file, int blocks, DuplicateRuns runs) {
        this.file = file;
        this.dataOffset = SegmentFormat.dataOffset(blocks);
        this.contents = new int[blocks];
        this.runs = runs;
    }

    /** Returns the number of the first block with the content of each block. */
    int[] contents() {
        return contents;
    }

    int distinctBlocks() {
        return firstBlocks.size();
    }

    int constantBlocks() {
        return constants;
    }

    /** Returns the checksum of the data after the last block. */
    int checksum() {
        return (int) crc.getValue();
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        int bytes = source.remaining();
        while (source.hasRemaining()) {
            int room = Math.min(source.remaining(), BLOCK - filled % BLOCK);
            source.get(buffer, filled, room);
            filled += room;
            if (filled % BLOCK == 0) {
                add(filled - BLOCK);
            }
        }
        return bytes;
    }

    private void add(int at) throws IOException {
        if (runDone == run.blocks()) {
            run = runs.at(count, count - firstBlocks.size(), contents.length - count);
            runDone = 0;
        }
        if (runDone < run.blocks()) {
            read(run.source() + runDone++, buffer, at);
        }
        contents[count] = contentOf(at);
        if (contents[count] == count && isConstant(buffer, at)) {
            constants++;
        }
        count++;
        if (filled == buffer.length || count == contents.length) {
            crc.update(buffer, 0, filled);
            file.position(dataOffset + (long) flushed * BLOCK);
            FullTransfers.write(file, ByteBuffer.wrap(buffer, 0, filled));
            flushed = count;
            filled = 0;
        }
    }

    private int contentOf(int at) throws IOException {
        long hash = hash(buffer, at);
        for (Integer first = firstBlocks.get(hash); first != null; first = firstBlocks.get(hash)) {
            read(first, earlier, 0);
            if (Arrays.equals(earlier, 0, BLOCK, buffer, at, at + BLOCK)) {
                return first;
            }
            hash++; // another content of the same hash
        }
        firstBlocks.put(hash, count);
        return count;
    }

    /** Reads a block that was added before. */
    private void read(int block, byte[] destination, int at) throws IOException {
        if (block >= flushed) {
            System.arraycopy(buffer, (block - flushed) * BLOCK, destination, at, BLOCK);
        } else {
            FullTransfers.read(file, dataOffset + (long) block * BLOCK, destination, at, BLOCK);
        }
    }

    private static long hash(byte[] bytes, int at) {
        long hash = 0;
        for (int i = at; i < at + BLOCK; i += Long.BYTES) {
            hash = SplitMix64.mix64(hash ^ LittleEndian.getLong(bytes, i));
        }
        return hash;
    }

    /** Returns whether a block repeats a single byte. */
    static boolean isConstant(byte[] bytes, int at) {
        return Arrays.equals(bytes, at, at + BLOCK - 1, bytes, at + 1, at + BLOCK);
    }

    @Override
    public boolean isOpen() {
        return file.isOpen();
    }

    /** Does nothing: the file belongs to the caller. */
    @Override
    public void close() {}
}

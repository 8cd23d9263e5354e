package dev.mimeo.garage.store;

import dev.mimeo.internal.files.FullTransfers;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;

/**
 * Chunks of neighbouring columns that one call reads from a file, because a call for each takes longer than decoding it. For one
 * thread at a time.
 */
final class ChunkWindow {

    /** Most bytes of a call that reads the chunks of several columns. */
    private static final int MAX_BYTES = 1 << 18;

    private final SeekableByteChannel channel;
    private byte[] bytes = {};
    private long start;

    ChunkWindow(SeekableByteChannel channel) {
        this.channel = channel;
    }

    /**
     * Reads the chunks of a column and of those that are read next, as far as they lie behind one another; nothing if they are here,
     * or if there is no neighbour.
     *
     * @param columns numbers of columns in the order in which they are read
     * @param at index of the column among them
     */
    void advance(BlockDirectory directory, int table, int blocks, int[] columns, int at) throws IOException {
        long from = -1;
        long end = -1;
        int chosen = 0;
        for (int i = at; i < columns.length && columns[i] == columns[at] + i - at; i++) {
            long next = end;
            for (int block = 0; block < blocks; block++) {
                int entry = directory.entry(table, columns[i], block);
                if (directory.kind(entry) == BlockDirectory.Kind.CHUNK) {
                    from = from < 0 ? directory.offset(entry) : from;
                    next = directory.offset(entry) + directory.size(entry);
                }
            }
            if (i == at && (from < 0 || holds(from, next))) {
                return;
            }
            if (next - from > MAX_BYTES) {
                break;
            }
            end = next;
            chosen++;
        }
        if (chosen > 1) {
            byte[] read = new byte[(int) (end - from)];
            // A file that was cut off has no window, so that the chunk that is damaged is named.
            bytes = FullTransfers.read(channel, from, read, 0, read.length) < read.length ? new byte[0] : read;
            start = from;
        }
    }

    private boolean holds(long from, long end) {
        return from >= start && end <= start + bytes.length;
    }

    /** Returns bytes of the file, from the window if they are there. */
    byte[] read(long offset, int length) throws IOException {
        byte[] result = new byte[length];
        if (holds(offset, offset + length)) {
            System.arraycopy(bytes, (int) (offset - start), result, 0, length);
        } else if (FullTransfers.read(channel, offset, result, 0, length) < length) {
            throw new EOFException("expected " + length + " bytes at byte " + offset);
        }
        return result;
    }
}

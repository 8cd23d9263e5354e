package dev.mimeo.generate;

import dev.mimeo.characterization.ChunkCharacterization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;

/**
 * The chunks at the position of a stream, generated when they are read: one at a time, or several where chunks are read one after
 * the other. Not thread-safe. A characterization that cannot be read gives an {@link UncheckedIOException} where no
 * {@link IOException} is declared.
 */
final class ChunkBuffer {

    /** After this many consecutive chunks have been read, the chunks that follow are generated ahead. */
    private static final int CHUNKS_IN_A_ROW = 8;

    /** Bytes then generated at a time, if chunks are smaller: generators are faster with several chunks at once. */
    private static final int AHEAD_BYTES = 128 << 10;

    private final ChunkSequence sequence;
    private final ChunkComposer composer;

    /**
     * The chunk that the position is in and perhaps some after it, unless {@code at == limit}; then the next one has not been
     * made yet.
     */
    private byte[] current = new byte[0];

    private int at;
    private int limit;
    private long nextNumber;

    /** Number of the first chunk in the buffer. */
    private long firstNumber;

    /** Number of the chunk after those in the buffer. */
    private long followingNumber = -1;

    /** Number of successive times that the buffer was filled with the chunks that follow its content. */
    private int inARow;

    /** Makes a buffer at the beginning of a sequence. */
    ChunkBuffer(ChunkSequence sequence, ChunkComposer composer) {
        this.sequence = sequence;
        this.composer = composer;
    }

    /** Returns the bytes from the position to the end of its chunk, at least 1; generates the chunk if that was not done. */
    int restOfChunk() {
        try {
            if (at == limit) {
                load(sequence.chunk(nextNumber));
            }
            long number = firstNumber;
            int end = sequence.chunk(number).size();
            while (end <= at) {
                end += sequence.chunk(++number).size();
            }
            return end - at;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Reads the next bytes: what is there, or else the next chunks.
     *
     * @param length bytes wanted, at least 1
     * @return bytes read, at least 1
     */
    int read(byte[] destination, int offset, int length) {
        return at < limit ? take(destination, offset, length) : next(destination, offset, length);
    }

    /**
     * Reads the next bytes into a buffer with room.
     *
     * @return bytes read, at least 1
     */
    int read(ByteBuffer destination) {
        if (at == limit) {
            try {
                load(sequence.chunk(nextNumber));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        int taken = Math.min(destination.remaining(), limit - at);
        destination.put(current, at, taken);
        at += taken;
        return taken;
    }

    private int take(byte[] destination, int offset, int length) {
        int taken = Math.min(length, limit - at);
        System.arraycopy(current, at, destination, offset, taken);
        at += taken;
        return taken;
    }

    /** Makes the next chunks in place as far as they fit, or if not even one does, the next into the buffer. */
    private int next(byte[] destination, int offset, int length) {
        try {
            ChunkCharacterization chunk = sequence.chunk(nextNumber);
            if (chunk.size() > length) {
                load(chunk);
                return take(destination, offset, length);
            }
            return compose(chunk, destination, offset, length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Makes the next chunk and, where chunks are read one after the other, some more. */
    private void load(ChunkCharacterization chunk) throws IOException {
        long first = nextNumber;
        inARow = first == followingNumber ? inARow + 1 : 0;
        int room = inARow < CHUNKS_IN_A_ROW ? chunk.size() : Math.max(AHEAD_BYTES, chunk.size());
        if (current.length < room) {
            current = new byte[room];
        }
        at = 0;
        limit = 0;
        limit = compose(chunk, current, 0, room);
        firstNumber = first;
        followingNumber = nextNumber;
    }

    /** Makes the next chunk and those after it that fit, too; returns their bytes. If it fails, the next chunk stays the same. */
    private int compose(ChunkCharacterization next, byte[] destination, int offset, int length) throws IOException {
        long number = nextNumber;
        int done = 0;
        ChunkCharacterization chunk = next;
        try {
            while (chunk.size() <= length - done) {
                composer.add(number++, chunk, destination, offset + done);
                done += chunk.size();
                if (done == length) {
                    break;
                }
                chunk = sequence.chunk(number);
            }
        } finally {
            composer.finish();
        }
        nextNumber = number;
        return done;
    }

    /**
     * Moves the position within the chunks that are there.
     *
     * @param distance bytes, negative to move back
     * @return whether the new position is within them; if not, nothing was moved
     */
    boolean moveBy(long distance) {
        boolean inside = at < limit && distance >= -at && distance < limit - at;
        if (inside) {
            at += (int) distance;
        }
        return inside;
    }

    /**
     * Moves the position into a chunk.
     *
     * @param number number of the chunk
     * @param offset bytes from its beginning, less than its size; the chunk is generated now unless it is 0
     */
    void moveTo(long number, int offset) throws IOException {
        nextNumber = number;
        at = limit;
        if (offset > 0) {
            load(sequence.chunk(number));
            at = offset;
        }
    }

    /** Frees the memory; the position is then at the beginning of the next chunk. */
    void clear() {
        current = new byte[0];
        at = 0;
        limit = 0;
    }
}

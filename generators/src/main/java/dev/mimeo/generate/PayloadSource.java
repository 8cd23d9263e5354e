package dev.mimeo.generate;

import dev.mimeo.internal.random.Mixing;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;

/**
 * Synthetic bytes without end, for one benchmark thread: it fills the arrays that the benchmark writes. Positions are less than 2^63. The
 * bytes depend on where they lie in the stream and on nothing else, so two ways of reading them, or two runs, give the same. An object is a place of the
 * stream, or has a stream of its own, to which positions apply from then on ({@link dev.mimeo.generate.segment.SegmentFile}).
 *
 * <p>Not thread-safe: each thread takes its own, from a {@link PayloadFactory} or {@link DataProducer}.
 */
public interface PayloadSource {

    /**
     * Fills a range with the next bytes.
     *
     * @throws IndexOutOfBoundsException if the range is not inside the array
     * @throws IllegalStateException if the position would exceed 2^63 - 1; nothing is changed then
     */
    void fill(byte[] destination, int offset, int length);

    /**
     * Fills what remains of a buffer, heap or direct, with the next bytes.
     *
     * @throws IllegalStateException if the position would exceed 2^63 - 1; nothing is changed then
     */
    void fill(ByteBuffer destination);

    /** Returns the position in the stream: the bytes before the next one that is read. */
    long position();

    /**
     * Moves the position.
     *
     * @param offset bytes from the beginning of the stream, at least 0
     * @throws IllegalArgumentException if it is negative
     */
    void seek(long offset);

    /**
     * Moves the position to a place that a key chooses, so that what follows is the content of the object with that key: it
     * depends on no other object.
     *
     * @param key any number, for example {@link #keyOf} of a name
     */
    void seekObject(long key);

    /**
     * Returns a view of the next bytes as a stream. Reading it moves this source on; {@code skip} costs no generation in
     * stored order, and {@code mark} and {@code reset} go back any distance.
     *
     * @param length bytes until the end of the stream, at least 0
     */
    default InputStream stream(long length) {
        return new PayloadStream(this, length);
    }

    /**
     * Returns a view of the next bytes as a channel. Reading it moves this source on.
     *
     * @param length bytes until the end of the channel, at least 0
     */
    default ReadableByteChannel channel(long length) {
        return new PayloadChannel(this, length);
    }

    /** Returns a key for {@link #seekObject}: a hash of a name's UTF-8 bytes (FNV-1a, 64 bits). */
    static long keyOf(String name) {
        return keyOf(name.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns a key for {@link #seekObject}: a hash of the bytes of a name (FNV-1a, 64 bits). */
    static long keyOf(byte[] name) {
        return Mixing.fnv1a64(name, 0, name.length);
    }
}

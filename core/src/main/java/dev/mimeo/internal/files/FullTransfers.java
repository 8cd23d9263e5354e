package dev.mimeo.internal.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.channels.WritableByteChannel;

/** Transfers of all bytes asked for, where one call of a channel may stop short of it. Thread-safe as far as the channel is. */
public final class FullTransfers {

    /**
     * Bytes read from a file at a time. A channel copies them once more, out of a buffer of its own, so they should still be in
     * the CPU's cache then.
     */
    private static final int READ_BYTES = 128 << 10;

    private FullTransfers() {}

    /**
     * Writes what remains in a buffer. It must not be written to a channel in non-blocking mode, which would keep the CPU busy.
     *
     * @throws IOException if writing fails; part of the bytes may have been written
     */
    public static void write(WritableByteChannel channel, ByteBuffer source) throws IOException {
        while (source.hasRemaining()) {
            channel.write(source);
        }
    }

    /**
     * Reads from a position of a file until a range of an array is full or the file ends. A channel that can only read at its
     * position is locked, so that several threads can read with this method.
     *
     * @return the bytes read, less than {@code length} only at the end of the file
     * @throws IndexOutOfBoundsException if the range is not inside the array
     * @throws IOException if reading fails
     */
    public static int read(SeekableByteChannel channel, long position, byte[] destination, int offset, int length)
            throws IOException {
        if (channel instanceof FileChannel file) {
            return read(file, position, destination, offset, length);
        }
        ByteBuffer buffer = ByteBuffer.wrap(destination, offset, length);
        synchronized (channel) {
            channel.position(position);
            while (buffer.hasRemaining()) {
                if (channel.read(buffer) < 0) {
                    return buffer.position() - offset;
                }
            }
        }
        return length;
    }

    /**
     * Reads from a position of a file until a range of an array is full or the file ends. The position of the channel neither
     * matters nor changes.
     *
     * @return the bytes read, less than {@code length} only at the end of the file
     * @throws IndexOutOfBoundsException if the range is not inside the array
     * @throws IOException if reading fails
     */
    public static int read(FileChannel channel, long position, byte[] destination, int offset, int length)
            throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(destination, offset, length);
        int end = offset + length;
        for (int at = offset; at < end; at = buffer.position()) {
            buffer.limit(at + Math.min(READ_BYTES, end - at));
            if (channel.read(buffer, position + (at - offset)) < 0) {
                return at - offset;
            }
        }
        return length;
    }
}

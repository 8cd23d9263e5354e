package dev.mimeo.dataseries;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Content read by position; thread-safe. */
interface RandomInput extends Closeable {

    long size();

    /** Reads exactly so many bytes, which must be there. */
    byte[] read(long position, int length) throws IOException;

    static RandomInput of(byte[] content) {
        return new RandomInput() {
            @Override
            public long size() {
                return content.length;
            }

            @Override
            public byte[] read(long position, int length) {
                byte[] out = new byte[length];
                System.arraycopy(content, Math.toIntExact(position), out, 0, length);
                return out;
            }

            @Override
            public void close() {
                // Nothing is open.
            }
        };
    }

    static RandomInput of(FileChannel channel, String name) throws IOException {
        long size = channel.size();
        return new RandomInput() {
            @Override
            public long size() {
                return size;
            }

            @Override
            public byte[] read(long position, int length) throws IOException {
                ByteBuffer buffer = ByteBuffer.allocate(length);
                while (buffer.hasRemaining()) {
                    if (channel.read(buffer, position + buffer.position()) < 0) {
                        throw new EOFException(name + ": file became shorter while it was read");
                    }
                }
                return buffer.array();
            }

            @Override
            public void close() throws IOException {
                channel.close();
            }
        };
    }
}

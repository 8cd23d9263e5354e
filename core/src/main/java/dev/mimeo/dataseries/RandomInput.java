package dev.mimeo.dataseries;

import dev.mimeo.internal.files.InterruptibleFile;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/** Content read by position; thread-safe. */
interface RandomInput extends Closeable {

    long size();

    /** Reads exactly {@code length} bytes, which must be there. */
    default byte[] read(long position, int length) throws IOException {
        byte[] out = new byte[length];
        read(position, out, 0, length);
        return out;
    }

    /** Fills a range of an array with bytes that must be there. */
    void read(long position, byte[] out, int offset, int length) throws IOException;

    static RandomInput of(byte[] content) {
        return new RandomInput() {
            @Override
            public long size() {
                return content.length;
            }

            @Override
            public void read(long position, byte[] out, int offset, int length) {
                System.arraycopy(content, Math.toIntExact(position), out, offset, length);
            }

            @Override
            public void close() {
                // Nothing is open.
            }
        };
    }

    /**
     * Opens a file.
     *
     * @throws DataSeriesException if it is a pipe or a device, which has no end to start reading at
     * @throws FileSystemException if it is a directory
     */
    static RandomInput open(Path file) throws IOException {
        // Asked before it is opened, as that waits for somebody to write to a pipe.
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        if (attributes.isOther()) {
            throw noFile(file);
        }
        if (attributes.isDirectory()) {
            throw new FileSystemException(file.toString(), null, "is a directory");
        }
        return of(InterruptibleFile.open(file), file);
    }

    /** Opens a file that is read from its start on, so that it may be a disk, but not a pipe. */
    static RandomInput openAny(Path file) throws IOException {
        InterruptibleFile opened = InterruptibleFile.open(file);
        if (opened.size() == 0
                && Files.readAttributes(file, BasicFileAttributes.class).isOther()) {
            opened.close();
            throw noFile(file);
        }
        return of(opened, file);
    }

    private static RandomInput of(InterruptibleFile opened, Path file) {
        return new RandomInput() {
            @Override
            public long size() {
                return opened.size();
            }

            @Override
            public void read(long position, byte[] out, int offset, int length) throws IOException {
                if (opened.read(position, out, offset, length) < length) {
                    throw new EOFException(file + ": file became shorter while it was read");
                }
            }

            @Override
            public void close() throws IOException {
                opened.close();
            }
        };
    }

    private static DataSeriesException noFile(Path file) {
        return new DataSeriesException(
                file.toString(), "a pipe or device, but DataSeries files need random access: copy it to a file first");
    }

    /** Takes a channel that nobody else uses, which reads at one position at a time. It is closed where this method fails. */
    static RandomInput of(SeekableByteChannel channel, String name) throws IOException {
        long size;
        try {
            size = channel.size();
        } catch (IOException | RuntimeException | Error e) {
            channel.close();
            throw e;
        }
        return new RandomInput() {
            @Override
            public long size() {
                return size;
            }

            @Override
            public synchronized void read(long position, byte[] out, int offset, int length) throws IOException {
                ByteBuffer buffer = ByteBuffer.wrap(out, offset, length);
                channel.position(position);
                while (buffer.hasRemaining()) {
                    if (channel.read(buffer) < 0) {
                        throw new EOFException(name + ": file became shorter while it was read");
                    }
                }
            }

            @Override
            public void close() throws IOException {
                channel.close();
            }
        };
    }
}

package dev.mimeo.dataseries;

import dev.mimeo.internal.files.FullTransfers;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;

/** Inputs in memory and in files. */
final class RandomInputs {

    private RandomInputs() {}

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
     */
    static RandomInput open(Path file) throws IOException {
        // Asked before it is opened, as that waits for somebody to write to a pipe.
        if (Files.readAttributes(file, BasicFileAttributes.class).isOther()) {
            throw noFile(file);
        }
        return of(FileChannel.open(file, StandardOpenOption.READ), file.toString());
    }

    /** Opens a file that is read from its start on, so that it may be a disk, but not a pipe. */
    static RandomInput openAny(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        if (channel.size() == 0
                && Files.readAttributes(file, BasicFileAttributes.class).isOther()) {
            channel.close();
            throw noFile(file);
        }
        return of(channel, file.toString());
    }

    private static DataSeriesException noFile(Path file) {
        return new DataSeriesException(
                file.toString(), "a pipe or device, but DataSeries files need random access: copy it to a file first");
    }

    private static RandomInput of(FileChannel channel, String name) throws IOException {
        long size = channel.size();
        return new RandomInput() {
            @Override
            public long size() {
                return size;
            }

            @Override
            public void read(long position, byte[] out, int offset, int length) throws IOException {
                if (FullTransfers.read(channel, position, out, offset, length) < length) {
                    throw new EOFException(name + ": file became shorter while it was read");
                }
            }

            @Override
            public void close() throws IOException {
                channel.close();
            }
        };
    }
}

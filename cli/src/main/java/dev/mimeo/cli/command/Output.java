package dev.mimeo.cli.command;

import dev.mimeo.internal.files.AtomicFile;
import dev.mimeo.internal.files.FileKinds;
import dev.mimeo.internal.files.FreeSpace;
import dev.mimeo.internal.files.OwnerPermissions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * One output of a run: write to {@link #channel()}, then {@link #commit()}. Closing without a commit leaves nothing
 * behind. For one thread at a time.
 */
public final class Output implements AutoCloseable {

    private final Outputs outputs;
    private final String name;
    private final @Nullable AtomicFile file;
    private final CountingChannel channel;

    /** The channel of a block device. */
    private final @Nullable FileChannel device;

    private boolean finished;

    private Output(
            Outputs outputs,
            String name,
            @Nullable AtomicFile file,
            CountingChannel channel,
            @Nullable FileChannel device) {
        this.outputs = outputs;
        this.name = name;
        this.file = file;
        this.channel = channel;
        this.device = device;
    }

    /** An output to a channel that stays open, such as standard output. */
    static Output toOpen(Outputs outputs, String name, WritableByteChannel out) {
        return new Output(outputs, name, null, new CountingChannel(name, out, false), null);
    }

    /** An output to a FIFO or a device, which has no other name to be written under first. */
    static Output toSpecial(Outputs outputs, Path path) throws IOException {
        FileChannel out = FileChannel.open(path, StandardOpenOption.WRITE);
        FileChannel device = FileKinds.isBlockDevice(path) ? out : null;
        return new Output(outputs, path.toString(), null, new CountingChannel(path.toString(), out, true), device);
    }

    /** An output to a file, which appears under its name with {@link #commit()}. */
    static Output toFile(Outputs outputs, String name, AtomicFile file) {
        return new Output(outputs, name, file, new CountingChannel(name, file.channel(), true), null);
    }

    /** Returns what to call the output in messages. */
    public String name() {
        return name;
    }

    /** Returns where to write; unbuffered. Closing it has no effect. Its errors name the output. */
    public WritableByteChannel channel() {
        return channel;
    }

    /**
     * Returns the file that has the content until {@link #commit()}, for those that can only write to a file by its name;
     * null if there is none, as for standard output. Nothing can be written to {@link #channel()} afterwards: on Windows, DuckDB
     * opens no file that somebody writes to.
     */
    public @Nullable Path file() throws IOException {
        if (file == null) {
            return null;
        }
        // Locked anew before the channel is closed, so that no other process takes it for abandoned in between.
        Path written = outputs.byName(file);
        channel.finish();
        return written;
    }

    /** Creates an empty file that is needed during the run only: beside the file, or in the folder for temporary files. */
    Path spill() throws IOException {
        return file == null ? outputs.scratch("mimeo-run") : outputs.companion(file);
    }

    /**
     * Lets nobody but the owner read a file; does nothing with standard output and devices.
     *
     * @return false if the file system has no permissions
     */
    public boolean restrictToOwner() throws IOException {
        return file == null || OwnerPermissions.restrict(file.temporary());
    }

    /** Returns the bytes written so far. */
    public long bytes() {
        return channel.bytes;
    }

    /** Frees what writing takes, before {@link #commit()}; nothing can be written afterwards. */
    public void finish() throws IOException {
        channel.finish();
    }

    /**
     * Refuses more bytes than a block device has, before anything on it is overwritten, or than are free where a file goes. Does
     * nothing with standard output, pipes and other devices.
     *
     * @param bytesToWrite bytes of the whole output, of which nothing is written yet
     */
    public void checkRoom(long bytesToWrite) throws IOException {
        if (file != null) {
            FreeSpace.require(
                    file.temporary(), name, bytesToWrite, "needs %s, and %s are free: free some, or write elsewhere");
        }
        if (device != null && device.size() < bytesToWrite) {
            throw new FileSystemException(
                    name, null, "has " + device.size() + " bytes, not " + bytesToWrite + ": write less with --size");
        }
    }

    /**
     * Declares the output complete, and gives a file its name.
     *
     * @throws IOException if it cannot be completed; nothing is left under the name then
     */
    public void commit() throws IOException {
        if (device != null) {
            // A device may report only now that it cannot store the data.
            device.force(false);
        }
        channel.finish();
        if (file != null) {
            outputs.commit(file);
        }
        finished = true;
    }

    @Override
    public void close() throws IOException {
        if (finished) {
            return;
        }
        finished = true;
        try {
            channel.finish();
        } finally {
            if (file != null) {
                outputs.discard(file);
            }
        }
    }

    /** Counts, and puts the name of the output and advice into errors. */
    private static final class CountingChannel implements WritableByteChannel {
        private final String name;
        private final WritableByteChannel out;
        private final boolean owned;
        private long bytes;

        CountingChannel(String name, WritableByteChannel out, boolean owned) {
            this.name = name;
            this.out = out;
            this.owned = owned;
        }

        @Override
        public int write(ByteBuffer source) throws IOException {
            try {
                int written = out.write(source);
                bytes += written;
                return written;
            } catch (IOException e) {
                throw explain(e);
            }
        }

        @Override
        public boolean isOpen() {
            return out.isOpen();
        }

        /** Left to {@link Output#commit()}, so that a writer that closes does not decide what is complete. */
        @Override
        public void close() {}

        private void finish() throws IOException {
            if (owned && out.isOpen()) {
                try {
                    out.close();
                } catch (IOException e) {
                    throw explain(e);
                }
            }
        }

        private IOException explain(IOException e) {
            if (!owned) {
                return e;
            }
            return ReaderGoneException.isReason(e)
                    ? new ReaderGoneException(name, e)
                    : new IOException(name + ": " + Errors.reason(e), e);
        }
    }
}

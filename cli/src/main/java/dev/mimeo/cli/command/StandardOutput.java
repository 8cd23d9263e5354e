package dev.mimeo.cli.command;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;

/** Standard output whose failures say so, with the end of the reader told apart from real trouble. */
public final class StandardOutput implements WritableByteChannel {

    private final WritableByteChannel out;
    private boolean written;

    /** Wraps the channel of a process. */
    StandardOutput(WritableByteChannel out) {
        this.out = out;
    }

    /** Wraps a stream; that of a process without a copy in between. */
    public static StandardOutput of(OutputStream out) {
        return new StandardOutput(out instanceof FileOutputStream file ? file.getChannel() : Channels.newChannel(out));
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        written = true;
        try {
            return out.write(source);
        } catch (IOException e) {
            throw ReaderGoneException.isReason(e)
                    ? new ReaderGoneException("standard output", e)
                    : new IOException("standard output: " + Errors.reason(e), e);
        }
    }

    /** Returns whether anything was written, or tried to be. */
    public boolean isWritten() {
        return written;
    }

    @Override
    public boolean isOpen() {
        return out.isOpen();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}

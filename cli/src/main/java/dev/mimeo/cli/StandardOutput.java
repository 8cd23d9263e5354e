package dev.mimeo.cli;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.util.Locale;

/** Standard output whose failures say so, with the end of the reader told apart from real trouble. */
final class StandardOutput implements WritableByteChannel {

    private final WritableByteChannel out;

    /** Wraps the channel of a process. */
    StandardOutput(WritableByteChannel out) {
        this.out = out;
    }

    /** Wraps a stream; that of a process without a copy in between. */
    static StandardOutput of(OutputStream out) {
        return new StandardOutput(out instanceof FileOutputStream file ? file.getChannel() : Channels.newChannel(out));
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        try {
            return out.write(source);
        } catch (IOException e) {
            String message = String.valueOf(e.getMessage());
            // EPIPE has no type of its own in java.io; the text is that of strerror.
            throw message.toLowerCase(Locale.ROOT).contains("broken pipe")
                    ? new ClosedPipeException(e)
                    : new IOException("standard output: " + Errors.reason(e), e);
        }
    }

    @Override
    public boolean isOpen() {
        return out.isOpen();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }

    /** Whoever read standard output has gone: nothing is wrong, but there is no point in going on. */
    static final class ClosedPipeException extends IOException {
        private static final long serialVersionUID = 1L;

        ClosedPipeException(IOException cause) {
            super("standard output was closed by its reader", cause);
        }
    }
}

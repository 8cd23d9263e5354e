package dev.mimeo.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;

/** Standard output whose failures say so, with the end of the reader told apart from real trouble. */
final class StandardOutput extends FilterOutputStream {

    StandardOutput(OutputStream out) {
        super(out);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            out.write(bytes, offset, length);
        } catch (IOException e) {
            throw explain(e);
        }
    }

    @Override
    public void write(int b) throws IOException {
        try {
            out.write(b);
        } catch (IOException e) {
            throw explain(e);
        }
    }

    @Override
    public void flush() throws IOException {
        try {
            out.flush();
        } catch (IOException e) {
            throw explain(e);
        }
    }

    private static IOException explain(IOException e) {
        String message = String.valueOf(e.getMessage());
        // EPIPE has no type of its own in java.io; the text is that of strerror.
        return message.toLowerCase(Locale.ROOT).contains("broken pipe")
                ? new ClosedPipeException(e)
                : new IOException("standard output: " + message, e);
    }

    /** Whoever read standard output has gone: nothing is wrong, but there is no point in going on. */
    static final class ClosedPipeException extends IOException {
        private static final long serialVersionUID = 1L;

        ClosedPipeException(IOException cause) {
            super("standard output was closed by its reader", cause);
        }
    }
}

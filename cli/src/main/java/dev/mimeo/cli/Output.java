package dev.mimeo.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * One output of a run: write to {@link #stream()}, then {@link #commit()}. Closing without a commit leaves nothing
 * behind. For one thread at a time.
 */
final class Output implements AutoCloseable {

    private final Outputs outputs;
    private final String name;
    private final @Nullable Path temporary;
    private final @Nullable Path target;
    private final boolean overwrite;
    private final CountingStream stream;
    private boolean finished;

    private Output(
            Outputs outputs,
            String name,
            @Nullable Path temporary,
            @Nullable Path target,
            boolean overwrite,
            CountingStream stream) {
        this.outputs = outputs;
        this.name = name;
        this.temporary = temporary;
        this.target = target;
        this.overwrite = overwrite;
        this.stream = stream;
    }

    /** An output to a stream that stays open, such as standard output. */
    static Output toStream(Outputs outputs, String name, OutputStream out) {
        return new Output(outputs, name, null, null, false, new CountingStream(name, out, false));
    }

    /** An output to a FIFO or a device, which has no other name to be written under first. */
    static Output toSpecial(Outputs outputs, Path path) throws IOException {
        OutputStream out = Files.newOutputStream(path, StandardOpenOption.WRITE);
        return new Output(outputs, path.toString(), null, null, false, new CountingStream(path.toString(), out, true));
    }

    /** An output to a file by way of a temporary sibling. */
    static Output toSibling(Outputs outputs, Path target, Path temporary, boolean overwrite) throws IOException {
        OutputStream out = Files.newOutputStream(temporary, StandardOpenOption.WRITE);
        return new Output(
                outputs,
                target.toString(),
                temporary,
                target,
                overwrite,
                new CountingStream(target.toString(), out, true));
    }

    /** Returns what to call the output in messages. */
    String name() {
        return name;
    }

    /** Returns where to write; unbuffered, closed by this object. Its errors name the output. */
    OutputStream stream() {
        return stream;
    }

    /** Returns the bytes written so far. */
    long bytes() {
        return stream.bytes;
    }

    /**
     * Declares the output complete, and gives a file its name.
     *
     * @throws IOException if it cannot be completed; nothing is left under the name then
     */
    void commit() throws IOException {
        stream.finish();
        if (temporary != null && target != null) {
            outputs.commit(temporary, target, overwrite);
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
            stream.finish();
        } finally {
            if (temporary != null) {
                outputs.discard(temporary);
            }
        }
    }

    /** Counts, and puts the name of the output and advice into errors. */
    private static final class CountingStream extends FilterOutputStream {
        private final String name;
        private final boolean owned;
        private long bytes;
        private boolean closed;

        CountingStream(String name, OutputStream out, boolean owned) {
            super(out);
            this.name = name;
            this.owned = owned;
        }

        @Override
        public void write(byte[] source, int offset, int length) throws IOException {
            try {
                out.write(source, offset, length);
            } catch (IOException e) {
                throw explain(e);
            }
            bytes += length;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        /** Left to {@link Output#commit()}, so that a writer that closes its stream does not decide what is complete. */
        @Override
        public void close() throws IOException {
            flush();
        }

        private void finish() throws IOException {
            if (closed) {
                return;
            }
            closed = true;
            try {
                if (owned) {
                    out.close();
                } else {
                    out.flush();
                }
            } catch (IOException e) {
                throw explain(e);
            }
        }

        private IOException explain(IOException e) {
            return e instanceof StandardOutput.ClosedPipeException || !owned
                    ? e
                    : new IOException(name + ": " + Errors.reason(e), e);
        }
    }
}

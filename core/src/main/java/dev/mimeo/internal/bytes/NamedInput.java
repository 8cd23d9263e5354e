package dev.mimeo.internal.bytes;

import dev.mimeo.internal.text.Failures;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

/** An input whose failures name it, which those of open files and of decompressors do not. */
public final class NamedInput extends FilterInputStream {

    private final UnaryOperator<IOException> naming;

    private NamedInput(InputStream in, UnaryOperator<IOException> naming) {
        super(in);
        this.naming = naming;
    }

    /** Makes a stream of decompressed bytes. */
    @FunctionalInterface
    public interface Decompression {
        /** Returns a stream that closes the one it reads. */
        InputStream of(InputStream in) throws IOException;
    }

    /**
     * Opens an input.
     *
     * @param in closed with the stream returned, and if this fails
     * @param naming turns a failure of the decompressed stream into the one to throw
     */
    public static InputStream open(InputStream in, Decompression decompression, UnaryOperator<IOException> naming)
            throws IOException {
        try {
            return new NamedInput(decompression.of(in), naming);
        } catch (IOException e) {
            in.close();
            throw naming.apply(e);
        }
    }

    /**
     * Opens a file.
     *
     * @throws IOException if it cannot be opened
     */
    public static InputStream ofFile(Path file) throws IOException {
        return new NamedInput(Files.newInputStream(file), e -> Failures.ofFile(file, e));
    }

    @Override
    public int read() throws IOException {
        try {
            return in.read();
        } catch (IOException e) {
            throw naming.apply(e);
        }
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        try {
            return in.read(target, offset, length);
        } catch (IOException e) {
            throw naming.apply(e);
        }
    }
}

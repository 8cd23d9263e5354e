package dev.mimeo.cli.dataseries;

import dev.mimeo.cli.command.Errors;
import dev.mimeo.formats.trace.TraceInputs;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** An input stream whose exceptions begin with the name of the input. */
final class NamedInput extends FilterInputStream {

    private final String name;

    private NamedInput(String name, InputStream in) {
        super(in);
        this.name = name;
    }

    /** Opens an input and decompresses it if needed. */
    static InputStream unpacked(String name, InputStream in) throws IOException {
        try {
            return new NamedInput(name, TraceInputs.unpacked(in));
        } catch (IOException e) {
            in.close();
            throw named(name, e);
        }
    }

    private static IOException named(String name, IOException e) {
        return new IOException(name + ": " + Errors.reason(e), e);
    }

    @Override
    public int read() throws IOException {
        try {
            return in.read();
        } catch (IOException e) {
            throw named(name, e);
        }
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        try {
            return in.read(target, offset, length);
        } catch (IOException e) {
            throw named(name, e);
        }
    }
}

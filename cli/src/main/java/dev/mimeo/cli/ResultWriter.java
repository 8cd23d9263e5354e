package dev.mimeo.cli;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;

/** Text to standard output in UTF-8, whose failures are not lost in a {@link java.io.PrintWriter}. */
final class ResultWriter extends Writer {

    private final Writer out;

    ResultWriter(OutputStream out) {
        this.out = new OutputStreamWriter(new BufferedOutputStream(out), StandardCharsets.UTF_8);
    }

    @Override
    public void write(char[] text, int offset, int length) {
        try {
            out.write(text, offset, length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void flush() {
        try {
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        flush();
    }
}

package dev.mimeo.cli;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The DataSeries files that a command reads. They are read back and forth, so what is a stream, standard input or a named
 * pipe, is kept in a temporary file until the end of the run.
 */
final class TraceInputs implements AutoCloseable {

    private static final byte[] FILE_START = {'D', 'S', 'v', '1'};

    private final Terminal terminal;
    private final Outputs outputs;
    private final List<Path> spooled = new ArrayList<>();
    private boolean standardInputTaken;

    TraceInputs(Terminal terminal, Outputs outputs) {
        this.terminal = terminal;
        this.outputs = outputs;
    }

    /**
     * Returns the file of an argument, which for a stream is complete when this returns.
     *
     * @param argument a path, or {@code -} for standard input
     */
    Path file(String argument) throws IOException {
        if (argument.equals("-")) {
            if (standardInputTaken) {
                throw new IOException("standard input: can be read once only: name - once");
            }
            standardInputTaken = true;
            return spool(terminal.in(), "standard input");
        }
        Path path = Outputs.path(argument);
        if (!Outputs.isSpecial(path) || Outputs.isBlockDevice(path)) {
            return path;
        }
        try (InputStream in = Files.newInputStream(path)) {
            return spool(in, argument);
        }
    }

    private Path spool(InputStream in, String name) throws IOException {
        // A stream of something else may be endless.
        byte[] start = in.readNBytes(FILE_START.length);
        if (!Arrays.equals(start, FILE_START)) {
            throw new IOException(name + ": not a DataSeries file: does not start with DSv1");
        }
        // Messages name this file.
        Path file = outputs.scratch(name.replaceAll("[^A-Za-z0-9]+", "-") + "-");
        spooled.add(file);
        try (InputStream whole = new SequenceInputStream(new ByteArrayInputStream(start), in)) {
            Files.copy(whole, file, StandardCopyOption.REPLACE_EXISTING);
        }
        return file;
    }

    @Override
    public void close() throws IOException {
        for (Path file : spooled) {
            outputs.discard(file);
        }
        spooled.clear();
    }
}

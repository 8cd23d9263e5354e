package dev.mimeo.cli.command;

import dev.mimeo.MimeoException;
import dev.mimeo.internal.files.FileKinds;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The DataSeries files that a command reads. They are read back and forth, so what is a stream, standard input or a named
 * pipe, is kept in a temporary file until the end of the run.
 */
final class DataSeriesInputs implements AutoCloseable {

    private final Terminal terminal;
    private final Outputs outputs;

    /** The originals of the copies. */
    private final Map<Path, String> spooled = new LinkedHashMap<>();

    private boolean standardInputTaken;

    DataSeriesInputs(Terminal terminal, Outputs outputs) {
        this.terminal = terminal;
        this.outputs = outputs;
    }

    /** Makes a DataSeries file of a stream of something else. */
    @FunctionalInterface
    interface Converter {
        Path convert(InputStream in, String name) throws IOException;
    }

    /**
     * Returns the file of an argument, which for a stream is complete when this returns.
     *
     * @param argument a path, or {@code -} for standard input
     */
    Path file(String argument) throws IOException {
        return file(argument, (in, name) -> {
            throw MimeoException.of(
                    name, MimeoException.Reason.CORRUPT, "not a DataSeries file: does not start with DSv1");
        });
    }

    /**
     * Returns the file of an argument as {@link #file(String)} does.
     *
     * @param other makes the file of a stream that is not one of DataSeries
     */
    Path file(String argument, Converter other) throws IOException {
        if (argument.equals("-")) {
            if (standardInputTaken) {
                throw MimeoException.of(
                        "standard input", MimeoException.Reason.UNSUPPORTED, "can be read once only: name - once");
            }
            standardInputTaken = true;
            return spool(terminal.in(), "standard input", other);
        }
        Path path = Outputs.path(argument);
        if (Files.isDirectory(path)) {
            throw MimeoException.of(
                    argument, MimeoException.Reason.UNSUPPORTED, "is a directory: name the files in it");
        }
        if (!FileKinds.isStream(path)) {
            return path;
        }
        try (InputStream in = Inputs.open(path)) {
            return spool(in, argument, other);
        }
    }

    private Path spool(InputStream in, String name, Converter other) throws IOException {
        // A stream of something else may be endless.
        byte[] start = in.readNBytes(FileStart.BYTES);
        InputStream whole = new SequenceInputStream(new ByteArrayInputStream(start), in);
        return FileStart.isDataSeries(start)
                ? keep(outputs.spool(whole, name.replaceAll("[^A-Za-z0-9]+", "-") + "-"), name)
                : other.convert(whole, name);
    }

    /** Keeps a temporary file until the end of the run, which messages call as the input that it stands for. */
    Path keep(Path file, String name) {
        spooled.put(file, name);
        return file;
    }

    /** Returns a message in which streams are called what they are, and not by their copies, which are gone later. */
    String named(String message) {
        String text = message;
        for (Map.Entry<Path, String> copy : spooled.entrySet()) {
            text = text.replace(copy.getKey().toString(), copy.getValue());
        }
        return text;
    }

    /** Returns a failure whose message is as {@link #named(String)} gives it; the same one if it names no copy. */
    IOException named(IOException failure) {
        String message = Errors.describe(failure);
        String named = named(message);
        return named.equals(message) ? failure : new IOException(named, failure);
    }

    @Override
    public void close() throws IOException {
        for (Path file : spooled.keySet()) {
            outputs.discard(file);
        }
    }
}

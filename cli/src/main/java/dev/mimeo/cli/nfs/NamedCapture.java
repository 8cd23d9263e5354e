package dev.mimeo.cli.nfs;

import dev.mimeo.MimeoException;
import dev.mimeo.cli.command.Inputs;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Progress;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.WatchedInput;
import dev.mimeo.nfs.convert.CaptureGroups;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A capture that the command line names: a file, or standard input. */
final class NamedCapture implements CaptureGroups.Input {

    static final String STANDARD_INPUT = "-";

    /** Ends of the names of captures, plain or compressed, as a regular expression. */
    static final String SUFFIXES = "(\\.(pcap|pcapng|cap|snoop|erf))?(\\.(gz|bz2|zst|xz|lz4|zlib|lzf))?";

    private final String source;
    private final @Nullable Path path;
    private final InputStream stream;
    private final Progress progress;

    private NamedCapture(String source, @Nullable Path path, InputStream stream, Progress progress) {
        this.source = source;
        this.path = path;
        this.stream = stream;
        this.progress = progress;
    }

    /** Returns a capture that is a stream. */
    static NamedCapture ofStream(InputStream in, String source, Progress progress) {
        return new NamedCapture(source, null, in, progress);
    }

    /**
     * Returns the captures of arguments, whose reading is shown.
     *
     * @param warning takes a warning if they are not in chronological order
     */
    static List<NamedCapture> of(List<String> arguments, Terminal terminal, Progress progress, Consumer<String> warning)
            throws IOException {
        checkDistinct(arguments);
        List<NamedCapture> captures = new ArrayList<>();
        if (Collections.frequency(arguments, STANDARD_INPUT) > 1) {
            throw MimeoException.of(
                    "standard input", MimeoException.Reason.UNSUPPORTED, "can be read once only: name - once");
        }
        for (String argument : arguments) {
            Path path = Outputs.path(argument);
            captures.add(
                    argument.equals(STANDARD_INPUT)
                            ? ofStream(terminal.in(), argument, progress)
                            : new NamedCapture(argument, path, InputStream.nullInputStream(), progress));
        }
        checkOrder(arguments, warning);
        return captures;
    }

    /** Warns of the first file that begins before the one that is named before it: shells list file 10 before file 2. */
    private static void checkOrder(List<String> arguments, Consumer<String> warning) {
        long before = Long.MIN_VALUE;
        String named = "";
        for (String argument : arguments.size() > 1 ? arguments : List.<String>of()) {
            OptionalLong start = start(argument);
            if (start.isPresent() && start.getAsLong() < before) {
                warning.accept(argument + ": begins before " + named + ", which is named before it, so messages may be"
                        + " lost or late: name captures in chronological order");
                return;
            }
            if (start.isPresent()) {
                before = start.getAsLong();
                named = argument;
            }
        }
    }

    /** Returns when a file begins, if it can be read more than once; other errors are found when it is read. */
    private static OptionalLong start(String argument) {
        try {
            Path path = Outputs.path(argument);
            return !argument.equals(STANDARD_INPUT) && Files.isRegularFile(path)
                    ? new NamedCapture(argument, path, InputStream.nullInputStream(), Progress.NONE).firstPacketNanos()
                    : OptionalLong.empty();
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }

    /**
     * Checks that no file is named twice, by whatever name: its calls would count as sent again.
     *
     * @throws IOException if one is
     */
    static void checkDistinct(List<String> arguments) throws IOException {
        Map<Object, String> names = new HashMap<>();
        for (String argument : arguments) {
            Path file = Outputs.path(argument);
            if (argument.equals(STANDARD_INPUT) || !Files.isRegularFile(file)) {
                continue;
            }
            Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
            String before = names.put(key == null ? file.toRealPath() : key, argument);
            if (before != null) {
                throw MimeoException.of(
                        argument,
                        MimeoException.Reason.UNSUPPORTED,
                        (before.equals(argument) ? "is named twice" : "is the same file as " + before)
                                + ": name each file once");
            }
        }
    }

    /** Returns the same capture, of which a stream is open already. */
    NamedCapture read(InputStream in) {
        return ofStream(in, source, progress);
    }

    /** Returns the name of the file without its folder. */
    @Override
    public String name() {
        return String.valueOf(Path.of(source).getFileName());
    }

    /** Returns the argument, or the words for a stream that has no name. */
    @Override
    public String source() {
        return source.equals(STANDARD_INPUT) ? "standard input" : source;
    }

    @Override
    public InputStream open() throws IOException {
        if (path == null) {
            return new WatchedInput(stream, -1, progress);
        }
        long size = Files.isRegularFile(path) ? Files.size(path) : -1;
        return new WatchedInput(Inputs.open(path), size, progress);
    }
}

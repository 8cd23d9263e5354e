package dev.mimeo.cli.nfs;

import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Progress;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.WatchedInput;
import dev.mimeo.nfs.convert.CaptureGroups;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A capture that the command line names: a file, or standard input. */
final class NamedCapture implements CaptureGroups.Input {

    static final String STANDARD_INPUT = "-";

    private final String argument;
    private final Path path;
    private final Terminal terminal;
    private final Progress progress;

    private NamedCapture(String argument, Terminal terminal, Progress progress) throws IOException {
        this.argument = argument;
        this.path = Outputs.path(argument);
        this.terminal = terminal;
        this.progress = progress;
    }

    /** Returns the captures of arguments, whose reading is shown. */
    static List<NamedCapture> of(List<String> arguments, Terminal terminal, Progress progress) throws IOException {
        List<NamedCapture> captures = new ArrayList<>();
        for (String argument : arguments) {
            captures.add(new NamedCapture(argument, terminal, progress));
        }
        return captures;
    }

    /** Returns the name of the file without its folder. */
    @Override
    public String name() {
        return argument.equals(STANDARD_INPUT) ? argument : String.valueOf(path.getFileName());
    }

    @Override
    public InputStream open() throws IOException {
        if (argument.equals(STANDARD_INPUT)) {
            return new WatchedInput(terminal.in(), -1, progress);
        }
        long size = Files.isRegularFile(path) ? Files.size(path) : -1;
        return new WatchedInput(Files.newInputStream(path), size, progress);
    }
}

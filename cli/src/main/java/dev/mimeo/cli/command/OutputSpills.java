package dev.mimeo.cli.command;

import dev.mimeo.dataseries.transform.Sorting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Hidden files beside an output that are gone after the run, however it ends. For one thread at a time. */
public final class OutputSpills implements Sorting.SpillFiles, AutoCloseable {

    private final Outputs outputs;
    private final Output output;
    private final List<Path> files = new ArrayList<>();

    /** Prepares files beside an output; in the folder for temporary files if it is not a file, such as standard output. */
    public OutputSpills(Outputs outputs, Output output) {
        this.outputs = outputs;
        this.output = output;
    }

    @Override
    public Path create() throws IOException {
        Path file = output.spill();
        files.add(file);
        return file;
    }

    @Override
    public void remove(Path file) throws IOException {
        outputs.discard(file);
        files.remove(file);
    }

    @Override
    public void close() throws IOException {
        for (Path file : files) {
            outputs.discard(file);
        }
        files.clear();
    }
}

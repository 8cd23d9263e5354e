package dev.mimeo.cli.dataseries;

import dev.mimeo.cli.command.Outputs;
import dev.mimeo.dataseries.transform.Sorting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Hidden files beside an output that are gone after the run, however it ends. */
final class TemporaryFiles implements Sorting.SpillFiles, AutoCloseable {

    private final Outputs outputs;
    private final String output;
    private final List<Path> files = new ArrayList<>();

    /** Prepares files beside an output; for standard output in the folder for temporary files. */
    TemporaryFiles(Outputs outputs, String output) {
        this.outputs = outputs;
        this.output = output;
    }

    @Override
    public Path create() throws IOException {
        Path file = output.equals("-") || Outputs.isSpecial(Outputs.path(output))
                ? outputs.scratch("mimeo-run")
                : outputs.temporary(Outputs.path(output));
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

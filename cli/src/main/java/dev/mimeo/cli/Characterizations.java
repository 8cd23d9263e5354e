package dev.mimeo.cli;

import dev.mimeo.characterization.Characterization;
import java.io.IOException;

/** Opens characterizations as they are named on the command line. */
final class Characterizations {

    private Characterizations() {}

    /**
     * Opens a characterization.
     *
     * @param name a file, or {@code -} for standard input
     */
    static Characterization open(String name, Terminal terminal) throws IOException {
        return name.equals("-")
                ? Characterization.read(terminal.in().readAllBytes(), "standard input")
                : Characterization.open(Outputs.path(name));
    }
}

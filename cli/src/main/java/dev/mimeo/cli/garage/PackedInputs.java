package dev.mimeo.cli.garage;

import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.garage.store.GarageTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** The packed files that a command reads. */
final class PackedInputs {

    private PackedInputs() {}

    /**
     * Refuses a garage that does not exist.
     *
     * @throws NoSuchFileException names it as it was given
     */
    static void requireExisting(Path garage) throws NoSuchFileException {
        if (!Files.exists(garage)) {
            throw new NoSuchFileException(garage.toString());
        }
    }

    /** Finds the packed files in folders, and warns if there are none. */
    static List<Path> find(List<Path> roots, MimeoSubcommand command) throws IOException {
        List<Path> files = GarageTree.files(roots);
        if (files.isEmpty()) {
            command.warn(roots.stream().map(Path::toString).collect(Collectors.joining(", "))
                    + ": no packed files; make some with mimeo garage pack");
        }
        return files;
    }
}

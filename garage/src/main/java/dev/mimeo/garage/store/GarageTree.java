package dev.mimeo.garage.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The packed files of a garage: a tree of folders, or several of them. */
public final class GarageTree {

    /** Suffix of packed files. */
    public static final String SUFFIX = ".gar";

    private GarageTree() {}

    /**
     * Returns the packed files below roots, sorted by their paths below their root; of files that have the same path below
     * several roots, which are replicas, the first. A root may also be a file.
     *
     * @throws NoSuchFileException if a root is not there
     * @throws IOException if a folder cannot be read
     */
    public static List<Path> files(Collection<Path> roots) throws IOException {
        TreeMap<String, Path> found = new TreeMap<>();
        List<Path> single = new ArrayList<>();
        for (Path root : roots) {
            if (!Files.exists(root)) {
                throw new NoSuchFileException(root.toString());
            }
            if (!Files.isDirectory(root)) {
                single.add(root);
                continue;
            }
            try (Stream<Path> files = Files.walk(root)) {
                files.filter(file -> isPacked(file) && Files.isRegularFile(file))
                        .forEach(file -> found.putIfAbsent(root.relativize(file).toString(), file));
            }
        }
        single.addAll(found.values());
        return single;
    }

    private static boolean isPacked(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.endsWith(SUFFIX) && !name.startsWith(".");
    }
}

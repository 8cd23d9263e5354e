package dev.mimeo.garage.store;

import dev.mimeo.internal.files.TreeWalk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;

/** The packed files of a garage: a tree of folders, or several of them. */
public final class GarageTree {

    /** Suffix of packed files. */
    public static final String SUFFIX = ".gar";

    private GarageTree() {}

    /**
     * Returns the packed files below roots, sorted by their paths below their root; of files that have the same path below
     * several roots, which are replicas, the first. A root may also be a file. The parts of a {@link PartsList} are not among them
     * if the whole file is.
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
            List<Path> lists = new ArrayList<>();
            TreeWalk walk = TreeWalk.of(root, GarageTree::passVanished);
            for (TreeWalk.Entry entry = walk.next(); entry != null; entry = walk.next()) {
                if (isPacked(entry.path()) && Files.isRegularFile(entry.path())) {
                    found.putIfAbsent(root.relativize(entry.path()).toString(), entry.path());
                } else if (PartsList.isList(entry.path())) {
                    lists.add(entry.path());
                }
            }
            PartsList.replaced(lists, found::containsValue)
                    .forEach(part -> found.remove(root.relativize(part).toString()));
        }
        single.addAll(found.values());
        return single;
    }

    /** Others may pack and remove files while the tree is walked. */
    private static void passVanished(Path path, IOException reason) throws IOException {
        if (!(reason instanceof NoSuchFileException)) {
            throw reason;
        }
    }

    private static boolean isPacked(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.endsWith(SUFFIX) && !name.startsWith(".");
    }
}

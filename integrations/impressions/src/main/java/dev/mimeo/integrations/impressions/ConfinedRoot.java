package dev.mimeo.integrations.impressions;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A folder that no path leaves: neither by {@code ..}, nor as an absolute path, nor over a symbolic link.
 *
 * <p>A path is checked before it is used. Who may change the tree at the same time can still put a link in its way.
 * Thread-safe.
 */
final class ConfinedRoot {

    /** Folders remembered as checked; forgotten when there are more. */
    private static final int MAX_KNOWN = 100_000;

    private final Path root;
    private final Set<Path> known = ConcurrentHashMap.newKeySet();

    /** Makes the folder where it is missing. */
    ConfinedRoot(Path root) throws IOException {
        Files.createDirectories(root);
        this.root = root.toRealPath();
    }

    /**
     * Returns the parts of a path, without those that mean nothing.
     *
     * @param path with slashes
     * @throws RefusedPathException if it is absolute, has a part {@code ..}, or names no file
     */
    static List<String> parts(String path) throws RefusedPathException {
        if (path.startsWith("/") || path.indexOf('\0') >= 0) {
            throw new RefusedPathException(path.startsWith("/") ? "the path is absolute" : "the path has a NUL");
        }
        List<String> parts = new ArrayList<>();
        for (String part : path.split("/", -1)) {
            if (part.equals("..")) {
                throw new RefusedPathException("the path leaves the root by '..'");
            }
            if (!part.isEmpty() && !part.equals(".")) {
                parts.add(part);
            }
        }
        if (parts.isEmpty() || path.endsWith("/")) {
            throw new RefusedPathException("the path names no file");
        }
        return parts;
    }

    /**
     * Returns where a file is to be written: a regular file, or none so far, in a folder that is there.
     *
     * @throws RefusedPathException if the path leaves the root or something else is in its way
     * @throws IOException if a folder cannot be made
     */
    Path target(List<String> parts) throws IOException {
        Path folder = root;
        try {
            for (String part : parts.subList(0, parts.size() - 1)) {
                folder = enter(folder, folder.resolve(part));
            }
            Path target = folder.resolve(parts.get(parts.size() - 1));
            if (!folder.equals(target.getParent())) {
                throw new RefusedPathException("the path leaves the root");
            }
            if (Files.isSymbolicLink(target)) {
                throw new RefusedPathException("the path is a symbolic link");
            }
            if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)
                    && !Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS)) {
                throw new RefusedPathException("the path exists and is no regular file");
            }
            return target;
        } catch (InvalidPathException e) {
            throw new RefusedPathException("the path is not valid here: " + e.getReason());
        }
    }

    /** Makes a folder where it is missing; returns it with its links resolved, which lead nowhere outside the root. */
    private Path enter(Path parent, Path folder) throws IOException {
        if (known.contains(folder)) {
            return folder;
        }
        if (!parent.equals(folder.getParent())) {
            throw new RefusedPathException("the path leaves the root");
        }
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            try {
                Files.createDirectory(folder);
            } catch (FileAlreadyExistsException e) {
                // Another thread made it; what it made is looked at below.
                return enter(parent, folder);
            }
        }
        if (!Files.isDirectory(folder)) {
            throw new RefusedPathException("'" + root.relativize(folder) + "' is no folder");
        }
        Path real = folder.toRealPath();
        if (!real.startsWith(root)) {
            throw new RefusedPathException(
                    "the path leaves the root by the symbolic link '" + root.relativize(folder) + "'");
        }
        if (known.size() >= MAX_KNOWN) {
            known.clear();
        }
        known.add(real);
        return real;
    }
}

package dev.mimeo.integrations.impressions;

import dev.mimeo.internal.files.Folders;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A folder that no path leaves: neither by {@code ..}, nor as an absolute path, nor over a symbolic link.
 *
 * <p>A path is checked before it is used. Who may change the tree at the same time can still put a link in its way.
 * Thread-safe.
 */
final class ConfinedRoot {

    /** Folders remembered as checked; forgotten when there are more. */
    private static final int MAX_KNOWN = 100_000;

    /** The longest names and paths of Linux and macOS, {@code NAME_MAX} and {@code PATH_MAX} less the NUL. */
    private static final int MAX_NAME_BYTES = 255;

    private static final int MAX_PATH_BYTES = 4095;

    /** The reason to refuse a path of a folder, device or pipe. */
    static final String NOT_A_FILE = "the path exists and is not a regular file";

    private final Path root;
    private final FilePath given;
    private final FilePath real;
    private final KeptFiles kept;
    private final Set<Path> known = ConcurrentHashMap.newKeySet();

    /**
     * Makes the folder where it is missing.
     *
     * @param kept files that are refused, wherever they are
     * @param tree a tree whose files and folders are refused, too, by whatever name; null for none, or the root itself
     * @throws FileSystemException if the root is a folder of the tree, also by another name
     */
    ConfinedRoot(Path root, List<Path> kept, @Nullable Path tree) throws IOException {
        // A link to a folder is one, which a creation does not see.
        if (!Files.isDirectory(root)) {
            Folders.create(root);
        }
        this.root = root.toRealPath();
        this.given = FilePath.of(root.normalize());
        this.real = FilePath.of(this.root);
        this.kept = KeptFiles.of(kept, tree, root);
        if (this.kept.hasFolder(this.root)) {
            throw new FileSystemException(
                    root.toString(), null, "lies inside the source tree: choose a folder outside of it");
        }
    }

    /** Returns the folder, without links. */
    Path path() {
        return root;
    }

    /** Returns the size of the regular file at a path, or 0 where there is none or the path is refused. */
    long sizeOf(FilePath path) throws IOException {
        Path file = root;
        try {
            for (FilePath part : parts(path)) {
                file = part.in(file);
            }
        } catch (RefusedPathException | InvalidPathException e) {
            return 0;
        }
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) ? Files.size(file) : 0;
    }

    /**
     * Returns the parts of a path below the root, without those that mean nothing.
     *
     * @throws RefusedPathException if it is absolute and not below the root, has a part {@code ..}, or names no file
     */
    List<FilePath> parts(FilePath path) throws RefusedPathException {
        FilePath relative = path;
        if (path.isAbsolute()) {
            if (!path.isBelow(given) && !path.isBelow(real)) {
                throw new RefusedPathException("the path is absolute and not below the root");
            }
            relative = path.from(path.isBelow(given) ? given : real);
        }
        if (path.contains('\0')) {
            throw new RefusedPathException("the path has a NUL");
        }
        List<FilePath> parts = new ArrayList<>();
        String last = "";
        for (FilePath part : relative.parts()) {
            last = part.toString();
            if (last.equals("..")) {
                throw new RefusedPathException("the path leaves the root by '..'");
            }
            if (part.length() > MAX_NAME_BYTES) {
                throw new RefusedPathException("a name is longer than " + MAX_NAME_BYTES + " bytes");
            }
            if (!last.isEmpty() && !last.equals(".")) {
                parts.add(part);
            }
        }
        if (parts.isEmpty() || last.isEmpty() || last.equals(".")) {
            throw new RefusedPathException("the path names no file");
        }
        if (real.length() + 1 + relative.length() > MAX_PATH_BYTES) {
            throw new RefusedPathException("the path is longer than " + MAX_PATH_BYTES + " bytes with the root");
        }
        return parts;
    }

    /**
     * Returns where a file is to be written: a regular file, or none so far, in a folder that is there.
     *
     * @param original the file of a tree that it is to be like; null for none
     * @throws RefusedPathException if the path leaves the root, something else is in its way, or the file is kept
     * @throws IOException if a folder cannot be made
     */
    Path target(List<FilePath> parts, @Nullable Path original) throws IOException {
        Path target = entry(parts);
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            if (Files.isSymbolicLink(target)) {
                throw new RefusedPathException("the path is a symbolic link");
            }
            if (!Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS)) {
                throw new RefusedPathException(NOT_A_FILE);
            }
            if (isKept(target, original)) {
                throw new RefusedPathException("the path is an input, which is not overwritten");
            }
        }
        return target;
    }

    /**
     * Returns whether a file that exists must not change.
     *
     * @param original the file of a tree that it is to be like; null for none
     */
    boolean isKept(Path file, @Nullable Path original) throws IOException {
        return kept.hasFile(file) || kept.hasOriginal(original, file);
    }

    /**
     * Returns the path of an entry of any kind, which need not exist, in a folder that is there.
     *
     * @throws RefusedPathException if the path leaves the root
     * @throws IOException if a folder cannot be made
     */
    Path entry(List<FilePath> parts) throws IOException {
        Path folder = folder(parts.subList(0, parts.size() - 1));
        try {
            Path entry = parts.get(parts.size() - 1).in(folder);
            if (!folder.equals(entry.getParent())) {
                throw new RefusedPathException("the path leaves the root");
            }
            return entry;
        } catch (InvalidPathException e) {
            throw invalid(e);
        }
    }

    /**
     * Returns a folder, which is made where it is missing, with its links resolved.
     *
     * @throws RefusedPathException if the path leaves the root or something else is in its way
     * @throws IOException if it cannot be made
     */
    Path folder(List<FilePath> parts) throws IOException {
        Path folder = root;
        try {
            for (FilePath part : parts) {
                folder = enter(folder, part.in(folder));
            }
            return folder;
        } catch (InvalidPathException e) {
            throw invalid(e);
        }
    }

    private static RefusedPathException invalid(InvalidPathException e) {
        return new RefusedPathException("the path is not valid here: " + e.getReason());
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
            throw new RefusedPathException("'" + shown(folder) + "' is not a folder");
        }
        Path resolved = folder.toRealPath();
        if (!resolved.startsWith(root)) {
            throw new RefusedPathException("the path leaves the root by the symbolic link '" + shown(folder) + "'");
        }
        if (kept.hasFolder(resolved)) {
            throw new RefusedPathException("'" + shown(folder) + "' is an input, in which nothing is written");
        }
        if (known.size() >= MAX_KNOWN) {
            known.clear();
        }
        known.add(resolved);
        return resolved;
    }

    private FilePath shown(Path folder) {
        return FilePath.of(folder).from(real);
    }
}

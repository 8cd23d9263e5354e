package dev.mimeo.internal.files;

import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Turns texts and addresses of absolute paths back into paths, in the file systems that some paths are in. In a file system that is
 * not the default one, the text of an absolute path starts with that of its root. Immutable and thread-safe.
 */
public final class PathNames {

    private final Set<FileSystem> others = new LinkedHashSet<>();

    /** @param examples paths in all file systems that may occur */
    public PathNames(Collection<Path> examples) {
        for (Path example : examples) {
            if (!example.getFileSystem().equals(FileSystems.getDefault())) {
                others.add(example.getFileSystem());
            }
        }
    }

    /** Returns the path that has a text. */
    public Path path(String text) {
        for (FileSystem other : others) {
            if (text.startsWith(root(other).toString())) {
                return other.getPath(text);
            }
        }
        return Path.of(text);
    }

    /** Returns the path that has an address. */
    public Path path(URI address) {
        for (FileSystem other : others) {
            if (address.toString().startsWith(root(other).toUri().toString())) {
                return other.getPath(address.getPath());
            }
        }
        return Path.of(address);
    }

    private static Path root(FileSystem files) {
        return files.getRootDirectories().iterator().next();
    }
}

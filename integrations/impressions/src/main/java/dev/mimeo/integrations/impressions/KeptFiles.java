package dev.mimeo.integrations.impressions;

import dev.mimeo.internal.files.TreeWalk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Files that must not change, by whatever name they are written to. Takes memory for each folder of a tree, which may be mounted
 * elsewhere too, and for each file that has several names. Immutable.
 */
final class KeptFiles {

    private final List<Path> files;
    private final @Nullable Path tree;
    private final Set<Object> links;
    private final Set<Object> folders;

    private KeptFiles(List<Path> files, @Nullable Path tree, Set<Object> links, Set<Object> folders) {
        this.files = List.copyOf(files);
        this.tree = tree;
        this.links = links;
        this.folders = folders;
    }

    /**
     * Looks for the folders of a tree, and its files that have several names. Walks it once.
     *
     * @param files more files, which need not exist
     * @param tree null for none; ignored if it is the root, which is filled in place then
     * @throws IOException if the tree or a folder in it cannot be read
     */
    static KeptFiles of(List<Path> files, @Nullable Path tree, Path root) throws IOException {
        if (tree == null || Files.isSameFile(tree, root)) {
            return new KeptFiles(files, null, Set.of(), Set.of());
        }
        Path real = tree.toRealPath();
        TreeWalk walk = TreeWalk.of(real, (path, reason) -> {
            throw reason;
        });
        Set<Object> links = new HashSet<>();
        Set<Object> folders = new HashSet<>();
        for (TreeWalk.Entry entry = walk.next(); entry != null; entry = walk.next()) {
            BasicFileAttributes attributes = entry.attributes();
            Object key = attributes.isRegularFile() ? linkKey(entry.path(), attributes) : null;
            if (key != null) {
                links.add(key);
            }
            if (attributes.isDirectory() && attributes.fileKey() != null) {
                folders.add(attributes.fileKey());
            }
        }
        return new KeptFiles(files, real, links, folders);
    }

    /** Returns what all names of a file have in common, or null if it has one name or the file system does not tell. */
    static @Nullable Object linkKey(Path path, BasicFileAttributes attributes) throws IOException {
        return path.getFileSystem().supportedFileAttributeViews().contains("unix")
                        && Files.getAttribute(path, "unix:nlink", LinkOption.NOFOLLOW_LINKS) instanceof Integer names
                        && names > 1
                ? attributes.fileKey()
                : null;
    }

    /** Returns what all names of a file have in common, as {@link #linkKey(Path, BasicFileAttributes)} does. */
    static @Nullable Object linkKey(Path path) throws IOException {
        return linkKey(path, Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS));
    }

    /** Returns whether a folder, whose links are resolved, is the tree or lies in it, also where a part of the tree is mounted. */
    boolean hasFolder(Path folder) throws IOException {
        if (tree == null) {
            return false;
        }
        if (folder.startsWith(tree)) {
            return true;
        }
        Object key = Files.readAttributes(folder, BasicFileAttributes.class).fileKey();
        return key != null && folders.contains(key);
    }

    /** Returns whether a file that exists is one of these. */
    boolean hasFile(Path file) throws IOException {
        for (Path kept : files) {
            if (Files.exists(kept) && Files.isSameFile(kept, file)) {
                return true;
            }
        }
        if (links.isEmpty()) {
            return false;
        }
        Object key = linkKey(file);
        return key != null && links.contains(key);
    }

    /** Returns whether a file that exists is the file of the tree that it is to be like, as where a part of the tree is mounted. */
    boolean hasOriginal(@Nullable Path original, Path file) throws IOException {
        return tree != null && original != null && Files.isSameFile(original, file);
    }
}

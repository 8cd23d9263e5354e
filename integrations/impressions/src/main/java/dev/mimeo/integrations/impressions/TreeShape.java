package dev.mimeo.integrations.impressions;

import dev.mimeo.internal.files.TreeWalk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Copies all of a tree but its files to a tree that holds the files already. For one copy. */
public final class TreeShape {

    private final FilePath source;
    private final ConfinedRoot target;
    private final TreeWalk.Unreadable failed;

    /** The folders on the path to the current entry, whose modes and times are set once all that is in them is there. */
    private final ArrayDeque<Folder> open = new ArrayDeque<>();

    /** In the target, of the files that have several names. */
    private final Map<Object, Path> firstNames = new HashMap<>();

    private TreeShape(FilePath source, ConfinedRoot target, TreeWalk.Unreadable failed) {
        this.source = source;
        this.target = target;
        this.failed = failed;
    }

    /**
     * Makes the folders, the symbolic links and the further names of files (hard links) of a tree where they are missing, and sets the
     * permissions of files and folders and the modification times of folders. The text of a symbolic link is copied as it is, and
     * none is followed out of the target. The two roots themselves are left as they are, and so is what is the source's by another name.
     * Files that the target does not have are not made.
     *
     * @param target made where it is missing; neither in the source nor the source itself
     * @param failed receives what cannot be read or made, and what is neither a file, a folder nor a symbolic link; the copy goes on
     * @throws IOException if one of the roots cannot be used, or {@code failed} threw it
     */
    public static void copy(Path source, Path target, TreeWalk.Unreadable failed) throws IOException {
        Path real = source.toRealPath();
        new TreeShape(FilePath.of(real), new ConfinedRoot(target, List.of(), real), failed)
                .copy(TreeWalk.of(real, failed));
    }

    private void copy(TreeWalk walk) throws IOException {
        for (TreeWalk.Entry entry = walk.next(); entry != null; entry = walk.next()) {
            finishFolders(entry.path());
            try {
                copy(entry);
            } catch (IOException e) {
                failed.accept(entry.path(), e);
            }
        }
        finishFolders(null);
    }

    private void copy(TreeWalk.Entry entry) throws IOException {
        List<FilePath> parts = target.parts(FilePath.of(entry.path()).from(source));
        BasicFileAttributes attributes = entry.attributes();
        if (attributes.isDirectory()) {
            open.push(new Folder(entry, target.folder(parts)));
        } else if (attributes.isSymbolicLink()) {
            link(target.entry(parts), Files.readSymbolicLink(entry.path()));
        } else if (attributes.isRegularFile()) {
            Path made = target.entry(parts);
            if (Files.exists(made, LinkOption.NOFOLLOW_LINKS) && target.isKept(made, entry.path())) {
                // Nothing was written to it, and its permissions are those of a file of the source.
                return;
            }
            Path file = target.target(parts, entry.path());
            linkFile(KeptFiles.linkKey(entry.path(), attributes), file);
            if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                copyPermissions(entry.path(), file);
            }
        } else {
            throw new RefusedPathException("is neither a file, a folder nor a symbolic link and was left out");
        }
    }

    /** Makes another name of a file whose first name is in the target. */
    private void linkFile(@Nullable Object key, Path file) throws IOException {
        Path first = key == null ? null : firstNames.putIfAbsent(key, file);
        if (first == null) {
            return;
        }
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            Files.createLink(file, first);
        } else if (!Files.isSameFile(file, first)) {
            throw new RefusedPathException("the hard link was left out because the path exists");
        }
    }

    private static void link(Path link, Path text) throws IOException {
        if (!Files.exists(link, LinkOption.NOFOLLOW_LINKS)) {
            Files.createSymbolicLink(link, text);
        } else if (!Files.isSymbolicLink(link) || !Files.readSymbolicLink(link).equals(text)) {
            throw new RefusedPathException("the symbolic link was left out because the path exists");
        }
    }

    /** Finishes the folders that a path, or all the rest of the walk if it is null, is not in. */
    private void finishFolders(@Nullable Path path) throws IOException {
        for (Folder folder = open.peek();
                folder != null
                        && (path == null || !path.startsWith(folder.entry().path()));
                folder = open.peek()) {
            open.pop();
            TreeWalk.Entry entry = folder.entry();
            try {
                // Times first: permissions may forbid to set them.
                Files.setLastModifiedTime(folder.made(), entry.attributes().lastModifiedTime());
                copyPermissions(entry.path(), folder.made());
            } catch (IOException e) {
                failed.accept(entry.path(), e);
            }
        }
    }

    /** Copies the permissions of owner, group and others, where both file systems have them. */
    private static void copyPermissions(Path from, Path to) throws IOException {
        PosixFileAttributeView read =
                Files.getFileAttributeView(from, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        PosixFileAttributeView write = Files.getFileAttributeView(to, PosixFileAttributeView.class);
        if (read != null && write != null) {
            write.setPermissions(read.readAttributes().permissions());
        }
    }

    /** A folder of the source and that of the target. */
    private record Folder(TreeWalk.Entry entry, Path made) {}
}

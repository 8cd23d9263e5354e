package dev.mimeo.internal.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a directory tree in the same order everywhere: depth first, and in each directory by the bytes of the names.
 *
 * <p>Symbolic links are reported and not followed. Lazy: memory is bounded by the directories on the path to the current entry,
 * not by the tree. Not thread-safe.
 */
public final class TreeWalk {

    /**
     * An entry of the tree. Attributes are those of a link itself, not of what it names.
     *
     * @param path below the root that was given, and spelled as the root was
     */
    public record Entry(Path path, BasicFileAttributes attributes) {}

    /** Receives the entries that cannot be read. */
    @FunctionalInterface
    public interface Unreadable {
        /**
         * Takes note of an entry; the walk goes on without it, or what is below it.
         *
         * @throws IOException to end the walk
         */
        void accept(Path path, IOException reason) throws IOException;
    }

    private static final Comparator<Path> BY_TEXT =
            Comparator.comparing(path -> path.toString().getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);

    private final Unreadable unreadable;
    private final int depth;
    private final ArrayDeque<Directory> open = new ArrayDeque<>();

    private TreeWalk(int depth, Unreadable unreadable) {
        this.depth = depth;
        this.unreadable = unreadable;
    }

    /**
     * Opens the directory at the top, which is not itself an entry of the walk.
     *
     * @throws IOException if the directory cannot be read
     */
    public static TreeWalk of(Path root, Unreadable unreadable) throws IOException {
        return of(root, Integer.MAX_VALUE, unreadable);
    }

    private static TreeWalk of(Path root, int depth, Unreadable unreadable) throws IOException {
        TreeWalk walk = new TreeWalk(depth, unreadable);
        walk.open.push(new Directory(list(root)));
        return walk;
    }

    /**
     * Lists the entries below a directory that a caller wants, in the order of the walk.
     *
     * @param depth most names of a path below the directory; directories of this depth are not read
     * @param wanted tells whether a path, that of a directory or a link included, is listed
     * @throws IOException if an entry cannot be read
     */
    public static List<Path> list(Path root, int depth, Predicate<Path> wanted) throws IOException {
        TreeWalk walk = of(root, depth, (path, reason) -> {
            throw reason;
        });
        List<Path> found = new ArrayList<>();
        for (Entry entry = walk.next(); entry != null; entry = walk.next()) {
            if (wanted.test(entry.path)) {
                found.add(entry.path);
            }
        }
        return found;
    }

    /**
     * Deletes a directory and everything in it. Links are deleted, and not what they name.
     *
     * @throws IOException if an entry cannot be deleted
     */
    public static void delete(Path root) throws IOException {
        List<Path> entries = list(root, Integer.MAX_VALUE, path -> true);
        // A directory stands before what is in it.
        for (int i = entries.size() - 1; i >= 0; i--) {
            Files.deleteIfExists(entries.get(i));
        }
        Files.delete(root);
    }

    /**
     * Returns the next entry, a directory before what is in it, or null at the end.
     *
     * @throws IOException if {@link Unreadable} threw it
     */
    public @Nullable Entry next() throws IOException {
        while (true) {
            Directory directory = open.peek();
            if (directory == null) {
                return null;
            }
            if (directory.next == directory.entries.length) {
                open.pop();
                continue;
            }
            Path path = directory.entries[directory.next++];
            try {
                BasicFileAttributes attributes =
                        Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
                if (attributes.isDirectory() && open.size() < depth) {
                    open.push(new Directory(list(path)));
                }
                return new Entry(path, attributes);
            } catch (IOException e) {
                unreadable.accept(path, e);
            }
        }
    }

    /**
     * Returns the paths in a directory by the bytes of the names. Paths and not their text, except on Windows, whose names are
     * text and whose paths compare without case: elsewhere a name need not be text in the encoding of the locale, and would not be
     * found again by it.
     */
    private static Path[] list(Path directory) throws IOException {
        List<Path> entries = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
            stream.forEach(entries::add);
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        Path[] sorted = entries.toArray(Path[]::new);
        if (directory.getFileSystem().getSeparator().equals("\\")) {
            Arrays.sort(sorted, BY_TEXT);
        } else {
            Arrays.sort(sorted);
        }
        return sorted;
    }

    /** A directory on the path to the current entry. */
    private static final class Directory {
        private final Path[] entries;
        private int next;

        Directory(Path[] entries) {
            this.entries = entries;
        }
    }
}

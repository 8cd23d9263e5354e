package dev.mimeo.scan;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lists the objects to read: the inputs in the order given, trees by name, without following symbolic links inside them.
 * Lazy: memory is bounded by the directories on the path to the current object, not by the tree.
 */
final class InputWalker {

    /** Stands for standard input among the inputs. */
    static final Path STDIN = Path.of("-");

    /**
     * An object to read.
     *
     * @param size bytes, or -1 for a stream
     * @param named whether it was named as an input, rather than found in a tree
     */
    record Entry(Path path, long size, boolean named) {
        boolean isStream() {
            return size < 0;
        }
    }

    private static final int S_IFMT = 0xf000;
    private static final int S_IFBLK = 0x6000;

    private final List<Path> inputs;
    private final ObjectReader.Opener opener;
    private final boolean streams;
    private final SkipLog log;
    private int nextInput;
    private final ArrayDeque<Directory> open = new ArrayDeque<>();

    InputWalker(List<Path> inputs, ObjectReader.Opener opener, SkipLog log) {
        this.inputs = inputs;
        this.opener = opener;
        this.streams = opener.readsStreams();
        this.log = log;
    }

    /** Returns the next object, or null at the end. */
    @Nullable Entry next() throws IOException {
        while (true) {
            Directory directory = open.peek();
            if (directory == null) {
                if (nextInput == inputs.size()) {
                    return null;
                }
                Entry entry = named(inputs.get(nextInput++));
                if (entry != null) {
                    return entry;
                }
            } else if (directory.next == directory.entries.length) {
                open.pop();
            } else {
                Entry entry = found(directory.entries[directory.next++]);
                if (entry != null) {
                    return entry;
                }
            }
        }
    }

    private @Nullable Entry named(Path path) throws IOException {
        if (path.equals(STDIN)) {
            return new Entry(path, -1, true);
        }
        try {
            BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
            if (attributes.isDirectory()) {
                open.push(new Directory(list(path)));
                return null;
            }
            if (!opener.reads(path)) {
                return null;
            }
            if (attributes.isRegularFile()) {
                return new Entry(path, streams ? -1 : attributes.size(), true);
            }
            return new Entry(path, isBlockDevice(path) ? deviceSize(path) : -1, true);
        } catch (IOException e) {
            throw SkipLog.failure(path.toString(), e);
        }
    }

    private @Nullable Entry found(Path path) throws IOException {
        try {
            BasicFileAttributes attributes =
                    Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (attributes.isDirectory()) {
                open.push(new Directory(list(path)));
            } else if (!opener.reads(path)) {
                return null;
            } else if (attributes.isRegularFile()) {
                return attributes.size() == 0 ? null : new Entry(path, streams ? -1 : attributes.size(), false);
            } else if (attributes.isOther()) {
                log.special(path.toString());
            }
        } catch (IOException e) {
            log.unreadable(path.toString(), e);
        }
        return null;
    }

    /**
     * Returns what is in a directory, by the bytes of the names. Paths and not their text: a name need not be text in the
     * encoding of the locale, and would not be found again by it.
     */
    private static Path[] list(Path directory) throws IOException {
        List<Path> entries = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
            stream.forEach(entries::add);
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        Path[] sorted = entries.toArray(Path[]::new);
        Arrays.sort(sorted);
        return sorted;
    }

    private static boolean isBlockDevice(Path path) throws IOException {
        if (!path.getFileSystem().supportedFileAttributeViews().contains("unix")) {
            return false;
        }
        return Files.getAttribute(path, "unix:mode") instanceof Integer mode && (mode & S_IFMT) == S_IFBLK;
    }

    private static long deviceSize(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path)) {
            return channel.size();
        }
    }

    private static final class Directory {
        final Path[] entries;
        int next;

        Directory(Path[] entries) {
            this.entries = entries;
        }
    }
}

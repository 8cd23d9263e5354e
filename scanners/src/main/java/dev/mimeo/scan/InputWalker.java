package dev.mimeo.scan;

import dev.mimeo.internal.files.FileKinds;
import dev.mimeo.internal.files.TreeWalk;
import dev.mimeo.internal.files.UnknownSizes;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lists the objects to read: the inputs in the order given, trees in the order of {@link TreeWalk}, without following symbolic
 * links inside them.
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

        static Entry ofInput(Path path, long size) {
            return new Entry(path, size, true);
        }

        static Entry ofTree(Path path, long size) {
            return new Entry(path, size, false);
        }

        boolean isStream() {
            return size < 0;
        }
    }

    private final List<Path> inputs;
    private final ObjectReader.Opener opener;
    private final boolean streams;
    private final SkipLog log;
    private final UnknownSizes unknownSizes = new UnknownSizes();
    private int nextInput;
    private @Nullable TreeWalk tree;

    InputWalker(List<Path> inputs, ObjectReader.Opener opener, SkipLog log) {
        this.inputs = inputs;
        this.opener = opener;
        this.streams = opener.readsStreams();
        this.log = log;
    }

    /** Returns the next object, or null at the end. */
    @Nullable Entry next() throws IOException {
        while (true) {
            Entry entry;
            if (tree == null) {
                if (nextInput == inputs.size()) {
                    return null;
                }
                entry = named(inputs.get(nextInput++));
            } else {
                TreeWalk.Entry next = tree.next();
                if (next == null) {
                    tree = null;
                    continue;
                }
                entry = found(next);
            }
            if (entry != null) {
                return entry;
            }
        }
    }

    private @Nullable Entry named(Path path) throws IOException {
        if (path.equals(STDIN)) {
            return Entry.ofInput(path, -1);
        }
        try {
            BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
            if (attributes.isDirectory()) {
                tree = TreeWalk.of(path, (unreadable, reason) -> log.unreadable(unreadable.toString(), reason));
                return null;
            }
            if (!opener.reads(path)) {
                return null;
            }
            FileKinds.refuseEndless(path);
            if (attributes.isRegularFile()) {
                boolean isStream = streams || unknownSizes.contains(path, attributes);
                return Entry.ofInput(path, isStream ? -1 : attributes.size());
            }
            return Entry.ofInput(path, FileKinds.isBlockDevice(path) ? deviceSize(path) : -1);
        } catch (IOException e) {
            throw SkipLog.failure(path.toString(), e);
        }
    }

    private @Nullable Entry found(TreeWalk.Entry found) throws IOException {
        Path path = found.path();
        BasicFileAttributes attributes = found.attributes();
        if (attributes.isDirectory() || !opener.reads(path)) {
            return null;
        }
        if (attributes.isSymbolicLink()) {
            log.link();
        } else if (attributes.isOther()) {
            log.special(path.toString(), "not a regular file");
        } else if (attributes.size() > 0) {
            return Entry.ofTree(path, streams ? -1 : attributes.size());
        } else {
            noteEmpty(path, attributes);
        }
        return null;
    }

    private void noteEmpty(Path path, BasicFileAttributes attributes) throws IOException {
        try {
            if (unknownSizes.contains(path, attributes)) {
                log.special(path.toString(), "its size is known only when it is read");
            }
        } catch (IOException e) {
            log.unreadable(path.toString(), e);
        }
    }

    private static long deviceSize(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path)) {
            return channel.size();
        }
    }
}

package dev.mimeo.integrations.impressions;

import dev.mimeo.internal.files.TreeWalk;
import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Lists the regular files of a tree, in the order of {@link TreeWalk}. Not thread-safe. */
final class TreeFileList implements FileList {

    private final FilePath root;
    private final EqualFiles equal;
    private final TreeWalk walk;

    /** Keys of the files listed that have other names. */
    private final Set<Object> linked = new HashSet<>();

    private long number;

    TreeFileList(Path root, EqualFiles equal) throws IOException {
        Path real = root.toRealPath();
        this.root = FilePath.of(real);
        this.equal = equal;
        // A part that cannot be read ends the list: without it, the tree would be another one.
        this.walk = TreeWalk.of(real, (path, reason) -> {
            throw reason;
        });
    }

    @Override
    public FileList.@Nullable Request next() throws IOException {
        TreeWalk.Entry entry = nextFile();
        if (entry == null) {
            return null;
        }
        number++;
        FilePath path = pathOf(entry);
        BasicFileAttributes attributes = entry.attributes();
        return new FileList.Request(
                number,
                path,
                attributes.size(),
                equal.firstOf(path),
                entry.path(),
                attributes.lastModifiedTime(),
                null);
    }

    /** Returns the next file as {@link #next} does, without a request. */
    TreeWalk.@Nullable Entry nextFile() throws IOException {
        TreeWalk.Entry entry = walk.next();
        while (entry != null && !(entry.attributes().isRegularFile() && isFirstName(entry))) {
            entry = walk.next();
        }
        return entry;
    }

    /** Returns the path below the root. */
    FilePath pathOf(TreeWalk.Entry entry) {
        return FilePath.of(entry.path()).from(root);
    }

    private boolean isFirstName(TreeWalk.Entry entry) throws IOException {
        Object key = KeptFiles.linkKey(entry.path(), entry.attributes());
        return key == null || linked.add(key);
    }

    @Override
    public void close() {}
}

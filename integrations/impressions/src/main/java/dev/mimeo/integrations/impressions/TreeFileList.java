package dev.mimeo.integrations.impressions;

import dev.mimeo.files.TreeWalk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Lists the regular files of a tree, in the order of {@link TreeWalk}. Not thread-safe. */
final class TreeFileList implements FileList {

    private final FilePath root;
    private final boolean tellsLinks;
    private final TreeWalk walk;

    /** Keys of the files listed that have other names. */
    private final Set<Object> linked = new HashSet<>();

    private long number;

    TreeFileList(Path root) throws IOException {
        Path real = root.toRealPath();
        this.root = FilePath.of(real);
        this.tellsLinks = real.getFileSystem().supportedFileAttributeViews().contains("unix");
        // A part that cannot be read ends the list: without it, the tree would be another one.
        this.walk = TreeWalk.of(real, (path, reason) -> {
            throw reason;
        });
    }

    @Override
    public @Nullable FileRequest next() throws IOException {
        for (TreeWalk.Entry entry = walk.next(); entry != null; entry = walk.next()) {
            BasicFileAttributes attributes = entry.attributes();
            if (attributes.isRegularFile() && isFirstName(entry)) {
                number++;
                return new FileRequest(
                        number,
                        FilePath.of(entry.path()).from(root),
                        attributes.size(),
                        attributes.lastModifiedTime(),
                        null);
            }
        }
        return null;
    }

    private boolean isFirstName(TreeWalk.Entry entry) throws IOException {
        Object key = entry.attributes().fileKey();
        return !tellsLinks
                || key == null
                || !(Files.getAttribute(entry.path(), "unix:nlink", LinkOption.NOFOLLOW_LINKS) instanceof Integer names
                        && names > 1)
                || linked.add(key);
    }

    @Override
    public void close() {}
}

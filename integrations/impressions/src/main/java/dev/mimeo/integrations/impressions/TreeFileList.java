package dev.mimeo.integrations.impressions;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Lists the regular files of a tree. Not thread-safe. */
final class TreeFileList implements FileList {

    private final Path root;
    private final Stream<Path> walk;
    private final Iterator<Path> files;
    private long number;

    @SuppressWarnings("StreamResourceLeak") // closed with the list
    TreeFileList(Path root) throws IOException {
        this.root = root;
        this.walk = Files.walk(root);
        this.files = walk.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                .iterator();
    }

    @Override
    public @Nullable FileRequest next() throws IOException {
        try {
            if (!files.hasNext()) {
                return null;
            }
            Path file = files.next();
            number++;
            String path = root.relativize(file)
                    .toString()
                    .replace(file.getFileSystem().getSeparator(), "/");
            return new FileRequest(number, path, Files.size(file), null);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    @Override
    public void close() {
        walk.close();
    }
}

package dev.mimeo.integrations.impressions;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Lists the regular files of a tree. Not thread-safe. */
final class TreeFileList implements FileList {

    private final FilePath root;
    private final String attributes;
    private final Stream<Path> walk;
    private final Iterator<Path> files;

    /** Keys of the files listed that have other names. */
    private final Set<Object> linked = new HashSet<>();

    private long number;

    @SuppressWarnings("StreamResourceLeak") // closed with the list
    TreeFileList(Path root) throws IOException {
        Path real = root.toRealPath();
        this.root = FilePath.of(real);
        this.attributes = real.getFileSystem().supportedFileAttributeViews().contains("unix")
                ? "unix:isRegularFile,size,nlink,fileKey"
                : "isRegularFile,size";
        this.walk = Files.walk(real);
        this.files = walk.iterator();
    }

    @Override
    public @Nullable FileRequest next() throws IOException {
        try {
            while (files.hasNext()) {
                Path file = files.next();
                Map<String, Object> read = Files.readAttributes(file, attributes, LinkOption.NOFOLLOW_LINKS);
                if (Boolean.TRUE.equals(read.get("isRegularFile")) && isFirstName(read)) {
                    number++;
                    return new FileRequest(number, FilePath.of(file).from(root), sizeIn(read), null);
                }
            }
            return null;
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static long sizeIn(Map<String, Object> read) {
        return read.get("size") instanceof Long size ? size : 0;
    }

    private boolean isFirstName(Map<String, Object> read) {
        return !(read.get("nlink") instanceof Integer names && names > 1) || linked.add(read.get("fileKey"));
    }

    @Override
    public void close() {
        walk.close();
    }
}

package dev.mimeo.internal.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.Map;

/**
 * Recognizes files whose size is known only when they are read, such as those of {@code /proc}: they have 0 bytes by their attributes. The
 * file systems that make content while it is read have no space of their own. Files are not opened, because reading some of them never
 * ends, and others change when they are read. Not thread-safe.
 */
public final class UnknownSizes {

    /** By number of the device of a file system: whether it has no space. */
    private final Map<Object, Boolean> withoutSpace = new HashMap<>();

    /**
     * Returns whether a file may have bytes although its size is 0.
     *
     * @param attributes those of the file
     * @throws IOException if its file system cannot be found
     */
    public boolean contains(Path file, BasicFileAttributes attributes) throws IOException {
        if (!attributes.isRegularFile()
                || attributes.size() > 0
                || !file.getFileSystem().supportedFileAttributeViews().contains("unix")) {
            return false;
        }
        Object device = Files.getAttribute(file, "unix:dev");
        Boolean known = withoutSpace.get(device);
        if (known == null) {
            known = Files.getFileStore(file).getTotalSpace() == 0;
            withoutSpace.put(device, known);
        }
        return known;
    }
}

package dev.mimeo.internal.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Kinds of files that are neither regular files nor folders. */
public final class FileKinds {

    /** Bits of a mode in {@code sys/stat.h} of POSIX: those of the kind, and the kind of block devices. */
    private static final int S_IFMT = 0xf000;

    private static final int S_IFBLK = 0x6000;

    private FileKinds() {}

    /** Returns whether a path exists and is neither a file nor a folder: a FIFO or a device. */
    public static boolean isSpecial(Path path) {
        return Files.exists(path) && !Files.isRegularFile(path) && !Files.isDirectory(path);
    }

    /**
     * Returns whether a path is a block device.
     *
     * @throws IOException if it does not exist, or cannot be examined
     */
    public static boolean isBlockDevice(Path path) throws IOException {
        return path.getFileSystem().supportedFileAttributeViews().contains("unix")
                && Files.getAttribute(path, "unix:mode") instanceof Integer mode
                && (mode & S_IFMT) == S_IFBLK;
    }

    /**
     * Returns whether a path exists and has bytes in order only, and no size: a FIFO or a character device.
     *
     * @throws IOException if it cannot be examined
     */
    public static boolean isStream(Path path) throws IOException {
        return isSpecial(path) && !isBlockDevice(path);
    }
}

package dev.mimeo.internal.files;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Kinds of files that are neither regular files nor folders. */
public final class FileKinds {

    /** Bits of a mode in {@code sys/stat.h} of POSIX: those of the kind, and the kind of block devices. */
    private static final int S_IFMT = 0xf000;

    private static final int S_IFBLK = 0x6000;

    private static final int S_IFCHR = 0x2000;

    /** Files of POSIX systems that supply bytes for as long as somebody reads, or wait for more. */
    private static final List<Path> ENDLESS = List.of(
            Path.of("/dev/zero"),
            Path.of("/dev/full"),
            Path.of("/dev/random"),
            Path.of("/dev/urandom"),
            Path.of("/dev/kmsg"),
            Path.of("/proc/kmsg"));

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
        return isOfKind(path, S_IFBLK);
    }

    private static boolean isOfKind(Path path, int kind) throws IOException {
        return path.getFileSystem().supportedFileAttributeViews().contains("unix")
                && Files.getAttribute(path, "unix:mode") instanceof Integer mode
                && (mode & S_IFMT) == kind;
    }

    /**
     * Refuses a file that is known to have no end, such as {@code /dev/urandom}, also under another name.
     *
     * @throws FileSystemException if it is one
     * @throws IOException if the path exists and cannot be examined
     */
    public static void refuseEndless(Path path) throws IOException {
        if (!path.getFileSystem().equals(FileSystems.getDefault()) || !Files.exists(path)) {
            return;
        }
        for (Path endless : ENDLESS) {
            if (Files.exists(endless) && (Files.isSameFile(path, endless) || isSameDevice(path, endless))) {
                throw new FileSystemException(
                        path.toString(), null, "has no end: copy as much of it as is wanted to a file");
            }
        }
    }

    private static boolean isSameDevice(Path path, Path other) throws IOException {
        return isOfKind(path, S_IFCHR)
                && isOfKind(other, S_IFCHR)
                && Files.getAttribute(path, "unix:rdev").equals(Files.getAttribute(other, "unix:rdev"));
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

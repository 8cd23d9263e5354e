package dev.mimeo.integrations.rocksdb;

import dev.mimeo.internal.files.TreeWalk;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/** The bytes of a file, or of the files of a folder in the order of a scan, cut into values. Not thread-safe. */
public final class OriginalValues implements RocksDbLoad.Values, Closeable {

    private static final int BUFFER = 1 << 20;

    private final Queue<Path> files;
    private InputStream in = InputStream.nullInputStream();

    private OriginalValues(List<Path> files) {
        this.files = new ArrayDeque<>(files);
    }

    /**
     * Opens a file or a folder.
     *
     * @throws IOException if it cannot be read
     */
    public static OriginalValues open(Path original) throws IOException {
        return new OriginalValues(files(original));
    }

    /**
     * Returns the number of bytes of a file, or of all files of a folder.
     *
     * @throws IOException if it cannot be read
     */
    public static long bytes(Path original) throws IOException {
        long bytes = 0;
        for (Path file : files(original)) {
            bytes += Files.size(file);
        }
        return bytes;
    }

    private static List<Path> files(Path original) throws IOException {
        if (!Files.isDirectory(original)) {
            return List.of(original);
        }
        TreeWalk walk = TreeWalk.of(original, (path, reason) -> {
            throw reason;
        });
        List<Path> files = new ArrayList<>();
        for (TreeWalk.Entry entry = walk.next(); entry != null; entry = walk.next()) {
            if (entry.attributes().isRegularFile()) {
                files.add(entry.path());
            }
        }
        return files;
    }

    /** Fills an array with the next bytes, across the borders of files; a last value that would be shorter is left out. */
    @Override
    public boolean next(byte[] value) throws IOException {
        int filled = 0;
        while (filled < value.length) {
            filled += in.readNBytes(value, filled, value.length - filled);
            if (filled < value.length) {
                Path next = files.poll();
                if (next == null) {
                    return false;
                }
                in.close();
                in = new BufferedInputStream(Files.newInputStream(next), BUFFER);
            }
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}

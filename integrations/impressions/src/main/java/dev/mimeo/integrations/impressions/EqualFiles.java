package dev.mimeo.integrations.impressions;

import dev.mimeo.internal.bytes.Digests;
import dev.mimeo.internal.files.TreeWalk;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The files of a tree that have the same size and SHA-256 as an earlier file. Immutable.
 *
 * <p>Takes memory for each size, and for the path and digest of each file whose size occurs more than once.
 */
public final class EqualFiles {

    /** No equal files. */
    static final EqualFiles NONE = new EqualFiles(Map.of());

    private static final int BUFFER_BYTES = 256 * 1024;

    /** The first of the equal files, by the paths of the others. */
    private final Map<FilePath, FilePath> firsts;

    private EqualFiles(Map<FilePath, FilePath> firsts) {
        this.firsts = firsts;
    }

    /**
     * Finds the equal files of a tree. Walks it twice, and reads once each file that is not empty and whose size another file has.
     *
     * @param unreadable receives the files that cannot be read, which are taken as equal to no other
     * @throws IOException if a folder cannot be read, or {@code unreadable} threw it
     */
    public static EqualFiles find(Path root, TreeWalk.Unreadable unreadable) throws IOException {
        Set<Long> repeated = repeatedSizes(root);
        if (repeated.isEmpty()) {
            return NONE;
        }
        Map<Content, FilePath> first = new HashMap<>();
        Map<FilePath, FilePath> firsts = new HashMap<>();
        MessageDigest digest = Digests.sha256();
        byte[] buffer = new byte[BUFFER_BYTES];
        try (TreeFileList files = new TreeFileList(root, NONE)) {
            for (TreeWalk.Entry entry = files.nextFile(); entry != null; entry = files.nextFile()) {
                long size = entry.attributes().size();
                if (!repeated.contains(size)) {
                    continue;
                }
                try {
                    FilePath path = files.pathOf(entry);
                    FilePath earlier =
                            first.putIfAbsent(new Content(size, digest(entry.path(), size, digest, buffer)), path);
                    if (earlier != null) {
                        firsts.put(path, earlier);
                    }
                } catch (IOException e) {
                    unreadable.accept(entry.path(), e);
                }
            }
        }
        return new EqualFiles(firsts);
    }

    private static Set<Long> repeatedSizes(Path root) throws IOException {
        Set<Long> sizes = new HashSet<>();
        Set<Long> repeated = new HashSet<>();
        try (TreeFileList files = new TreeFileList(root, NONE)) {
            for (TreeWalk.Entry entry = files.nextFile(); entry != null; entry = files.nextFile()) {
                long size = entry.attributes().size();
                if (size > 0 && !sizes.add(size)) {
                    repeated.add(size);
                }
            }
        }
        return repeated;
    }

    private static ByteBuffer digest(Path file, long size, MessageDigest digest, byte[] buffer) throws IOException {
        digest.reset();
        long read = 0;
        try (InputStream in = Files.newInputStream(file)) {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                digest.update(buffer, 0, count);
                read += count;
            }
        }
        if (read != size) {
            throw new FileSystemException(file.toString(), null, "has changed from " + size + " to " + read + " bytes");
        }
        return ByteBuffer.wrap(digest.digest());
    }

    /** Returns the first of the files that equal one, or null if it is the first itself or equals none. */
    @Nullable FilePath firstOf(FilePath path) {
        return firsts.get(path);
    }

    /** Two files of the same content are equal for any purpose but an attack on SHA-256. */
    private record Content(long size, ByteBuffer digest) {}
}

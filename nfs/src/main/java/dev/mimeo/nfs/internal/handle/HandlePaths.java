package dev.mimeo.nfs.internal.handle;

import dev.mimeo.query.internal.stream.TupleTable;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import java.util.function.Function;

/**
 * The paths of file handles, as far as lookups and mounts reveal them. A path is followed from a handle to the directory that it
 * was looked up in, and so on up to a mount. Two generations of objects are remembered; a new generation replaces the older one.
 * Not thread-safe.
 */
public final class HandlePaths {

    private final int generation;
    private final Function<ByteSlice, String> text;
    private final HandleKey keys = new HandleKey();
    private final ByteSlice at = new ByteSlice();
    private final ByteSlice name = new ByteSlice();
    private HandleGeneration recent = new HandleGeneration();
    private HandleGeneration old = new HandleGeneration();
    private final HandleGeneration mounts = new HandleGeneration();

    /** Directories and names by the key of a handle. */
    private static final class HandleGeneration {
        private final TupleTable handles = new TupleTable();
        private byte[][] directories = new byte[64][];
        private byte[][] names = new byte[64][];
        private long bytes;

        void put(long key, byte[] directory, byte[] name) {
            int entry = handles.add(key, 0);
            if (entry == names.length) {
                directories = Arrays.copyOf(directories, 2 * entry);
                names = Arrays.copyOf(names, 2 * entry);
            }
            directories[entry] = directory;
            names[entry] = name;
            bytes += directory.length + name.length + 32L;
        }

        long memoryBytes() {
            return handles.memoryBytes() + 16L * names.length + bytes;
        }
    }

    /**
     * @param generation number of objects of a generation, at least 1; also the maximum number of mounts, later ones are ignored
     * @param text makes text of a name, or of the path of a mount
     */
    public HandlePaths(int generation, Function<ByteSlice, String> text) {
        this.generation = generation;
        this.text = text;
    }

    /** Remembers the path of a handle that was mounted. The first path of a handle is kept. */
    public void mount(ByteSlice handle, ByteSlice path) {
        long key = keys.of(handle);
        if (mounts.handles.find(key, 0) < 0 && mounts.handles.size() < generation) {
            mounts.put(key, new byte[0], path.copy());
        }
    }

    /** Remembers the directory and the name of a handle. Does nothing if either is empty. */
    public void entry(ByteSlice handle, ByteSlice directory, ByteSlice entryName) {
        if (directory.length() == 0 || entryName.length() == 0) {
            return;
        }
        long key = keys.of(handle);
        int entry = recent.handles.find(key, 0);
        if (entry >= 0) {
            if (!directory.contentEquals(recent.directories[entry]) || !entryName.contentEquals(recent.names[entry])) {
                recent.directories[entry] = directory.copy();
                recent.names[entry] = entryName.copy();
            }
            return;
        }
        if (recent.handles.size() >= generation) {
            old = recent;
            recent = new HandleGeneration();
        }
        recent.put(key, directory.copy(), entryName.copy());
    }

    /** Returns the path of a handle. If no mount is known, the path starts with {@code FH:} and the last handle in hexadecimal. */
    public String path(byte[] handle) {
        return path(handle, new byte[0]);
    }

    /**
     * Returns the path of an entry of a directory, as {@link #path(byte[])} does.
     *
     * @param directory handle of the directory
     * @param entryName name of the entry; if it is empty, the path is that of the directory
     */
    public String path(byte[] directory, byte[] entryName) {
        StringBuilder path = new StringBuilder();
        if (entryName.length > 0) {
            name.set(entryName);
            path.append('/').append(text.apply(name));
        }
        byte[] bytes = directory;
        Set<Long> seen = new HashSet<>();
        while (true) {
            at.set(bytes);
            long key = keys.of(at);
            int mount = mounts.handles.find(key, 0);
            if (mount >= 0) {
                name.set(mounts.names[mount]);
                // The root ends with the slash that an entry begins with.
                String root = text.apply(name);
                return path.isEmpty() || !root.endsWith("/")
                        ? root + path
                        : root.substring(0, root.length() - 1) + path;
            }
            HandleGeneration known = recent.handles.find(key, 0) >= 0 ? recent : old;
            int entry = known.handles.find(key, 0);
            if (entry < 0 || !seen.add(key)) {
                return "FH:" + HexFormat.of().formatHex(bytes) + path;
            }
            name.set(known.names[entry]);
            path.insert(0, "/" + text.apply(name));
            bytes = known.directories[entry];
        }
    }

    /** Returns the memory of the remembered paths, in bytes. */
    public long memoryBytes() {
        return recent.memoryBytes() + old.memoryBytes() + mounts.memoryBytes();
    }
}

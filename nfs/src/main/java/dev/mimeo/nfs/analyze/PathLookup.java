package dev.mimeo.nfs.analyze;

import dev.mimeo.query.internal.stream.TupleTable;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/**
 * Finds the paths of file handles: from a handle to the directory that it was looked up in, and so on up to a mount. The
 * last 500,000 to a million objects looked up are remembered.
 */
final class PathLookup extends TraceAnalysis {

    private static final ResultTable TABLE = ResultTable.of("nfs_path", "filehandle:t", "path:t");
    private static final int GENERATION = 500_000;

    private final AnalysisOutput output;
    private final List<byte[]> wanted;
    private final HandleKey keys = new HandleKey();
    private final ByteSlice handle = new ByteSlice();
    private final ByteSlice directory = new ByteSlice();
    private final ByteSlice name = new ByteSlice();
    private Generation recent = new Generation();
    private Generation old = new Generation();
    private final Generation mounts = new Generation();

    /** Directory and name by the key of a handle. */
    private static final class Generation {
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

    PathLookup(List<byte[]> handles, AnalysisOutput output) {
        this.wanted = List.copyOf(handles);
        this.output = output;
    }

    @Override
    String name() {
        return "path";
    }

    @Override
    Set<String> columns(TraceTable table) {
        return switch (table) {
            case ATTRIBUTES -> Set.of("reply_id", "filehandle", "lookup_dir_filehandle", "filename");
            case MOUNTS -> Set.of("server", "pathname", "filehandle");
            default -> Set.of();
        };
    }

    @Override
    void mount(MountRows rows, int row) {
        rows.filehandle(row, handle);
        rows.path(row, name);
        long key = keys.of(handle);
        if (mounts.handles.find(key, 0) < 0 && mounts.handles.size() < GENERATION) {
            mounts.put(key, new byte[0], name.copy());
        }
    }

    @Override
    void attributes(AttributeRows rows, int row) {
        rows.directory(row, directory);
        rows.filename(row, name);
        if (directory.length() == 0 || name.length() == 0) {
            return;
        }
        rows.filehandle(row, handle);
        long key = keys.of(handle);
        int entry = recent.handles.find(key, 0);
        if (entry >= 0) {
            if (!directory.contentEquals(recent.directories[entry]) || !name.contentEquals(recent.names[entry])) {
                recent.directories[entry] = directory.copy();
                recent.names[entry] = name.copy();
            }
            return;
        }
        if (recent.handles.size() >= GENERATION) {
            old = recent;
            recent = new Generation();
        }
        recent.put(key, directory.copy(), name.copy());
    }

    /** Returns the path of a handle; it starts with {@code FH:} and a handle where no mount was reached. */
    private String path(byte[] wantedHandle) {
        StringBuilder path = new StringBuilder();
        byte[] at = wantedHandle;
        Set<Long> seen = new HashSet<>();
        while (true) {
            handle.set(at);
            long key = keys.of(handle);
            int mount = mounts.handles.find(key, 0);
            if (mount >= 0) {
                name.set(mounts.names[mount]);
                return name.text() + path;
            }
            Generation generation = recent.handles.find(key, 0) >= 0 ? recent : old;
            int entry = generation.handles.find(key, 0);
            if (entry < 0 || !seen.add(key)) {
                return "FH:" + HexFormat.of().formatHex(at) + path;
            }
            name.set(generation.names[entry]);
            path.insert(0, "/" + name.text());
            at = generation.directories[entry];
        }
    }

    @Override
    void finish() throws IOException {
        if (!output.isClassic()) {
            for (byte[] wantedHandle : wanted) {
                output.row(TABLE, HexFormat.of().formatHex(wantedHandle), path(wantedHandle));
            }
            return;
        }
        StringBuilder text = new StringBuilder();
        ClassicText.begin(text, "DirectoryPathLookup");
        for (int i = wanted.size() - 1; i >= 0; i--) {
            text.append(HexFormat.of().formatHex(wanted.get(i)))
                    .append(": ")
                    .append(path(wanted.get(i)))
                    .append('\n');
        }
        ClassicText.end(text, "DirectoryPathLookup");
        output.text(text);
    }

    @Override
    long memoryBytes() {
        return recent.memoryBytes() + old.memoryBytes() + mounts.memoryBytes();
    }
}

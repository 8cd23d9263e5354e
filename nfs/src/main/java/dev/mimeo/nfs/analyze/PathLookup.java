package dev.mimeo.nfs.analyze;

import dev.mimeo.nfs.internal.handle.ByteSlice;
import dev.mimeo.nfs.internal.handle.HandlePaths;
import java.io.IOException;
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
    private final HandlePaths paths = new HandlePaths(GENERATION, ByteSlice::text);
    private final ByteSlice handle = new ByteSlice();
    private final ByteSlice directory = new ByteSlice();
    private final ByteSlice name = new ByteSlice();

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
        paths.mount(handle, name);
    }

    @Override
    void attributes(AttributeRows rows, int row) {
        rows.directory(row, directory);
        rows.filename(row, name);
        rows.filehandle(row, handle);
        paths.entry(handle, directory, name);
    }

    @Override
    void finish() throws IOException {
        if (!output.isClassic()) {
            for (byte[] wantedHandle : wanted) {
                output.row(TABLE, HexFormat.of().formatHex(wantedHandle), paths.path(wantedHandle));
            }
            return;
        }
        StringBuilder text = new StringBuilder();
        ClassicText.begin(text, "DirectoryPathLookup");
        for (int i = wanted.size() - 1; i >= 0; i--) {
            text.append(HexFormat.of().formatHex(wanted.get(i)))
                    .append(": ")
                    .append(paths.path(wanted.get(i)))
                    .append('\n');
        }
        ClassicText.end(text, "DirectoryPathLookup");
        output.text(text);
    }

    @Override
    long memoryBytes() {
        return paths.memoryBytes();
    }
}

package dev.mimeo.nfs.analyze;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.VariableColumn;
import dev.mimeo.nfs.internal.handle.ByteSlice;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The rows of an extent of the table of mounts. Rows count from 0. For one thread at a time. */
final class MountRows implements TableRows {

    private int rows;
    private int[] server = {};
    private @Nullable VariableColumn path;
    private @Nullable VariableColumn filehandle;

    MountRows() {}

    @Override
    public void setExtent(Extent extent, Set<String> wanted) throws DataSeriesException {
        RowColumns columns = new RowColumns(extent.type(), wanted);
        rows = extent.rows();
        server = columns.ints(extent, "server");
        path = columns.variables(extent, "pathname");
        filehandle = columns.variables(extent, "filehandle");
    }

    @Override
    public int rows() {
        return rows;
    }

    /** Returns the address of the server. */
    int server(int row) {
        return server[row];
    }

    /** Gives a slice the path that was mounted. */
    void path(int row, ByteSlice to) {
        to.set(path, row, null);
    }

    /** Gives a slice the handle that the server answered. */
    void filehandle(int row, ByteSlice to) {
        to.set(filehandle, row, null);
    }
}

package dev.mimeo.nfs.analyze;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.VariableColumn;
import dev.mimeo.nfs.internal.handle.ByteSlice;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rows of an extent of the table of reads and writes. Only the columns that an analysis asks for may be read. Rows count
 * from 0. For one thread at a time.
 */
final class ReadWriteRows {

    private int rows;
    private long[] requestId = {};
    private long[] replyId = {};
    private @Nullable VariableColumn filehandle;
    private boolean[] isRead = {};
    private long[] offset = {};
    private int[] bytes = {};

    ReadWriteRows() {}

    void setExtent(Extent extent, Set<String> wanted) throws DataSeriesException {
        RowColumns columns = new RowColumns(extent.type(), wanted);
        rows = extent.rows();
        requestId = columns.longs(extent, "request_id");
        replyId = columns.longs(extent, "reply_id");
        filehandle = columns.variables(extent, "filehandle");
        isRead = columns.booleans(extent, "is_read");
        offset = columns.longs(extent, "offset");
        bytes = columns.ints(extent, "bytes");
    }

    /** Returns the number of rows. */
    int rows() {
        return rows;
    }

    /** Returns the number of the call's record. */
    long requestId(int row) {
        return requestId[row];
    }

    /** Returns the number of the reply's record. */
    long replyId(int row) {
        return replyId[row];
    }

    /** Gives a slice the handle of the file. */
    void filehandle(int row, ByteSlice to) {
        to.set(filehandle, row, null);
    }

    /** Returns whether it is a read, not a write. */
    boolean isRead(int row) {
        return isRead[row];
    }

    /** Returns where it starts in the file, in bytes. */
    long offset(int row) {
        return offset[row];
    }

    /** Returns how many bytes it moved. */
    int bytes(int row) {
        return bytes[row];
    }
}

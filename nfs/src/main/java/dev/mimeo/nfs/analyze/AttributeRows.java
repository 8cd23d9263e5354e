package dev.mimeo.nfs.analyze;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.VariableColumn;
import dev.mimeo.nfs.internal.handle.ByteSlice;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rows of an extent of the table of attributes. Only the columns that an analysis asks for may be read. Rows count from
 * 0. For one thread at a time.
 */
final class AttributeRows {

    private int rows;
    private long[] requestId = {};
    private long[] replyId = {};
    private @Nullable VariableColumn filename;
    private boolean @Nullable [] filenameNulls;
    private @Nullable VariableColumn filehandle;
    private @Nullable VariableColumn directory;
    private boolean @Nullable [] directoryNulls;
    private @Nullable VariableColumn type;
    private long[] fileSize = {};
    private long[] modifyTime = {};
    private byte[] role = {};

    AttributeRows() {}

    void setExtent(Extent extent, Set<String> wanted) throws DataSeriesException {
        RowColumns columns = new RowColumns(extent.type(), wanted);
        rows = extent.rows();
        requestId = columns.longs(extent, "request_id");
        replyId = columns.longs(extent, "reply_id");
        filename = columns.variables(extent, "filename");
        filenameNulls = columns.nulls(extent, "filename");
        filehandle = columns.variables(extent, "filehandle");
        directory = columns.variables(extent, "lookup_dir_filehandle");
        directoryNulls = columns.nulls(extent, "lookup_dir_filehandle");
        type = columns.variables(extent, "type");
        fileSize = columns.longs(extent, "file_size");
        modifyTime = columns.longs(extent, "modify_time");
        role = columns.optionalBytes(extent, "role");
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

    /** Gives a slice the name that was asked for, empty if there was none. */
    void filename(int row, ByteSlice to) {
        to.set(filename, row, filenameNulls);
    }

    /** Gives a slice the handle. */
    void filehandle(int row, ByteSlice to) {
        to.set(filehandle, row, null);
    }

    /** Gives a slice the handle of the directory that a name was looked up in, empty if there was none. */
    void directory(int row, ByteSlice to) {
        to.set(directory, row, directoryNulls);
    }

    /** Gives a slice the type, such as {@code file}. */
    void type(int row, ByteSlice to) {
        to.set(type, row, null);
    }

    /** Returns the size of the file in bytes. */
    long fileSize(int row) {
        return fileSize[row];
    }

    /** Returns when the file was modified, in nanoseconds since 1970. */
    long modifyTime(int row) {
        return modifyTime[row];
    }

    /** Returns the role of the object in the operation; 0, that of its object, in traces without roles. */
    int role(int row) {
        return role.length == 0 ? 0 : role[row];
    }
}

package dev.mimeo.nfs.analyze;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.VariableColumn;
import dev.mimeo.nfs.internal.handle.ByteSlice;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rows of an extent of the table of operations of compounds. Only the columns that an analysis asks for may be read. Rows
 * count from 0. For one thread at a time.
 */
final class CompoundRows implements TableRows {

    private int rows;
    private long[] recordId = {};
    private boolean[] isRequest = {};
    private @Nullable VariableColumn session;
    private boolean @Nullable [] sessionNulls;
    private int[] slot = {};
    private int[] sequence = {};
    private @Nullable VariableColumn operation;
    private int[] status = {};
    private boolean @Nullable [] statusNulls;
    private boolean @Nullable [] slotNulls;
    private @Nullable VariableColumn filehandle;
    private boolean @Nullable [] filehandleNulls;
    private @Nullable VariableColumn name;
    private boolean @Nullable [] nameNulls;
    private byte[] delegation = {};
    private boolean @Nullable [] delegationNulls;

    CompoundRows() {}

    @Override
    public void setExtent(Extent extent, Set<String> wanted) throws DataSeriesException {
        RowColumns columns = new RowColumns(extent.type(), wanted);
        rows = extent.rows();
        recordId = columns.longs(extent, "record_id");
        isRequest = columns.booleans(extent, "is_request");
        session = columns.variables(extent, "session");
        sessionNulls = columns.nulls(extent, "session");
        slot = columns.ints(extent, "slot");
        sequence = columns.ints(extent, "sequence");
        operation = columns.variables(extent, "operation");
        status = columns.ints(extent, "status");
        statusNulls = columns.nulls(extent, "status");
        slotNulls = columns.nulls(extent, "slot");
        filehandle = columns.variables(extent, "filehandle");
        filehandleNulls = columns.nulls(extent, "filehandle");
        name = columns.variables(extent, "name");
        nameNulls = columns.nulls(extent, "name");
        delegation = columns.optionalBytes(extent, "delegation");
        delegationNulls = columns.nulls(extent, "delegation");
    }

    @Override
    public int rows() {
        return rows;
    }

    /** Returns the number of the record that the operation is in. */
    long recordId(int row) {
        return recordId[row];
    }

    /** Returns whether it is in a call. */
    boolean isRequest(int row) {
        return isRequest[row];
    }

    /** Returns whether the operation says which session it belongs to. */
    boolean hasSession(int row) {
        return sessionNulls == null || !sessionNulls[row];
    }

    /** Gives a slice the session. */
    void session(int row, ByteSlice to) {
        to.set(session, row, sessionNulls);
    }

    /** Gives a slice the name of the operation. */
    void operation(int row, ByteSlice to) {
        to.set(operation, row, null);
    }

    /** Gives a slice the handle of the object that is current after the operation, nothing if it is not known. */
    void filehandle(int row, ByteSlice to) {
        to.set(filehandle, row, filehandleNulls);
    }

    /** Gives a slice the name in the arguments of the operation, nothing if it has none. */
    void name(int row, ByteSlice to) {
        to.set(name, row, nameNulls);
    }

    /** Returns whether the operation has a status. */
    boolean hasStatus(int row) {
        return statusNulls == null || !statusNulls[row];
    }

    /** Returns the status. */
    int status(int row) {
        return status[row];
    }

    /** Returns 1 if the operation grants a delegation for reading, 2 for writing, otherwise 0. */
    int delegation(int row) {
        return delegation.length == 0 || (delegationNulls != null && delegationNulls[row]) ? 0 : delegation[row];
    }

    /** Returns whether the operation has a slot. */
    boolean hasSlot(int row) {
        return slotNulls == null || !slotNulls[row];
    }

    /** Returns the slot of the session. */
    int slot(int row) {
        return slot[row];
    }

    /** Returns the number of the call in its slot. */
    int sequence(int row) {
        return sequence[row];
    }
}

package dev.mimeo.nfs.analyze;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.VariableColumn;
import dev.mimeo.nfs.internal.handle.ByteSlice;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rows of an extent of the common table. Only the columns that an analysis asks for may be read. Rows count from 0. For
 * one thread at a time.
 */
final class CommonRows implements TableRows {

    private RowColumns.Times times = RowColumns.Times.FRACTION32;
    private int rows;
    private long[] packetAt = {};
    private int[] source = {};
    private int[] dest = {};
    private int[] sourcePort = {};
    private int[] destPort = {};
    private boolean[] isUdp = {};
    private boolean[] isRequest = {};
    private byte[] version = {};
    private boolean @Nullable [] versionNulls;
    private int[] transaction = {};
    private byte[] operation = {};
    private boolean @Nullable [] operationNulls;
    private @Nullable VariableColumn operationName;
    private int[] payload = {};
    private int[] messageLength = {};
    private boolean @Nullable [] messageLengthNulls;
    private long[] recordId = {};
    private long[] lastPacketAt = {};
    private boolean @Nullable [] lastPacketNulls;
    private int[] status = {};
    private boolean @Nullable [] statusNulls;
    private int[] user = {};
    private boolean @Nullable [] userNulls;
    private byte[] rpcError = {};
    private boolean @Nullable [] rpcErrorNulls;
    private byte[] flags = {};
    private boolean @Nullable [] flagNulls;

    CommonRows() {}

    @Override
    public void setExtent(Extent extent, Set<String> wanted) throws DataSeriesException {
        RowColumns columns = new RowColumns(extent.type(), wanted);
        rows = extent.rows();
        times = columns.times("packet_at");
        packetAt = columns.longs(extent, "packet_at");
        source = columns.ints(extent, "source");
        dest = columns.ints(extent, "dest");
        sourcePort = columns.ints(extent, "source_port");
        destPort = columns.ints(extent, "dest_port");
        isUdp = columns.booleans(extent, "is_udp");
        isRequest = columns.booleans(extent, "is_request");
        version = columns.bytes(extent, "nfs_version");
        versionNulls = columns.nulls(extent, "nfs_version");
        transaction = columns.ints(extent, "transaction_id");
        operation = columns.bytes(extent, "op_id");
        operationNulls = columns.nulls(extent, "op_id");
        operationName = columns.variables(extent, "operation");
        payload = columns.ints(extent, "payload_length");
        messageLength = columns.optionalInts(extent, "rpc_length");
        messageLengthNulls = columns.nulls(extent, "rpc_length");
        recordId = columns.longs(extent, "record_id");
        lastPacketAt = columns.optionalLongs(extent, "last_packet_at");
        lastPacketNulls = columns.nulls(extent, "last_packet_at");
        status = columns.optionalInts(extent, "rpc_status");
        statusNulls = columns.nulls(extent, "rpc_status");
        user = columns.optionalInts(extent, "uid");
        userNulls = columns.nulls(extent, "uid");
        rpcError = columns.optionalBytes(extent, "rpc_error");
        rpcErrorNulls = columns.nulls(extent, "rpc_error");
        flags = columns.optionalBytes(extent, "flags");
        flagNulls = columns.nulls(extent, "flags");
    }

    @Override
    public int rows() {
        return rows;
    }

    /** Returns nanoseconds since 1970, rounded down. */
    long timeNanos(int row) {
        return RowColumns.nanos(packetAt[row], times);
    }

    /** Returns the address of the sender. */
    int source(int row) {
        return source[row];
    }

    /** Returns the address of the receiver. */
    int dest(int row) {
        return dest[row];
    }

    /** Returns the port of the sender. */
    int sourcePort(int row) {
        return sourcePort[row];
    }

    /** Returns the port of the receiver. */
    int destPort(int row) {
        return destPort[row];
    }

    /** Returns whether the message came by UDP. */
    boolean isUdp(int row) {
        return isUdp[row];
    }

    /** Returns whether the message is a call. */
    boolean isRequest(int row) {
        return isRequest[row];
    }

    /** Returns the version of NFS; 0 if it is not known. */
    int version(int row) {
        return versionNulls != null && versionNulls[row] ? 0 : version[row] & 0xff;
    }

    /** Returns the number of the RPC transaction. */
    int transaction(int row) {
        return transaction[row];
    }

    /** Returns the operation as {@link Operations} numbers them. Needs the columns of version, number and name. */
    int operation(int row) {
        boolean noNumber = operationNulls != null && operationNulls[row];
        int stored = operation[row] & 0xff;
        int number = noNumber ? Operations.UNKNOWN : Operations.number(version(row), stored);
        // The name of a CREATE of version 4 tells what it makes, which is a procedure of its own in version 3.
        boolean isNamed = number == Operations.UNKNOWN || (stored == Operations.CREATE_4 && version(row) == 4);
        return isNamed ? Operations.ofName(operationName(row)) : number;
    }

    /** Returns the name of the operation as the trace has it. */
    String operationName(int row) {
        return operationName == null ? "" : operationName.utf8(row);
    }

    /** Gives a slice the name of the operation. */
    void operationName(int row, ByteSlice to) {
        to.set(operationName, row, null);
    }

    /** Returns when the last byte was seen, in nanoseconds since 1970; the time of the first if the trace does not say it. */
    long lastTimeNanos(int row) {
        boolean none = lastPacketNulls != null && lastPacketNulls[row];
        return none ? timeNanos(row) : RowColumns.nanos(lastPacketAt[row], times);
    }

    /** Returns the status of the results; 0 if there is none. */
    int status(int row) {
        return statusNulls != null && statusNulls[row] ? 0 : status[row];
    }

    /** Returns the user that a call is made for; -1 if the trace does not say it. */
    long user(int row) {
        return userNulls != null && userNulls[row] ? -1 : Integer.toUnsignedLong(user[row]);
    }

    /** Returns the error of RPC; 0 if there is none. */
    int rpcError(int row) {
        return rpcErrorNulls != null && rpcErrorNulls[row] ? 0 : rpcError[row] & 0xff;
    }

    /** Returns the flags of the message; 0 if it has none. */
    int flags(int row) {
        return flagNulls != null && flagNulls[row] ? 0 : flags[row] & 0xff;
    }

    /** Returns the bytes of arguments or results. */
    int payloadBytes(int row) {
        return payload[row];
    }

    /** Returns the bytes of the whole message of RPC; -1 if the trace does not say it. */
    int messageBytes(int row) {
        return messageLengthNulls != null && messageLengthNulls[row] ? -1 : messageLength[row];
    }

    /** Returns the number of the record. */
    long recordId(int row) {
        return recordId[row];
    }
}

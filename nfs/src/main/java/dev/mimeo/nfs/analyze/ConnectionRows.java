package dev.mimeo.nfs.analyze;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.Extent;
import java.util.Set;

/**
 * The rows of an extent of the table of connections. Only the columns that an analysis asks for may be read. Rows count from
 * 0. For one thread at a time.
 */
final class ConnectionRows implements TableRows {

    private int rows;
    private int[] source = {};
    private int[] sourcePort = {};
    private int[] dest = {};
    private int[] destPort = {};
    private boolean[] isUdp = {};
    private long[] streamBytes = {};
    private long[] recordBytes = {};
    private long[] marks = {};
    private long[] nonRpcBytes = {};

    ConnectionRows() {}

    @Override
    public void setExtent(Extent extent, Set<String> wanted) throws DataSeriesException {
        RowColumns columns = new RowColumns(extent.type(), wanted);
        rows = extent.rows();
        source = columns.ints(extent, "source");
        sourcePort = columns.ints(extent, "source_port");
        dest = columns.ints(extent, "dest");
        destPort = columns.ints(extent, "dest_port");
        isUdp = columns.booleans(extent, "is_udp");
        streamBytes = columns.longs(extent, "stream_bytes");
        recordBytes = columns.longs(extent, "record_bytes");
        marks = columns.longs(extent, "marks");
        nonRpcBytes = columns.longs(extent, "nonrpc_bytes");
    }

    @Override
    public int rows() {
        return rows;
    }

    /** Returns the address of the sender. */
    int source(int row) {
        return source[row];
    }

    /** Returns the port of the sender. */
    int sourcePort(int row) {
        return sourcePort[row];
    }

    /** Returns the address of the receiver. */
    int dest(int row) {
        return dest[row];
    }

    /** Returns the port of the receiver. */
    int destPort(int row) {
        return destPort[row];
    }

    /** Returns whether it is of UDP. */
    boolean isUdp(int row) {
        return isUdp[row];
    }

    /** Returns the bytes that were sent, each once, with those that the capture lost. */
    long streamBytes(int row) {
        return streamBytes[row];
    }

    /** Returns the bytes of messages, with the marks between them. */
    long messageBytes(int row) {
        return recordBytes[row] + 4 * marks[row];
    }

    /** Returns the bytes that are none of RPC. */
    long nonRpcBytes(int row) {
        return nonRpcBytes[row];
    }
}

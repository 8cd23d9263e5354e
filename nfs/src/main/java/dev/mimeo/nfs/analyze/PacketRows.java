package dev.mimeo.nfs.analyze;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.Extent;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rows of an extent of the table of IP packets. Only the columns that an analysis asks for may be read. Rows count from
 * 0. For one thread at a time.
 */
final class PacketRows {

    private RowColumns.Times times = RowColumns.Times.FRACTION32;
    private int rows;
    private long[] packetAt = {};
    private int[] source = {};
    private int[] destination = {};
    private int[] wireLength = {};
    private boolean[] isUdp = {};
    private boolean @Nullable [] protocolNulls;
    private int[] sourcePort = {};
    private boolean @Nullable [] sourcePortNulls;
    private int[] destinationPort = {};
    private boolean @Nullable [] destinationPortNulls;

    PacketRows() {}

    void setExtent(Extent extent, Set<String> wanted) throws DataSeriesException {
        RowColumns columns = new RowColumns(extent.type(), wanted);
        rows = extent.rows();
        times = columns.times("packet_at");
        packetAt = columns.longs(extent, "packet_at");
        source = columns.ints(extent, "source");
        destination = columns.ints(extent, "destination");
        wireLength = columns.ints(extent, "wire_length");
        isUdp = columns.booleans(extent, "udp_tcp");
        protocolNulls = columns.nulls(extent, "udp_tcp");
        sourcePort = columns.ints(extent, "source_port");
        sourcePortNulls = columns.nulls(extent, "source_port");
        destinationPort = columns.ints(extent, "destination_port");
        destinationPortNulls = columns.nulls(extent, "destination_port");
    }

    /** Returns the number of rows. */
    int rows() {
        return rows;
    }

    /** Returns nanoseconds since 1970, rounded down. */
    long timeNanos(int row) {
        return RowColumns.nanos(packetAt[row], times);
    }

    /** Returns the time since 1970 in the units of the table, {@link #unitsPerSecond}, as it is. */
    long time(int row) {
        return packetAt[row];
    }

    /** Returns the units of {@link #time} in a second: 10^9 or 2^32. */
    double unitsPerSecond() {
        return RowColumns.perSecond(times);
    }

    /** Returns the address of the sender. */
    int source(int row) {
        return source[row];
    }

    /** Returns the address of the receiver. */
    int destination(int row) {
        return destination[row];
    }

    /** Returns the bytes of the packet on the wire. */
    int wireBytes(int row) {
        return wireLength[row];
    }

    /** Returns whether it is a packet of UDP. */
    boolean isUdp(int row) {
        return !(protocolNulls != null && protocolNulls[row]) && isUdp[row];
    }

    /** Returns whether it is a packet of TCP. */
    boolean isTcp(int row) {
        return !(protocolNulls != null && protocolNulls[row]) && !isUdp[row];
    }

    /** Returns the port of the sender; -1 if there is none. */
    int sourcePort(int row) {
        return sourcePortNulls != null && sourcePortNulls[row] ? -1 : sourcePort[row];
    }

    /** Returns the port of the receiver; -1 if there is none. */
    int destinationPort(int row) {
        return destinationPortNulls != null && destinationPortNulls[row] ? -1 : destinationPort[row];
    }
}

package dev.mimeo.nfs.analyze;

import java.io.IOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An analysis that sees the rows of traces once, in order, and prints its result at the end. {@link TraceScan} calls one
 * method for each row of the tables that it asks for. For one thread at a time.
 */
abstract class TraceAnalysis {

    /** Returns the name, as the command takes it. */
    abstract String name();

    /**
     * Returns the columns of a table that are needed, by the names that they have now; none if the rows are not.
     * {@link #joins} needs no columns.
     */
    Set<String> columns(TraceTable table) {
        return Set.of();
    }

    /** Returns whether {@link #joined} is wanted. */
    boolean joins() {
        return false;
    }

    /** Returns whether {@link #joinedReadWrite} is wanted. */
    boolean joinsReadWrite() {
        return false;
    }

    /**
     * Returns whether rows of packets are wanted as messages come: those before the time of the current message less a second
     * then come before it, all others after the last message.
     */
    boolean packetsWithMessages() {
        return false;
    }

    /** Is given a row of the common table. */
    void common(CommonRows rows, int row) throws IOException {}

    /** Is given a row of the table of attributes. */
    void attributes(AttributeRows rows, int row) throws IOException {}

    /** Is given a row of the table of reads and writes. */
    void readWrite(ReadWriteRows rows, int row) throws IOException {}

    /** Is given a row of the table of mounts, before all rows of other tables. */
    void mount(MountRows rows, int row) throws IOException {}

    /** Is given a row of the table of operations of compounds, after all messages. */
    void compound(CompoundRows rows, int row) throws IOException {}

    /**
     * Is given a row of the table of connections, before all rows of other tables. After the last of them {@link #columns} is
     * asked again. There are none in a part of a trace.
     */
    void connection(ConnectionRows rows, int row) throws IOException {}

    /** Is given a row of the table of packets. */
    void packet(PacketRows rows, int row) throws IOException {}

    /** Is given a call with its reply, if the reply has attributes. */
    void joined(JoinedRow row) throws IOException {}

    /** Is given a successful read or write, with attributes or without. */
    void joinedReadWrite(JoinedRow row) throws IOException {}

    /** Prints the result; is called once, after the last row. */
    abstract void finish() throws IOException;

    /** Returns, after {@link #finish}, why a part of the result is empty; null if nothing is missing. */
    @Nullable String note() {
        return null;
    }

    /** Returns the bytes of what is kept, without what a scan needs for reading. */
    abstract long memoryBytes();

    /** Returns a request for about the same in memory that does not grow with the trace, or null if there is none. */
    @Nullable AnalysisRequest bounded() {
        return null;
    }
}

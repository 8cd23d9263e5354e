package dev.mimeo.nfs.analyze;

import dev.mimeo.nfs.internal.handle.ByteSlice;

/**
 * A call and its reply with what the reply says about its object, and for reads and writes what they moved: the join of the
 * common table with those of attributes and of reads and writes. The values are those of the current row; the next one
 * changes them. For one thread at a time.
 */
final class JoinedRow {

    private final ByteSlice filename = new ByteSlice();
    private final ByteSlice filehandle = new ByteSlice();
    private final ByteSlice type = new ByteSlice();
    private long requestAt;
    private long replyAt;
    private int server;
    private int client;
    private int operation;
    private int payloadBytes;
    private long replyId;
    private boolean hasAttributes;
    private long fileSize;
    private long modifyTime;
    private boolean isRead;
    private long offset;
    private int bytes;

    JoinedRow() {}

    /** Takes the reply's row and the time of its call, before which no reply is. */
    void setReply(CommonRows rows, int row, long requestTime, long replyTime) {
        requestAt = requestTime;
        replyAt = replyTime;
        server = rows.source(row);
        client = rows.dest(row);
        operation = rows.operation(row);
        payloadBytes = rows.payloadBytes(row);
        replyId = rows.recordId(row);
    }

    void setAttributes(AttributeRows rows, int row) {
        hasAttributes = true;
        rows.filename(row, filename);
        rows.filehandle(row, filehandle);
        rows.type(row, type);
        fileSize = rows.fileSize(row);
        modifyTime = rows.modifyTime(row);
    }

    void clearAttributes() {
        hasAttributes = false;
        filename.set(new byte[0]);
        filehandle.set(new byte[0]);
        type.set(new byte[0]);
        fileSize = -1;
        modifyTime = -1;
    }

    void setReadWrite(ReadWriteRows rows, int row) {
        if (!hasAttributes) {
            rows.filehandle(row, filehandle);
        }
        isRead = rows.isRead(row);
        offset = rows.offset(row);
        bytes = rows.bytes(row);
    }

    /** Returns when the call was seen, in nanoseconds since 1970. */
    long requestAt() {
        return requestAt;
    }

    /** Returns when the reply was seen, in nanoseconds since 1970; later than the call. */
    long replyAt() {
        return replyAt;
    }

    /** Returns the address of the server. */
    int server() {
        return server;
    }

    /** Returns the address of the client. */
    int client() {
        return client;
    }

    /** Returns the operation as {@link Operations} numbers them. */
    int operation() {
        return operation;
    }

    /** Returns the bytes of the results. */
    int payloadBytes() {
        return payloadBytes;
    }

    /** Returns the number of the reply's record. */
    long replyId() {
        return replyId;
    }

    /** Returns whether the reply has attributes; without, name, type, size and time of modification are missing. */
    boolean hasAttributes() {
        return hasAttributes;
    }

    /** Returns the name that was asked for, empty if there was none. */
    ByteSlice filename() {
        return filename;
    }

    /** Returns the handle of the object. */
    ByteSlice filehandle() {
        return filehandle;
    }

    /** Returns the type of the object. */
    ByteSlice type() {
        return type;
    }

    /** Returns the size of the file in bytes; -1 if it is not known. */
    long fileSize() {
        return fileSize;
    }

    /** Returns when the file was modified, in nanoseconds since 1970; -1 if it is not known. */
    long modifyTime() {
        return modifyTime;
    }

    /** Returns whether it is a read, not a write; only of a read or write. */
    boolean isRead() {
        return isRead;
    }

    /** Returns where the read or write starts in the file, in bytes. */
    long offset() {
        return offset;
    }

    /** Returns how many bytes the read or write moved. */
    int bytes() {
        return bytes;
    }
}

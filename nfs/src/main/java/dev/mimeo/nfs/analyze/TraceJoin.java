package dev.mimeo.nfs.analyze;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.module.RotatingMap;
import dev.mimeo.nfs.internal.handle.ByteSlice;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Joins messages, which come by {@link #message} in the order of their records, with the tables of attributes and of reads
 * and writes, which are sorted by the records of replies. Calls wait for their replies for at least 20 minutes of the trace.
 * Each row of the other tables is given to the analyses that want it, in order, whether it can be joined or not.
 */
final class TraceJoin {

    static final Set<String> COMMON_COLUMNS = Set.of(
            "packet_at",
            "source",
            "dest",
            "is_request",
            "nfs_version",
            "op_id",
            "operation",
            "payload_length",
            "record_id");
    static final Set<String> ATTRIBUTE_COLUMNS =
            Set.of("request_id", "reply_id", "filename", "filehandle", "type", "file_size", "modify_time");
    static final Set<String> READ_WRITE_COLUMNS =
            Set.of("request_id", "reply_id", "filehandle", "is_read", "offset", "bytes");

    private static final long ROTATION_NANOS = 20L * 60 * 1_000_000_000;
    private static final long MICROSECOND = 1000;
    private static final long ABSENT = Long.MIN_VALUE;

    /** Bytes of a joined row, and of a joined read or write, without the bytes of variable length. */
    private static final int JOINED_BYTES = 72;

    private static final int JOINED_READ_WRITE_BYTES = 64;

    private final Map<TraceTable, TraceAnalysis[]> wanting = new EnumMap<>(TraceTable.class);
    private final List<TraceAnalysis> joining = new ArrayList<>();
    private final List<TraceAnalysis> joiningReadWrites = new ArrayList<>();
    private final RotatingMap requests = new RotatingMap();
    private final JoinedRow joined = new JoinedRow();
    private final AttributeRows attributes = new AttributeRows();
    private final ReadWriteRows readWrites = new ReadWriteRows();
    private @Nullable TableStream attributeStream;
    private @Nullable TableStream readWriteStream;
    private boolean keepsOthers = true;

    /** The next row of each of the two tables; the number of rows at the end of an extent. */
    private int attributeRow;

    private int readWriteRow;
    private boolean attributesLeft = true;
    private boolean readWritesLeft = true;
    private long lastAttributes = ABSENT;
    private long nextRotation = ABSENT;

    private long joinedCount;
    private long withoutAttributes;
    private long withoutReply;
    private long furtherAttributes;
    private long withoutRequest;
    private long reversed;
    private long pairs;
    private long firstReplyAt;
    private long noReadWrite;
    private long joinedBytes;
    private long joinedReadWriteBytes;

    TraceJoin(List<TraceAnalysis> analyses) {
        for (TraceTable table : TraceTable.values()) {
            wanting.put(
                    table,
                    analyses.stream()
                            .filter(analysis -> !analysis.columns(table).isEmpty())
                            .toArray(TraceAnalysis[]::new));
        }
        for (TraceAnalysis analysis : analyses) {
            if (analysis.joins()) {
                joining.add(analysis);
            }
            if (analysis.joinsReadWrite()) {
                joiningReadWrites.add(analysis);
            }
        }
    }

    TraceAnalysis[] wanting(TraceTable table) {
        return Objects.requireNonNull(wanting.get(table));
    }

    boolean isWanted() {
        return !joining.isEmpty() || !joiningReadWrites.isEmpty();
    }

    /** @param allRows whether rows are given to analyses whose reply is not among the messages */
    void start(TableStream attributesFrom, TableStream readWritesFrom, boolean allRows) {
        attributeStream = attributesFrom;
        readWriteStream = readWritesFrom;
        keepsOthers = allRows;
    }

    /** Takes a message. */
    void message(CommonRows rows, int row) throws IOException {
        long time = rows.timeNanos(row);
        if (nextRotation == ABSENT) {
            nextRotation = time + ROTATION_NANOS;
        } else if (time >= nextRotation) {
            requests.rotate((key, value) -> {});
            nextRotation = time + ROTATION_NANOS;
        }
        long id = rows.recordId(row);
        if (rows.isRequest(row)) {
            requests.put(id, time);
            return;
        }
        reply(rows, row, id, time);
    }

    private void reply(CommonRows rows, int row, long id, long time) throws IOException {
        passAttributes(id);
        passReadWrites(id);
        boolean hasAttributes = attributesLeft && attributes.replyId(attributeRow) == id;
        boolean hasReadWrite = readWritesLeft && readWrites.replyId(readWriteRow) == id;
        if (!hasAttributes) {
            withoutAttributes++;
        }
        boolean known = false;
        if (hasAttributes || hasReadWrite) {
            long request = hasAttributes ? attributes.requestId(attributeRow) : readWrites.requestId(readWriteRow);
            known = pair(rows, row, requests.take(request, ABSENT), time);
        }
        if (hasAttributes) {
            joined.setAttributes(attributes, attributeRow);
            if (known) {
                joinAttributes();
            }
            give(TraceTable.ATTRIBUTES);
            lastAttributes = id;
            attributeRow++;
        } else {
            joined.clearAttributes();
        }
        while (nextReadWrite() && readWrites.replyId(readWriteRow) == id) {
            if (known) {
                joinReadWrite();
            }
            give(TraceTable.READ_WRITE);
            readWriteRow++;
        }
        if (known && !hasReadWrite) {
            noReadWrite++;
        }
    }

    private boolean pair(CommonRows rows, int row, long requestTime, long time) {
        if (requestTime == ABSENT) {
            withoutRequest++;
            return false;
        }
        pairs++;
        long replyTime = time;
        if (replyTime <= requestTime) {
            replyTime = requestTime + MICROSECOND;
            reversed++;
        }
        joined.setReply(rows, row, requestTime, replyTime);
        return true;
    }

    private void joinAttributes() throws IOException {
        if (joinedCount == 0) {
            firstReplyAt = joined.replyAt();
        }
        joinedCount++;
        joinedBytes +=
                JOINED_BYTES + variable(joined.filename()) + variable(joined.filehandle()) + variable(joined.type());
        for (TraceAnalysis analysis : joining) {
            analysis.joined(joined);
        }
    }

    private void joinReadWrite() throws IOException {
        joined.setReadWrite(readWrites, readWriteRow);
        joinedReadWriteBytes += JOINED_READ_WRITE_BYTES + variable(joined.filehandle());
        for (TraceAnalysis analysis : joiningReadWrites) {
            analysis.joinedReadWrite(joined);
        }
    }

    /** A string of an extent has 4 bytes of length and is padded to a multiple of 8; the empty one is there once. */
    private static int variable(ByteSlice bytes) {
        return bytes.length() == 0 ? 0 : (4 + bytes.length() + 7) / 8 * 8;
    }

    private void passAttributes(long id) throws IOException {
        while (nextAttributes() && attributes.replyId(attributeRow) < id) {
            if (attributes.replyId(attributeRow) == lastAttributes) {
                furtherAttributes++;
                give(TraceTable.ATTRIBUTES);
            } else {
                withoutReply++;
                giveOther(TraceTable.ATTRIBUTES);
            }
            attributeRow++;
        }
    }

    private void passReadWrites(long id) throws IOException {
        while (nextReadWrite() && readWrites.replyId(readWriteRow) < id) {
            giveOther(TraceTable.READ_WRITE);
            readWriteRow++;
        }
    }

    private void giveOther(TraceTable table) throws IOException {
        if (keepsOthers) {
            give(table);
        }
    }

    private void give(TraceTable table) throws IOException {
        for (TraceAnalysis analysis : wanting(table)) {
            if (table == TraceTable.ATTRIBUTES) {
                analysis.attributes(attributes, attributeRow);
            } else {
                analysis.readWrite(readWrites, readWriteRow);
            }
        }
    }

    private boolean nextAttributes() throws IOException {
        while (attributesLeft && attributeRow >= attributes.rows()) {
            Extent extent = Objects.requireNonNull(attributeStream).next();
            if (extent == null) {
                attributesLeft = false;
            } else {
                attributes.setExtent(extent, attributeStream.columns());
                attributeRow = 0;
            }
        }
        return attributesLeft;
    }

    private boolean nextReadWrite() throws IOException {
        while (readWritesLeft && readWriteRow >= readWrites.rows()) {
            Extent extent = Objects.requireNonNull(readWriteStream).next();
            if (extent == null) {
                readWritesLeft = false;
            } else {
                readWrites.setExtent(extent, readWriteStream.columns());
                readWriteRow = 0;
            }
        }
        return readWritesLeft;
    }

    /** Passes on what is left of the other tables. */
    void end() throws IOException {
        if (!keepsOthers) {
            return;
        }
        while (nextAttributes()) {
            if (isWanted()) {
                boolean further = attributes.replyId(attributeRow) == lastAttributes;
                furtherAttributes += further ? 1 : 0;
                withoutReply += further ? 0 : 1;
            }
            give(TraceTable.ATTRIBUTES);
            attributeRow++;
        }
        while (nextReadWrite()) {
            give(TraceTable.READ_WRITE);
            readWriteRow++;
        }
    }

    JoinCounts counts() {
        return new JoinCounts(
                joinedCount,
                withoutAttributes,
                withoutReply,
                furtherAttributes,
                withoutRequest,
                reversed,
                pairs,
                firstReplyAt,
                noReadWrite,
                joinedBytes,
                joinedReadWriteBytes);
    }

    long memoryBytes() {
        return requests.memoryBytes();
    }
}

package dev.mimeo.nfs.convert;

import dev.mimeo.nfs.Counters;
import dev.mimeo.nfs.internal.rpc.Flow;
import dev.mimeo.nfs.internal.rpc.IpPacket;
import dev.mimeo.nfs.internal.rpc.MessageSink;
import dev.mimeo.nfs.internal.rpc.RpcMessage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Knows which messages are those of a group: from the first one that starts in its inputs, or in later ones, until the
 * first one that starts in later ones, in the order in which messages come. So each message is of one group, however
 * inputs are grouped. Not thread-safe.
 */
final class GroupSink implements MessageSink {

    /** Most calls without a reply at the end of a group that are kept, the latest ones. */
    private static final int MAX_OPEN = 1 << 16;

    /** Stands for the number of a row that another group has. */
    static final long FOREIGN = -2;

    /** Stands for the number of a row that there is not, as the call is of another program. */
    static final long NO_ROW = -1;

    /** Rows of messages before the group have numbers from here on; those of the group start at 0 or more. */
    private static final long BEFORE = Long.MIN_VALUE / 2;

    private enum GroupPart {
        BEFORE,
        INSIDE,
        BEHIND
    }

    private final int group;
    private final long firstRecord;
    private final @Nullable Map<Long, Long> openBefore;
    private final NfsMessages messages;
    private final GroupRows rows;
    private final Counters counters;
    private GroupPart place = GroupPart.BEFORE;
    private @Nullable Map<Long, Long> openAfter;
    private long records;

    /**
     * Makes a sink.
     *
     * @param openBefore numbers of the rows of calls that are open where the group starts, or {@link #NO_ROW}, by what tells
     *     calls apart; null if they are not known
     */
    GroupSink(
            int group,
            long firstRecord,
            @Nullable Map<Long, Long> openBefore,
            NfsMessages messages,
            GroupRows rows,
            Counters counters) {
        this.group = group;
        this.firstRecord = firstRecord;
        this.openBefore = openBefore;
        this.messages = messages;
        this.rows = rows;
        this.counters = counters;
        counters.pause();
        messages.messageRows().number(BEFORE);
    }

    /** Returns whether a message behind the group has come. */
    boolean isBehind() {
        return place == GroupPart.BEHIND;
    }

    /** Returns how many rows about messages of NFS the group has. */
    long records() {
        return records;
    }

    /** Returns the calls that are open where the group ends, as those where it starts are given; null if they are the same. */
    @Nullable Map<Long, Long> openAfter() {
        return openAfter;
    }

    @Override
    public boolean message(RpcMessage message) throws IOException {
        if (place == GroupPart.BEFORE && message.group() >= group) {
            enter();
        }
        if (place == GroupPart.INSIDE && message.group() > group) {
            leave();
        }
        return messages.message(message);
    }

    private void enter() {
        place = GroupPart.INSIDE;
        messages.messageRows().number(firstRecord);
        rows.open();
        counters.resume();
        Map<Long, Long> known = openBefore;
        if (known != null) {
            messages.eachOpenCall(call -> call.recordId = known.getOrDefault(call.identity(), Call.UNKNOWN));
        }
    }

    /** Ends the group, where no message behind it has come. */
    void leave() {
        if (place != GroupPart.INSIDE) {
            return;
        }
        place = GroupPart.BEHIND;
        records = messages.messageRows().records();
        rows.shut();
        counters.pause();
        List<Call> open = new ArrayList<>();
        messages.eachOpenCall(open::add);
        open.sort(Comparator.comparingLong((Call call) -> -call.time));
        Map<Long, Long> records = new HashMap<>();
        for (Call call : open.subList(0, Math.min(MAX_OPEN, open.size()))) {
            records.put(call.identity(), call.recordId < NO_ROW ? FOREIGN : call.recordId);
        }
        openAfter = records;
    }

    @Override
    public int wantedBytes(boolean call, int program, int version, int procedure) {
        return messages.wantedBytes(call, program, version, procedure);
    }

    @Override
    public void packet(IpPacket packet) throws IOException {
        messages.packet(packet);
    }

    @Override
    public void flow(Flow flow) throws IOException {
        messages.flow(flow);
    }
}

package dev.mimeo.nfs.convert;

import dev.mimeo.nfs.internal.rpc.RpcMessage;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Replies whose calls have not been seen: these may be captured behind them. Not thread-safe. */
final class EarlyReplies {

    private static final int MOST = 4096;

    private final long patience;

    /** By the keys of their calls, the one that came first is first. */
    private final Map<Long, RpcMessage> waiting = new LinkedHashMap<>();

    /** @param patience longest wait of replies, in units of 2^-32 s; less if there are more than 4096 */
    EarlyReplies(long patience) {
        this.patience = patience;
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Adds a reply; returns the one that waited for the same call. */
    @Nullable RpcMessage put(RpcMessage reply) {
        return waiting.put(Transactions.replyKey(reply, reply.destinationPort()), reply);
    }

    /** Takes the reply that waits for a call. */
    @Nullable RpcMessage take(RpcMessage call) {
        return waiting.remove(Transactions.callKey(call, call.sourcePort()));
    }

    /** Takes the first reply, if it has waited long enough at a time or all are to be taken. */
    @Nullable RpcMessage expired(long now, boolean all) {
        Iterator<RpcMessage> oldest = waiting.values().iterator();
        if (!oldest.hasNext()) {
            return null;
        }
        RpcMessage reply = oldest.next();
        if (!all && now - reply.time() <= patience && waiting.size() <= MOST) {
            return null;
        }
        oldest.remove();
        return reply;
    }
}

package dev.mimeo.nfs.convert;

import dev.mimeo.nfs.Counter;
import dev.mimeo.nfs.Counters;
import dev.mimeo.nfs.internal.rpc.RpcMessage;

/** Counts calls and replies by program and version. Not thread-safe. */
final class MessageCounts {

    private final Counters counters;

    MessageCounts(Counters counters) {
        this.counters = counters;
    }

    /**
     * Counts the call or the reply of a call.
     *
     * @param request whether the message is the call
     */
    void count(RpcMessage message, Call call, boolean request) {
        if (Procedures.isCallback(call.program)) {
            counters.count(request ? Counter.NFS_CALLBACK_REQUEST : Counter.NFS_CALLBACK_REPLY);
            return;
        }
        if (call.program == Procedures.MOUNT) {
            counters.count(request ? Counter.MOUNT_REQUEST : Counter.MOUNT_REPLY);
            return;
        }
        if (call.program != Procedures.NFS) {
            counters.count(request ? Counter.OTHER_REQUEST : Counter.OTHER_REPLY);
            return;
        }
        counters.count(request ? Counter.NFS_REQUEST : Counter.NFS_REPLY);
        switch (call.version) {
            case 2 -> counters.count(request ? Counter.NFSV2_REQUEST : Counter.NFSV2_REPLY);
            case 3 -> counters.count(request ? Counter.NFSV3_REQUEST : Counter.NFSV3_REPLY);
            case 4 -> counters.count(request ? Counter.NFSV4_REQUEST : Counter.NFSV4_REPLY);
            default -> {}
        }
        if (request && Integer.compareUnsigned(message.header().procedure(), Procedures.count(call.version)) >= 0) {
            switch (call.version) {
                case 2 -> counters.count(Counter.UNHANDLED_NFSV2_REQUESTS);
                case 3 -> counters.count(Counter.UNHANDLED_NFSV3_REQUESTS);
                default -> counters.count(Counter.UNHANDLED_NFSV4_REQUESTS);
            }
        }
    }
}

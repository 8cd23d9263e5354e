package dev.mimeo.nfs.convert;

import dev.mimeo.nfs.internal.rpc.Flow;
import dev.mimeo.nfs.internal.rpc.IpPacket;
import dev.mimeo.nfs.internal.rpc.RpcMessage;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Hands the rows about the messages of a group on, and drops those about messages of others; or hands all on to one file after the
 * other. Not thread-safe.
 */
final class GroupRows implements Rows {

    private @Nullable Rows target;
    private @Nullable Rows open;

    /** @param target null to drop all rows */
    GroupRows(@Nullable Rows target) {
        this.target = target;
    }

    /** Hands rows about messages on from here on. */
    void open() {
        open = target;
    }

    /** Drops rows about messages from here on. */
    void shut() {
        open = null;
    }

    /** Hands rows on to others from here on. */
    void retarget(Rows next) {
        target = next;
        open = open == null ? null : next;
    }

    @Override
    public void common(Common row) throws IOException {
        if (open != null) {
            open.common(row);
        }
    }

    @Override
    public void attributes(
            long requestId,
            long replyId,
            OpaqueSlice name,
            OpaqueSlice handle,
            OpaqueSlice directory,
            Attributes attributes,
            int role)
            throws IOException {
        if (open != null) {
            open.attributes(requestId, replyId, name, handle, directory, attributes, role);
        }
    }

    @Override
    public void readWrite(long requestId, long replyId, OpaqueSlice handle, Transfer transfer) throws IOException {
        if (open != null) {
            open.readWrite(requestId, replyId, handle, transfer);
        }
    }

    @Override
    public void directoryEntry(
            long requestId, long replyId, OpaqueSlice directory, OpaqueSlice name, long fileId, OpaqueSlice handle)
            throws IOException {
        if (open != null) {
            open.directoryEntry(requestId, replyId, directory, name, fileId, handle);
        }
    }

    @Override
    public void operation(Operation row) throws IOException {
        if (open != null) {
            open.operation(row);
        }
    }

    @Override
    public void mount(long requestAt, long replyAt, int server, int client, OpaqueSlice path, OpaqueSlice handle)
            throws IOException {
        if (open != null) {
            open.mount(requestAt, replyAt, server, client, path, handle);
        }
    }

    @Override
    public void other(RpcMessage message, int program, int version, int procedure) throws IOException {
        if (open != null) {
            open.other(message, program, version, procedure);
        }
    }

    @Override
    public void sideband(RpcMessage message, SidebandRow row) throws IOException {
        if (open != null) {
            open.sideband(message, row);
        }
    }

    @Override
    public void unmatchedReply(RpcMessage reply) throws IOException {
        if (open != null) {
            open.unmatchedReply(reply);
        }
    }

    /** Packets and flows are those of the group anyway. */
    @Override
    public void packet(IpPacket packet) throws IOException {
        if (target != null) {
            target.packet(packet);
        }
    }

    @Override
    public void flow(Flow flow) throws IOException {
        if (target != null) {
            target.flow(flow);
        }
    }
}

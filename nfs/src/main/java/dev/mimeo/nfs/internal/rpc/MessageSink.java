package dev.mimeo.nfs.internal.rpc;

import java.io.IOException;

/** Takes what a {@link CaptureParser} finds. */
public interface MessageSink {

    /**
     * Tells how many bytes of a message are worth keeping, where it starts.
     *
     * @param call whether it is a call
     * @param program program of the call
     */
    int wantedBytes(boolean call, int program, int version, int procedure);

    /**
     * Takes the next message in order of time.
     *
     * @return whether the message is kept, until it is given to {@link CaptureParser#release}; otherwise it is used again
     */
    boolean message(RpcMessage message) throws IOException;

    /** Takes the next packet, in the order of the capture. */
    void packet(IpPacket packet) throws IOException;

    /** Takes what was counted of one direction between two ports, when it ends or is forgotten. */
    void flow(Flow flow) throws IOException;
}

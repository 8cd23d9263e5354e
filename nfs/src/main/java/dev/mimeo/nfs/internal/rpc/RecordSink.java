package dev.mimeo.nfs.internal.rpc;

import dev.mimeo.nfs.Counters;

/** Takes what a {@link RecordFramer} cuts out of a stream, and knows what is waited for. */
interface RecordSink {

    /**
     * Looks at the start of a message.
     *
     * @return how many bytes of the message are wanted, or -1 if it is none
     */
    int wanted(Flow flow, byte[] data, int offset, int available);

    /** Tells whether a call with this number went against the direction and has no answer yet. */
    boolean isPending(Flow flow, int transaction);

    /**
     * Takes a message.
     *
     * @param available number of bytes available
     * @param length length on the wire
     * @param flags as of {@link RpcMessage#flags}
     * @param given whether the array starts with the message and is not used by the caller any more if this is a message
     * @return false if it is none
     */
    boolean record(
            Flow flow,
            byte[] data,
            int offset,
            int available,
            int length,
            long time,
            int group,
            long lastTime,
            int flags,
            boolean given);

    /** Returns how many bytes a message has at most. */
    int maxRecord();

    /** Takes memory for bytes that must be kept; false if there is none left. */
    boolean reserve(long bytes);

    /** Gives memory back. */
    void release(long bytes);

    /** Returns the large arrays that are not in use. */
    LargeArrays arrays();

    /** Counts. */
    Counters counters();
}

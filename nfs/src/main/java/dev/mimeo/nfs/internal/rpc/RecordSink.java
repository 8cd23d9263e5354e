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

    /** Returns whether a call with this number went against the direction and has no answer yet. */
    boolean isPending(Flow flow, int transaction);

    /** Takes a message; false if it is none. The record is the caller's to fill anew. */
    boolean record(Flow flow, FramedRecord record);

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

package dev.mimeo.nfs.internal.rpc;

/**
 * Bytes that may be a message, on their way from where they are found to where they are looked at: filled anew for each. Not
 * thread-safe.
 */
final class FramedRecord {

    byte[] data = {};
    int offset;

    /** Number of bytes available. */
    int available;

    /** Length on the wire, bytes. */
    int length;

    /** Time of the packet with the first byte, in units of 2^-32 s since 1970. */
    long time;

    /** Number of the packet with the first byte. */
    long packet;

    /** Time of the packet with the last byte, in the same unit. */
    long lastTime;

    /** As of {@link RpcMessage#flags}. */
    int flags;

    /** Whether the array starts with the message and is not used by its owner any more if this is a message. */
    boolean given;

    /** Sets the bytes, of which the owner keeps the array. */
    void bytes(byte[] array, int start, int there, int onWire) {
        data = array;
        offset = start;
        available = there;
        length = onWire;
        flags = 0;
        given = false;
    }

    /** Sets when the bytes were seen. */
    void seen(long first, long firstPacket, long last) {
        time = first;
        packet = firstPacket;
        lastTime = last;
    }
}

package dev.mimeo.nfs.capture;

/** The content of a file before it is compressed. Who holds it owns it; used again. */
final class PacketBuffer {

    final byte[] data;
    final Tally tally = new Tally();

    /** Bytes that are whole records, after what the file begins with. */
    int end;

    /** The number of the file. */
    long number;

    /** Time at which it was full, nanoseconds on the clock of its queue. */
    long fullNanos;

    PacketBuffer(int bytes) {
        data = new byte[bytes];
    }
}

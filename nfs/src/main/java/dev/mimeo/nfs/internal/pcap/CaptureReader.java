package dev.mimeo.nfs.internal.pcap;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Reads the packets of one file of captured packets. Not thread-safe. */
public interface CaptureReader extends Closeable {

    /**
     * Reads the next packet.
     *
     * @param packet takes it; its array is that of the reader and good until the next call
     * @return false if there is none, because the file ends or what follows is damaged, see {@link #damage}
     * @throws IOException if reading fails
     */
    boolean next(Packet packet) throws IOException;

    /** Returns what is wrong where reading ended before the end of the file, or null. */
    @Nullable String damage();

    /** Returns how many packets whoever captured says to have lost. */
    long lostPackets();

    /** Returns how many packets were skipped since they had errors on the link. */
    long linkErrors();

    /** Returns the bytes read so far, unpacked. */
    long bytes();
}

package dev.mimeo.nfs.capture;

import dev.mimeo.MimeoException;
import dev.mimeo.MimeoException.Reason;
import dev.mimeo.internal.bytes.BigEndian;
import dev.mimeo.internal.bytes.EitherEndian;
import dev.mimeo.nfs.internal.pcap.PcapngBlocks;
import java.io.IOException;

/**
 * Finds the borders of the records in a stream of captured packets, and knows what a file must begin with so that records
 * from the middle of the stream can be read from it. Not thread-safe.
 */
abstract class Framing {

    /** Bytes from the start of a stream that {@link #of} needs. */
    static final int START = 24;

    /** No link carries more, not even offloaded or jumbo packets of capture tools that exist. */
    static final int MAX_PACKET = 1 << 26;

    /** Whether integers in the stream are big-endian. */
    boolean bigEndian = true;

    /**
     * Tells what a stream is.
     *
     * @param start the first {@link #START} bytes of the stream
     * @throws IOException if it is none that is known
     */
    static Framing of(byte[] start) throws IOException {
        int magic = BigEndian.getInt(start, 0);
        if (PcapFraming.isMagic(magic)) {
            return new PcapFraming(start);
        }
        if (magic == PcapngBlocks.SECTION) {
            return new PcapngFraming();
        }
        throw new MimeoException(
                Reason.CORRUPT,
                "not a capture: it starts with neither a pcap nor a pcapng header: read from tcpdump -U -w - or dumpcap -w -");
    }

    /** Returns what the names of files end with, without the dot. */
    abstract String extension();

    /** Returns how many bytes of the stream are before its first record. */
    abstract int streamHeader();

    /** Returns what a file begins with before its first record; must not be changed. */
    abstract byte[] preamble();

    /** Returns the bytes of a record from which {@link #length} tells its length. */
    abstract int head();

    /**
     * Returns the length of a record.
     *
     * @param at start of the record; at least {@link #head()} bytes of it are there
     * @throws IOException if no record starts like this
     */
    abstract long length(byte[] data, int at) throws IOException;

    /**
     * Takes note of a record.
     *
     * @param length all of its bytes, which are there; those that are about the stream as a whole may be changed
     * @param tally counts the packet, if it is one
     * @throws IOException if the record does not fit into the stream
     */
    abstract void take(byte[] data, int at, int length, Tally tally) throws IOException;

    /** Counts a record that is too large to be kept, by its head. */
    abstract void skip(byte[] data, int at, long length, Tally tally);

    /** Returns how many packets the capturing program says to have lost; -1 where it says nothing. */
    abstract long lostPackets();

    final int i32(byte[] data, int at) {
        return EitherEndian.getInt(data, at, bigEndian);
    }

    final long u32(byte[] data, int at) {
        return Integer.toUnsignedLong(i32(data, at));
    }

    final int u16(byte[] data, int at) {
        return EitherEndian.getUnsignedShort(data, at, bigEndian);
    }

    final long i64(byte[] data, int at) {
        return EitherEndian.getLong(data, at, bigEndian);
    }
}

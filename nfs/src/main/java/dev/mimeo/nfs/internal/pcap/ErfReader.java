package dev.mimeo.nfs.internal.pcap;

import dev.mimeo.internal.bytes.BigEndian;
import java.io.IOException;

/**
 * Reads ERF files of Ethernet frames, as capture cards write them: 16 bytes of header, of which the time is little-endian and
 * all else big-endian, headers of extensions, two bytes of padding and the frame with its check sequence.
 */
final class ErfReader extends AbstractReader {

    static final int HEADER = 16;

    private static final int TYPE_AT = 8;
    private static final int FLAGS_AT = 9;
    private static final int RECORD_LENGTH_AT = 10;
    private static final int LOSS_AT = 12;
    private static final int WIRE_AT = 14;

    private static final int ETHERNET = 2;
    private static final int TYPE_MASK = 0x7f;
    private static final int HAS_EXTENSION = 0x80;
    private static final int LINK_ERROR = 0x10;
    private static final int EXTENSION_SIZE = 8;
    private static final int PAD = 2;
    private static final int CHECK_SEQUENCE = 4;

    ErfReader(StreamWindow source) {
        super(source);
    }

    /** Returns whether bytes look like the header of a frame: there is no magic number. */
    static boolean isPlausible(StreamWindow source) throws IOException {
        if (!source.require(HEADER)) {
            return false;
        }
        return isPlausible(source.buffer, source.position);
    }

    /** Returns whether a file that has these bytes first may be one of frames. */
    static boolean isPlausible(byte[] start) {
        return start.length >= HEADER && isPlausible(start, 0);
    }

    private static boolean isPlausible(byte[] data, int at) {
        int length = BigEndian.getUnsignedShort(data, at + RECORD_LENGTH_AT);
        int wire = BigEndian.getUnsignedShort(data, at + WIRE_AT);
        return (data[at + TYPE_AT] & TYPE_MASK) == ETHERNET
                && length >= HEADER + PAD
                && wire >= 14
                && length <= HEADER + 8 * EXTENSION_SIZE + PAD + wire + Long.BYTES;
    }

    @Override
    public boolean next(Packet packet) throws IOException {
        while (!hasEnded()) {
            if (!source.require(HEADER)) {
                return ended("packet");
            }
            int type = Byte.toUnsignedInt(source.buffer[source.position + TYPE_AT]);
            int flags = Byte.toUnsignedInt(source.buffer[source.position + FLAGS_AT]);
            int length = BigEndian.getUnsignedShort(source.buffer, source.position + RECORD_LENGTH_AT);
            if (length < HEADER) {
                return damaged("a packet of " + length + " bytes, less than its header,");
            }
            if (!source.require(length)) {
                return ended("packet");
            }
            int start = source.position;
            source.position += length;
            lostPackets += BigEndian.getUnsignedShort(source.buffer, start + LOSS_AT);
            if ((flags & LINK_ERROR) != 0) {
                linkErrors++;
            } else if ((type & TYPE_MASK) == ETHERNET) {
                int frame = start + HEADER;
                int end = start + length;
                while ((type & HAS_EXTENSION) != 0 && frame + EXTENSION_SIZE <= end) {
                    type = source.buffer[frame];
                    frame += EXTENSION_SIZE;
                }
                frame += PAD;
                int wire = BigEndian.getUnsignedShort(source.buffer, start + WIRE_AT) - CHECK_SEQUENCE;
                if (frame <= end && wire >= 0) {
                    long time = Long.reverseBytes(BigEndian.getLong(source.buffer, start));
                    // The record may end with the check sequence and with padding.
                    packet.set(source.buffer, frame, Math.min(end - frame, wire), wire, time, LinkLayer.ETHERNET);
                    return true;
                }
                linkErrors++;
            }
        }
        return false;
    }
}

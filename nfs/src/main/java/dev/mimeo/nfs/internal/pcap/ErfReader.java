package dev.mimeo.nfs.internal.pcap;

import dev.mimeo.internal.bytes.BigEndian;
import java.io.IOException;

/**
 * Reads ERF files of Ethernet frames, as capture cards write them: 16 bytes of header, of which the time is little-endian and
 * all else big-endian, headers of extensions, two bytes of padding and the frame with its check sequence. Records of other links are
 * packets of link type {@link LinkLayer#ERF}. Records without a packet are skipped.
 */
final class ErfReader extends AbstractReader {

    static final int HEADER = 16;

    private static final int TYPE_AT = 8;
    private static final int FLAGS_AT = 9;
    private static final int RECORD_LENGTH_AT = 10;
    private static final int LOSS_AT = 12;
    private static final int WIRE_AT = 14;

    private static final int ETHERNET = 2;
    private static final int COLOR_ETHERNET = 11;
    private static final int DSM_COLOR_ETHERNET = 16;
    private static final int COLOR_HASH_ETHERNET = 20;

    private static final int COLOR_HDLC = 10;
    private static final int DSM_COLOR_HDLC = 15;
    private static final int COLOR_CHANNELS_HDLC = 17;
    private static final int COLOR_HASH_HDLC = 19;

    /** Facts about the capture. */
    private static final int META = 27;

    private static final int PADDING = 48;

    /** Cards, which alone set colors, align their records. */
    private static final int ALIGNMENT = 8;

    private static final int TYPE_MASK = 0x7f;
    private static final int HAS_EXTENSION = 0x80;
    private static final int LINK_ERROR = 0x10;
    private static final int EXTENSION_SIZE = 8;

    /** More headers of extensions than these are not expected in the first record. */
    private static final int MAX_EXTENSIONS = 8;

    private static final int PAD = 2;
    private static final int CHECK_SEQUENCE = 4;

    ErfReader(StreamWindow source) {
        super(source);
    }

    /** Returns whether bytes look like the header of a frame, or of facts about the capture: there is no magic number. */
    static boolean isPlausible(StreamWindow source) throws IOException {
        if (!source.require(HEADER)) {
            return false;
        }
        return isPlausible(source.buffer, source.position);
    }

    /** Returns whether a file that has these bytes first may be one of records. */
    static boolean isPlausible(byte[] start) {
        return start.length >= HEADER && isPlausible(start, 0);
    }

    private static boolean isPlausible(byte[] data, int at) {
        int length = BigEndian.getUnsignedShort(data, at + RECORD_LENGTH_AT);
        int wire = BigEndian.getUnsignedShort(data, at + WIRE_AT);
        int type = data[at + TYPE_AT] & TYPE_MASK;
        if (type == META) {
            return isFacts(data[at + TYPE_AT], length, wire);
        }
        // Without alignment, 1 of 40 compressed files would look like records with colors.
        return (type == ETHERNET || (isEthernet(type) && length % ALIGNMENT == 0))
                && length >= HEADER + PAD
                && wire >= 14
                && length <= HEADER + MAX_EXTENSIONS * EXTENSION_SIZE + PAD + wire + ALIGNMENT;
    }

    /** Returns whether a file may start with such a record of facts. The identity of its host is a header of an extension. */
    private static boolean isFacts(byte type, int length, int wire) {
        int headers = length - wire - HEADER;
        return (type & HAS_EXTENSION) != 0
                && length % ALIGNMENT == 0
                && headers >= EXTENSION_SIZE
                && headers < (MAX_EXTENSIONS + 1) * EXTENSION_SIZE;
    }

    private static boolean isEthernet(int type) {
        return type == ETHERNET || type == COLOR_ETHERNET || type == DSM_COLOR_ETHERNET || type == COLOR_HASH_ETHERNET;
    }

    /** Returns whether a header counts lost packets. A color has the same two bytes. */
    private static boolean countsLosses(int type) {
        return switch (type) {
            case COLOR_ETHERNET,
                    DSM_COLOR_ETHERNET,
                    COLOR_HASH_ETHERNET,
                    COLOR_HDLC,
                    DSM_COLOR_HDLC,
                    COLOR_CHANNELS_HDLC,
                    COLOR_HASH_HDLC,
                    META,
                    PADDING -> false;
            default -> true;
        };
    }

    @Override
    public boolean next(Packet packet) throws IOException {
        while (!hasEnded()) {
            if (!source.require(HEADER)) {
                return ended("packet");
            }
            int type = source.buffer[source.position + TYPE_AT] & TYPE_MASK;
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
            if (countsLosses(type)) {
                lostPackets += BigEndian.getUnsignedShort(source.buffer, start + LOSS_AT);
            }
            if (type == META || type == PADDING) {
                continue;
            }
            if ((flags & LINK_ERROR) != 0 || !content(type, start, start + length, packet)) {
                linkErrors++;
                continue;
            }
            return true;
        }
        return false;
    }

    /** Gives a packet the content of a record; returns false if the record is too short for a frame. */
    private boolean content(int type, int start, int end, Packet packet) {
        int wire = BigEndian.getUnsignedShort(source.buffer, start + WIRE_AT);
        long time = Long.reverseBytes(BigEndian.getLong(source.buffer, start));
        if (!isEthernet(type)) {
            packet.set(source.buffer, start, end - start, Math.max(end - start, wire), time, LinkLayer.ERF);
            return true;
        }
        int frame = start + HEADER;
        byte header = source.buffer[start + TYPE_AT];
        while ((header & HAS_EXTENSION) != 0 && frame + EXTENSION_SIZE <= end) {
            header = source.buffer[frame];
            frame += EXTENSION_SIZE;
        }
        frame += PAD;
        int wireLength = wire - CHECK_SEQUENCE;
        if (frame > end || wireLength < 0) {
            return false;
        }
        // The record may end with the check sequence and with padding.
        packet.set(source.buffer, frame, Math.min(end - frame, wireLength), wireLength, time, LinkLayer.ETHERNET);
        return true;
    }
}

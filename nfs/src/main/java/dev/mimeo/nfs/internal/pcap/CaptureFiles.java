package dev.mimeo.nfs.internal.pcap;

import dev.mimeo.formats.trace.TraceInputs;
import dev.mimeo.internal.bytes.BigEndian;
import java.io.IOException;
import java.io.InputStream;

/** Opens files of captured packets by what they start with. */
public final class CaptureFiles {

    private CaptureFiles() {}

    /** Tells whether a number is the first of pcap, pcapng or snoop files. */
    static boolean isMagic(int magic) {
        return PcapReader.isMagic(magic) || magic == PcapngReader.SECTION || magic == SnoopReader.MAGIC;
    }

    /**
     * Opens a capture.
     *
     * @param in pcap, pcapng, snoop or ERF, as it is or packed by gzip, bzip2, zstd, xz, lz4, zlib or LZF; closed with the reader
     * @throws IOException if it starts as none of these, or reading fails; the stream is still open then
     */
    public static CaptureReader open(InputStream in) throws IOException {
        InputStream unpacked = TraceInputs.unpacked(in);
        // Streams that unpack something do not support marks, and nobody packs twice.
        StreamWindow source = new StreamWindow(unpacked.markSupported() ? PackedBuffers.unpacked(unpacked) : unpacked);
        if (!source.require(Integer.BYTES)) {
            throw new IOException("not a capture: it has less than four bytes");
        }
        int magic = BigEndian.getInt(source.buffer, source.position);
        if (PcapReader.isMagic(magic)) {
            return new PcapReader(source);
        }
        if (magic == PcapngReader.SECTION) {
            return new PcapngReader(source);
        }
        if (magic == SnoopReader.MAGIC) {
            return new SnoopReader(source);
        }
        if (ErfReader.isPlausible(source)) {
            return new ErfReader(source);
        }
        throw new IOException("not a capture: it has no header of pcap, pcapng, snoop or ERF");
    }
}

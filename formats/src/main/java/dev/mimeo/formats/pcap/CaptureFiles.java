package dev.mimeo.formats.pcap;

import dev.mimeo.formats.trace.TraceInputs;
import java.io.IOException;
import java.io.InputStream;

/** Opens files of captured packets by what they start with. */
public final class CaptureFiles {

    private CaptureFiles() {}

    /**
     * Opens a capture.
     *
     * @param in pcap, pcapng, snoop or ERF, as it is or packed by gzip, bzip2, zstd, xz or lz4; closed with the reader
     * @throws IOException if it starts as none of these, or reading fails; the stream is still open then
     */
    public static CaptureReader open(InputStream in) throws IOException {
        ByteSource source = new ByteSource(TraceInputs.unpacked(in));
        if (!source.require(Integer.BYTES)) {
            throw new IOException("no capture: it has less than four bytes");
        }
        int magic = BigEndian.i32(source.buffer, source.position);
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
        throw new IOException("no capture: it starts as none of pcap, pcapng, snoop and ERF");
    }
}

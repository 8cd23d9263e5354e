package dev.mimeo.nfs.internal.pcap;

import dev.mimeo.MimeoException;
import dev.mimeo.MimeoException.Reason;
import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.formats.trace.TraceInputs;
import dev.mimeo.internal.bytes.BigEndian;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/** Opens files of captured packets by what they start with. */
public final class CaptureFiles {

    /** An item of LZF with bytes as they are has less of them; the first one of a block is always such. */
    private static final int MAX_LITERALS = 32;

    private static final int MAGIC_BYTES = 4;

    /** Method deflate with a window of 32 KiB; RFC 1950, section 2.2. */
    private static final int ZLIB = 0x78;

    private static final int BUFFER = 1 << 16;

    private static final String CUT = "the compressed file is cut off before its first packet: copy the file again";

    private CaptureFiles() {}

    /** Returns whether a number is the first of pcap, pcapng or snoop files. */
    static boolean isMagic(int magic) {
        return PcapReader.isMagic(magic) || magic == PcapngBlocks.SECTION || magic == SnoopReader.MAGIC;
    }

    /**
     * Opens a capture.
     *
     * @param in pcap, pcapng, snoop or ERF, as it is or packed by gzip, bzip2, zstd, xz, lz4, zlib or LZF; closed with the reader
     * @throws IOException if it starts as none of these, or reading fails; the stream is still open then
     */
    public static CaptureReader open(InputStream in) throws IOException {
        InputStream unpacked;
        try {
            unpacked = TraceInputs.unpacked(in);
        } catch (EOFException e) {
            throw new MimeoException("", -1, Reason.TRUNCATED, CUT, e);
        }
        // Streams that unpack something do not support marks, and nobody packs twice.
        StreamWindow source = new StreamWindow(unpacked.markSupported() ? unpackedBuffer(unpacked) : unpacked);
        if (!source.require(Integer.BYTES)) {
            if (source.isCut()) {
                throw new MimeoException(Reason.TRUNCATED, CUT);
            }
            throw new MimeoException(
                    Reason.TRUNCATED,
                    "not a capture: it has less than four bytes: check that the program that wrote it succeeded");
        }
        int magic = BigEndian.getInt(source.buffer, source.position);
        if (PcapReader.isMagic(magic)) {
            return new PcapReader(source);
        }
        if (magic == PcapngBlocks.SECTION) {
            return new PcapngReader(source);
        }
        if (magic == SnoopReader.MAGIC) {
            return new SnoopReader(source);
        }
        if (magic == BigEndian.getInt(DataSeriesReader.MAGIC.getBytes(StandardCharsets.US_ASCII), 0)) {
            throw new MimeoException(Reason.CORRUPT, "not a capture, but a DataSeries file");
        }
        if (ErfReader.isPlausible(source)) {
            return new ErfReader(source);
        }
        throw new MimeoException(
                Reason.CORRUPT,
                "not a capture: it has no header of pcap, pcapng, snoop or ERF: name a file of tcpdump -w or dumpcap,"
                        + " or convert it with editcap -F pcap");
    }

    /** Frees the memory of its own inflater. */
    private static final class Inflation extends InflaterInputStream {

        Inflation(InputStream in) {
            super(in, new Inflater(), BUFFER);
        }

        @Override
        public void close() throws IOException {
            inf.end();
            super.close();
        }
    }

    /**
     * Unpacks a stream that starts as zlib does, or as LZF does of a capture; otherwise gives it as it is. Memory does not
     * depend on the size of the buffer. What starts as an ERF record is not looked at, as it may start with any bytes.
     *
     * @param in supports marks; closed with the stream returned
     * @throws IOException if reading fails
     */
    static InputStream unpackedBuffer(InputStream in) throws IOException {
        in.mark(ErfReader.HEADER);
        byte[] start = in.readNBytes(ErfReader.HEADER);
        in.reset();
        if (start.length < 1 + MAGIC_BYTES || ErfReader.isPlausible(start)) {
            return in;
        }
        if (start[0] == ZLIB && BigEndian.getUnsignedShort(start, 0) % 31 == 0) {
            return new Inflation(in);
        }
        boolean literals = start[0] >= MAGIC_BYTES - 1 && start[0] < MAX_LITERALS;
        return literals && isMagic(BigEndian.getInt(start, 1)) ? new LzfInputStream(in) : in;
    }
}

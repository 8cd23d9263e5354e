package dev.mimeo.generate.segment;

import dev.mimeo.MimeoException;
import dev.mimeo.MimeoException.Reason;
import dev.mimeo.generate.PayloadFactory;
import dev.mimeo.generate.PayloadSource;
import dev.mimeo.internal.files.FullTransfers;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.function.LongConsumer;
import java.util.zip.CRC32C;

/**
 * A segment file, from which synthetic data is taken at the speed of memory; see the page "Segment files" of the reference.
 *
 * <pre>{@code
 * SegmentFile segment = SegmentFile.open(Path.of("logs.seg"));
 * PayloadSource source = segment.source(42);
 * source.fill(value, 0, value.length);
 * }</pre>
 *
 * <p>Each seed has a stream of its own, with the bytes that the C library gives for it. A stream does not contain a block of 4 KiB twice,
 * apart from the duplicates of the scanned data, until it has {@link #streamBytes} bytes; then it begins anew.
 *
 * <p>Immutable and thread-safe; sources are for one thread each. The file is mapped into memory: it must not be made shorter while it is used.
 * The map is freed by the garbage collector some time after the last use, so there is nothing to close.
 */
public final class SegmentFile {

    /** Bytes that are generated and written at a time: they stay in the second cache. */
    private static final int BUFFER_BYTES = 256 << 10;

    private final Path path;
    private final SegmentHeader header;
    private final MappedSegment segment;

    private SegmentFile(Path path, SegmentHeader header, MappedSegment segment) {
        this.path = path;
        this.header = header;
        this.segment = segment;
    }

    /**
     * Opens a file and validates its header and its tables. The data is not read, see {@link #verify}.
     *
     * @throws MimeoException if it is no segment file of version 1, has another size than it says, or is damaged
     * @throws IOException if it cannot be read
     */
    public static SegmentFile open(Path path) throws IOException {
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            // A named pipe would be waited for.
            throw MimeoException.of(path, Reason.UNSUPPORTED, "a segment is a regular file");
        }
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            byte[] start = new byte[(int) Math.min(SegmentFormat.HEADER_BYTES, channel.size())];
            FullTransfers.read(channel, 0, start, 0, start.length);
            SegmentHeader header = SegmentHeader.parse(start, path);
            return new SegmentFile(path, header, MappedSegment.of(channel, header, path));
        }
    }

    /** Returns whether a path is that of a file which begins as segment files do. */
    public static boolean isSegment(Path path) throws IOException {
        if (!Files.isRegularFile(path)) {
            return false;
        }
        try (InputStream in = Files.newInputStream(path)) {
            return SegmentHeader.isMagic(in.readNBytes(SegmentFormat.HEADER_BYTES));
        }
    }

    /** Returns the name of the characterization that the segment was made from; at most 63 bytes of UTF-8. */
    public String name() {
        return header.name();
    }

    /** Returns the bytes of data in the segment. */
    public long bytes() {
        return (long) SegmentFormat.BLOCK_BYTES * header.blocks();
    }

    /** Returns the bytes of a stream before it begins anew: 4 PiB for a segment of 256 MiB. */
    public long streamBytes() {
        return bytes() * SegmentFormat.STAMP_MASK;
    }

    /**
     * Returns what identifies the content of the segment: the checksums of its header, tables and data, 32 hexadecimal digits. For
     * entity tags and the like, not against those who make segments to deceive.
     */
    public String identity() {
        ByteBuffer checksums = ByteBuffer.allocate(4 * Integer.BYTES);
        CRC32C crc = new CRC32C();
        crc.update(header.bytes());
        checksums
                .putInt((int) crc.getValue())
                .putInt(header.contentsCrc())
                .putInt(header.slotsCrc())
                .putInt(header.dataCrc());
        return HexFormat.of().formatHex(checksums.array());
    }

    /**
     * Reads all data and compares its checksum.
     *
     * @throws MimeoException if the data is damaged
     */
    public void verify() throws MimeoException {
        if (segment.dataChecksum() != header.dataCrc()) {
            throw MimeoException.of(path, Reason.CORRUPT, "the data of the segment file is damaged");
        }
    }

    /** Returns a new source at the beginning of the stream of a seed; the stream of an object is that of {@code mimeo_named_seed} in C. */
    public PayloadSource source(long seed) {
        return new SegmentSource(segment, seed);
    }

    /** Returns a factory of sources for benchmarks, each with a stream that is derived from a seed and its own. */
    public PayloadFactory payloads(long seed) {
        return new PayloadFactory(() -> source(seed));
    }

    /**
     * Writes a part of the stream of a seed.
     *
     * @param out receives the bytes, on the calling thread; not closed
     * @param offset bytes from the beginning of the stream, at least 0
     * @param size bytes to write, at least 0
     * @param progress given the number of bytes written so far, every 256 KiB, on the calling thread; an exception it throws ends the writing
     * @throws IllegalArgumentException if the offset or the size is negative, or the part ends after {@link #streamBytes}
     * @throws IOException if the channel fails
     */
    public void writeTo(WritableByteChannel out, long seed, long offset, long size, LongConsumer progress)
            throws IOException {
        if (offset < 0 || size < 0 || offset > streamBytes() - size) {
            throw new IllegalArgumentException("a stream of this segment has " + streamBytes() + " bytes, and bytes "
                    + offset + " to " + offset + " + " + size + " are not all among them");
        }
        PayloadSource source = source(seed);
        source.seek(offset);
        ByteBuffer buffer = ByteBuffer.allocateDirect((int) Math.min(BUFFER_BYTES, size));
        for (long written = 0; written < size; ) {
            buffer.clear().limit((int) Math.min(buffer.capacity(), size - written));
            int bytes = buffer.remaining();
            source.fill(buffer);
            FullTransfers.write(out, buffer.flip());
            written += bytes;
            progress.accept(written);
        }
    }
}

package dev.mimeo.dataseries;

import dev.mimeo.MimeoException.Reason;
import dev.mimeo.codec.Codec;
import dev.mimeo.dataseries.RecordLayout.Column;
import dev.mimeo.internal.bytes.EitherEndian;
import java.io.IOException;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.zip.Adler32;
import java.util.zip.DataFormatException;
import org.jspecify.annotations.Nullable;

/** Checks and decompresses stored extents. For one thread at a time; holds codecs. */
final class ExtentUnpacker implements AutoCloseable {

    private static final int MAX_ARRAY = Integer.MAX_VALUE - 16;

    /** By how much the memory grows for a part that turns out to be larger; all attempts but the last take a seventh. */
    private static final int GROWTH = 8;

    private final Checksums checksums;
    private final BufferPool pool;
    private final @Nullable FieldSelection projection;
    private final CodecSet codecs = new CodecSet();

    /** Makes an unpacker that gives whole extents. */
    ExtentUnpacker(Checksums checksums) {
        this(checksums, BufferPool.forWholeExtents(), null);
    }

    /**
     * @param pool takes the memory of extents that are unpacked
     * @param projection the only fields that are needed; null for all
     */
    ExtentUnpacker(Checksums checksums, BufferPool pool, @Nullable FieldSelection projection) {
        this.checksums = checksums;
        this.pool = pool;
        this.projection = projection;
    }

    /** Unpacks an extent. */
    Extent unpack(StoredExtent stored) throws DataSeriesException {
        return unpack(stored, projection == null ? null : projection.fields(stored.type()));
    }

    /**
     * Unpacks an extent.
     *
     * @param fields the only fields that are needed; null for all
     */
    Extent unpack(StoredExtent stored, int @Nullable [] fields) throws DataSeriesException {
        Parts parts = decompress(stored);
        if (checksums == Checksums.ALL) {
            checkHash(parts, VariablePart.hashParts(parts.fixed, parts.fixedLength, parts.variable));
        }
        return extent(parts, fields);
    }

    /** Unpacks two extents; with all checksums that takes less time than one after the other. */
    UnpackingStream.Unpacked unpack(StoredExtent first, StoredExtent second) throws DataSeriesException {
        return unpack(first, second, projection);
    }

    /**
     * Unpacks two extents.
     *
     * @param wanted the only fields that are needed; null for all
     */
    UnpackingStream.Unpacked unpack(StoredExtent first, StoredExtent second, @Nullable FieldSelection wanted)
            throws DataSeriesException {
        Parts one = decompress(first);
        Parts two;
        try {
            two = decompress(second);
        } catch (DataSeriesException e) {
            checkHash(one, VariablePart.hashParts(one.fixed, one.fixedLength, one.variable));
            return new UnpackingStream.Unpacked(extent(one, wanted), null, e);
        }
        long hashes = VariablePart.hashPartsOfTwo(
                one.fixed, one.fixedLength, one.variable, two.fixed, two.fixedLength, two.variable);
        checkHash(one, (int) hashes);
        Extent extent = extent(one, wanted);
        try {
            checkHash(two, (int) (hashes >>> 32));
            return new UnpackingStream.Unpacked(extent, extent(two, wanted), null);
        } catch (IOException e) {
            return new UnpackingStream.Unpacked(extent, null, e);
        }
    }

    private Extent extent(Parts parts, @Nullable FieldSelection wanted) throws DataSeriesException {
        return extent(parts, wanted == null ? null : wanted.fields(parts.stored.type()));
    }

    private Extent extent(Parts parts, int @Nullable [] fields) throws DataSeriesException {
        StoredExtent stored = parts.stored;
        try {
            checkStringOffsets(parts);
        } catch (DataFormatException e) {
            throw stored.place().error("damaged extent", e.getMessage());
        }
        OptionalInt hash =
                checksums == Checksums.ALL ? OptionalInt.of(stored.header().hash()) : OptionalInt.empty();
        Extent extent = Extent.ofStored(stored, parts.fixed, parts.variable, hash);
        if (fields == null) {
            return extent;
        }
        Extent columns = extent.only(fields);
        pool.giveRecords(parts.fixed);
        return columns;
    }

    private void checkHash(Parts parts, int hashOfParts) throws DataSeriesException {
        StoredExtent stored = parts.stored;
        int expected = stored.header().hash();
        try {
            int hash = VariablePart.hashLengths(hashOfParts, parts.variable, stored.bigEndian());
            if (hash != expected) {
                throw new DataFormatException("hash is " + hex(hash) + ", the extent says " + hex(expected));
            }
        } catch (DataFormatException e) {
            throw stored.place().error("damaged extent", e.getMessage());
        }
    }

    private static String hex(int value) {
        return String.format("%08x", value);
    }

    static int adler(byte[] extent) {
        Adler32 adler = new Adler32();
        adler.update(extent, 0, ExtentHeader.ADLER_OFFSET);
        adler.update(extent, ExtentHeader.ADLER_OFFSET + 4, extent.length - ExtentHeader.ADLER_OFFSET - 4);
        return (int) adler.getValue();
    }

    /** Verifies the checksum of an extent as stored. */
    static void checkAdler(StoredExtent stored) throws DataSeriesException {
        ExtentHeader header = stored.header();
        int size = Math.toIntExact(header.sizeBytes());
        byte[] bytes = stored.bytes();
        Adler32 adler = new Adler32();
        adler.update(bytes, 0, ExtentHeader.ADLER_OFFSET);
        int at = ExtentHeader.ADLER_OFFSET + 4;
        if (stored.hasRecords()) {
            adler.update(bytes, at, header.fixedStart() - at);
            adler.update(stored.records(), 0, header.fixedBytes());
            at = header.fixedStart();
            size -= header.fixedBytes();
        }
        adler.update(bytes, at, size - at);
        checkAdler(header, (int) adler.getValue(), stored.place());
    }

    static void checkAdler(ExtentHeader header, byte[] extent, Place place) throws DataSeriesException {
        checkAdler(header, adler(extent), place);
    }

    private static void checkAdler(ExtentHeader header, int adler, Place place) throws DataSeriesException {
        if (adler != header.adler()) {
            throw place.error(
                    "damaged extent", "Adler-32 is " + hex(adler) + ", the extent says " + hex(header.adler()));
        }
    }

    private Parts decompress(StoredExtent stored) throws DataSeriesException {
        if (checksums != Checksums.NONE) {
            checkAdler(stored);
        }
        ExtentHeader header = stored.header();
        RecordLayout layout = stored.type().layout();
        if (!layout.problem().isEmpty()) {
            throw stored.place()
                    .error(
                            Reason.UNSUPPORTED,
                            "cannot read extents of type '" + stored.type().name() + "'",
                            layout.problem());
        }
        long size = (long) header.rows() * layout.recordSize();
        if (size > MAX_ARRAY) {
            throw stored.place().error("bad extent", header.rows() + " rows of " + layout.recordSize() + " bytes");
        }
        byte[] fixed = stored.hasRecords() ? stored.records() : fixedPart(stored, size);
        byte[] variable = variablePart(stored);
        stored.recycle(pool);
        return new Parts(stored, fixed, (int) size, variable);
    }

    private byte[] fixedPart(StoredExtent stored, long size) throws DataSeriesException {
        ExtentHeader header = stored.header();
        RecordLayout layout = stored.type().layout();
        Part part = new Part("fixed", header.fixedMode(), header.fixedStart(), header.fixedBytes(), stored);
        if (!layout.nullCompact()) {
            return part.unpackRecords(size);
        }
        long least = (long) header.rows() * layout.minStoredRecordSize();
        byte[] compacted = part.unpack(least, size, 0);
        try {
            return stored.type().nullCompaction().expand(header.rows(), compacted);
        } catch (DataFormatException e) {
            throw stored.place().error("damaged extent", e.getMessage());
        }
    }

    private byte[] variablePart(StoredExtent stored) throws DataSeriesException {
        ExtentHeader header = stored.header();
        int size = header.variableSize() - 4;
        return new Part("variable", header.variableMode(), stored.variableStart(), header.variableBytes(), stored)
                .unpack(size, size, 4);
    }

    private static void checkStringOffsets(Parts parts) throws DataFormatException {
        ExtentType type = parts.stored.type();
        boolean bigEndian = parts.stored.bigEndian();
        int stride = type.recordSize();
        for (Column column : type.layout().columns()) {
            if (column.type() == FieldType.VARIABLE32) {
                int end = parts.fixedLength;
                for (int at = column.position(); at < end; at += stride) {
                    VariablePart.check(parts.variable, EitherEndian.getInt(parts.fixed, at, bigEndian), bigEndian);
                }
            }
        }
    }

    @Override
    public void close() {
        codecs.close();
    }

    /** The parts of an extent after decompression. */
    private static final class Parts {
        private final StoredExtent stored;
        private final byte[] fixed;
        private final int fixedLength;
        private final byte[] variable;

        Parts(StoredExtent stored, byte[] fixed, int fixedLength, byte[] variable) {
            this.stored = stored;
            this.fixed = fixed;
            this.fixedLength = fixedLength;
            this.variable = variable;
        }
    }

    /** One of the two parts of an extent. */
    private final class Part {
        private final String name;
        private final int code;
        private final int start;
        private final int length;
        private final StoredExtent stored;

        Part(String name, int code, int start, int length, StoredExtent stored) {
            this.name = name;
            this.code = code;
            this.start = start;
            this.length = length;
            this.stored = stored;
        }

        /** Decompresses the part to memory of the pool, of which the first {@code size} bytes are meant. */
        byte[] unpackRecords(long size) throws DataSeriesException {
            if (size == 0) {
                return unpack(0, 0, 0);
            }
            CompressionMode mode = mode();
            checkPossible(mode, size, size, 0);
            if (size > mode.likelyUncompressed(length)) {
                return grown(mode, (int) size, size, 0);
            }
            byte[] out = pool.takeRecords((int) size);
            unpack(out, 0, (int) size, size);
            return out;
        }

        /**
         * Decompresses the part.
         *
         * @param least fewest bytes it must give
         * @param most most bytes it may give
         * @param lead zero bytes to put before it
         */
        byte[] unpack(long least, long most, int lead) throws DataSeriesException {
            if (most == 0) {
                // The mode of an empty part means nothing; the original library leaves it to chance.
                if (length != 0) {
                    throw wrong("has " + length + " bytes but should be empty");
                }
                return new byte[lead];
            }
            CompressionMode mode = mode();
            checkPossible(mode, least, most, lead);
            int room = (int) Math.min(most, mode.maxUncompressed(length));
            if (room > mode.likelyUncompressed(length)) {
                return grown(mode, room, least, lead);
            }
            byte[] out = new byte[lead + room];
            int done = unpack(out, lead, room, least);
            return lead + done == out.length ? out : Arrays.copyOf(out, lead + done);
        }

        /** Decompresses a part that may hold far more than its length lets expect, with memory as it turns out to be. */
        private byte[] grown(CompressionMode mode, int most, long least, int lead) throws DataSeriesException {
            long room = mode.likelyUncompressed(length);
            while (true) {
                byte[] out = new byte[lead + (int) Math.min(room, most)];
                try {
                    int done = codecs.get(mode).decompress(stored.bytes(), start, length, out, lead, out.length - lead);
                    checkEnough(done, least);
                    return lead + done == out.length ? out : Arrays.copyOf(out, lead + done);
                } catch (Codec.DestinationTooSmallException e) {
                    if (room >= most) {
                        throw damaged(mode, e);
                    }
                    room *= GROWTH;
                } catch (DataFormatException e) {
                    throw damaged(mode, e);
                }
            }
        }

        private CompressionMode mode() throws DataSeriesException {
            CompressionMode mode = CompressionMode.ofCode(code);
            if (mode == null) {
                throw wrong("has the unknown compression code " + code);
            }
            if (!mode.available()) {
                throw stored.place()
                        .error(
                                Reason.UNSUPPORTED,
                                "cannot read extent",
                                name + " part is compressed with " + mode.formatName()
                                        + ", which is not supported by this build");
            }
            return mode;
        }

        /** Sees to it that nothing is allocated that the stored bytes cannot fill. */
        private void checkPossible(CompressionMode mode, long least, long most, int lead) throws DataSeriesException {
            if (least > mode.maxUncompressed(length) || most > MAX_ARRAY - lead) {
                throw wrong("of " + length + " bytes (" + mode.formatName() + ") cannot hold the " + least
                        + " bytes that the header says");
            }
        }

        private int unpack(byte[] out, int at, int room, long least) throws DataSeriesException {
            CompressionMode mode = mode();
            int done = mode == CompressionMode.NONE ? copy(out, at, room) : decompress(mode, out, at, room);
            checkEnough(done, least);
            return done;
        }

        private void checkEnough(int done, long least) throws DataSeriesException {
            if (done < least) {
                throw wrong("holds " + done + " bytes, the header says " + least);
            }
        }

        private int copy(byte[] out, int at, int room) throws DataSeriesException {
            if (length > room) {
                throw wrong("holds " + length + " bytes, the header says " + room);
            }
            System.arraycopy(stored.bytes(), start, out, at, length);
            return length;
        }

        private int decompress(CompressionMode mode, byte[] out, int at, int room) throws DataSeriesException {
            try {
                return codecs.get(mode).decompress(stored.bytes(), start, length, out, at, room);
            } catch (DataFormatException e) {
                throw damaged(mode, e);
            }
        }

        private DataSeriesException damaged(CompressionMode mode, DataFormatException e) {
            return wrong("cannot be decompressed (" + mode.formatName() + "): " + e.getMessage());
        }

        private DataSeriesException wrong(String problem) {
            return stored.place().error("damaged extent", name + " part " + problem);
        }
    }
}

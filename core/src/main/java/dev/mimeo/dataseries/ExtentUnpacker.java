package dev.mimeo.dataseries;

import dev.mimeo.dataseries.RecordLayout.Column;
import java.io.IOException;
import java.util.Arrays;
import java.util.zip.Adler32;
import java.util.zip.DataFormatException;

/** Reads, checks and decompresses stored extents. For one thread at a time; holds codecs and a buffer. */
final class ExtentUnpacker implements AutoCloseable {

    private static final int MAX_ARRAY = Integer.MAX_VALUE - 16;

    /** A buffer that had to become larger than this is not kept. */
    private static final int MAX_KEPT_BUFFER = 16 << 20;

    private final boolean bigEndian;
    private final Checksums checksums;
    private final CodecSet codecs = new CodecSet();
    private final Adler32 adler = new Adler32();
    private byte[] buffer = {};

    ExtentUnpacker(boolean bigEndian, Checksums checksums) {
        this.bigEndian = bigEndian;
        this.checksums = checksums;
    }

    /** Reads an extent. */
    Extent read(StoredExtent stored, RandomInput input) throws IOException {
        return finish(readParts(stored, input));
    }

    /** Reads two extents; with all checksums that takes less time than reading one after the other. */
    ExtentPair readPair(StoredExtent first, StoredExtent second, RandomInput input) throws IOException {
        UnpackedParts one = readParts(first, input);
        UnpackedParts two;
        try {
            two = readParts(second, input);
        } catch (IOException e) {
            return new ExtentPair(finish(one), null, e);
        }
        if (checksums != Checksums.ALL) {
            return pair(extent(one), two);
        }
        long hashes = VariablePart.hashPartsOfTwo(one.fixed, one.variable, two.fixed, two.variable);
        checkHash(one, (int) hashes);
        Extent extent = extent(one);
        try {
            checkHash(two, (int) (hashes >>> 32));
        } catch (IOException e) {
            return new ExtentPair(extent, null, e);
        }
        return pair(extent, two);
    }

    private ExtentPair pair(Extent first, UnpackedParts second) {
        try {
            return new ExtentPair(first, extent(second), null);
        } catch (IOException e) {
            return new ExtentPair(first, null, e);
        }
    }

    /** Unpacks an extent whose Adler-32 is known to be right. */
    Extent unpack(StoredExtent stored, byte[] packed) throws DataSeriesException {
        return finish(decompress(stored, packed));
    }

    private Extent finish(UnpackedParts parts) throws DataSeriesException {
        if (checksums == Checksums.ALL) {
            int hash = VariablePart.hashParts(parts.fixed, parts.variable);
            checkHash(parts, hash);
        }
        return extent(parts);
    }

    private Extent extent(UnpackedParts parts) throws DataSeriesException {
        StoredExtent stored = parts.stored;
        ExtentType type = stored.type();
        ExtentHeader header = stored.header();
        try {
            checkStringOffsets(type, header.rows(), parts.fixed, parts.variable);
        } catch (DataFormatException e) {
            throw stored.place().error("damaged extent", e.getMessage());
        }
        return new Extent(
                type,
                header.rows(),
                stored.place().source(),
                header.offset(),
                parts.fixed,
                parts.variable,
                bigEndian,
                true);
    }

    private void checkHash(UnpackedParts parts, int hashOfParts) throws DataSeriesException {
        StoredExtent stored = parts.stored;
        int expected = stored.header().hash();
        try {
            int hash = VariablePart.hashLengths(hashOfParts, parts.variable, bigEndian);
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

    static int adler(byte[] extent, int length) {
        Adler32 adler = new Adler32();
        adler.update(extent, 0, ExtentHeader.ADLER_OFFSET);
        adler.update(extent, ExtentHeader.ADLER_OFFSET + 4, length - ExtentHeader.ADLER_OFFSET - 4);
        return (int) adler.getValue();
    }

    static void checkAdler(ExtentHeader header, byte[] extent, Place place) throws DataSeriesException {
        checkAdler(header, adler(extent, Math.toIntExact(header.sizeBytes())), place);
    }

    private static void checkAdler(ExtentHeader header, int adler, Place place) throws DataSeriesException {
        if (adler != header.adler()) {
            throw place.error(
                    "damaged extent", "Adler-32 is " + hex(adler) + ", the extent says " + hex(header.adler()));
        }
    }

    private UnpackedParts readParts(StoredExtent stored, RandomInput input) throws IOException {
        ExtentHeader header = stored.header();
        int start = header.fixedStart();
        int size = Math.toIntExact(header.sizeBytes());
        adler.reset();
        adler.update(stored.head(), 0, ExtentHeader.ADLER_OFFSET);
        adler.update(stored.head(), ExtentHeader.ADLER_OFFSET + 4, start - ExtentHeader.ADLER_OFFSET - 4);
        byte[] packed = buffer(size);
        byte[] fixed = {};
        int from = start;
        if (isFixedPartPlain(stored)) {
            fixed = new byte[header.fixedBytes()];
            load(input, header.offset() + start, fixed, 0, fixed.length);
            from += fixed.length;
        }
        load(input, header.offset() + from, packed, from, size - from);
        if (checksums != Checksums.NONE) {
            checkAdler(header, (int) adler.getValue(), stored.place());
        }
        if (fixed.length == 0) {
            return decompress(stored, packed);
        }
        return new UnpackedParts(stored, fixed, variablePart(stored, packed));
    }

    private byte[] buffer(int size) {
        if (buffer.length >= size) {
            return buffer;
        }
        byte[] larger = new byte[size];
        if (size <= MAX_KEPT_BUFFER) {
            buffer = larger;
        }
        return larger;
    }

    /** Tells whether the fixed part is stored as it is in memory and as long as it should be. */
    private static boolean isFixedPartPlain(StoredExtent stored) {
        ExtentHeader header = stored.header();
        RecordLayout layout = stored.type().layout();
        return header.fixedMode() == CompressionMode.NONE.code()
                && !layout.nullCompact()
                && layout.problem().isEmpty()
                && header.fixedBytes() == (long) header.rows() * layout.recordSize();
    }

    /** Reads and sums up pieces that are still in the processor's cache when they are needed again. */
    private void load(RandomInput input, long position, byte[] out, int offset, int length) throws IOException {
        for (int done = 0; done < length; done += RandomInput.PIECE) {
            int piece = Math.min(length - done, RandomInput.PIECE);
            input.read(position + done, out, offset + done, piece);
            if (checksums != Checksums.NONE) {
                adler.update(out, offset + done, piece);
            }
        }
    }

    private UnpackedParts decompress(StoredExtent stored, byte[] packed) throws DataSeriesException {
        ExtentType type = stored.type();
        if (!type.layout().problem().isEmpty()) {
            throw stored.place()
                    .error(
                            "cannot read extents of type '" + type.name() + "'",
                            type.layout().problem());
        }
        return new UnpackedParts(stored, fixedPart(stored, packed), variablePart(stored, packed));
    }

    private byte[] fixedPart(StoredExtent stored, byte[] packed) throws DataSeriesException {
        ExtentHeader header = stored.header();
        RecordLayout layout = stored.type().layout();
        long size = (long) header.rows() * layout.recordSize();
        if (size > MAX_ARRAY) {
            throw stored.place().error("bad extent", header.rows() + " rows of " + layout.recordSize() + " bytes");
        }
        Part part = new Part("fixed", header.fixedMode(), packed, header.fixedStart(), header.fixedBytes(), stored);
        if (!layout.nullCompact()) {
            return part.unpack(size, size, 0);
        }
        long least = (long) header.rows() * layout.minStoredRecordSize();
        byte[] compacted = part.unpack(least, size, 0);
        try {
            return NullCompaction.expand(layout, header.rows(), compacted);
        } catch (DataFormatException e) {
            throw stored.place().error("damaged extent", e.getMessage());
        }
    }

    private byte[] variablePart(StoredExtent stored, byte[] packed) throws DataSeriesException {
        ExtentHeader header = stored.header();
        int size = header.variableSize() - 4;
        return new Part(
                        "variable",
                        header.variableMode(),
                        packed,
                        header.variableStart(),
                        header.variableBytes(),
                        stored)
                .unpack(size, size, 4);
    }

    private void checkStringOffsets(ExtentType type, int rows, byte[] fixed, byte[] variable)
            throws DataFormatException {
        int stride = type.recordSize();
        for (Column column : type.layout().columns()) {
            if (column.type() == FieldType.VARIABLE32) {
                int at = column.position();
                for (int row = 0; row < rows; row++, at += stride) {
                    VariablePart.check(variable, Words.getInt(fixed, at, bigEndian), bigEndian);
                }
            }
        }
    }

    @Override
    public void close() {
        codecs.close();
    }

    /** The parts of an extent after decompression. */
    private static final class UnpackedParts {
        private final StoredExtent stored;
        private final byte[] fixed;
        private final byte[] variable;

        UnpackedParts(StoredExtent stored, byte[] fixed, byte[] variable) {
            this.stored = stored;
            this.fixed = fixed;
            this.variable = variable;
        }
    }

    /** One of the two parts of an extent. */
    private final class Part {
        private final String name;
        private final int code;
        private final byte[] packed;
        private final int start;
        private final int length;
        private final StoredExtent stored;

        Part(String name, int code, byte[] packed, int start, int length, StoredExtent stored) {
            this.name = name;
            this.code = code;
            this.packed = packed;
            this.start = start;
            this.length = length;
            this.stored = stored;
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
            CompressionMode mode = CompressionMode.ofCode(code);
            if (mode == null) {
                throw wrong("has the unknown compression code " + code);
            }
            if (!mode.available()) {
                throw stored.place()
                        .error(
                                "cannot read extent",
                                name + " part is compressed with " + mode.formatName()
                                        + ", which is not supported by this build");
            }
            // Nothing is allocated that the stored bytes cannot fill.
            long possible = mode.maxUncompressed(length);
            if (least > possible || most > MAX_ARRAY - lead) {
                throw wrong("of " + length + " bytes (" + mode.formatName() + ") cannot hold the " + least
                        + " bytes that the header says");
            }
            byte[] out = new byte[lead + (int) Math.min(most, possible)];
            int done = mode == CompressionMode.NONE ? copy(out, lead) : decompress(mode, out, lead);
            if (done < least) {
                throw wrong("holds " + done + " bytes, the header says " + least);
            }
            return lead + done == out.length ? out : Arrays.copyOf(out, lead + done);
        }

        private int copy(byte[] out, int lead) throws DataSeriesException {
            if (length > out.length - lead) {
                throw wrong("holds " + length + " bytes, the header says " + (out.length - lead));
            }
            System.arraycopy(packed, start, out, lead, length);
            return length;
        }

        private int decompress(CompressionMode mode, byte[] out, int lead) throws DataSeriesException {
            try {
                return codecs.get(mode).decompress(packed, start, length, out, lead, out.length - lead);
            } catch (DataFormatException e) {
                throw wrong("cannot be decompressed (" + mode.formatName() + "): " + e.getMessage());
            }
        }

        private DataSeriesException wrong(String problem) {
            return stored.place().error("damaged extent", name + " part " + problem);
        }
    }
}

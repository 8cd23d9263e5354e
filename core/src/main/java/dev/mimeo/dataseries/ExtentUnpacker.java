package dev.mimeo.dataseries;

import dev.mimeo.dataseries.RecordLayout.Column;
import java.util.Arrays;
import java.util.zip.Adler32;
import java.util.zip.DataFormatException;

/** Checks and decompresses stored extents. For one thread at a time; holds codecs. */
final class ExtentUnpacker implements AutoCloseable {

    private static final int MAX_ARRAY = Integer.MAX_VALUE - 16;

    private final boolean bigEndian;
    private final boolean verify;
    private final CodecSet codecs = new CodecSet();

    ExtentUnpacker(boolean bigEndian, boolean verify) {
        this.bigEndian = bigEndian;
        this.verify = verify;
    }

    Extent unpack(StoredExtent stored) throws DataSeriesException {
        ExtentHeader header = stored.header();
        ExtentType type = stored.type();
        Place place = stored.place();
        if (verify) {
            checkAdler(header, stored.bytes(), place);
        }
        if (!type.layout().problem().isEmpty()) {
            throw place.error(
                    "cannot read extents of type '" + type.name() + "'",
                    type.layout().problem());
        }
        byte[] fixed = fixedPart(stored);
        byte[] variable = variablePart(stored);
        try {
            if (verify) {
                int hash = VariablePart.hash(fixed, variable, bigEndian);
                if (hash != header.hash()) {
                    throw new DataFormatException("hash is " + hex(hash) + ", the extent says " + hex(header.hash()));
                }
            }
            checkStringOffsets(type, header.rows(), fixed, variable);
        } catch (DataFormatException e) {
            throw place.error("damaged extent", e.getMessage());
        }
        return new Extent(type, header.rows(), place.source(), header.offset(), fixed, variable, bigEndian, true);
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

    static void checkAdler(ExtentHeader header, byte[] extent, Place place) throws DataSeriesException {
        int adler = adler(extent);
        if (adler != header.adler()) {
            throw place.error(
                    "damaged extent", "Adler-32 is " + hex(adler) + ", the extent says " + hex(header.adler()));
        }
    }

    private byte[] fixedPart(StoredExtent stored) throws DataSeriesException {
        ExtentHeader header = stored.header();
        RecordLayout layout = stored.type().layout();
        long size = (long) header.rows() * layout.recordSize();
        if (size > MAX_ARRAY) {
            throw stored.place().error("bad extent", header.rows() + " rows of " + layout.recordSize() + " bytes");
        }
        if (!layout.nullCompact()) {
            return new Part("fixed", header.fixedMode(), header.fixedStart(), header.fixedBytes(), stored)
                    .unpack(size, size, 0);
        }
        long least = (long) header.rows() * layout.minStoredRecordSize();
        byte[] compacted = new Part("fixed", header.fixedMode(), header.fixedStart(), header.fixedBytes(), stored)
                .unpack(least, size, 0);
        try {
            return NullCompaction.expand(layout, header.rows(), compacted);
        } catch (DataFormatException e) {
            throw stored.place().error("damaged extent", e.getMessage());
        }
    }

    private byte[] variablePart(StoredExtent stored) throws DataSeriesException {
        ExtentHeader header = stored.header();
        int size = header.variableSize() - 4;
        return new Part("variable", header.variableMode(), header.variableStart(), header.variableBytes(), stored)
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
            System.arraycopy(stored.bytes(), start, out, lead, length);
            return length;
        }

        private int decompress(CompressionMode mode, byte[] out, int lead) throws DataSeriesException {
            try {
                return codecs.get(mode).decompress(stored.bytes(), start, length, out, lead, out.length - lead);
            } catch (DataFormatException e) {
                throw wrong("cannot be decompressed (" + mode.formatName() + "): " + e.getMessage());
            }
        }

        private DataSeriesException wrong(String problem) {
            return stored.place().error("damaged extent", name + " part " + problem);
        }
    }
}

package dev.mimeo.dataseries;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.MimeoException;
import dev.mimeo.MimeoException.Reason;
import dev.mimeo.codec.Codec;
import dev.mimeo.codec.Codecs;
import dev.mimeo.internal.bytes.EitherEndian;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.DataFormatException;

/** Packs, compresses and seals extents for writing. For one thread at a time; holds codecs. */
final class ExtentPacker implements AutoCloseable {

    /** CPU time of the calling thread. */
    static final class ThreadTime {

        private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
        private static final boolean MEASURED =
                THREADS.isCurrentThreadCpuTimeSupported() && THREADS.isThreadCpuTimeEnabled();

        private ThreadTime() {}

        /** Returns nanoseconds from an arbitrary start; always 0 where the virtual machine does not measure them. */
        static long nanos() {
            return MEASURED ? THREADS.getCurrentThreadCpuTime() : 0;
        }
    }

    private final boolean bigEndian;
    private final int partLimit;
    private final boolean timed;
    private final Map<CompressionMode, Codec> codecs = new TreeMap<>();
    private final BufferPool buffers = BufferPool.forWholeExtents();

    /** Opens the codecs. */
    ExtentPacker(WriterOptions options) {
        this(options, ExtentHeader.PART_LIMIT);
    }

    /** As {@link #ExtentPacker(WriterOptions)}, for tests, which cannot make parts as large as the limit. */
    ExtentPacker(WriterOptions options, int partLimit) {
        this.bigEndian = options.order().equals(ByteOrder.BIG_ENDIAN);
        this.timed = options.timed();
        this.partLimit = partLimit;
        for (String name : options.codecs()) {
            if (!name.equals(CompressionMode.NONE.formatName())) {
                Codec codec = codecs.put(mode(name), Codecs.open(name));
                if (codec != null) {
                    codec.close();
                }
            }
        }
    }

    static CompressionMode mode(String codecName) {
        String canonical = Codecs.canonicalName(codecName);
        int colon = canonical.indexOf(':');
        CompressionMode mode = CompressionMode.ofAlgorithm(colon < 0 ? canonical : canonical.substring(0, colon));
        if (mode == null) {
            throw new IllegalArgumentException("codec '" + codecName + "' is not part of the DataSeries format");
        }
        return mode;
    }

    /**
     * Checks that extents of a type can be written.
     *
     * @throws IllegalArgumentException if not
     */
    static void checkWritable(ExtentType type) {
        String problem = type.layout().problem();
        if (!problem.isEmpty()) {
            throw new IllegalArgumentException("cannot write extents of type '" + type.name() + "': " + problem);
        }
    }

    /** Returns the CPU time of the calling thread, from an arbitrary start; 0 if that is not to be measured. */
    long nanos() {
        return timed ? ThreadTime.nanos() : 0;
    }

    /** Makes an extent of an extent; throws an exception if a part is too large for the format. */
    Sealed seal(Extent extent) throws IOException {
        long start = nanos();
        RecordPacker records = pack(extent);
        return seal(records, hash(records), start);
    }

    /** Packs the rows of an extent. */
    RecordPacker pack(Extent extent) {
        return new RecordPacker(extent, bigEndian);
    }

    /** Packs the rows of an extent that nobody uses any more: its records become those that are packed. */
    RecordPacker packOwn(Extent extent) {
        return RecordPacker.ofOwn(extent, bigEndian);
    }

    /** Packs rows. */
    RecordPacker pack(RowList rows) {
        return new RecordPacker(rows, bigEndian);
    }

    /**
     * Returns the hash of an extent.
     *
     * @throws DataSeriesException if it was read without verifying its hash, and its strings are not consistent
     */
    int hash(RecordPacker records) throws DataSeriesException {
        if (records.hash().isPresent()) {
            return records.hash().getAsInt();
        }
        return withLengths(
                VariablePart.hashParts(records.fixed(), records.fixed().length, records.variable()), records);
    }

    /**
     * Computes the hashes of two extents; that takes less time than one after the other.
     *
     * @return the hash of the first in the low 32 bits, that of the second in the high ones
     */
    long hashes(RecordPacker first, RecordPacker second) throws DataSeriesException {
        int hash1;
        int hash2;
        if (first.hash().isPresent() || second.hash().isPresent()) {
            hash1 = hash(first);
            hash2 = hash(second);
        } else {
            long parts = VariablePart.hashPartsOfTwo(
                    first.fixed(),
                    first.fixed().length,
                    first.variable(),
                    second.fixed(),
                    second.fixed().length,
                    second.variable());
            hash1 = withLengths((int) parts, first);
            hash2 = withLengths((int) (parts >>> 32), second);
        }
        return (long) hash2 << 32 | (hash1 & 0xffff_ffffL);
    }

    private int withLengths(int hashOfParts, RecordPacker records) throws DataSeriesException {
        try {
            return VariablePart.hashLengths(hashOfParts, records.variable(), bigEndian);
        } catch (DataFormatException e) {
            // Only strings that are taken as they were read can be so.
            Extent source = records.source();
            throw new Place(source.source(), source.fileOffset(), -1)
                    .error("damaged extent, which was read without verifying its checksums", e.getMessage());
        }
    }

    /**
     * Makes an extent of packed rows; throws an exception if a part is too large for the format.
     *
     * @param hash as {@link #hash} gives it
     * @param startNanos the {@linkplain #nanos CPU time} from which on that of packing counts
     */
    Sealed seal(RecordPacker records, int hash, long startNanos) throws IOException {
        ExtentType type = records.type();
        int rows = records.rows();
        byte[] fixed = records.fixed();
        byte[] variable = records.variable();
        RecordLayout layout = type.layout();
        byte[] stored = layout.nullCompact() ? buffers.take(fixed.length) : fixed;
        int storedLength = layout.nullCompact() ? type.nullCompaction().compact(rows, fixed, stored) : fixed.length;
        Compressed fixedPart = smallest(stored, 0, storedLength, "records", type);
        Compressed variablePart = smallest(variable, 4, variable.length - 4, "strings", type);

        byte[] name = type.name().getBytes(UTF_8);
        int fixedStart = ExtentHeader.padded(ExtentHeader.FIXED_SIZE + name.length);
        int variableStart = fixedStart + ExtentHeader.padded(fixedPart.length);
        byte[] out = new byte[variableStart + ExtentHeader.padded(variablePart.length)];
        EitherEndian.putInt(out, 0, fixedPart.length, bigEndian);
        EitherEndian.putInt(out, 4, variablePart.length, bigEndian);
        EitherEndian.putInt(out, 8, rows, bigEndian);
        EitherEndian.putInt(out, 12, variable.length, bigEndian);
        EitherEndian.putInt(out, 20, hash, bigEndian);
        out[24] = (byte) fixedPart.code;
        out[25] = (byte) variablePart.code;
        out[26] = (byte) name.length;
        System.arraycopy(name, 0, out, ExtentHeader.FIXED_SIZE, name.length);
        System.arraycopy(fixedPart.bytes, 0, out, fixedStart, fixedPart.length);
        // An uncompressed variable part is stored without the four zero bytes it begins with.
        int lead = variablePart.code == 0 && variablePart.length > 0 ? 4 : 0;
        System.arraycopy(variablePart.bytes, lead, out, variableStart, variablePart.length);
        recycle(fixedPart);
        recycle(variablePart);
        if (layout.nullCompact()) {
            buffers.give(stored);
        }
        int adler = ExtentUnpacker.adler(out);
        EitherEndian.putInt(out, ExtentHeader.ADLER_OFFSET, adler, bigEndian);
        return new Sealed(
                type.name(),
                out,
                hash ^ adler,
                records.givenStringBytes(),
                records.roundedValues(),
                nanos() - startNanos);
    }

    /** Tries the codecs in the order of their codes; a result counts only if strictly smaller than all before. */
    private Compressed smallest(byte[] part, int start, int length, String what, ExtentType type) throws IOException {
        Compressed best = new Compressed(0, part, length);
        for (Map.Entry<CompressionMode, Codec> entry : codecs.entrySet()) {
            if (best.length < 2) {
                break;
            }
            int room = best.length - 1;
            byte[] out = buffers.take(room);
            int compressed = entry.getValue().compress(part, start, length, out, 0, room);
            if (compressed >= 0) {
                recycle(best);
                best = new Compressed(entry.getKey().code(), out, compressed);
            } else {
                buffers.give(out);
            }
        }
        if (best.length >= partLimit) {
            throw new MimeoException(
                    Reason.LIMIT,
                    "extent of type '" + type.name() + "' is too large: its " + what + " take "
                            + best.length + " bytes even compressed, and the format has room for fewer than "
                            + partLimit
                            + ": write smaller extents");
        }
        return best;
    }

    /** Uses the array of a compressed part again; that of any other is not the packer's own. */
    private void recycle(Compressed part) {
        if (part.code != 0) {
            buffers.give(part.bytes);
        }
    }

    @Override
    public void close() {
        codecs.values().forEach(Codec::close);
        codecs.clear();
    }

    /** An extent as it goes into a file. */
    static final class Sealed {
        private final String typeName;
        private final byte[] bytes;
        private final int chainWord;
        private final long givenStringBytes;
        private final int[] roundedValues;
        private final long packNanos;

        Sealed(
                String typeName,
                byte[] bytes,
                int chainWord,
                long givenStringBytes,
                int[] roundedValues,
                long packNanos) {
            this.typeName = typeName;
            this.bytes = bytes;
            this.chainWord = chainWord;
            this.givenStringBytes = givenStringBytes;
            this.roundedValues = roundedValues;
            this.packNanos = packNanos;
        }

        String typeName() {
            return typeName;
        }

        byte[] bytes() {
            return bytes;
        }

        /** Returns the word that the extent contributes to the chained checksum of the file. */
        int chainWord() {
            return chainWord;
        }

        /** The bytes of the strings before repeated ones were dropped. */
        long givenStringBytes() {
            return givenStringBytes;
        }

        /** As {@link RecordPacker#roundedValues}. */
        int[] roundedValues() {
            return roundedValues;
        }

        /** The CPU time that packing took, nanoseconds. */
        long packNanos() {
            return packNanos;
        }
    }

    /** The start of an array, with the code of how it is compressed. */
    private static final class Compressed {
        private final int code;
        private final byte[] bytes;
        private final int length;

        Compressed(int code, byte[] bytes, int length) {
            this.code = code;
            this.bytes = bytes;
            this.length = length;
        }
    }
}

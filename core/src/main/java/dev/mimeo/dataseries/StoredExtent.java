package dev.mimeo.dataseries;

import java.io.IOException;

/** An extent as stored in a file, with its type, found by name among the types of the file. */
final class StoredExtent {

    private static final byte[] NONE = {};

    private final Place place;
    private final ExtentHeader header;
    private final ExtentType type;
    private final boolean bigEndian;
    private final byte[] bytes;
    private final byte[] records;
    private final boolean pooled;

    private StoredExtent(
            Place place,
            ExtentHeader header,
            ExtentType type,
            boolean bigEndian,
            byte[] bytes,
            byte[] records,
            boolean pooled) {
        this.place = place;
        this.header = header;
        this.type = type;
        this.bigEndian = bigEndian;
        this.bytes = bytes;
        this.records = records;
        this.pooled = pooled;
    }

    /**
     * Takes an extent that is in memory as a whole, and nothing else.
     *
     * @throws DataSeriesException if the bytes are not an extent of one of the types
     */
    static StoredExtent of(Place place, byte[] bytes, boolean bigEndian, TypeLibrary types) throws DataSeriesException {
        ExtentHeader header = ExtentHeader.parse(bytes, bigEndian, place);
        ExtentType type = types.get(header.typeName());
        if (type == null || header.sizeBytes() != bytes.length) {
            throw place.error(bytes.length + " bytes are not an extent of type '" + header.typeName() + "'");
        }
        return of(place, header, type, bigEndian, bytes);
    }

    /** Takes an extent that is in memory as a whole. */
    static StoredExtent of(Place place, ExtentHeader header, ExtentType type, boolean bigEndian, byte[] bytes) {
        return new StoredExtent(place, header, type, bigEndian, bytes, NONE, false);
    }

    /**
     * Reads an extent. A fixed part that is stored as it is goes to where it is needed at once.
     *
     * @param size bytes of the extent as stored, as the header says
     * @param pool gives the memory; the extent has to be handed to {@link #recycle}
     */
    static StoredExtent read(
            Place place,
            ExtentHeader header,
            int size,
            ExtentType type,
            boolean bigEndian,
            RandomInput input,
            BufferPool pool)
            throws IOException {
        if (!isFixedPartPlain(header, type.layout())) {
            byte[] bytes = pool.take(size);
            input.read(header.offset(), bytes, 0, size);
            return new StoredExtent(place, header, type, bigEndian, bytes, NONE, true);
        }
        int start = header.fixedStart();
        int end = start + header.fixedBytes();
        byte[] bytes = pool.take(size - header.fixedBytes());
        byte[] records = pool.takeRecords(header.fixedBytes());
        input.read(header.offset(), bytes, 0, start);
        input.read(header.offset() + start, records, 0, header.fixedBytes());
        input.read(header.offset() + end, bytes, start, size - end);
        return new StoredExtent(place, header, type, bigEndian, bytes, records, true);
    }

    /** Returns whether the fixed part is stored as it is in memory and as long as it should be. */
    private static boolean isFixedPartPlain(ExtentHeader header, RecordLayout layout) {
        return header.fixedMode() == CompressionMode.NONE.code()
                && header.fixedBytes() > 0
                && !layout.nullCompact()
                && layout.problem().isEmpty()
                && header.fixedBytes() == (long) header.rows() * layout.recordSize();
    }

    /** Gives memory of a pool back, but not that of {@link #records()}. */
    void recycle(BufferPool pool) {
        if (pooled) {
            pool.give(bytes);
        }
    }

    Place place() {
        return place;
    }

    ExtentHeader header() {
        return header;
    }

    ExtentType type() {
        return type;
    }

    boolean bigEndian() {
        return bigEndian;
    }

    /** The whole extent; without the fixed part if {@link #hasRecords()}. Other bytes may follow. */
    byte[] bytes() {
        return bytes;
    }

    /** Returns whether the fixed part is apart. */
    boolean hasRecords() {
        return records.length > 0;
    }

    /** The fixed part; other bytes may follow. */
    byte[] records() {
        return records;
    }

    /** Returns the offset of the variable part in {@link #bytes()}. */
    int variableStart() {
        return header.variableStart() - (hasRecords() ? header.fixedBytes() : 0);
    }

    /** Memory that the extent takes stored and unpacked. */
    long weight() {
        return header.sizeBytes() + (long) header.rows() * type.recordSize() + header.variableSize();
    }
}

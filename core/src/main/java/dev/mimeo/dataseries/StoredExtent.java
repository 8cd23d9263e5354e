package dev.mimeo.dataseries;

/** An extent as stored in a file, header included, with its type, found by name among the types of the file. */
final class StoredExtent {

    private final Place place;
    private final ExtentHeader header;
    private final ExtentType type;
    private final byte[] bytes;

    StoredExtent(Place place, ExtentHeader header, ExtentType type, byte[] bytes) {
        this.place = place;
        this.header = header;
        this.type = type;
        this.bytes = bytes;
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

    /** The whole extent. */
    byte[] bytes() {
        return bytes;
    }

    /** Memory that the extent takes stored and unpacked. */
    long weight() {
        return bytes.length + (long) header.rows() * type.recordSize() + header.variableSize();
    }
}

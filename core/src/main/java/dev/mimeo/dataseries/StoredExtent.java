package dev.mimeo.dataseries;

/** Where an extent is in a file and what its header says, with its type, found by name among the types of the file. */
final class StoredExtent {

    private final Place place;
    private final ExtentHeader header;
    private final ExtentType type;
    private final byte[] head;

    /**
     * @param head the bytes before the fixed part, and maybe more
     */
    StoredExtent(Place place, ExtentHeader header, ExtentType type, byte[] head) {
        this.place = place;
        this.header = header;
        this.type = type;
        this.head = head;
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

    /** The bytes before the fixed part, and maybe more. */
    byte[] head() {
        return head;
    }

    /** Memory that the extent takes stored and unpacked. */
    long weight() {
        return header.sizeBytes() + (long) header.rows() * type.recordSize() + header.variableSize();
    }
}

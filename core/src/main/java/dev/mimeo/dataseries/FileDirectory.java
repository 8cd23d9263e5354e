package dev.mimeo.dataseries;

import dev.mimeo.internal.bytes.LittleEndian;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Byte order, types and extents that a file declares. Not changed any more once it is read. */
final class FileDirectory {

    private final RandomInput input;
    private final String name;
    private final boolean bigEndian;
    private final TypeLibrary types = new TypeLibrary();

    /** Empty until all of it is read. */
    private ExtentIndex index = new ExtentIndex(0);

    /** End of the extents that the index must list without a gap; -1 if there is no index. */
    private long extentsEnd = -1;

    /** Offset of the first extent after the list of types. */
    private final long firstExtent;

    private FileDirectory(RandomInput input, String name) throws IOException {
        this.input = input;
        this.name = name;
        this.bigEndian = FileFrame.checkHeader(
                input.read(0, (int) Math.min(FileFrame.HEADER_SIZE, input.size())), new Place(name, 0, -1));
        Place place = new Place(name, FileFrame.HEADER_SIZE, 0);
        ExtentHeader header = header(place);
        if (!header.typeName().equals(ExtentType.XML_TYPE.name())) {
            throw place.error("first extent is of type '" + header.typeName() + "', not the list of types");
        }
        types.addAll(unpack(place, header), place);
        this.firstExtent = FileFrame.HEADER_SIZE + header.sizeBytes();
    }

    /**
     * Reads the directory of a complete file.
     *
     * @throws DataSeriesException if it is not complete
     */
    static FileDirectory read(RandomInput input, String name) throws IOException {
        FileDirectory directory = new FileDirectory(input, name);
        directory.readIndex();
        return directory;
    }

    /**
     * Finds out what there is of a file that may have no index yet, by going from extent to extent. An extent that is not
     * there as a whole ends the file.
     *
     * @throws DataSeriesException if there is something else between the extents
     */
    static FileDirectory scan(RandomInput input, String name) throws IOException {
        FileDirectory directory = new FileDirectory(input, name);
        directory.scanExtents();
        return directory;
    }

    private void readIndex() throws IOException {
        long trailerOffset = input.size() - FileFrame.TRAILER_SIZE;
        Place place = new Place(name, trailerOffset, -1);
        long offset = FileFrame.checkTrailer(input.read(trailerOffset, FileFrame.TRAILER_SIZE), bigEndian, place);
        Place indexPlace = new Place(name, offset, -1);
        ExtentHeader header = header(indexPlace);
        if (!header.typeName().equals(ExtentType.INDEX_TYPE.name())) {
            throw indexPlace.error("the index is an extent of type '" + header.typeName() + "'");
        }
        if (offset + header.sizeBytes() != trailerOffset) {
            throw indexPlace.error("the index does not end where the trailer starts");
        }
        Extent extent = unpack(indexPlace, header);
        long[] offsets = extent.longs(0);
        VariableColumn names = extent.variables(1);
        ExtentIndex entries = new ExtentIndex(offsets.length);
        String typeName = "";
        int number = -1;
        for (int row = 0; row < offsets.length; row++) {
            // Mostly one extent after the other is of the same type, and its name need not be decoded again.
            if (row == 0 || !names.isEqual(row, row - 1)) {
                typeName = names.utf8(row);
                if (types.get(typeName) == null) {
                    throw indexPlace.error("bad index", "it lists an extent of the unknown type '" + typeName + "'");
                }
                number = entries.typeNumber(typeName);
            }
            checkIndexEntry(offsets, row, typeName, indexPlace);
            entries.add(offsets[row], number);
        }
        if (offsets.length < 2 || offsets[offsets.length - 1] != offset) {
            throw indexPlace.error("bad index", "it does not end with itself");
        }
        index = entries;
        extentsEnd = trailerOffset;
        // Of the other extents this is checked when they are read.
        checkNext(place(FileFrame.HEADER_SIZE), firstExtent);
    }

    /** Checks that an entry of the index can be right as far as that shows without the extent. */
    private static void checkIndexEntry(long[] offsets, int row, String typeName, Place place)
            throws DataSeriesException {
        long offset = offsets[row];
        if (row == 0 ? offset != FileFrame.HEADER_SIZE : offset <= offsets[row - 1] || offset % 4 != 0) {
            throw place.error(
                    "bad index",
                    "it lists an extent at byte " + offset
                            + (row == 0 ? " first" : " after one at " + offsets[row - 1]));
        }
        String expected = row == 0
                ? ExtentType.XML_TYPE.name()
                : row == offsets.length - 1 ? ExtentType.INDEX_TYPE.name() : typeName;
        if (!typeName.equals(expected) || (row > 0 && row < offsets.length - 1 && ExtentType.isBuiltIn(typeName))) {
            throw place.error("bad index", "it lists an extent of type '" + typeName + "' at byte " + offset);
        }
    }

    /** Checks that the index goes on where an extent ends, if it lists that extent. */
    private void checkNext(Place place, long end) throws DataSeriesException {
        int number = index.find(place.offset());
        if (number < 0 || extentsEnd < 0) {
            return;
        }
        long next = number + 1 < index.size() ? index.offset(number + 1) : extentsEnd;
        if (next != end) {
            throw new Place(name, end, number + 1)
                    .error(
                            "bad index",
                            next == extentsEnd
                                    ? "it does not list the extent there"
                                    : "the next extent that it lists is at byte " + next);
        }
    }

    /** Checks that an extent is of the type that the index says, if it lists that extent. */
    private void checkType(Place place, String typeName) throws DataSeriesException {
        int number = index.find(place.offset());
        if (number >= 0 && !index.get(number).typeName().equals(typeName)) {
            throw place.error(
                    "extent is of type '" + typeName + "'",
                    "the index says '" + index.get(number).typeName() + "'");
        }
    }

    private void scanExtents() throws IOException {
        ExtentIndex entries = new ExtentIndex(16);
        entries.add(FileFrame.HEADER_SIZE, entries.typeNumber(ExtentType.XML_TYPE.name()));
        long offset = firstExtent;
        long left = input.size() - offset;
        while (left >= ExtentHeader.FIXED_SIZE) {
            byte[] start = input.read(offset, (int) Math.min(left, ExtentHeader.MAX_SIZE));
            if (LittleEndian.getInt(start, 0) == ExtentHeader.TRAILER_MARKER) {
                break;
            }
            if (ExtentHeader.nameEnd(start) > left) {
                break;
            }
            Place place = new Place(name, offset, entries.size());
            ExtentHeader header = ExtentHeader.parse(start, Long.MAX_VALUE, bigEndian, place);
            if (header.sizeBytes() > left) {
                break;
            }
            ExtentType type = types.get(header.typeName());
            if (type == null) {
                throw place.error("extent is of the unknown type '" + header.typeName() + "'");
            }
            entries.add(offset, entries.typeNumber(type.name()));
            offset += header.sizeBytes();
            left -= header.sizeBytes();
        }
        index = entries;
    }

    /** Unpacks a list of types or of extents; its checksums are verified in any case. */
    private Extent unpack(Place place, ExtentHeader header) throws IOException {
        try (ExtentUnpacker unpacker = new ExtentUnpacker(Checksums.ALL)) {
            return unpacker.unpack(fetch(place, header, null, Checksums.ALL));
        }
    }

    boolean bigEndian() {
        return bigEndian;
    }

    TypeLibrary types() {
        return types;
    }

    ExtentIndex index() {
        return index;
    }

    /** Returns a place of the file with the number of the extent there, as far as that is known. */
    Place place(long offset) {
        int number = index.find(offset);
        return new Place(name, offset, number >= 0 ? number : offset == FileFrame.HEADER_SIZE ? 0 : -1);
    }

    /**
     * Reads the header of an extent.
     *
     * @throws DataSeriesException if there is none, or the index lists it in another way
     */
    ExtentHeader header(Place place) throws IOException {
        long left = input.size() - place.offset();
        if (place.offset() < FileFrame.HEADER_SIZE || left < ExtentHeader.FIXED_SIZE) {
            throw place.error("no extent", Math.max(0, left) + " bytes are left of the file");
        }
        byte[] bytes = input.read(place.offset(), (int) Math.min(left, ExtentHeader.MAX_SIZE));
        ExtentHeader header = ExtentHeader.parse(bytes, left, bigEndian, place);
        try {
            checkNext(place, place.offset() + header.sizeBytes());
            checkType(place, header.typeName());
        } catch (DataSeriesException e) {
            if (header.sizeBytes() <= Integer.MAX_VALUE - 16) {
                // A damaged header is the error to report.
                ExtentUnpacker.checkAdler(header, input.read(place.offset(), (int) header.sizeBytes()), place);
            }
            throw e;
        }
        return header;
    }

    /**
     * Reads an extent that the index lists, without unpacking it.
     *
     * @param buffers gives the memory; null for an array of exactly the size of the extent
     */
    StoredExtent fetch(DataSeriesReader.IndexEntry entry, @Nullable BufferPool buffers, Checksums checksums)
            throws IOException {
        return fetch(place(entry.offset()), buffers, checksums);
    }

    /** Checks that an extent, of which only the header is read, is what the index says, and that the index goes on behind it. */
    void check(DataSeriesReader.IndexEntry entry) throws IOException {
        if (extentsEnd >= 0) {
            header(place(entry.offset()));
        }
    }

    /** Reads an extent without unpacking it; parameters as above. */
    StoredExtent fetch(Place place, @Nullable BufferPool buffers, Checksums checksums) throws IOException {
        return fetch(place, header(place), buffers, checksums);
    }

    private StoredExtent fetch(Place place, ExtentHeader header, @Nullable BufferPool buffers, Checksums checksums)
            throws IOException {
        if (header.sizeBytes() > Integer.MAX_VALUE - 16) {
            throw place.error("extent of " + header.sizeBytes() + " bytes is too large");
        }
        int size = (int) header.sizeBytes();
        ExtentType type = types.get(header.typeName());
        if (type == null) {
            if (checksums != Checksums.NONE) {
                // Damage is the more likely reason, and the better thing to say.
                ExtentUnpacker.checkAdler(header, input.read(place.offset(), size), place);
            }
            throw place.error("extent is of the unknown type '" + header.typeName() + "'");
        }
        if (buffers == null) {
            return StoredExtent.of(place, header, type, bigEndian, input.read(place.offset(), size));
        }
        return StoredExtent.read(place, header, size, type, bigEndian, input, buffers);
    }
}

package dev.mimeo.dataseries;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads DataSeries files of either byte order.
 *
 * <p>Opening a file reads its header, types, index and trailer, so an unfinished or truncated file is noticed at once.
 * Extents are read by their offset, in any order and by any number of threads, or as a stream with
 * {@link #extents(String, int)}. Both checksums of every extent are verified unless the reader is opened with others.
 * Whatever the file says, memory is only taken for what its bytes can hold.
 *
 * <p>Thread-safe.
 */
public final class DataSeriesReader implements Closeable {

    private final RandomInput input;
    private final String name;
    private final Checksums checksums;
    private final boolean bigEndian;
    private final TypeLibrary types = new TypeLibrary();
    private final ExtentIndex index;
    private final UnpackerPool whole;
    private final UnpackerPool columns;

    private DataSeriesReader(RandomInput input, String name, Checksums checksums) throws IOException {
        this.input = input;
        this.name = name;
        this.checksums = checksums;
        this.whole = new UnpackerPool(checksums, false);
        this.columns = new UnpackerPool(checksums, true);
        Place start = new Place(name, 0, -1);
        this.bigEndian =
                FileFrame.checkHeader(input.read(0, (int) Math.min(FileFrame.HEADER_SIZE, input.size())), start);
        try {
            readTypes();
            this.index = readIndex();
        } catch (IOException | RuntimeException | Error e) {
            // Codecs hold memory that is not the heap's.
            whole.close();
            throw e;
        }
    }

    /**
     * Opens a file, verifying checksums.
     *
     * @throws DataSeriesException if the content is not a complete DataSeries file
     * @throws IOException if the file cannot be read
     */
    public static DataSeriesReader open(Path file) throws IOException {
        return open(file, Checksums.ALL);
    }

    /**
     * Opens a file.
     *
     * @param checksums which checksums of extents to verify
     * @throws DataSeriesException if the content is not a complete DataSeries file
     * @throws IOException if the file cannot be read
     */
    public static DataSeriesReader open(Path file, Checksums checksums) throws IOException {
        RandomInput input = RandomInput.open(file);
        try {
            return new DataSeriesReader(input, file.toString(), checksums);
        } catch (IOException | RuntimeException | Error e) {
            input.close();
            throw e;
        }
    }

    /**
     * Reads a file held in memory, verifying checksums.
     *
     * @param content the whole file; not copied, must not change
     * @param sourceName what to call it in messages
     * @throws DataSeriesException if the content is not a complete DataSeries file
     */
    public static DataSeriesReader read(byte[] content, String sourceName) throws IOException {
        return read(content, sourceName, Checksums.ALL);
    }

    /**
     * Reads a file held in memory.
     *
     * @param content the whole file; not copied, must not change
     * @param sourceName what to call it in messages
     * @param checksums which checksums of extents to verify
     * @throws DataSeriesException if the content is not a complete DataSeries file
     */
    public static DataSeriesReader read(byte[] content, String sourceName, Checksums checksums) throws IOException {
        return new DataSeriesReader(RandomInput.of(content), sourceName, checksums);
    }

    private void readTypes() throws IOException {
        Place place = new Place(name, FileFrame.HEADER_SIZE, 0);
        ExtentHeader header = header(FileFrame.HEADER_SIZE);
        if (!header.typeName().equals(ExtentType.XML_TYPE.name())) {
            throw place.error("first extent is of type '" + header.typeName() + "', not the list of types");
        }
        types.addAll(read(FileFrame.HEADER_SIZE), place);
    }

    private ExtentIndex readIndex() throws IOException {
        long trailerOffset = input.size() - FileFrame.TRAILER_SIZE;
        Place place = new Place(name, trailerOffset, -1);
        long offset = FileFrame.checkTrailer(input.read(trailerOffset, FileFrame.TRAILER_SIZE), bigEndian, place);
        ExtentHeader header = header(offset);
        Place indexPlace = new Place(name, offset, -1);
        if (!header.typeName().equals(ExtentType.INDEX_TYPE.name())) {
            throw indexPlace.error("the index is an extent of type '" + header.typeName() + "'");
        }
        if (offset + header.sizeBytes() != trailerOffset) {
            throw indexPlace.error("the index does not end where the trailer starts");
        }
        Extent extent = read(offset);
        long[] offsets = extent.longs(0);
        VariableColumn names = extent.variables(1);
        ExtentIndex entries = new ExtentIndex(offsets.length);
        String typeName = "";
        int number = -1;
        for (int row = 0; row < offsets.length; row++) {
            // Mostly one extent after the other is of the same type, and its name need not be decoded again.
            if (row == 0 || !names.isEqual(row, row - 1)) {
                typeName = names.utf8(row);
                ExtentType type = types.get(typeName);
                number = entries.typeNumber(type == null ? typeName : type.name());
            }
            checkIndexEntry(offsets[row], typeName, offset, indexPlace);
            entries.add(offsets[row], number);
        }
        return entries;
    }

    private void checkIndexEntry(long entryOffset, String typeName, long indexOffset, Place place)
            throws DataSeriesException {
        if (entryOffset < FileFrame.HEADER_SIZE || entryOffset > indexOffset || entryOffset % 4 != 0) {
            throw place.error("bad index", "it lists an extent at byte " + entryOffset);
        }
        if (typeName.equals(ExtentType.XML_TYPE.name()) && entryOffset != FileFrame.HEADER_SIZE) {
            throw place.error("bad index", "it has a second list of types at byte " + entryOffset);
        }
    }

    /** Returns the types that the file declares, in its order, without the two built-in ones. */
    public List<ExtentType> types() {
        return types.types();
    }

    /**
     * Finds a type by its exact name; else the only one whose name starts with the pattern; else the only one whose name
     * contains it. {@code *} means the only type whose name starts with neither {@code DataSeries:} nor {@code Info:}.
     *
     * @throws DataSeriesException if none or more than one matches; the message lists them
     */
    public ExtentType type(String pattern) throws DataSeriesException {
        return types.match(pattern, new Place(name, -1, -1));
    }

    /**
     * Tells whether a pattern, taken as by {@link #type(String)}, matches at least one type.
     */
    public boolean matches(String pattern) {
        return types.matches(pattern);
    }

    /** Returns the extents of the file in order, the lists of types and of extents included. */
    public List<IndexEntry> index() {
        return index;
    }

    /** Returns the size of the file, in bytes. */
    public long sizeBytes() {
        return input.size();
    }

    /** Returns the checksum over all extents that the trailer has; old writers left it to chance. */
    int chain() throws IOException {
        byte[] trailer = input.read(input.size() - FileFrame.TRAILER_SIZE, FileFrame.TRAILER_SIZE);
        return Words.getInt(trailer, 12, bigEndian);
    }

    boolean bigEndian() {
        return bigEndian;
    }

    /** Returns the byte order of the file. */
    public ByteOrder order() {
        return bigEndian ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    }

    /** Returns the name of the file or other source. */
    public String name() {
        return name;
    }

    /**
     * Reads what an extent says about itself, without its rows.
     *
     * @param offset where it starts, from {@link #index()}
     * @throws DataSeriesException if there is no extent there
     */
    public ExtentHeader header(long offset) throws IOException {
        return header(place(offset));
    }

    private ExtentHeader header(Place place) throws IOException {
        long left = input.size() - place.offset();
        if (place.offset() < FileFrame.HEADER_SIZE || left < ExtentHeader.FIXED_SIZE) {
            throw place.error("no extent", Math.max(0, left) + " bytes are left of the file");
        }
        byte[] bytes = input.read(place.offset(), (int) Math.min(left, ExtentHeader.MAX_SIZE));
        return ExtentHeader.parse(bytes, left, bigEndian, place);
    }

    /**
     * Reads an extent.
     *
     * @param offset where it starts, from {@link #index()}
     * @throws DataSeriesException if there is no extent there or it is damaged
     */
    public Extent read(long offset) throws IOException {
        return whole.unpack(fetch(place(offset), whole.buffers()), null);
    }

    /**
     * Reads some columns of an extent, which is faster than all where few are needed.
     *
     * @param offset where it starts, from {@link #index()}
     * @param fields indexes in {@link ExtentType#fields()} of the only columns that may be asked for
     * @throws DataSeriesException if there is no extent there or it is damaged
     * @throws IndexOutOfBoundsException if its type has no such field
     */
    public Extent read(long offset, int[] fields) throws IOException {
        return columns.unpack(fetch(place(offset), columns.buffers()), fields);
    }

    /**
     * Reads some columns of two extents, which is faster than one after the other where all checksums are verified.
     *
     * @param first where one starts, from {@link #index()}
     * @param second where the other starts
     * @param fields indexes in {@link ExtentType#fields()} of the only columns that may be asked for
     * @return the two
     * @throws DataSeriesException if there is no extent there or one is damaged
     * @throws IndexOutOfBoundsException if the type of one has no such field
     */
    public List<Extent> read(long first, long second, int[] fields) throws IOException {
        BufferPool buffers = columns.buffers();
        StoredExtent one = fetch(place(first), buffers);
        return columns.unpack(one, fetch(place(second), buffers), fields);
    }

    /**
     * Reads an extent as it is stored, header included, for {@link #unpack}. Its Adler-32 is verified, unless nothing is.
     *
     * @param offset where it starts, from {@link #index()}
     * @return the bytes, in the byte order of the file
     * @throws DataSeriesException if there is no extent there or it is damaged
     */
    public byte[] readPacked(long offset) throws IOException {
        StoredExtent stored = fetch(place(offset), null);
        if (checksums != Checksums.NONE) {
            ExtentUnpacker.checkAdler(stored);
        }
        return stored.bytes();
    }

    /**
     * Unpacks an extent of this file, as {@link #read(long)} does. The file is not read.
     *
     * @param offset where it starts, for messages
     * @param packed from {@link #readPacked}
     * @throws DataSeriesException if this is no extent of a type of this file, or it is damaged
     */
    public Extent unpack(long offset, byte[] packed) throws DataSeriesException {
        Place place = place(offset);
        if (packed.length < ExtentHeader.FIXED_SIZE) {
            throw place.error("no extent", packed.length + " bytes");
        }
        ExtentHeader header = ExtentHeader.parse(packed, packed.length, bigEndian, place);
        ExtentType type = types.get(header.typeName());
        if (type == null || header.sizeBytes() != packed.length) {
            throw place.error(packed.length + " bytes are no extent of type '" + header.typeName() + "'");
        }
        return whole.unpack(StoredExtent.of(place, header, type, bigEndian, packed), null);
    }

    /**
     * Opens a stream of the extents of one type, in the order of the file. They are fetched by the thread that pulls and
     * unpacked on a pool, a bounded number of bytes ahead; with one thread, by the thread that pulls when it asks.
     *
     * @param typePattern as {@link #type(String)} takes it; empty for all extents, types and index included
     * @param threads threads that unpack, at least 1
     * @throws DataSeriesException if the pattern matches no type or more than one
     */
    public ExtentSource extents(String typePattern, int threads) throws IOException {
        return stream(entries(typePattern.isEmpty() ? null : type(typePattern)), null, threads);
    }

    /**
     * Opens a stream of the extents of one type with some of their columns, as {@link #extents(String, int)} does. That
     * is faster where few columns are needed: they are decoded on the pool, and the records are not kept.
     *
     * @param typePattern as {@link #type(String)} takes it
     * @param fields indexes in {@link ExtentType#fields()} of the only columns that may be asked for
     * @param threads threads that unpack and decode, at least 1
     * @throws DataSeriesException if the pattern matches no type or more than one
     * @throws IndexOutOfBoundsException if the type has no such field
     */
    public ExtentSource extents(String typePattern, int[] fields, int threads) throws IOException {
        ExtentType type = type(typePattern);
        for (int field : fields) {
            Objects.checkIndex(field, type.fields().size());
        }
        int[] copy = fields.clone();
        return stream(entries(type), ofType -> copy, threads);
    }

    private Iterator<IndexEntry> entries(@Nullable ExtentType type) {
        return index.stream()
                .filter(entry -> type == null || entry.typeName().equals(type.name()))
                .iterator();
    }

    private ExtentSource stream(Iterator<IndexEntry> entries, @Nullable Projection projection, int threads) {
        BufferPool buffers = new BufferPool(projection != null);
        return new UnpackingStream(
                () -> entries.hasNext() ? fetch(entries.next(), buffers) : null,
                checksums,
                buffers,
                projection,
                threads);
    }

    /**
     * Reads an extent that the index lists, without unpacking it.
     *
     * @param buffers gives the memory; null for an array of the very size, with all of the extent
     */
    StoredExtent fetch(IndexEntry entry, @Nullable BufferPool buffers) throws IOException {
        StoredExtent stored = fetch(place(entry.offset()), buffers);
        if (!stored.type().name().equals(entry.typeName())) {
            throw stored.place()
                    .error(
                            "extent is of type '" + stored.type().name() + "'",
                            "the index says '" + entry.typeName() + "'");
        }
        return stored;
    }

    private StoredExtent fetch(Place place, @Nullable BufferPool buffers) throws IOException {
        ExtentHeader header = header(place);
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

    private Place place(long offset) {
        return new Place(name, offset, extentNumber(offset));
    }

    private int extentNumber(long offset) {
        // Also called before there is an index.
        @Nullable ExtentIndex known = index;
        int number = known == null ? -1 : known.find(offset);
        if (number >= 0) {
            return number;
        }
        return offset == FileFrame.HEADER_SIZE ? 0 : -1;
    }

    /** Closes the file. Streams of it that are still open fail afterwards. */
    @Override
    public void close() throws IOException {
        whole.close();
        columns.close();
        input.close();
    }
}

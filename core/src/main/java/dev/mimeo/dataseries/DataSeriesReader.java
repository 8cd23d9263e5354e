package dev.mimeo.dataseries;

import dev.mimeo.internal.bytes.EitherEndian;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads DataSeries files of either byte order.
 *
 * <p>Opening a file reads its header, types, index and trailer, so an unfinished or truncated file is noticed at once.
 * Extents are read by their offset, in any order and by any number of threads, or as a stream with
 * {@link #extents(String, int)}. Both checksums of every extent are verified unless the reader is opened with others.
 * Whatever the file says, memory is only taken for what its bytes can hold.
 *
 * <p>Thread-safe. A thread that is interrupted while it reads a file fails; the others go on.
 */
public final class DataSeriesReader implements Closeable {

    /** The characters of ASCII that every file starts with. */
    public static final String MAGIC = "DSv1";

    /**
     * One extent in the index of a file.
     *
     * @param offset offset of the extent, bytes from the start of the file
     * @param typeName name of the type of its rows
     */
    public record IndexEntry(long offset, String typeName) {}

    private final RandomInput input;
    private final String name;
    private final Checksums checksums;
    private final FileDirectory directory;
    private final UnpackerPool whole;
    private final UnpackerPool columns;
    private final @Nullable FileOrigin origin;

    private DataSeriesReader(
            RandomInput input, String name, Checksums checksums, FileDirectory directory, @Nullable FileOrigin origin) {
        this.input = input;
        this.name = name;
        this.checksums = checksums;
        this.directory = directory;
        this.whole = new UnpackerPool(checksums, BufferPool.forWholeExtents());
        this.columns = new UnpackerPool(checksums, BufferPool.forColumns());
        this.origin = origin;
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
     * @param checksums checksums of extents to verify
     * @throws DataSeriesException if the content is not a complete DataSeries file
     * @throws IOException if the file cannot be read
     */
    public static DataSeriesReader open(Path file, Checksums checksums) throws IOException {
        return open(file, checksums, FileOrigin.State.COMPLETE);
    }

    /**
     * Opens a file that may not be finished, such as one that is still being written. Its extents are found by going from
     * one to the next, which takes longer than reading an index; {@link #index()} has those that are there as a whole, and
     * {@link #reopened()} those that have come since. What is left of a damaged file is found by {@link DataSeriesRecovery}.
     *
     * @param checksums checksums of extents to verify
     * @throws DataSeriesException if the content does not start as a DataSeries file, or there is something else between
     *     two extents
     * @throws IOException if the file cannot be read
     */
    public static DataSeriesReader openUnfinished(Path file, Checksums checksums) throws IOException {
        return open(file, checksums, FileOrigin.State.UNFINISHED);
    }

    private static DataSeriesReader open(Path file, Checksums checksums, FileOrigin.State state) throws IOException {
        // Before it is opened, so that a later change is noticed.
        FileOrigin origin = FileOrigin.of(file, state);
        return open(RandomInput.open(file), file.toString(), checksums, state, origin);
    }

    /**
     * Returns whether the file has changed since it was opened: its modification time, its size, or that another one has
     * taken its name or nothing is there any more. What is in memory does not change.
     *
     * @throws IOException if it cannot be looked at
     */
    public boolean isChanged() throws IOException {
        return origin != null && origin.isChanged();
    }

    /**
     * Returns a reader of the file as it is now: this one if the file {@linkplain #isChanged() has not changed}; else a new
     * one, opened as this one was, while this one is closed.
     *
     * @throws DataSeriesException if the content is not, or not any more, what can be read; this reader stays open
     * @throws IOException if the file cannot be read; this reader stays open
     */
    public DataSeriesReader reopened() throws IOException {
        if (origin == null || !isChanged()) {
            return this;
        }
        DataSeriesReader changed = open(origin.file(), checksums, origin.state());
        close();
        return changed;
    }

    /**
     * Reads a file held in memory, verifying checksums.
     *
     * @param content the whole file; not copied, must not change
     * @param sourceName name of it in messages
     * @throws DataSeriesException if the content is not a complete DataSeries file
     */
    public static DataSeriesReader read(byte[] content, String sourceName) throws IOException {
        return read(content, sourceName, Checksums.ALL);
    }

    /**
     * Reads a file held in memory.
     *
     * @param content the whole file; not copied, must not change
     * @param sourceName name of it in messages
     * @param checksums checksums of extents to verify
     * @throws DataSeriesException if the content is not a complete DataSeries file
     */
    public static DataSeriesReader read(byte[] content, String sourceName, Checksums checksums) throws IOException {
        return open(RandomInput.of(content), sourceName, checksums, FileOrigin.State.COMPLETE, null);
    }

    /**
     * Opens a file in storage of any kind, such as an object store.
     *
     * @param channel reads the whole file, which must not change; used by nobody else, closed with the reader and where this
     *     method fails
     * @param sourceName name of it in messages
     * @param checksums checksums of extents to verify
     * @throws DataSeriesException if the content is not a complete DataSeries file
     * @throws IOException if it cannot be read
     */
    public static DataSeriesReader open(SeekableByteChannel channel, String sourceName, Checksums checksums)
            throws IOException {
        return open(RandomInput.of(channel, sourceName), sourceName, checksums, FileOrigin.State.COMPLETE, null);
    }

    private static DataSeriesReader open(
            RandomInput input, String name, Checksums checksums, FileOrigin.State state, @Nullable FileOrigin origin)
            throws IOException {
        try {
            FileDirectory directory = switch (state) {
                case COMPLETE -> FileDirectory.read(input, name);
                case UNFINISHED -> FileDirectory.scan(input, name);
            };
            return new DataSeriesReader(input, name, checksums, directory, origin);
        } catch (IOException | RuntimeException | Error e) {
            input.close();
            throw e;
        }
    }

    /** Returns the types that the file declares, in its order, without the two built-in ones. */
    public List<ExtentType> types() {
        return directory.types().types();
    }

    /**
     * Finds a type by its exact name; else the only one whose name starts with the pattern; else the only one whose name
     * contains it. {@code *} means the only type whose name starts with neither {@code DataSeries:} nor {@code Info:}.
     *
     * @throws DataSeriesException if none or more than one matches; the message lists them
     */
    public ExtentType type(String pattern) throws DataSeriesException {
        return directory.types().match(pattern, new Place(name, -1, -1));
    }

    /**
     * Returns whether a pattern, taken as by {@link #type(String)}, matches at least one type.
     */
    public boolean matches(String pattern) {
        return directory.types().matches(pattern);
    }

    /** Returns the extents of the file in order, the lists of types and of extents included. */
    public List<IndexEntry> index() {
        return directory.index();
    }

    /** Returns the size of the file, in bytes. */
    public long sizeBytes() {
        return input.size();
    }

    /** Returns the checksum over all extents that the trailer has; old writers left it to chance. */
    int chain() throws IOException {
        byte[] trailer = input.read(input.size() - FileFrame.TRAILER_SIZE, FileFrame.TRAILER_SIZE);
        return EitherEndian.getInt(trailer, 12, directory.bigEndian());
    }

    /** Returns the byte order of the file. */
    public ByteOrder order() {
        return directory.bigEndian() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    }

    /** Returns the name of the file or other source. */
    public String name() {
        return name;
    }

    /**
     * Reads what an extent says about itself, without its rows.
     *
     * @param offset offset at which it starts, from {@link #index()}
     * @throws DataSeriesException if there is no extent there, or the index lists it with another type or end
     */
    public ExtentHeader header(long offset) throws IOException {
        return directory.header(directory.place(offset));
    }

    /**
     * Reads an extent.
     *
     * @param offset offset at which it starts, from {@link #index()}
     * @throws DataSeriesException if there is no extent there or it is damaged
     */
    public Extent read(long offset) throws IOException {
        return whole.unpack(fetch(offset, whole.buffers()), null);
    }

    /**
     * Reads some columns of an extent, which is faster than all where few are needed.
     *
     * @param offset offset at which it starts, from {@link #index()}
     * @param fields indexes in {@link ExtentType#fields()} of the only columns that may be asked for
     * @throws DataSeriesException if there is no extent there or it is damaged
     * @throws IndexOutOfBoundsException if its type has no such field
     */
    public Extent read(long offset, int[] fields) throws IOException {
        return columns.unpack(fetch(offset, columns.buffers()), fields);
    }

    /**
     * Reads some columns of two extents, which is faster than one after the other where all checksums are verified.
     *
     * @param first offset of one, from {@link #index()}
     * @param second offset of the other
     * @param fields indexes in {@link ExtentType#fields()} of the only columns that may be asked for
     * @return the two
     * @throws DataSeriesException if there is no extent there or one is damaged
     * @throws IndexOutOfBoundsException if the type of one has no such field
     */
    public List<Extent> read(long first, long second, int[] fields) throws IOException {
        BufferPool buffers = columns.buffers();
        StoredExtent one = fetch(first, buffers);
        return columns.unpack(one, fetch(second, buffers), fields);
    }

    /**
     * Reads an extent as it is stored, header included, for {@link #unpack}. Its Adler-32 is verified, unless nothing is.
     *
     * @param offset offset at which it starts, from {@link #index()}
     * @return the bytes, in the byte order of the file
     * @throws DataSeriesException if there is no extent there or it is damaged
     */
    public byte[] readPacked(long offset) throws IOException {
        StoredExtent stored = fetch(offset, null);
        if (checksums != Checksums.NONE) {
            ExtentUnpacker.checkAdler(stored);
        }
        return stored.bytes();
    }

    /**
     * Unpacks an extent of this file, as {@link #read(long)} does. The file is not read. {@link ExtentSerializer} unpacks
     * extents of no file.
     *
     * @param offset offset at which it starts, for messages
     * @param packed from {@link #readPacked}
     * @throws DataSeriesException if this is not an extent of a type of this file, or it is damaged
     */
    public Extent unpack(long offset, byte[] packed) throws DataSeriesException {
        Place place = directory.place(offset);
        return whole.unpack(StoredExtent.of(place, packed, directory.bigEndian(), directory.types()), null);
    }

    /**
     * Opens a stream of the extents of one type, in the order of the file. They are fetched by the thread that pulls and
     * unpacked on a pool, a bounded number of bytes ahead; with one thread, by the thread that pulls when it asks. Of extents of other
     * types the header is read, and held against the index.
     *
     * @param typePattern as {@link #type(String)} takes it; empty for all extents, types and index included
     * @param threads threads that unpack, at least 1
     * @throws IllegalArgumentException if {@code threads} is below 1
     * @throws DataSeriesException if the pattern matches no type or more than one
     */
    public ExtentStream extents(String typePattern, int threads) throws IOException {
        return extents(typePattern, Set.of(), threads);
    }

    /**
     * Opens a stream of extents without some of them, as {@link #extents(String, int)} does. Of these, too, the header is read.
     *
     * @param typePattern as {@link #type(String)} takes it; empty for all extents, types and index included
     * @param excluded offsets of extents to leave out
     * @param threads threads that unpack, at least 1
     * @throws IllegalArgumentException if {@code threads} is below 1
     * @throws DataSeriesException if the pattern matches no type or more than one
     */
    public ExtentStream extents(String typePattern, Set<Long> excluded, int threads) throws IOException {
        return stream(
                walk(typePattern.isEmpty() ? null : Set.of(type(typePattern).name()), excluded, header -> {}),
                null,
                threads);
    }

    /**
     * Opens a stream of the extents of one type with some of their columns, as {@link #extents(String, int)} does. That
     * is faster where few columns are needed: they are decoded on the pool, and the records are not kept.
     *
     * @param typePattern as {@link #type(String)} takes it
     * @param fields indexes in {@link ExtentType#fields()} of the only columns that may be asked for
     * @param threads threads that unpack and decode, at least 1
     * @throws IllegalArgumentException if {@code threads} is below 1
     * @throws DataSeriesException if the pattern matches no type or more than one
     * @throws IndexOutOfBoundsException if the type has no such field
     */
    public ExtentStream extents(String typePattern, int[] fields, int threads) throws IOException {
        ExtentType type = type(typePattern);
        for (int field : fields) {
            Objects.checkIndex(field, type.fields().size());
        }
        int[] copy = fields.clone();
        return stream(walk(Set.of(type.name()), Set.of(), header -> {}), ofType -> copy, threads);
    }

    /** Walks through the extents of types by their names, null for all, without some; see {@link IndexWalk}. */
    IndexWalk walk(@Nullable Set<String> typeNames, Set<Long> excluded, Consumer<ExtentHeader> onExcluded) {
        return new IndexWalk(directory, name -> typeNames == null || typeNames.contains(name), excluded, onExcluded);
    }

    /** Reads the next extent of a walk, without unpacking it; null at the end. Parameters as for {@link #fetch(IndexEntry, BufferPool)}. */
    @Nullable StoredExtent fetchNext(IndexWalk walk, @Nullable BufferPool buffers) throws IOException {
        IndexEntry entry = walk.next();
        return entry == null ? null : fetch(entry, buffers);
    }

    private ExtentStream stream(IndexWalk walk, @Nullable FieldSelection projection, int threads) {
        BufferPool buffers = BufferPool.forFields(projection);
        return new UnpackingStream(() -> fetchNext(walk, buffers), checksums, buffers, projection, threads);
    }

    /**
     * Reads an extent that the index lists, without unpacking it.
     *
     * @param buffers gives the memory; null for an array of exactly the size of the extent
     */
    StoredExtent fetch(IndexEntry entry, @Nullable BufferPool buffers) throws IOException {
        return directory.fetch(entry, buffers, checksums);
    }

    private StoredExtent fetch(long offset, @Nullable BufferPool buffers) throws IOException {
        return directory.fetch(directory.place(offset), buffers, checksums);
    }

    /** Closes the file. Streams of it that are still open fail afterwards. */
    @Override
    public void close() throws IOException {
        whole.close();
        columns.close();
        input.close();
    }
}

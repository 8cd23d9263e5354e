package dev.mimeo.dataseries;

import dev.mimeo.internal.bytes.LittleEndian;
import java.io.IOException;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Saves what is intact of a damaged, truncated or unfinished file.
 *
 * <p>The header of the file and its list of types must be intact; neither index nor trailer is needed. Extents are read
 * one after the other with all checks, and held against the index if there is one. After one with a damaged body it goes on behind
 * it; where sizes are damaged, it looks at every fourth byte for the next header that makes sense and whose extent has the right
 * checksum. Only rows whose two checksums are right are handed out. Takes time linear in the size of the file, and memory for a few
 * extents. In the place of a damaged size, an intact extent that is stored uncompressed as a value of a row looks like any other.
 *
 * <p>Not thread-safe.
 */
public final class DataSeriesRecovery {

    private final String name;
    private final RandomInput input;
    private final boolean bigEndian;
    private final TypeLibrary types = new TypeLibrary();
    private final ExtentFinder finder;
    private final ExtentUnpacker unpacker;
    private final List<Report.Fault> faults = new ArrayList<>();
    private long faultCount;
    private long skippedBytes;
    private long extents;
    private long rows;
    private boolean complete;

    /** Correct index of the file: the intact extents, in their order. */
    private final ExtentIndex found = new ExtentIndex(16);

    /** The last extent that is an index. */
    private @Nullable Extent index;

    /**
     * Outcome of a {@link DataSeriesRecovery}: the data that was saved and the faults.
     *
     * @param bytes size of the damaged file
     * @param extents extents recovered, without the lists of types and of extents
     * @param rows rows of the recovered extents
     * @param skippedBytes bytes of the file that were given up
     * @param complete whether the file ends with an intact trailer; if not, rows may be missing that nothing tells of
     * @param faultCount places that are damaged
     * @param faults the first {@value #MAX_FAULTS} of them, in the order of the file
     */
    public record Report(
            long bytes,
            long extents,
            long rows,
            long skippedBytes,
            boolean complete,
            long faultCount,
            List<Fault> faults) {

        /** Faults beyond this number are counted only. */
        public static final int MAX_FAULTS = 1000;

        /** Copies the list. */
        public Report {
            faults = List.copyOf(faults);
        }

        /**
         * A damaged place.
         *
         * @param offset offset of the skipped bytes, from the start of the file
         * @param bytes number of bytes skipped; 0 where the file just ends too early
         * @param reason problem there, one line
         */
        public record Fault(long offset, long bytes, String reason) {}
    }

    private DataSeriesRecovery(RandomInput input, String name) throws IOException {
        this.input = input;
        this.name = name;
        byte[] start = input.read(0, (int) Math.min(FileFrame.HEADER_SIZE, input.size()));
        this.bigEndian = FileFrame.checkHeader(start, new Place(name, 0, -1));
        this.finder = new ExtentFinder(input, name, types, bigEndian);
        this.unpacker = new ExtentUnpacker(Checksums.ALL);
    }

    /**
     * Writes a new file with the types and all intact extents of a damaged one, each as one extent, in their order.
     *
     * @param in the damaged file, or one that is not finished
     * @param out takes the new file; closed afterwards
     * @param options options of the new file
     * @param progress given the number of bytes examined so far, from time to time
     * @return what was saved and what was not; an undamaged file has no faults
     * @throws DataSeriesException if the header or the list of types is damaged, so that nothing can be saved
     * @throws IOException if reading or writing fails
     */
    public static Report recover(Path in, WritableByteChannel out, WriterOptions options, LongConsumer progress)
            throws IOException {
        try (out;
                RandomInput input = RandomInput.openAny(in)) {
            return new DataSeriesRecovery(input, in.toString()).run(out, options, progress);
        }
    }

    /** As {@link #recover(Path, WritableByteChannel, WriterOptions, LongConsumer)}, of any content. */
    static Report recover(RandomInput input, WritableByteChannel out, WriterOptions options) throws IOException {
        return new DataSeriesRecovery(input, "damaged").run(out, options, bytes -> {});
    }

    private Report run(WritableByteChannel out, WriterOptions options, LongConsumer progress) throws IOException {
        try (unpacker) {
            long at = readTypes();
            List<ExtentType> writable = types.types().stream()
                    .filter(type -> type.layout().problem().isEmpty())
                    .toList();
            DataSeriesWriter writer = DataSeriesWriter.create(out, writable, options);
            try {
                while (at < input.size()) {
                    progress.accept(at);
                    at = step(at, writer);
                }
                progress.accept(input.size());
                if (!complete && faultCount == 0) {
                    lose(at, at, "the file ends without index and trailer");
                }
                writer.close();
            } finally {
                // Leaves what was not closed recognisably unfinished.
                writer.abort();
            }
            return new Report(input.size(), extents, rows, skippedBytes, complete, faultCount, faults);
        }
    }

    /** Reads the types, and returns where their extent ends. */
    private long readTypes() throws IOException {
        Place place = new Place(name, FileFrame.HEADER_SIZE, 0);
        ExtentHeader header = finder.header(FileFrame.HEADER_SIZE);
        if (!header.typeName().equals(ExtentType.XML_TYPE.name())) {
            throw place.error("first extent is of type '" + header.typeName() + "', not the list of types");
        }
        byte[] bytes = input.read(header.offset(), (int) header.sizeBytes());
        found.add(header.offset(), found.typeNumber(header.typeName()));
        types.addAll(unpacker.unpack(StoredExtent.of(place, header, ExtentType.XML_TYPE, bigEndian, bytes)), place);
        return header.offset() + header.sizeBytes();
    }

    /** Handles what is at a place, and returns where to go on. */
    private long step(long at, DataSeriesWriter writer) throws IOException {
        if (startsLikeTrailer(at)) {
            return trailer(at);
        }
        ExtentHeader header;
        byte[] bytes;
        try {
            header = finder.header(at);
            bytes = input.read(at, (int) header.sizeBytes());
        } catch (DataSeriesException e) {
            return lose(at, finder.next(at + 4, input.size()), problem(e));
        }
        Place place = new Place(name, at, -1);
        try {
            ExtentUnpacker.checkAdler(header, bytes, place);
        } catch (DataSeriesException e) {
            return lose(at, finder.resume(header), problem(e));
        }
        long end = at + header.sizeBytes();
        Extent extent;
        try {
            extent = unpack(place, header, bytes);
        } catch (DataSeriesException e) {
            return lose(at, end, problem(e));
        }
        found.add(at, found.typeNumber(header.typeName()));
        if (ExtentType.isBuiltIn(header.typeName())) {
            index = extent.type().equals(ExtentType.INDEX_TYPE) ? extent : index;
            return end;
        }
        writer.write(extent);
        extents++;
        rows += extent.rows();
        return end;
    }

    private Extent unpack(Place place, ExtentHeader header, byte[] bytes) throws IOException {
        ExtentType type = types.get(header.typeName());
        if (type == null) {
            throw place.error("extent is of the unknown type '" + header.typeName() + "'");
        }
        return unpacker.unpack(StoredExtent.of(place, header, type, bigEndian, bytes));
    }

    private boolean startsLikeTrailer(long at) throws IOException {
        return input.size() - at >= FileFrame.TRAILER_SIZE
                && LittleEndian.getInt(input.read(at, 4), 0) == ExtentHeader.TRAILER_MARKER;
    }

    private long trailer(long at) throws IOException {
        long indexOffset;
        try {
            indexOffset =
                    FileFrame.checkTrailer(input.read(at, FileFrame.TRAILER_SIZE), bigEndian, new Place(name, at, -1));
        } catch (DataSeriesException e) {
            return lose(at, finder.next(at + 4, input.size()), problem(e));
        }
        complete = true;
        if (faultCount == 0) {
            checkIndex(at, indexOffset);
        }
        long end = at + FileFrame.TRAILER_SIZE;
        return end == input.size() ? end : lose(end, input.size(), "bytes after the trailer");
    }

    /** Holds the index against the extents, all of which are intact: where it is wrong, other readers lose rows. */
    private void checkIndex(long at, long indexOffset) {
        Extent listed = index;
        if (listed == null || listed.fileOffset() != indexOffset) {
            lose(at, at, "the file has no index where its trailer says, at byte " + indexOffset);
            return;
        }
        long[] offsets = listed.longs(0);
        VariableColumn names = listed.variables(1);
        for (int row = 0; row < Math.max(offsets.length, found.size()); row++) {
            boolean same = row < Math.min(offsets.length, found.size())
                    && found.get(row).equals(new DataSeriesReader.IndexEntry(offsets[row], names.utf8(row)));
            if (!same) {
                String there = row < found.size()
                        ? "extent " + row + " is at byte " + found.offset(row)
                        : "there are " + found.size();
                String said = row < offsets.length
                        ? "it lists '" + names.utf8(row) + "' at byte " + offsets[row]
                        : "it lists no more than " + offsets.length;
                lose(indexOffset, indexOffset, "the index is wrong: " + said + ", but " + there);
                return;
            }
        }
    }

    private String problem(DataSeriesException e) {
        String problem = String.valueOf(e.getMessage()).substring(name.length() + 2);
        return finder.isExhausted() ? problem + "; too full of false headers to examine all that follows" : problem;
    }

    private long lose(long start, long end, String reason) {
        faultCount++;
        skippedBytes += end - start;
        if (faults.size() < Report.MAX_FAULTS) {
            faults.add(new Report.Fault(start, end - start, reason));
        }
        return end;
    }
}

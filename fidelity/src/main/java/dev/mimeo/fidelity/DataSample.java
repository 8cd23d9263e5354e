package dev.mimeo.fidelity;

import dev.mimeo.MimeoException;
import dev.mimeo.internal.files.FileVersion;
import dev.mimeo.internal.files.FullTransfers;
import dev.mimeo.internal.files.InterruptibleFile;
import dev.mimeo.internal.files.TreeWalk;
import dev.mimeo.internal.files.UnknownSizes;
import dev.mimeo.internal.text.Failures;
import dev.mimeo.scan.ChunkSource;
import dev.mimeo.scan.Segment;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One side of a comparison: the bytes of a file, or of all regular files of a directory tree in the order of their paths,
 * seen as one sequence with random access.
 *
 * <p>At most one file is open at a time. A thread that is interrupted while it reads gets a {@link
 * java.nio.channels.ClosedByInterruptException}; the sample can be read again after that. Not thread-safe.
 */
public final class DataSample implements Closeable {

    /** Entries of a tree that are not part of the sample. */
    private record LeftOut(long skipped, long links) {
        static final LeftOut NOTHING = new LeftOut(0, 0);
    }

    private final String label;
    private final List<SamplePart> pieces;
    private final long[] ends;
    private final @Nullable ByteBuffer memory;
    private final @Nullable Path temporary;
    private final LeftOut leftOut;
    private final @Nullable Path root;
    private @Nullable InterruptibleFile source;
    private @Nullable Path open;
    private boolean closed;

    private DataSample(String label, List<SamplePart> pieces) {
        this(label, pieces, null, null, LeftOut.NOTHING, null);
    }

    private DataSample(
            String label,
            List<SamplePart> pieces,
            @Nullable ByteBuffer memory,
            @Nullable Path temporary,
            LeftOut leftOut,
            @Nullable Path root) {
        this.label = label;
        this.pieces = pieces;
        this.memory = memory;
        this.temporary = temporary;
        this.leftOut = leftOut;
        this.root = root;
        this.ends = new long[pieces.size()];
        long end = 0;
        for (int i = 0; i < ends.length; i++) {
            end += pieces.get(i).size;
            ends[i] = end;
        }
    }

    /**
     * Opens a file, a block device, or the files of a directory tree. Sizes are taken now; symbolic links inside a tree
     * are not followed, and its entries that cannot be read are left out and counted in {@link #skipped()}, as by a scan.
     *
     * @throws IOException if the path does not exist or cannot be read
     */
    public static DataSample open(Path path) throws IOException {
        String label = path.getFileName() == null
                ? path.toString()
                : path.getFileName().toString();
        if (!Files.exists(path)) {
            throw new NoSuchFileException(path.toString(), null, "no such file or directory");
        }
        if (!Files.isDirectory(path)) {
            return new DataSample(label, List.of(new SamplePart(path, 0, sizeOf(path), FileVersion.of(path))));
        }
        return ofTree(label, path);
    }

    /** Returns the size of a regular file or block device. */
    private static long sizeOf(Path path) throws IOException {
        try (FileChannel source = FileChannel.open(path, StandardOpenOption.READ)) {
            return source.size();
        }
    }

    /**
     * Joins files in the given order.
     *
     * @param label name of this side in reports
     * @throws IOException if the size of a file cannot be read
     */
    public static DataSample ofFiles(String label, List<Path> files) throws IOException {
        List<SamplePart> pieces = new ArrayList<>(files.size());
        for (Path file : files) {
            FileVersion version = FileVersion.of(file);
            pieces.add(new SamplePart(file, 0, version.sizeBytes(), version));
        }
        return new DataSample(label, pieces);
    }

    /**
     * Presents an array; it is not copied and must not change during a comparison.
     *
     * @param label name of this side in reports
     */
    public static DataSample ofBytes(String label, byte[] bytes) {
        return new DataSample(
                label,
                List.of(new SamplePart(null, 0, bytes.length, null)),
                ByteBuffer.wrap(bytes),
                null,
                LeftOut.NOTHING,
                null);
    }

    /**
     * Copies what has no random access, for example standard input or a field of a trace, into a temporary file that is
     * removed when the sample is closed.
     *
     * @param label name of this side in reports
     * @param source read to its end, and left open
     * @param folder folder of the copy; it needs as much room as the data
     */
    public static DataSample copyOf(String label, ChunkSource source, Path folder) throws IOException {
        Path copy = Files.createTempFile(folder, "mimeo", ".data");
        // The copy holds the original: it must not outlive a run that is interrupted.
        copy.toFile().deleteOnExit();
        try (FileChannel out = FileChannel.open(copy, StandardOpenOption.WRITE)) {
            List<SamplePart> pieces = new ArrayList<>();
            long start = 0;
            long end = 0;
            long object = -1;
            for (Segment segment = source.next(); segment != null; segment = source.next()) {
                for (int i = 0; i < segment.chunks(); i++) {
                    if (segment.source(i).number() != object && end > start) {
                        pieces.add(new SamplePart(copy, start, end - start, null));
                        start = end;
                    }
                    object = segment.source(i).number();
                    end += segment.length(i);
                }
                write(out, segment, copy);
                source.recycle(segment);
            }
            if (end > start) {
                pieces.add(new SamplePart(copy, start, end - start, null));
            }
            return new DataSample(label, pieces, null, copy, LeftOut.NOTHING, null);
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(copy);
            throw e;
        }
    }

    private static void write(FileChannel out, Segment segment, Path copy) throws IOException {
        try {
            FullTransfers.write(out, ByteBuffer.wrap(segment.data(), 0, segment.size()));
        } catch (IOException e) {
            throw new IOException(copy + ": a copy of the input cannot be written: " + Failures.reason(e), e);
        }
    }

    /** Lists the files of a tree in the order in which scanning reads it. Empty files hold no chunk. */
    private static DataSample ofTree(String label, Path root) throws IOException {
        long[] skipped = {0};
        long links = 0;
        UnknownSizes unknownSizes = new UnknownSizes();
        TreeWalk walk = TreeWalk.of(root, (unreadable, reason) -> skipped[0]++);
        List<SamplePart> pieces = new ArrayList<>();
        for (TreeWalk.Entry entry = walk.next(); entry != null; entry = walk.next()) {
            BasicFileAttributes attributes = entry.attributes();
            if (attributes.isSymbolicLink()) {
                links++;
            } else if (attributes.isOther()
                    || (attributes.isRegularFile() && !Files.isReadable(entry.path()))
                    || unknownSizes.contains(entry.path(), attributes)) {
                skipped[0]++;
            } else if (attributes.isRegularFile() && attributes.size() > 0) {
                pieces.add(new SamplePart(entry.path(), 0, attributes.size(), FileVersion.of(attributes)));
            }
        }
        return new DataSample(label, pieces, null, null, new LeftOut(skipped[0], links), root);
    }

    /** Returns what a report calls this side. */
    public String label() {
        return label;
    }

    /** Returns the size in bytes when the sample was opened. */
    public long bytes() {
        return ends.length == 0 ? 0 : ends[ends.length - 1];
    }

    /**
     * Refuses a sample without bytes, which cannot be compared.
     *
     * @throws MimeoException if there are none
     */
    public void requireData() throws MimeoException {
        if (bytes() == 0) {
            throw new MimeoException(
                    label,
                    -1,
                    MimeoException.Reason.EMPTY,
                    label + ": holds no data to compare: name a file or a directory with at least 1 byte");
        }
    }

    /** Returns the number of files, 1 for an array. */
    public int files() {
        return pieces.size();
    }

    /** Returns the number of entries of a tree that were left out: unreadable files and directories, devices, FIFOs, files of /proc. */
    public long skipped() {
        return leftOut.skipped;
    }

    /** Returns the number of symbolic links in a tree, which are not followed and are not among {@link #skipped()}. */
    public long links() {
        return leftOut.links;
    }

    /** Returns whether this is the files of a directory tree. */
    public boolean isTree() {
        return root != null;
    }

    /**
     * Returns the name of a file: its path, from the root if this is a tree, with slashes.
     *
     * @param file number of the file, 0 to {@link #files()} exclusive
     */
    String name(int file) {
        Path path = pieces.get(file).file;
        if (path == null) {
            return label;
        }
        return (root == null ? path : root.relativize(path))
                .toString()
                .replace(path.getFileSystem().getSeparator(), "/");
    }

    /** Returns the position of the first byte of a file. */
    long start(int file) {
        return file == 0 ? 0 : ends[file - 1];
    }

    /** Returns the size of a file in bytes, which is not 0 in a tree. */
    long size(int file) {
        return pieces.get(file).size;
    }

    /** Returns the boundaries of this sample's chunks; no chunk spans two files. */
    ChunkGrid grid(int chunkSize) {
        return new ChunkGrid(ends, chunkSize);
    }

    /**
     * Reads a range of the joined bytes.
     *
     * @param offset offset of the first byte, with {@code length} within {@link #bytes()}
     * @throws IllegalStateException if the sample is closed
     * @throws EOFException if a file is shorter than when it was opened
     * @throws IOException if reading fails
     */
    public void read(long offset, byte[] destination, int destinationOffset, int length) throws IOException {
        if (closed) {
            throw new IllegalStateException(label + ": nothing can be read, as the sample is closed");
        }
        Objects.checkFromIndexSize(offset, length, bytes());
        Objects.checkFromIndexSize(destinationOffset, length, destination.length);
        int index = Arrays.binarySearch(ends, offset);
        index = index < 0 ? -index - 1 : index + 1; // the piece that holds the byte at offset
        long position = offset;
        int done = 0;
        while (done < length) {
            int count = (int) Math.min(ends[index] - position, length - done);
            if (count > 0) {
                readPiece(index, position - start(index), destination, destinationOffset + done, count);
                position += count;
                done += count;
            }
            index++;
        }
    }

    private void readPiece(int index, long position, byte[] destination, int offset, int length) throws IOException {
        SamplePart piece = pieces.get(index);
        Path file = piece.file;
        if (file == null) {
            Objects.requireNonNull(memory).get(Math.toIntExact(position), destination, offset, length);
            return;
        }
        InterruptibleFile read = source;
        if (read == null || !file.equals(open)) {
            closeFile();
            read = InterruptibleFile.open(file);
            source = read;
            open = file;
        }
        long at = piece.start + position;
        int count = read.read(at, destination, offset, length);
        if (count < length) {
            throw new EOFException(
                    file + ": ends at byte " + (at + count) + ", had " + piece.size + " bytes when opened");
        }
    }

    /**
     * Makes sure that all reads were of the same bytes, as far as the attributes of the files tell. A file may have grown, because it is
     * read up to the size that it had; a file that is gone had to be complete when it was read.
     *
     * @throws MimeoException if a file was written or replaced since the sample was opened
     */
    public void requireUnchanged() throws IOException {
        for (SamplePart piece : pieces) {
            Path file = piece.file;
            FileVersion before = piece.version;
            if (file != null && before != null && Files.exists(file)) {
                if (!before.isKeptBy(FileVersion.of(file))) {
                    throw MimeoException.of(
                            file,
                            MimeoException.Reason.CORRUPT,
                            "was written or replaced while it was read, so the result would be of two contents: run again"
                                    + " when no program writes to it, or take a copy");
                }
            }
        }
    }

    private void closeFile() throws IOException {
        InterruptibleFile read = source;
        source = null;
        open = null;
        if (read != null) {
            read.close();
        }
    }

    /** Closes the file that is open, and removes the temporary copy if there is one. */
    @Override
    public void close() throws IOException {
        closed = true;
        try {
            closeFile();
        } finally {
            if (temporary != null) {
                Files.deleteIfExists(temporary);
            }
        }
    }

    /**
     * A range of a file, or of the sample in memory if there is no file.
     *
     * @param version that of the file when the sample was opened, null for memory and copies
     */
    private record SamplePart(
            @Nullable Path file,
            long start,
            long size,
            @Nullable FileVersion version) {}
}
